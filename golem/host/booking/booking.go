// Package booking writes what the write path did into the Golem's ledger: gas
// before and after a send, tokens after a receipt, time with every tick (DESIGN
// §3 "A unit of money"). It is the purse of the permit desk and the credit of
// the lifespan. It computes nothing of its own: amounts come from receipts.
//
// Desk belongs to the goroutine that ticks.
package booking

import (
	"errors"
	"fmt"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Desk books one life.
type Desk struct {
	budget   *ledger.Budget
	funds    *ledger.Funds
	spending *ledger.Spending
	gas      *ledger.GasSpending
	balancer *ledger.Balancer // nil: nobody looks after the partitions
	now      func() int64     // the life's time in unix milliseconds
	credit   money.USDC       // given at birth, in all and by partition
	given    map[ledger.Partition]money.USDC
	hours    hours
	gasPaid  money.USDC
	death    dying
	receipts receipts
	strays   strays
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
	if b.Until <= b.Start {
		return nil, fmt.Errorf("paid time ends at %d, before it begins at %d", b.Until, b.Start)
	}
	if b.Plan.Shares != nil {
		books.Budget.Follow(b.Plan)
	}
	if err := books.Funds.Fund("birth", b.Start, ledger.Funding{Time: b.Paid, Credit: b.Credit, Tokens: b.Tokens}); err != nil {
		return nil, err
	}
	d := &Desk{
		budget: books.Budget, funds: books.Funds, spending: books.Spending, gas: books.Gas, now: now,
		credit: b.Credit, given: map[ledger.Partition]money.USDC{},
		hours:    hours{start: b.Start, until: b.Until, paid: b.Paid},
		receipts: receipts{wallet: books.Wallet, now: now},
		strays:   strays{wallet: books.Wallet, books: books.Strays, now: now, seen: map[string]suspicion{}},
	}
	if b.Plan.Rebalances {
		d.balancer = books.Balancer
	}
	s, err := books.Funds.Standing(b.Start)
	if err != nil {
		return nil, err
	}
	for _, p := range s.Parts {
		d.given[p.Partition] = p.Available
	}
	return d, nil
}

// Retrench gives half of what is left to a death that has not begun yet (mortality
// §2.6).
func (d *Desk) Retrench() error { return d.budget.Retrench(d.now()) }

// Keep raises what is kept for dying.
func (d *Desk) Keep(reserve money.USDC) { d.budget.Keep(reserve) }

// ReserveGas sets the most an order may cost aside. An exempt one, which leaves
// a position, passes the day's cap and may take what lies idle for other uses. In a
// death nothing passes its budget.
func (d *Desk) ReserveGas(permitID string, most money.USDC, exempt bool) error {
	if err := d.death.allows(d.gasPaid, ledger.Spend{For: ledger.ForGas, Key: permitID, Most: most, Exempt: exempt}); err != nil {
		return err
	}
	return d.gas.Reserve(permitID, d.now(), most, exempt)
}

// SettleGas books what it cost.
func (d *Desk) SettleGas(permitID string, x turn.Execution) error {
	settle := func() error { return d.gas.Settle(permitID, d.now(), x.Cost, &x.GasWei, &x.Left) }
	coin := ledger.Amount{Asset: ledger.Native}
	coin.Units.Add(&x.GasWei, &x.Left)
	if err := d.strays.paying(x.Block, settle, coin); err != nil {
		return err
	}
	d.gasPaid += x.Cost
	d.strays.outcomeIn(x.Block)
	return nil
}

// Leave books what stays with a key that held less in a block than handing it over costs.
func (d *Desk) Leave(key string, wei *uint256.Int, block turn.Block) error {
	return d.strays.paying(block, func() error { return d.receipts.wallet.Leave(key, d.now(), wei) }, ledger.Amount{Asset: ledger.Native, Units: *wei})
}

// Home books what an order sent to the owner at the end of the life.
func (d *Desk) Home(x turn.Execution) error {
	sent := []ledger.Amount{{Asset: ledger.Native, Units: x.Sent}}
	for _, m := range x.Deltas {
		if m.Out {
			sent = append(sent, ledger.Amount{Asset: m.Token.Hex(), Units: m.Units})
		}
	}
	return d.strays.paying(x.Block, func() error { return d.receipts.wallet.Home(x.PermitID, d.now(), sent...) }, sent...)
}

// PendGas tells the books that nobody knows whether an order was paid for.
func (d *Desk) PendGas(permitID string) error { return d.spending.Pend(permitID, d.now()) }

// ReleaseGas gives a reservation back.
func (d *Desk) ReleaseGas(permitID string) error { return d.spending.Release(permitID, d.now()) }

// ReturnGas takes a settlement back that a reorg undid.
func (d *Desk) ReturnGas(permitID string) error {
	before := d.Remaining()
	if err := d.gas.Return(permitID, d.now()); err != nil {
		return err
	}
	d.gasPaid -= d.Remaining() - before
	return nil
}

// Remaining returns the credit that is left, Endowment what was given.
func (d *Desk) Remaining() money.USDC {
	s, err := d.funds.Standing(d.now())
	if err != nil {
		return 0
	}
	return s.Available + s.Committed
}

// Endowment returns the credit given at birth.
func (d *Desk) Endowment() money.USDC { return d.credit }

// GasPaid returns what gas has cost so far.
func (d *Desk) GasPaid() money.USDC { return d.gasPaid }

// Lowest returns the smallest share of a partition that is left, of those that
// had any.
func (d *Desk) Lowest() float64 {
	s, err := d.funds.Standing(d.now())
	if err != nil || d.credit <= 0 {
		return 0
	}
	lowest := 1.0
	for _, p := range s.Parts {
		if given := d.given[p.Partition]; given > 0 {
			lowest = min(lowest, float64(p.Available+p.Committed)/float64(given))
		}
	}
	return lowest
}

// Tick ends a tick for the books: it charges the paid time that passed, and looks
// after the partitions where the plan says so.
func (d *Desk) Tick(tick uint64, at int64) error {
	err := d.hours.charge(d.funds, tick, at)
	if d.balancer != nil {
		err = errors.Join(err, d.balancer.Tick(tick, at))
	}
	return err
}

// Executed books the tokens that an action moved: one that was executed, or one whose last
// transaction failed behind the one that moved them.
func (d *Desk) Executed(act turn.Action, seen turn.Reading) error {
	x := act.Execution
	if x == nil || x.Status != turn.StatusExecuted && (x.Status != turn.StatusFailed || len(x.Deltas) == 0) {
		return nil
	}
	own := *x
	own.Deltas = known(x.Deltas, seen)
	act.Execution = &own
	return d.strays.paying(x.Block, func() error { return d.receipts.executed(act, seen) }, moved(own.Deltas, true)...)
}

// TakenBack undoes what Executed booked for an action that a reorg took back.
func (d *Desk) TakenBack(act turn.Action) error { return d.receipts.takenBack(act.Execution.PermitID) }
