package library

import (
	"context"
	"fmt"
	"math/big"

	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// feeCap is what a transaction pays at most, in wei per gas: a constant, so that equal
// plans are equal transactions.
var feeCap = big.NewInt(1_000_000_000_000)

// Play makes the plan of an order after the head and then the plan's blocks, one a
// transaction. The report is of what the pools say afterwards. An error in the middle
// leaves the blocks before it: take a snapshot first where that matters.
func Play(ctx context.Context, n *node.Node, g Ground, o Order) (Report, error) {
	plan, err := Make(ctx, n, common.Hash{}, g, o)
	if err != nil {
		return Report{}, err
	}
	first := n.Chain.Head().Number.Uint64() + 1
	if err := plan.seal(ctx, deploy.On(n), g); err != nil {
		return Report{}, fmt.Errorf("%s: %w", o.Name, err)
	}
	scratch, err := n.States.Scratch(common.Hash{})
	if err != nil {
		return Report{}, err
	}
	if err := plan.measure(view{ctx, scratch}); err != nil {
		return Report{}, err
	}
	if len(plan.steps) > 0 {
		plan.Report.First, plan.Report.Last = first, n.Chain.Head().Number.Uint64()
	}
	return plan.Report, nil
}

// seal makes a block of each step.
func (p *Plan) seal(ctx context.Context, chain deploy.Chain, g Ground) error {
	id, err := chain.ChainID(ctx)
	if err != nil {
		return err
	}
	for i, s := range p.steps {
		tx, err := s.sign(ctx, chain, g, id)
		if err == nil {
			err = chain.Seal(ctx, []*types.Transaction{tx})
		}
		if err != nil {
			return fmt.Errorf("transaction %d, %s: %w", i, s.what, err)
		}
		r, err := chain.Receipt(ctx, tx.Hash())
		if err != nil {
			return fmt.Errorf("transaction %d, %s: %w", i, s.what, err)
		}
		if r.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("transaction %d, %s, reverted in block %s: did somebody else trade meanwhile?", i, s.what, r.BlockNumber)
		}
	}
	return nil
}

// sign makes a transaction of a step with its sender's next nonce.
func (s step) sign(ctx context.Context, chain deploy.Chain, g Ground, id *big.Int) (*types.Transaction, error) {
	key := g.key(s.From)
	if key == nil {
		return nil, fmt.Errorf("there is no key of %s", s.From)
	}
	nonce, err := chain.Nonce(ctx, s.From)
	if err != nil {
		return nil, err
	}
	tx := &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, To: s.To, Data: s.Data, GasFeeCap: feeCap, GasTipCap: new(big.Int),
		Gas: s.gas + s.gas/2 + 100_000, // for refunds, and for what another block costs more
	}
	if s.Value != nil {
		tx.Value = (*uint256.Int)(s.Value).ToBig()
	}
	return types.SignNewTx(key, types.LatestSignerForChainID(id), tx)
}
