// Package booking writes what the write path did into the Golem's ledger: gas
// before and after a send, tokens after a receipt, time with every tick (DESIGN
// §3 "A unit of money"). It is the purse of the permit desk and the credit of
// the lifespan. It computes nothing of its own: amounts come from receipts.
//
// All of it belongs to the goroutine that ticks.
package booking

import (
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/internal/money"
)

// Desk is the booking of one life. Whoever needs one of its parts is given that one. Time is
// the life's one term, which Credit charges.
type Desk struct {
	Time   *term.Term
	Credit *Credit
	Gas    *Gas
	Tokens *Tokens
	Strays *Strays
}

// Birth is what the owner gives: paid time from Start to Until, credit for gas
// and models, and the wallet's tokens.
type Birth struct {
	Start  int64           `cbor:"1,keyasint"` // unix milliseconds, of the first tick
	Until  int64           `cbor:"2,keyasint"`
	Paid   money.USDC      `cbor:"3,keyasint"` // for the time
	Credit money.USDC      `cbor:"4,keyasint"`
	Tokens []ledger.Amount `cbor:"5,keyasint"`
	Plan   ledger.Plan     `cbor:"6,keyasint"` // for the credit; without shares: the default
}

// Open books the birth and returns the desk.
func Open(books *ledger.Ledger, now func() int64, b Birth) (*Desk, error) {
	time, err := term.New(b.Start, b.Until, b.Paid)
	if err != nil {
		return nil, err
	}
	if b.Plan.Shares != nil {
		books.Budget.Follow(b.Plan)
	}
	if err := books.Funds.Fund("birth", b.Start, ledger.Funding{Time: b.Paid, Credit: b.Credit, Tokens: b.Tokens}); err != nil {
		return nil, err
	}
	strays := &Strays{wallet: books.Wallet, books: books.Strays, now: now, seen: map[string]suspicion{}, even: map[string]uint64{}}
	credit := &Credit{
		budget: books.Budget, funds: books.Funds, now: now, total: b.Credit, given: map[ledger.Partition]money.USDC{},
		time: time,
	}
	if b.Plan.Rebalances {
		credit.balancer = books.Balancer
	}
	s, err := books.Funds.Standing(b.Start)
	if err != nil {
		return nil, err
	}
	for _, p := range s.Parts {
		credit.given[p.Partition] = p.Available
	}
	return &Desk{
		Time: time, Credit: credit, Gas: &Gas{spending: books.Spending, gas: books.Gas, credit: credit, strays: strays, now: now},
		Tokens: &Tokens{wallet: books.Wallet, strays: strays, now: now}, Strays: strays,
	}, nil
}
