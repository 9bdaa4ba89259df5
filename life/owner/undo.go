package owner

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/golem/safety/grant"
)

// Designated is the address whose code the key's account has taken on. An account that
// took on none is ErrAsk.
func (n *Notary) Designated(ctx context.Context) (common.Address, error) {
	has, err := n.code(ctx, n.Key.Address())
	if err != nil {
		return common.Address{}, err
	}
	code, ok := designated(has)
	if !ok {
		return code, fmt.Errorf("%w: the account %s has taken on no code (EIP-7702): there is nothing to give back", ErrAsk, n.Key.Address())
	}
	return code, nil
}

// Undo has the key's account give back the code that it took on, and sees that it is
// gone. It returns the transaction.
func (n *Notary) Undo(ctx context.Context) (common.Hash, error) {
	s := &steps{Notary: n, wish: grant.Wish{ChainID: n.Key.ChainID(), Owner: n.Key.Address()}}
	nonce, fees, err := s.next(ctx)
	if err != nil {
		return common.Hash{}, err
	}
	tx, err := n.Key.SignBecoming(nonce, common.Address{}, 200_000, fees)
	if err != nil {
		return common.Hash{}, err
	}
	r, err := s.include(ctx, tx)
	if err != nil {
		return tx.Hash, fmt.Errorf("give back the code: %w", err)
	}
	has, err := n.code(ctx, n.Key.Address())
	if err == nil && (r.Status != types.ReceiptStatusSuccessful || len(has) > 0) {
		err = fmt.Errorf("transaction %s is in block %s, and the account still has %d bytes of code: try again", tx.Hash, r.BlockHash, len(has))
	}
	return tx.Hash, err
}

// code is what an account has at the head of the chain.
func (n *Notary) code(ctx context.Context, account common.Address) ([]byte, error) {
	head, err := n.Client.Head(ctx)
	if err != nil {
		return nil, err
	}
	b := n.Client.At(head.Hash)
	read := b.Code(account)
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	return read.Value()
}
