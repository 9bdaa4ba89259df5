package privy

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/canon"
)

// QuorumBody is the body of a request that registers public keys that sign alone, each.
func QuorumBody(name string, publicKeys ...string) any {
	return map[string]any{"public_keys": publicKeys, "authorization_threshold": 1, "display_name": name}
}

// WalletBody is the body of a request that makes a wallet of an owner, a key quorum.
func WalletBody(owner string, policies []string, signers ...WalletSigner) any {
	body := map[string]any{"chain_type": "ethereum", "owner_id": owner, "policy_ids": policies}
	if len(signers) > 0 {
		body["additional_signers"] = signers
	}
	return body
}

// SignersBody is the body of a request that gives a wallet its signers.
func SignersBody(signers ...WalletSigner) any { return map[string]any{"additional_signers": signers} }

// CreateQuorum registers public keys that sign alone, each. once is the idempotency key: with
// the same one the same quorum comes back, for 24 h.
func (c *Client) CreateQuorum(ctx context.Context, once, name string, publicKeys ...string) (q Quorum, err error) {
	err = c.create(ctx, once, "create a key quorum", "/v1/key_quorums", QuorumBody(name, publicKeys...), &q)
	if err == nil && q.ID == "" {
		err = &Error{Op: "create a key quorum", Kind: ErrMismatch, Detail: "it has no id"}
	}
	return q, err
}

// CreatePolicy makes a policy that only its owner changes, a key quorum. once as above.
func (c *Client) CreatePolicy(ctx context.Context, once string, p Policy) (Policy, error) {
	var made Policy
	if err := c.create(ctx, once, "create a policy", "/v1/policies", p, &made); err != nil {
		return Policy{}, err
	}
	if err := sameRules("create a policy", p, made); err != nil {
		return Policy{}, err
	}
	return made, nil
}

// CreateWallet makes a wallet of an owner that signers use within their policies. once
// as above. The owner should not be one of our keys: an owner can take policies away.
//
// spec: provisioning §8.9
func (c *Client) CreateWallet(ctx context.Context, once, owner string, policies []string, signers ...WalletSigner) (w Wallet, err error) {
	const op = "create a wallet"
	if err = c.create(ctx, once, op, "/v1/wallets", WalletBody(owner, policies, signers...), &w); err != nil {
		return Wallet{}, err
	}
	if err = w.check(op); err == nil && (w.Owner != owner || !slices.EqualFunc(w.Signers, signers, WalletSigner.equal)) {
		err = &Error{Op: op, Kind: ErrMismatch, Detail: "its owner or its signers are others"}
	}
	return w, err
}

// SetSigners gives a wallet the signers that use it, in the place of those it has. Only its
// owner's key may.
//
// spec: provisioning §8.9
func (c *Client) SetSigners(ctx context.Context, wallet string, signers ...WalletSigner) (w Wallet, err error) {
	const op = "change the wallet's signers"
	path, err := below("/v1/wallets/", wallet)
	if err != nil {
		return Wallet{}, err
	}
	r, err := newRequest(op, http.MethodPatch, path, SignersBody(signers...))
	if err != nil {
		return Wallet{}, err
	}
	r.signed = true
	if err := c.do(ctx, r, &w); err != nil {
		return Wallet{}, err
	}
	if err = w.check(op); err == nil && (w.ID != wallet || !slices.EqualFunc(w.Signers, signers, WalletSigner.equal)) {
		err = &Error{Op: op, Kind: ErrMismatch, Detail: "it has other signers"}
	}
	return w, err
}

func (s WalletSigner) equal(o WalletSigner) bool {
	return s.ID == o.ID && slices.Equal(s.Policies, o.Policies)
}

// Wallet reads a wallet.
func (c *Client) Wallet(ctx context.Context, id string) (w Wallet, err error) {
	const op = "read the wallet"
	if err = c.read(ctx, op, "/v1/wallets/", id, &w); err != nil {
		return Wallet{}, err
	}
	if w.ID != id {
		return Wallet{}, &Error{Op: op, Kind: ErrMismatch, Detail: fmt.Sprintf("asked for %q, got %q", id, w.ID)}
	}
	return w, w.check(op)
}

func (w Wallet) check(op string) error {
	if w.ID == "" || w.ChainType != "ethereum" || w.Address == (common.Address{}) {
		return &Error{Op: op, Kind: ErrMismatch, Detail: fmt.Sprintf("wallet %q of chain type %q at %s is none of ours", w.ID, w.ChainType, w.Address)}
	}
	return nil
}

// Policy reads a policy.
func (c *Client) Policy(ctx context.Context, id string) (p Policy, err error) {
	return p, c.read(ctx, "read the policy", "/v1/policies/", id, &p)
}

// Quorum reads a key quorum.
func (c *Client) Quorum(ctx context.Context, id string) (q Quorum, err error) {
	return q, c.read(ctx, "read the key quorum", "/v1/key_quorums/", id, &q)
}

// UpdatePolicy replaces the rules of a policy. Only its owner's key may.
func (c *Client) UpdatePolicy(ctx context.Context, p Policy) error {
	const op = "change the policy"
	path, err := below("/v1/policies/", p.ID)
	if err != nil {
		return err
	}
	r, err := newRequest(op, http.MethodPatch, path, map[string]any{"name": p.Name, "rules": p.Rules})
	if err != nil {
		return err
	}
	r.signed = true
	var now Policy
	if err := c.do(ctx, r, &now); err != nil {
		return err
	}
	return sameRules(op, p, now)
}

// digits are a text of hexadecimal digits.
var digits = regexp.MustCompile(`"0x[0-9a-fA-F]+"`)

// sameRules compares rules, whatever the case of their addresses and of what else is hexadecimal.
func sameRules(op string, want, got Policy) error {
	a, err := canon.JSON(want.Rules)
	if err != nil {
		return fmt.Errorf("%s: %w", op, err)
	}
	b, err := canon.JSON(got.Rules)
	if err != nil || !bytes.Equal(digits.ReplaceAllFunc(a, bytes.ToLower), digits.ReplaceAllFunc(b, bytes.ToLower)) {
		return &Error{Op: op, Kind: ErrMismatch, Detail: fmt.Sprintf("policy %q has other rules than were compiled for this wallet", got.ID)}
	}
	return nil
}

func (c *Client) create(ctx context.Context, once, op, path string, body, out any) error {
	if once == "" || len(once) > 256 {
		return fmt.Errorf("%s: an idempotency key has 1 to 256 characters, this one %d", op, len(once))
	}
	r, err := newRequest(op, http.MethodPost, path, body)
	if err != nil {
		return err
	}
	r.once = once
	return c.do(ctx, r, out)
}

func (c *Client) read(ctx context.Context, op, under, id string, out any) error {
	path, err := below(under, id)
	if err != nil {
		return err
	}
	r, err := newRequest(op, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	return c.do(ctx, r, out)
}

// below is the path of an id, which is no path itself.
func below(under, id string) (string, error) {
	for _, r := range id {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return "", fmt.Errorf("%w: %q is no id", ErrConfig, id)
		}
	}
	if id == "" || len(id) > 64 {
		return "", fmt.Errorf("%w: an id has 1 to 64 characters, this one %d", ErrConfig, len(id))
	}
	return under + id, nil
}
