package ledger

import (
	"fmt"
	"math/big"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// Funds is what is given to a Golem, above all its credit, which it brings to what is on
// chain, and the paid time, which passes.
type Funds struct {
	books    *books
	budget   *Budget
	spending *Spending
	syncs    uint64 // reconciliations so far
}

// Funding is what an owner gives: paid time and credit in micro-USDC, tokens as
// they arrive in the wallet.
type Funding struct {
	Time, Credit money.USDC
	Tokens       []Amount
}

// Fund books what the owner gives. Credit is divided among the partitions, and
// raises today's caps.
func (f *Funds) Fund(key string, at int64, given Funding) error {
	defer f.books.lock()()
	return f.fund(key, at, given)
}

func (f *Funds) fund(key string, at int64, given Funding) error {
	if given.Time < 0 || given.Credit < 0 {
		return fmt.Errorf("fund: %w", ErrNegative)
	}
	if err := f.fits(given.Time, given.Credit); err != nil {
		return fmt.Errorf("fund: %w", err)
	}
	f.budget.roll(at)
	parts, err := f.budget.shares().split(given.Credit)
	if err != nil {
		return err
	}
	postings := double.Move(Owner, Time, Credit, units(given.Time))
	for _, p := range partitions {
		postings = append(postings, double.Move(Owner, p.account(), Credit, units(parts[p]))...)
	}
	postings = append(postings, moves(Owner, Golem, given.Tokens)...)
	repeated, err := f.books.post(double.Once(key), at, "fund", postings)
	if err != nil || repeated {
		return err
	}
	f.budget.raise(parts)
	return nil
}

// fits refuses what is too much: all credit ever given fits an int64, so every
// balance of it does.
func (f *Funds) fits(amounts ...money.USDC) error {
	given := new(big.Int).Neg(f.books.book.Balance(Owner, Credit))
	for _, a := range amounts {
		given.Add(given, units(a))
	}
	if !given.IsInt64() {
		return money.ErrOverflow
	}
	return nil
}

// Feed books a payment that anybody makes for the Golem (mortality §2.7). It is
// credit like any other until dying begins; after that it revives nobody and only
// enlarges what the death protocol may spend. A key books once.
func (f *Funds) Feed(key string, at int64, amount money.USDC) error {
	defer f.books.lock()()
	switch {
	case amount < 0:
		return fmt.Errorf("feed: %w", ErrNegative)
	case !f.budget.dying:
		return f.fund(key, at, Funding{Credit: amount})
	}
	if err := f.fits(amount); err != nil {
		return fmt.Errorf("feed: %w", err)
	}
	f.budget.roll(at)
	repeated, err := f.books.post(double.Once(key), at, "fed while dying", double.Move(Owner, Legacy.account(), Credit, units(amount)))
	if err != nil || repeated {
		return err
	}
	f.budget.raise(map[Partition]money.USDC{Legacy: amount})
	return nil
}

// ChargeCompute charges the paid time that passed up to a tick, once per tick
// and in rising order. More than is left is double.ErrOverdrawn.
func (f *Funds) ChargeCompute(tick uint64, at int64, amount money.USDC) error {
	defer f.books.lock()()
	if amount < 0 {
		return fmt.Errorf("charge compute: %w", ErrNegative)
	}
	_, err := f.books.post(double.Nth("compute", tick+1), at, "compute", double.Move(Time, Compute, Credit, units(amount)))
	return err
}

// Reconcile sets the credit to what is on chain, the truth. More than the books
// say is divided like a funding. Less is written off what is available, models
// first, gas last; where even that is too little, the newest reservations are
// released, and their keys returned.
func (f *Funds) Reconcile(at int64, onChain money.USDC) (released []string, err error) {
	defer f.books.lock()()
	if onChain < 0 {
		return nil, fmt.Errorf("reconcile: %w", ErrNegative)
	}
	missing := f.books.total() - onChain
	if missing == 0 {
		return nil, nil
	}
	f.syncs++
	if missing < 0 {
		return nil, f.fund(fmt.Sprintf("top-up/%d", f.syncs), at, Funding{Credit: -missing})
	}
	f.budget.roll(at)
	for f.books.available() < missing {
		newest, err := f.spending.releaseNewest(at)
		if err != nil {
			return released, err
		}
		released = append(released, newest)
	}
	var postings []double.Posting
	for _, p := range []Partition{ForLLM, ForData, Legacy, ForGas} {
		off := min(missing, f.books.free(p))
		postings = append(postings, double.Move(p.account(), Owner, Credit, units(off))...)
		missing -= off
	}
	_, err = f.books.post(double.Nth("write-off", f.syncs), at, "less is on chain", postings)
	return released, err
}

// Standing is the credit at a moment. Time is the paid time that is left and is
// no part of the partitions. Pending is the part of Committed whose outcome is unknown.
type Standing struct {
	Time, Available, Committed, Pending money.USDC
	Parts                               []Part
}

// Standing returns the credit at a time of the life.
func (f *Funds) Standing(at int64) (Standing, error) {
	defer f.books.lock()()
	f.budget.roll(at)
	s := Standing{Time: f.books.credit(Time), Available: f.books.available(), Pending: f.spending.pending()}
	s.Committed = f.books.total() - s.Available
	for _, p := range partitions {
		part, err := f.budget.part(p)
		if err != nil {
			return Standing{}, err
		}
		s.Parts = append(s.Parts, part)
	}
	return s, nil
}
