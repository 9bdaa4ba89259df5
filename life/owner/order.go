package owner

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/grant"
)

// Cage is the cage of a grant as it stands at the head of the chain, whose time it returns, in
// unix seconds. A grant that is held by none is ErrAsk.
func (n *Notary) Cage(ctx context.Context, g grant.Grant) (policycage.Snapshot, uint64, error) {
	if g.Cage == (common.Address{}) {
		return policycage.Snapshot{}, 0, fmt.Errorf("%w: the grant is of custody %q, which has no cage", ErrAsk, g.Mode)
	}
	head, err := n.Client.Head(ctx)
	if err != nil {
		return policycage.Snapshot{}, 0, err
	}
	s, err := policycage.Read(ctx, n.Client, head.Hash, g.Cage)
	return s, head.Time, err
}

// Order has the cage's owner make a call of it, and returns the transaction. An owner that is
// a contract is written the call that it has to make: ErrWaits.
//
// spec: safety §7.5
func (n *Notary) Order(ctx context.Context, cage policycage.Snapshot, o policycage.Order) (common.Hash, error) {
	s := &steps{Notary: n, wish: grant.Wish{ChainID: n.Key.ChainID(), Owner: cage.Owner, Account: cage.Owner}}
	if n.Key.Address() != cage.Owner {
		has, err := n.code(ctx, cage.Owner)
		if err != nil {
			return common.Hash{}, err
		}
		if _, taken := designated(has); taken || len(has) == 0 {
			return common.Hash{}, fmt.Errorf("%w: the key is that of %s, the cage %s is owned by %s", ErrAsk, n.Key.Address(), cage.Cage, cage.Owner)
		}
		if err := s.batch("Order the cage "+cage.Cage.Hex(), []call{{cage.Cage, o.Call, o.Says}}); err != nil {
			return common.Hash{}, err
		}
		return common.Hash{}, fmt.Errorf("%w: have the account %s make the call of %s (a batch of Safe's Transaction Builder)", ErrWaits, cage.Owner, s.batchFile())
	}
	r, err := s.send(ctx, &cage.Cage, o.Call, nil)
	if v, ok := policycage.FromError(err); ok {
		err = v
	}
	if err != nil {
		return common.Hash{}, fmt.Errorf("order the cage %s: %w", cage.Cage, err)
	}
	if r.Status != types.ReceiptStatusSuccessful {
		return r.TxHash, fmt.Errorf("order the cage: transaction %s reverted", r.TxHash)
	}
	return r.TxHash, nil
}
