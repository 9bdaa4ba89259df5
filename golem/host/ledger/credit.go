package ledger

import (
	"fmt"
	"math/big"
	"slices"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

const msPerDay = 24 * 60 * 60 * 1000

// day is what was spent since 00:00 UTC, and what the caps are a share of.
type day struct {
	number int64 // days since the epoch; -1 before the first
	base   map[Partition]money.USDC
	spent  map[Partition]money.USDC
	x402   money.USDC // of what was spent, by x402
}

func newDay() day {
	return day{number: -1, base: map[Partition]money.USDC{}, spent: map[Partition]money.USDC{}}
}

// roll begins a new day where at lies in one. A time that went back changes
// nothing.
func (l *Ledger) roll(at int64) {
	number := at / msPerDay
	if number <= l.today.number {
		return
	}
	l.today = newDay()
	l.today.number = number
	for _, p := range partitions {
		l.today.base[p] = l.balance(p.account())
	}
}

func (l *Ledger) shares() Shares {
	if l.terminal {
		return terminalShares
	}
	return l.plan.Shares
}

// balance returns an account's credit; Fund sees to it that it fits.
func (l *Ledger) balance(account string) money.USDC {
	return money.USDC(l.book.Balance(account, Credit).Int64())
}

func (l *Ledger) held(p Partition) money.USDC {
	return money.USDC(l.book.Held(p.account(), Credit).Int64())
}

func (l *Ledger) free(p Partition) money.USDC { return l.balance(p.account()) - l.held(p) }

// cap returns what the partition may spend today: its share of the balance at
// 00:00 UTC and of what was funded since, rounded down.
func (l *Ledger) cap(p Partition) (money.USDC, error) {
	return l.plan.Caps[p].OfDown(l.today.base[p])
}

// Settle ends the reservation under key with what was actually spent; the rest
// is available again. A second settlement is double.ErrNoHold and books nothing.
func (l *Ledger) Settle(key string, at int64, actual money.USDC) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.settle(key, at, actual, nil)
}

// lend moves what is missing into the gas partition, from the models last. The
// legacy is there for the last orders: a dying Golem takes it first, a living one
// only where everything else is too little. Where all credit together is too little,
// none is moved.
func (l *Ledger) lend(key string, at int64, missing money.USDC) error {
	if missing <= 0 || l.available()-l.free(ForGas) < missing {
		return nil
	}
	var postings []double.Posting
	lenders := []Partition{Legacy, ForData, ForLLM}
	if !l.dying {
		lenders = []Partition{ForData, ForLLM, Legacy}
	}
	for _, p := range lenders {
		part := min(missing, l.free(p))
		postings = append(postings, double.Move(p.account(), ForGas.account(), Credit, units(part))...)
		missing -= part
	}
	_, err := l.post(double.Once("lend/"+key), at, "lend to gas", postings)
	return err
}

func (l *Ledger) settle(key string, at int64, actual money.USDC, also []double.Posting) error {
	return l.settleUnder(key, key, at, actual, also)
}

// settleUnder settles what was reserved under key, and is held under hold now.
func (l *Ledger) settleUnder(hold, key string, at int64, actual money.USDC, also []double.Posting) error {
	if actual < 0 {
		return fmt.Errorf("settle %s: %w", key, ErrNegative)
	}
	l.roll(at)
	r := l.holder(hold)
	if r == nil {
		return fmt.Errorf("settle %s: %w", key, double.ErrNoHold)
	}
	postings := append(double.Move(r.partition.account(), r.partition.sink(), Credit, units(actual)), also...)
	_, err := l.books(settle, func() (bool, error) {
		return l.book.Settle(hold, double.Transaction{Key: double.Once(settlement(key)), Time: at, Memo: "spend " + string(r.partition), Postings: postings})
	})
	if err != nil {
		return err
	}
	l.remember(booked{settlement(key), at, r.partition, postings})
	l.today.spent[r.partition] += actual
	if r.x402 {
		l.today.x402 += actual
	}
	l.usage.spent[r.partition] += actual
	l.onChain -= actual
	l.forget(hold)
	return nil
}

