package privy

import (
	"context"
	"fmt"
	"slices"
)

// Binding says how this Golem's key is bound to a wallet: as its signer, within one
// policy, none of it in the key's own hands.
type Binding struct {
	Wallet string
	Signer string // our key quorum
	Policy Policy // with its id
}

// Bound reads what the provider holds and compares it with the binding: our key is a
// signer of the wallet, alone in its quorum, under exactly this policy with exactly these
// rules, and owns neither wallet nor policy. An owner could take the policy away, and a
// signer without one is free. The answer is the wallet.
//
// It says what the provider says of itself at one moment; a change shows up after some
// seconds.
func (c *Client) Bound(ctx context.Context, b Binding) (Wallet, error) {
	const op = "check what binds the wallet"
	w, err := c.Wallet(ctx, b.Wallet)
	if err != nil {
		return Wallet{}, err
	}
	p, err := c.Policy(ctx, b.Policy.ID)
	if err != nil {
		return Wallet{}, err
	}
	q, err := c.Quorum(ctx, b.Signer)
	if err != nil {
		return Wallet{}, err
	}
	if err := sameRules(op, b.Policy, p); err != nil {
		return Wallet{}, err
	}
	if detail := loose(b, w, p, q, c.key.PublicKey()); detail != "" {
		return Wallet{}, &Error{Op: op, Kind: ErrMismatch, Detail: detail}
	}
	return w, nil
}

// loose says what is wrong with a binding.
func loose(b Binding, w Wallet, p Policy, q Quorum, key string) string {
	i := slices.IndexFunc(w.Signers, func(s WalletSigner) bool { return s.ID == b.Signer })
	switch {
	case len(q.Keys) != 1 || q.Keys[0].PublicKey != key || q.ID != b.Signer:
		return fmt.Sprintf("quorum %q is not this Golem's key alone", q.ID)
	case i < 0:
		return "this Golem's key is no signer of the wallet"
	case !slices.Equal(w.Signers[i].Policies, []string{b.Policy.ID}):
		return fmt.Sprintf("the key signs under policies %q, not under %q alone", w.Signers[i].Policies, b.Policy.ID)
	case w.Owner == b.Signer || w.Owner == "":
		return "this Golem's key, or nobody, owns the wallet: it could take the policy away"
	case p.Owner == b.Signer || p.Owner == "":
		return "this Golem's key, or nobody, owns the policy: it could change the rules"
	case p.ID != b.Policy.ID || p.ChainType != "ethereum":
		return fmt.Sprintf("policy %q of chain type %q is another one", p.ID, p.ChainType)
	}
	return ""
}
