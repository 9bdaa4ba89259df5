package owner

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/erc1271"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/grant"
)

// ErrWaits says that the rest is for the owner's account, which is a contract: to make
// calls, or to sign.
var ErrWaits = errors.New("GRANT_WAITS")

// acts checks that a contract does what the manager tells it, as a delegator has to: it is
// asked, as if by the manager, for a call of nothing.
//
// spec: provisioning §8.3, DESIGN §12.20
func (n *Notary) acts(ctx context.Context, block common.Hash, a Ask) error {
	ok, err := n.executes(ctx, block, a.Manager, a.Owner)
	if err != nil || ok {
		return err
	}
	return fmt.Errorf("%w: the account %s does not act for the manager %s: a Safe or ZeroDev's account does not by itself (ERC-7579's executeFromExecutor, "+
		"which it would take from that manager alone). Install a module that makes it do so, or move what the Golem may use into an account of MetaMask's "+
		"(MultiSigDeleGator, HybridDeleGator) that the same owners sign for", ErrAsk, a.Owner, a.Manager)
}

// executes reports whether an account makes a call for whom it is from.
func (n *Notary) executes(ctx context.Context, block common.Hash, from, account common.Address) (bool, error) {
	nothing := make([]byte, 52) // no target, no wei, no data
	call := crypto.Keccak256([]byte("executeFromExecutor(bytes32,bytes)"))[:4]
	for _, w := range []int64{0, 64, int64(len(nothing))} {
		call = append(call, number(w)...)
	}
	call = append(append(call, nothing...), make([]byte, 12)...) // to a whole word
	said, err := n.Client.Ask(ctx, "eth_call", map[string]any{"from": from, "to": account, "data": hexutil.Bytes(call)}, map[string]any{"blockHash": block})
	if errors.Is(err, rpc.ErrReverted) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("ask the account %s: %w", account, err)
	}
	var results hexutil.Bytes // one, and it is empty
	if err := json.Unmarshal(said, &results); err != nil {
		return false, err
	}
	return len(results) >= 96 && bytes.Equal(results[32:64], number(1)), nil
}

func number(n int64) []byte { return common.BigToHash(big.NewInt(n)).Bytes() }

// draft is the unsigned grant that the account is asked to sign: the one that it was asked
// for before, where nothing but the time changed.
func (s *steps) draft(at grant.Standing) (grant.Grant, error) {
	if old := s.kept.Draft; old != nil && old.End > s.wish.Start && old.End-old.Start == s.wish.End-s.wish.Start {
		w := s.wish
		w.Start, w.End = old.Start, old.End
		g, err := w.Grant(at)
		if err != nil || g.Delegation.Hash() == old.Hash {
			return g, err
		}
	}
	g, err := s.wish.Grant(at)
	if err != nil {
		return g, err
	}
	s.kept.Draft = &draft{s.wish.Start, s.wish.End, g.Delegation.Hash()}
	return g, s.keep()
}

// draft is what an account was asked to sign.
type draft struct {
	Start uint64      `json:"start"`
	End   uint64      `json:"end"`
	Hash  common.Hash `json:"hash"`
}

// signed takes the account's signature (ERC-1271), or says where what it has to do stands.
func (s *steps) signed(ctx context.Context, at grant.Standing, signature []byte) (grant.Grant, error) {
	g, err := s.draft(at)
	if err != nil {
		return g, err
	}
	calls, err := s.calls(ctx, at)
	if err != nil {
		return g, err
	}
	if len(calls) > 0 || len(signature) == 0 {
		return g, s.hand(g, calls)
	}
	digest, err := g.Delegation.Digest(g.ChainID, g.Manager)
	if err != nil {
		return g, err
	}
	head, err := s.Client.Head(ctx)
	if err != nil {
		return g, err
	}
	if ok, err := erc1271.Signed(ctx, s.Client, head.Hash, s.wish.Account, digest, signature); err != nil || !ok {
		return g, errors.Join(err, fmt.Errorf("%w: the account %s does not take the signature for the delegation %s (ERC-1271): sign the typed data of %s, digest %s",
			ErrAsk, s.wish.Account, g.Delegation.Hash(), s.typedFile(), digest))
	}
	g.Delegation.Signature = signature
	return g, g.Check()
}

// calls are what the account has not done yet: that it is held by its cage, and that the
// oracle of phases knows the Golem.
func (s *steps) calls(ctx context.Context, at grant.Standing) (calls []call, err error) {
	if s.wish.Mode != grant.Delegation {
		return nil, nil
	}
	head, err := s.Client.Head(ctx)
	if err != nil {
		return nil, err
	}
	switch held, err := s.held(ctx, head.Hash, at.Enforcer); {
	case err != nil:
		return nil, err
	case held == common.Address{}:
		calls = append(calls, call{at.Enforcer, s.wish.Bind(at), "the account is held by its cage"})
	case held != at.Cage:
		return nil, fmt.Errorf("%w: the account %s is held by the cage %s, and cannot be by %s", ErrAsk, s.wish.Account, held, at.Cage)
	}
	known, err := s.registered(ctx, head.Hash, at.Lives)
	if err == nil && !known {
		calls = append(calls, call{at.Lives, s.wish.Register(), "the Golem's key is registered"})
	}
	return calls, err
}