// Release ends the reservation under key: nothing was spent.
func (l *Ledger) Release(key string, at int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.release(key, at)
}

func (l *Ledger) release(key string, at int64) error {
	l.roll(at)
	if _, err := l.books(release, func() (bool, error) { return l.book.Release(key, at) }); err != nil {
		return err
	}
	l.forget(key)
	return nil
}

func (l *Ledger) holder(key string) *reservation {
	for i := range l.holds {
		if l.holds[i].key == key {
			return &l.holds[i]
		}
	}
	return nil
}

func (l *Ledger) forget(key string) {
	l.holds = slices.DeleteFunc(l.holds, func(r reservation) bool { return r.key == key })
}

// Reconcile sets the credit to what is on chain, the truth. More than the books
// say is divided like a funding. Less is written off what is available, models
// first, gas last; where even that is too little, the newest reservations are
// released, and their keys returned.
func (l *Ledger) Reconcile(at int64, onChain money.USDC) (released []string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if onChain < 0 {
		return nil, fmt.Errorf("reconcile: %w", ErrNegative)
	}
	total := l.total()
	if onChain == total {
		l.onChain = total
		return nil, nil
	}
	l.syncs++
	if onChain > total {
		l.onChain = total
		return nil, l.fund(fmt.Sprintf("top-up/%d", l.syncs), at, Funding{Credit: onChain - total})
	}
	l.roll(at)
	missing := total - onChain
	for l.available() < missing {
		newest := l.holds[len(l.holds)-1].key
		if err := l.release(newest, at); err != nil {
			return released, err
		}
		released = append(released, newest)
	}
	var postings []double.Posting
	for _, p := range []Partition{ForLLM, ForData, Legacy, ForGas} {
		off := min(missing, l.free(p))
		postings = append(postings, double.Move(p.account(), Owner, Credit, units(off))...)
		missing -= off
	}
	if _, err := l.post(double.Nth("write-off", l.syncs), at, "less is on chain", postings); err != nil {
		return released, err
	}
	l.onChain = onChain
	return released, nil
}

func (l *Ledger) total() (sum money.USDC) {
	for _, p := range partitions {
		sum += l.balance(p.account())
	}
	return sum
}

func (l *Ledger) available() money.USDC {
	sum := l.total()
	for _, p := range partitions {
		sum -= l.held(p)
	}
	return sum
}

// Part is one partition at a moment. Room is what may still be reserved today.
type Part struct {
	Partition                              Partition
	Available, Committed, Spent, Cap, Room money.USDC
}

// Standing is the credit at a moment. Time is the paid time that is left and is
// no part of the partitions. Pending is the part of Committed whose outcome is unknown.
type Standing struct {
	Time, Available, Committed, OnChain money.USDC
	Pending                             money.USDC
	Parts                               []Part
}

// Standing returns the credit at a time of the life.
func (l *Ledger) Standing(at int64) (Standing, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.roll(at)
	s := Standing{Time: l.balance(Time), Available: l.available(), OnChain: l.onChain}
	s.Committed = l.total() - s.Available
	for _, r := range l.holds {
		if r.pending {
			s.Pending += r.most
		}
	}
	for _, p := range partitions {
		limit, err := l.cap(p)
		if err != nil {
			return Standing{}, err
		}
		free := l.free(p)
		s.Parts = append(s.Parts, Part{
			Partition: p, Available: free, Committed: l.held(p), Spent: l.today.spent[p],
			Cap: limit, Room: max(0, min(free, limit-l.today.spent[p]-l.held(p))),
		})
	}
	return s, nil
}

// Consumed returns the credit spent so far: time, gas, models and data.
func (l *Ledger) Consumed() money.USDC {
	l.mu.Lock()
	defer l.mu.Unlock()
	sum := new(big.Int)
	for _, sink := range []string{Compute, Gas, Inference, Data} {
		sum.Add(sum, l.book.Balance(sink, Credit))
	}
	return money.USDC(sum.Int64())
}
