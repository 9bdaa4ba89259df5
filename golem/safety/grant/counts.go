package grant

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/internal/money"
)

// Count adds to a batch what the enforcers of the grant have counted under it until a time,
// in unix seconds, and returns what takes it into a fence. It asks nothing where no caveat
// counts, and takes nothing then.
//
// spec: provisioning §8.10, §9.1, safety §7.6
func (g Grant) Count(b *rpc.Batch, at uint64) func(*turn.Fence) error {
	day, orders, sum := g.countDay(b, at), g.countOrders(b), g.countSum(b)
	return func(f *turn.Fence) error { return errors.Join(day(f), orders(f), sum(f)) }
}

// countDay asks how much of the sum of a day is spent: openings and exits alike.
func (g Grant) countDay(b *rpc.Batch, at uint64) func(*turn.Fence) error {
	limit, enforcer, ok := g.daily()
	if !ok {
		return nothing
	}
	codec := bind.NewDailySpendLimit()
	read := b.Call(enforcer, codec.PackSums(g.Manager, g.Account()))
	return func(f *turn.Fence) error {
		raw, err := read.Value()
		if err != nil {
			return fmt.Errorf("ask %s what is spent today: %w", enforcer, err)
		}
		word, err := codec.UnpackSums(raw)
		if err != nil {
			return fmt.Errorf("%s does not say what is spent today: %w", enforcer, err)
		}
		sum, _ := policycage.SumOf(word) // one word always is
		f.Exits, f.DayLeft = true, max(0, limit-sum.Day(at))
		return nil
	}
}

// countOrders asks how many redemptions there were.
func (g Grant) countOrders(b *rpc.Batch) func(*turn.Fence) error {
	limit, enforcer, ok := g.orders()
	if !ok {
		return nothing
	}
	made := delegation.Made(b, enforcer, g.Manager, g.Delegation.Hash())
	return func(f *turn.Fence) error {
		n, err := made()
		f.Counted, f.Orders = true, limit-min(limit, n)
		return err
	}
}

// countSum asks how much of the sum for the grant's whole life is spent.
func (g Grant) countSum(b *rpc.Batch) func(*turn.Fence) error {
	limit, enforcer := g.sum()
	if limit == 0 {
		return nothing
	}
	codec := bind.NewReplicantBudget()
	read := b.Call(enforcer, codec.PackSpent(g.Manager, g.Delegation.Hash()))
	return func(f *turn.Fence) error {
		raw, err := read.Value()
		if err != nil {
			return fmt.Errorf("ask %s what is spent in all: %w", enforcer, err)
		}
		spent, err := codec.UnpackSpent(raw)
		if err != nil {
			return fmt.Errorf("%s does not say what is spent in all: %w", enforcer, err)
		}
		f.Summed, f.SumLeft = true, 0
		if left := spent.Sub(big.NewInt(int64(limit)), spent); left.Sign() > 0 {
			f.SumLeft = money.USDC(left.Int64())
		}
		return nil
	}
}

func nothing(*turn.Fence) error { return nil }

// daily is the sum in micro-USDC that openings and swaps, exits too, may come to in a day,
// and the enforcer that counts it; ok is false where no caveat of the grant does. It counts no
// withdrawal from a lender, because what leaves a position must pass (S-7).
func (g Grant) daily() (limit money.USDC, enforcer common.Address, ok bool) {
	d, enforcer, ok := first[*caveat.DailySpendLimit](g)
	if !ok {
		return 0, enforcer, false
	}
	return money.USDC(d.Limit), enforcer, true //nolint:gosec // bounded
}

// Daily is what may be spent in a day, exits too; 0 where the grant does not say.
func (g Grant) Daily() money.USDC {
	limit, _, _ := g.daily()
	return limit
}

// Sum is what may be spent under the grant in all; 0 where it does not say.
func (g Grant) Sum() money.USDC {
	limit, _ := g.sum()
	return limit
}

func (g Grant) sum() (limit money.USDC, enforcer common.Address) {
	r, enforcer, ok := first[*caveat.ReplicantBudget](g)
	if !ok {
		return 0, enforcer
	}
	return money.USDC(min(r.Budget, 1<<62)), enforcer //nolint:gosec // bounded
}

// first is the first caveat of a kind of ours, and its enforcer.
func first[C caveat.Caveat](g Grant) (c C, enforcer common.Address, ok bool) {
	for i, e := range g.Enforcers {
		decoded, _ := caveat.Decode(e.Kind, g.Delegation.Caveats[i].Terms)
		if c, ok = decoded.(C); ok {
			return c, e.Address, true
		}
	}
	return c, enforcer, false
}

// Orders is how many redemptions the grant lets happen in all; 0 where it does not say.
func (g Grant) Orders() uint64 {
	n, _, _ := g.orders()
	return n
}

// orders is how many redemptions there may be in all, and the enforcer that counts them;
// ok is false where no caveat of the grant does.
func (g Grant) orders() (limit uint64, enforcer common.Address, ok bool) {
	for i, e := range g.Enforcers {
		if e.Kind != KindLimitedCalls {
			continue
		}
		if n := new(big.Int).SetBytes(g.Delegation.Caveats[i].Terms); n.IsUint64() {
			return n.Uint64(), e.Address, true
		}
		return 1<<64 - 1, e.Address, true
	}
	return 0, enforcer, false
}
