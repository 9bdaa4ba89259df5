package owner

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
)

// Notary prepares and signs grants for one owner. Progress is told what is done; Kept is
// the file that remembers where a run stopped.
type Notary struct {
	Client   *rpc.Client
	Key      *signer.Signer
	Kept     string
	Progress func(format string, args ...any)
}

// Offer is a grant as the owner sees it before signing.
type Offer struct {
	Plan         grant.Plan `json:"plan"`
	Transactions []string   `json:"transactions"` // that the owner's account will send
	wish         grant.Wish
	at           grant.Standing // of its contracts, of those that stand or stand where their code says
	becomes      bool
	contract     bool // the account has no key: it signs, and makes its calls
}

// Offer reads the chain and says what would be signed and sent. It sends nothing.
func (n *Notary) Offer(ctx context.Context, a Ask) (Offer, error) {
	head, err := n.Client.Head(ctx)
	if err != nil {
		return Offer{}, err
	}
	contract, err := n.foreign(ctx, a)
	if err != nil {
		return Offer{}, err
	}
	if err := a.manager(ctx, n.Client, head.Hash); err != nil {
		return Offer{}, err
	}
	began, err := n.left(a.Owner, a.Config.ChainID())
	if err != nil {
		return Offer{}, err
	}
	wish, words, err := a.wish(ctx, n.Client, began)
	if err != nil {
		return Offer{}, err
	}
	o := Offer{wish: wish, contract: contract}
	if began.Worth == wish.Worth && wish.Worth != wish.WorstDay.Worth {
		o.Transactions = append(o.Transactions, fmt.Sprintf("(goes on with a run that was cut off, when the account was worth %s USD: its limits are of that; move %s away to begin anew)", worstday.Dollars(wish.Worth), n.Kept))
	}
	have, config, err := (&steps{Notary: n, wish: wish}).has(ctx)
	if err != nil {
		return o, err
	}
	if have.Cage != (common.Address{}) {
		if err := o.under(have, config); err != nil {
			return o, err
		}
	}
	o.Plan = o.wish.Plan(words)
	o.Plan.Limits = append(o.Plan.Limits, a.prices(a.Mode, wish.Tokens)...)
	if contract {
		err = errors.Join(n.genuine(ctx, head.Hash, a, common.Address{}), n.acts(ctx, head.Hash, a))
	} else {
		o.becomes, err = n.becomes(ctx, head.Hash, a)
	}
	if err != nil {
		return o, err
	}
	if o.becomes {
		o.Transactions = append(o.Transactions, "the owner's account takes on the code of "+a.Account.Hex()+" (EIP-7702)")
	}
	at, creations, err := wish.Contracts(have, func(int) common.Address { return common.Address{1} })
	o.at = at
	for _, c := range creations {
		o.Transactions = append(o.Transactions, "create "+c.Name)
	}
	if wish.Mode == grant.Delegation {
		if have.Cage == (common.Address{}) {
			o.Transactions = append(o.Transactions, "hold the account by its PolicyCage, whatever grant it signs")
		}
		o.Transactions = append(o.Transactions, "register the Golem's key with the VitalityOracle")
	}
	if contract {
		o.Transactions = append(o.Transactions, "(the key pays for what is created; the rest is for the account to do and to sign, as files say)")
	}
	return o, err
}

// foreign reports whether the account is a contract, which another key pays for.
func (n *Notary) foreign(ctx context.Context, a Ask) (bool, error) {
	if n.Key.Address() == a.Owner {
		return false, nil
	}
	has, err := n.code(ctx, a.Owner)
	if err != nil {
		return false, err
	}
	if _, taken := designated(has); taken || len(has) == 0 {
		return false, fmt.Errorf("%w: the key is that of %s, the owner is %s, which is no contract: use its own key", ErrAsk, n.Key.Address(), a.Owner)
	}
	if n.Key.Address() == a.Session {
		return false, fmt.Errorf("%w: the key that pays is the Golem's", ErrAsk)
	}
	return true, nil
}

// becomes tells whether the owner's account still has to become one that knows the
// manager.
func (n *Notary) becomes(ctx context.Context, block common.Hash, a Ask) (bool, error) {
	b, codec := n.Client.At(block), bind.NewDelegator()
	code, knows := b.Code(a.Owner), b.Call(a.Owner, codec.PackDelegationManager())
	target, targets := b.Code(a.Account), b.Call(a.Account, codec.PackDelegationManager())
	if err := b.Do(ctx); err != nil {
		return false, err
	}
	of := func(read *rpc.Read[[]byte]) (at common.Address) {
		if raw, err := read.Value(); err == nil && len(raw) > 0 {
			at, _ = codec.UnpackDelegationManager(raw)
		}
		return at
	}
	has, err := code.Value()
	switch {
	case err != nil:
		return false, err
	case of(knows) == a.Manager:
		code, _ := designated(has) // none: a contract of the owner's own
		return false, n.genuine(ctx, block, a, code)
	case len(has) > 0:
		return false, fmt.Errorf("%w: the account %s has code that does not know the manager %s", ErrAsk, a.Owner, a.Manager)
	}
	if code, err := target.Value(); err != nil || len(code) == 0 || of(targets) != a.Manager {
		return false, fmt.Errorf("%w: %s is no account code of the manager %s (%w)", ErrAsk, a.Account, a.Manager, err)
	}
	return true, n.genuine(ctx, block, a, a.Account)
}

// Grant does what the offer says, and signs.
func (n *Notary) Grant(ctx context.Context, a Ask, o Offer) (grant.Grant, error) {
	s, err := n.begin(ctx, o.wish)
	if err != nil {
		return grant.Grant{}, err
	}
	if o.becomes {
		if err := s.become(ctx, a.Account); err != nil {
			return grant.Grant{}, err
		}
	}
	at, err := s.create(ctx)
	if err != nil {
		return grant.Grant{}, err
	}
	if o.contract {
		return s.signed(ctx, at, a.Signature)
	}
	if err := s.calling(ctx, at); err != nil {
		return grant.Grant{}, err
	}
	g, err := s.wish.Grant(at)
	if err != nil {
		return g, err
	}
	signature, _, err := n.Key.SignTypedData(g.Delegation.Typed(g.ChainID, g.Manager))
	if err != nil {
		return g, fmt.Errorf("sign the delegation: %w", err)
	}
	g.Delegation.Signature = signature[:]
	return g, g.Check()
}
