package owner

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/golem/safety/grant"
)

// Revoked reports whether a grant's delegation is disabled already.
func (n *Notary) Revoked(ctx context.Context, g grant.Grant) (bool, error) {
	if n.Key.Address() != g.Account() {
		has, err := n.code(ctx, g.Account())
		if err != nil {
			return false, err
		}
		if _, taken := designated(has); taken || len(has) == 0 {
			return false, fmt.Errorf("%w: the key is that of %s, the grant is for the account %s", ErrAsk, n.Key.Address(), g.Account())
		}
	}
	head, err := n.Client.Head(ctx)
	if err != nil {
		return false, err
	}
	b := n.Client.At(head.Hash)
	read := delegation.Disabled(b, g.Manager, g.Delegation.Hash())
	if err := b.Do(ctx); err != nil {
		return false, err
	}
	return read()
}

// Revoke has the owner's account disable a delegation: nothing is redeemed under it any
// more, whoever has the key. It returns the transaction. An account that is a contract is
// written the call that it has to make: ErrWaits.
//
// spec: provisioning §8.3, §9.1
func (n *Notary) Revoke(ctx context.Context, g grant.Grant) (common.Hash, error) {
	s := &steps{Notary: n, wish: grant.Wish{ChainID: g.ChainID, Owner: g.Account(), Account: g.Account()}}
	if n.Key.Address() != g.Account() {
		if err := s.batch("Disable the delegation "+g.Delegation.Hash().Hex(), []call{{g.Manager, g.Delegation.DisableCall(), "the delegation is disabled"}}); err != nil {
			return common.Hash{}, err
		}
		return common.Hash{}, fmt.Errorf("%w: have the account %s make the call of %s (a batch of Safe's Transaction Builder)", ErrWaits, g.Account(), s.batchFile())
	}
	r, err := s.send(ctx, &g.Manager, g.Delegation.DisableCall(), nil)
	if err != nil {
		return common.Hash{}, fmt.Errorf("disable the delegation: %w", err)
	}
	if r.Status != types.ReceiptStatusSuccessful {
		return r.TxHash, fmt.Errorf("disable the delegation: transaction %s reverted", r.TxHash)
	}
	return r.TxHash, nil
}
