package aavev3

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// accruals are the two sides of a holding without the interest up to a unix second.
func accruals(h aave.Holding, at uint64) (supply, debt turn.Accrual) {
	if h.Updated == 0 || h.Updated > at || h.SupplyIndex.IsZero() || h.DebtIndex.IsZero() {
		return supply, debt
	}
	supply = turn.Accrual{Index: h.SupplyIndex, Since: h.Updated}
	debt = turn.Accrual{Index: h.DebtIndex, Since: h.Updated}
	supply.Scaled = *aave.Scaled(&h.Supplied, aave.Supply(&h.SupplyIndex, &h.SupplyRate, h.Updated, at))
	debt.Scaled = *aave.Scaled(&h.Owed, aave.Debt(&h.DebtIndex, &h.BorrowRate, h.Updated, at))
	return supply, debt
}

// Watch implements protocol.Follower: the pool's own logs, and those of the tokens that stand for what
// is supplied and owed.
func (l *Reader) Watch() rpc.Filter {
	f := rpc.Filter{Contracts: []common.Address{l.market.Pool}, Topics: [][]common.Hash{aave.Changing()}}
	for _, r := range l.market.Reserves {
		f.Contracts = append(f.Contracts, r.AToken, r.Debt)
	}
	return f
}

// Follow implements protocol.Follower.
func (l *Reader) Follow(r *turn.Reading, log *types.Log) {
	at := protocol.Lent(r, Name)
	if at == nil {
		return
	}
	for i := range at.Reserves {
		held := &at.Reserves[i]
		switch log.Address {
		case l.market.Pool:
			l.update(held, log, r.Block)
		case held.Receipt:
			shift(&held.Supply.Scaled, aave.Shift(log, l.account))
		case held.DebtToken:
			shift(&held.Debt.Scaled, aave.Shift(log, l.account))
		}
		grow(held, uint64(r.Block.Time)) //nolint:gosec // after 1970
	}
}

// update puts rates and indices into a reserve that the pool wrote down. From when they are the log says
// itself; one of an earlier block than the reading's that does not leaves the interest unknown.
func (l *Reader) update(held *turn.Reserve, log *types.Log, block turn.Block) {
	e, err := bind.NewAavePool().UnpackReserveDataUpdatedEvent(log)
	if err != nil || e.Reserve != held.Token.Address {
		return
	}
	held.SupplyRate.SetFromBig(e.LiquidityRate)
	held.BorrowRate.SetFromBig(e.VariableBorrowRate)
	held.Supply.Index.SetFromBig(e.LiquidityIndex)
	held.Debt.Index.SetFromBig(e.VariableBorrowIndex)
	since := log.BlockTimestamp
	if log.BlockNumber == block.Number {
		since = uint64(block.Time) //nolint:gosec // after 1970
	}
	held.Supply.Since, held.Debt.Since = since, since
}

func shift(v *uint256.Int, by *big.Int) {
	if by != nil {
		v.SetFromBig(by.Add(by, v.ToBig()))
	}
}

// grow works out what is supplied and owed at a unix second.
func grow(held *turn.Reserve, at uint64) {
	if held.Supply.Since == 0 {
		return
	}
	held.Supplied = *aave.Grown(&held.Supply.Scaled, aave.Supply(&held.Supply.Index, &held.SupplyRate, held.Supply.Since, at))
	held.Owed = *aave.Grown(&held.Debt.Scaled, aave.Debt(&held.Debt.Index, &held.BorrowRate, held.Debt.Since, at))
}

// Told implements protocol.Follower. What the market takes the account for is not among it: that hangs
// on an oracle's prices, which none of its logs tells. Another version of its contracts rounds otherwise.
func (l *Reader) Told(r *turn.Reading) (all []protocol.Figure) {
	at := protocol.Lent(r, Name)
	if at == nil {
		return nil
	}
	for i := range at.Reserves {
		held := at.Reserves[i]
		name := held.Token.Symbol
		all = append(all, protocol.Figure{Market: Name, What: name + " supply rate", Value: held.SupplyRate.ToBig()},
			protocol.Figure{Market: Name, What: name + " borrow rate", Value: held.BorrowRate.ToBig()})
		if held.Supply.Since == 0 {
			continue
		}
		grow(&held, uint64(r.Block.Time)) //nolint:gosec // after 1970
		all = append(all, protocol.Figure{Market: Name, What: name + " supplied", Value: held.Supplied.ToBig(), Slack: slack(&held.Supplied)},
			protocol.Figure{Market: Name, What: name + " owed", Value: held.Owed.ToBig(), Slack: slack(&held.Owed)})
	}
	return all
}

// slack is how far rounding and the count of interest of another version may lead: a millionth, and some
// units.
func slack(v *uint256.Int) *big.Int {
	s := new(uint256.Int).Div(v, uint256.NewInt(1_000_000))
	return s.AddUint64(s, 16).ToBig()
}
