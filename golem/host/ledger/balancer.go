package ledger

import (
	"fmt"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// The terms of the predictive rebalance, in ticks (mortality §2.5).
const (
	trailing = 50 // that the rate is of
	ahead    = 10 // that are forecast
	cooldown = 30 // between two transfers to a partition
)

// rebalanced are the partitions that are looked after, in order.
var rebalanced = []Partition{ForLLM, ForGas, ForData}

// Balancer looks after the partitions as they are spent: one that is forecast to run dry is
// given of another one.
type Balancer struct {
	books  *books
	budget *Budget
	past   map[Partition][]money.USDC // spent at the ends of the last ticks, oldest first; one more than trailing at most
	last   map[Partition]uint64       // tick after that of the last transfer to it; 0: none
}

// close ends a tick.
func (b *Balancer) close() {
	for _, p := range rebalanced {
		past := b.past[p]
		if len(past) == 0 {
			past = append(past, 0)
		}
		if len(past) > trailing {
			past = append(past[:0], past[1:]...)
		}
		b.past[p] = append(past, b.books.credit(p.sink()))
	}
}

// forecast is what a partition spends in the ticks ahead at the pace of the last
// ones, rounded up.
func (b *Balancer) forecast(p Partition) (money.USDC, error) {
	past := b.past[p]
	if len(past) < 2 {
		return 0, nil
	}
	spent := max(past[len(past)-1]-past[0], 0)
	return spent.MulDivUp(ahead, int64(len(past)-1))
}

// Tick ends a tick: where a partition is forecast to run dry, the largest other
// one gives it what is missing and a fifth more, and half of itself at most. One
// transfer a tick, and it raises no cap of the day. A dying Golem's partitions stay as they
// are.
func (b *Balancer) Tick(tick uint64, at int64) error {
	defer b.books.lock()()
	b.close()
	if b.budget.dying {
		return nil
	}
	for _, p := range rebalanced {
		if last := b.last[p]; last > 0 && tick < last-1+cooldown {
			continue
		}
		part, donor, err := b.lacks(p)
		if err != nil {
			return fmt.Errorf("rebalance the %s partition: %w", p, err)
		}
		if part <= 0 {
			continue
		}
		b.last[p] = tick + 1
		_, err = b.books.post(double.Nth("rebalance", tick+1), at, "rebalance", double.Move(donor.account(), p.account(), Credit, units(part)))
		return err
	}
	return nil
}

// lacks returns what a partition is to be given, and by whom.
func (b *Balancer) lacks(p Partition) (part money.USDC, donor Partition, err error) {
	due, err := b.forecast(p)
	if missing := due - b.books.free(p); err != nil || missing <= 0 {
		return 0, "", err
	} else if part, err = missing.MulDivUp(6, 5); err != nil {
		return 0, "", err
	}
	for _, other := range rebalanced {
		if other != p && (donor == "" || b.books.free(other) > b.books.free(donor)) {
			donor = other
		}
	}
	return min(part, b.books.free(donor)/2), donor, nil
}
