package node

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// sight makes sure that accounts can be read without an error, before the pool looks at
// them. Elsewhere than on a fork they always can.
func (n *Node) sight(ctx context.Context, accounts ...common.Address) error {
	if n.fork == nil {
		return nil
	}
	if err := n.fork.state.Want(ctx, accounts...); err != nil {
		return &UpstreamError{err}
	}
	ctx, faults := withFaults(ctx)
	st, _, err := n.fork.open(ctx, n.Head().Root)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		st.GetNonce(a)
	}
	return faults.first()
}

// concerned lists whose accounts the pool reads for a transaction.
func (n *Node) concerned(tx *types.Transaction) []common.Address {
	var all []common.Address
	if from, err := types.Sender(n.signer, tx); err == nil {
		all = append(all, from)
	}
	for _, a := range tx.SetCodeAuthorizations() {
		if authority, err := a.Authority(); err == nil {
			all = append(all, authority)
		}
	}
	return all
}

// withdraw takes a transaction out of the pool again, whose block could not be made.
func (n *Node) withdraw(hash common.Hash) error {
	kept, gone := n.sift(func(tx *types.Transaction, _ common.Address) bool { return tx.Hash() == hash })
	if gone == 0 {
		return nil
	}
	return n.refill(kept)
}
