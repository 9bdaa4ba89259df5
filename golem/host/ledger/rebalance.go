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

// usage remembers what each partition had spent at the end of the last ticks.
type usage struct {
	spent map[Partition]money.USDC
	past  map[Partition][]money.USDC // oldest first, one more than trailing at most
	last  map[Partition]uint64       // tick after that of the last transfer to it; 0: none
}

func newUsage() usage {
	return usage{spent: map[Partition]money.USDC{}, past: map[Partition][]money.USDC{}, last: map[Partition]uint64{}}
}

// close ends a tick.
func (u *usage) close() {
	for _, p := range rebalanced {
		past := u.past[p]
		if len(past) == 0 {
			past = append(past, 0)
		}
		if len(past) > trailing {
			past = append(past[:0], past[1:]...)
		}
		u.past[p] = append(past, u.spent[p])
	}
}

// forecast is what a partition spends in the ticks ahead at the pace of the last
// ones, rounded up.
func (u *usage) forecast(p Partition) (money.USDC, error) {
	past := u.past[p]
	if len(past) < 2 {
		return 0, nil
	}
	spent := max(past[len(past)-1]-past[0], 0)
	return spent.MulDivUp(ahead, int64(len(past)-1))
}

// Rebalance ends a tick: where a partition is forecast to run dry, the largest other
// one gives it what is missing and a fifth more, and half of itself at most. One
// transfer a tick. A dying Golem's partitions stay as they are.
func (l *Ledger) Rebalance(tick uint64, at int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.usage.close()
	if l.dying {
		return nil
	}
	for _, p := range rebalanced {
		if last := l.usage.last[p]; last > 0 && tick < last-1+cooldown {
			continue
		}
		part, donor, err := l.lacks(p)
		if err != nil {
			return fmt.Errorf("rebalance the %s partition: %w", p, err)
		}
		if part <= 0 {
			continue
		}
		l.usage.last[p] = tick + 1
		_, err = l.post(double.Nth("rebalance", tick+1), at, "rebalance", double.Move(donor.account(), p.account(), Credit, units(part)))
		return err
	}
	return nil
}

// lacks returns what a partition is to be given, and by whom.
func (l *Ledger) lacks(p Partition) (part money.USDC, donor Partition, err error) {
	due, err := l.usage.forecast(p)
	if missing := due - l.free(p); err != nil || missing <= 0 {
		return 0, "", err
	} else if part, err = missing.MulDivUp(6, 5); err != nil {
		return 0, "", err
	}
	for _, other := range rebalanced {
		if other != p && (donor == "" || l.free(other) > l.free(donor)) {
			donor = other
		}
	}
	return min(part, l.free(donor)/2), donor, nil
}
