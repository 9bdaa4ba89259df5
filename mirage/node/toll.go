package node

import (
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rollup"
)

// tolls is what a rollup charges. Nil is a chain that charges for gas alone.
type tolls struct {
	chain  *Chain
	blocks sync.Map // of rollup.Params, by block hash: what each one charged
}

// of is what a block on the state charges.
func (t *tolls) of(s *state.StateDB) *rollup.Params {
	if t == nil {
		return nil
	}
	p := rollup.ParamsOf(s.GetState)
	return &p
}

func (t *tolls) remember(block common.Hash, p *rollup.Params) {
	if t != nil {
		t.blocks.Store(block, *p)
	}
}

// charge takes the most that a transaction may cost beside its gas, before it runs, and
// returns how much that was: the fee for its data, and the operator's for all the gas it
// may use.
func (b *build) charge(tx *types.Transaction, msg *core.Message) (*uint256.Int, error) {
	if b.toll == nil {
		return nil, nil
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return nil, err
	}
	most, over := new(uint256.Int).AddOverflow(b.toll.DataFee(raw), b.toll.OperatorFee(msg.GasLimit))
	if have := b.state.GetBalance(msg.From); over || have.Lt(most) {
		return nil, fmt.Errorf("%w: %s has %s wei, %s are charged beside the gas", core.ErrInsufficientFunds, msg.From, have.Dec(), most.Dec())
	}
	b.state.SubBalance(msg.From, most, tracing.BalanceDecreaseGasBuy)
	return most, nil
}

// settle gives back the operator's fee for gas that was not used, and the vaults theirs.
func (b *build) settle(tx *types.Transaction, msg *core.Message, r *types.Receipt, most *uint256.Int) {
	if b.toll == nil {
		return
	}
	operator := b.toll.OperatorFee(r.GasUsed)
	data := new(uint256.Int).Sub(most, b.toll.OperatorFee(msg.GasLimit))
	b.state.AddBalance(rollup.DataVault, data, tracing.BalanceIncreaseRewardTransactionFee)
	b.state.AddBalance(rollup.OperatorVault, operator, tracing.BalanceIncreaseRewardTransactionFee)
	most.Sub(most, data)
	b.state.AddBalance(msg.From, most.Sub(most, operator), tracing.BalanceIncreaseGasReturn)
	b.state.Finalise(b.rules)
}
