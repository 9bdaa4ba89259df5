// Package booking writes what the write path did into the Golem's ledger: gas
// before and after a send, tokens after a receipt, time with every tick (DESIGN
// §3 "A unit of money"). It is the purse of the permit desk and the credit of
// the lifespan. It computes nothing of its own: amounts come from receipts.
//
// Desk belongs to the goroutine that ticks.
package booking

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Desk books one life.
type Desk struct {
	books   *ledger.Ledger
	now     func() int64 // the life's time in unix milliseconds
	credit  money.USDC   // given at birth, in all and by partition
	given   map[ledger.Partition]money.USDC
	start   int64
	until   int64
	paid    money.USDC
	charged money.USDC
	gas     money.USDC
	death   dying
	rebal   bool // the partitions are looked after
	fees    collected
	lent    uint64 // highest block whose lending action is booked
	strays  strays
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
		books.Follow(b.Plan)
	}
	if err := books.Fund("birth", b.Start, ledger.Funding{Time: b.Paid, Credit: b.Credit, Tokens: b.Tokens}); err != nil {
		return nil, err
	}
	d := &Desk{books: books, now: now, credit: b.Credit, given: map[ledger.Partition]money.USDC{}, start: b.Start, until: b.Until, paid: b.Paid, rebal: b.Plan.Rebalances}
	d.strays = strays{seen: map[string]suspicion{}}
	s, err := books.Standing(b.Start)
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
func (d *Desk) Retrench() error { return d.books.Retrench(d.now()) }

// Keep raises what is kept for dying.
func (d *Desk) Keep(reserve money.USDC) { d.books.Keep(reserve) }

// ReserveGas sets the most an order may cost aside. An exempt one, which leaves
// a position, passes the day's cap and may take what lies idle for other uses. In a
// death nothing passes its budget.
func (d *Desk) ReserveGas(permitID string, most money.USDC, exempt bool) error {
	if err := d.death.allows(d.gas, ledger.Spend{For: ledger.ForGas, Key: permitID, Most: most, Exempt: exempt}); err != nil {
		return err
	}
	return d.books.ReserveGas(permitID, d.now(), most, exempt)
}

// SettleGas books what it cost.
func (d *Desk) SettleGas(permitID string, x turn.Execution) error {
	settle := func() error { return d.books.SettleGas(permitID, d.now(), x.Cost, &x.GasWei) }
	if !x.Left.IsZero() {
		settle = func() error { return d.books.SettleHandOver(permitID, d.now(), x.Cost, &x.GasWei, &x.Left) }
	}
	coin := ledger.Amount{Asset: ledger.Native}
	coin.Units.Add(&x.GasWei, &x.Left)
	if err := d.paying(x.Block, settle, coin); err != nil {
		return err
	}
	d.gas += x.Cost
	d.strays.outcomeIn(x.Block)
	return nil
}

// Leave books what stays with a key that held less in a block than handing it over costs.
func (d *Desk) Leave(key string, wei *uint256.Int, block turn.Block) error {
	return d.paying(block, func() error { return d.books.Leave(key, d.now(), wei) }, ledger.Amount{Asset: ledger.Native, Units: *wei})
}

// Home books what an order sent to the owner at the end of the life.
func (d *Desk) Home(x turn.Execution) error {
	sent := []ledger.Amount{{Asset: ledger.Native, Units: x.Sent}}
	for _, m := range x.Deltas {
		if m.Out {
			sent = append(sent, ledger.Amount{Asset: m.Token.Hex(), Units: m.Units})
		}
	}
	return d.paying(x.Block, func() error { return d.books.Home(x.PermitID, d.now(), sent...) }, sent...)
}

// PendGas tells the books that nobody knows whether an order was paid for.
func (d *Desk) PendGas(permitID string) error { return d.books.Pend(permitID, d.now()) }

// ReleaseGas gives a reservation back.
func (d *Desk) ReleaseGas(permitID string) error { return d.books.Release(permitID, d.now()) }

// ReturnGas takes a settlement back that a reorg undid.
func (d *Desk) ReturnGas(permitID string) error {
	before := d.Remaining()
	if err := d.books.ReturnGas(permitID, d.now()); err != nil {
		return err
	}
	d.gas -= d.Remaining() - before
	return nil
}

// Remaining returns the credit that is left, Endowment what was given.
func (d *Desk) Remaining() money.USDC {
	s, err := d.books.Standing(d.now())
	if err != nil {
		return 0
	}
	return s.Available + s.Committed
}

// Endowment returns the credit given at birth.
func (d *Desk) Endowment() money.USDC { return d.credit }

// GasPaid returns what gas has cost so far.
func (d *Desk) GasPaid() money.USDC { return d.gas }

// Lowest returns the smallest share of a partition that is left, of those that
// had any.
func (d *Desk) Lowest() float64 {
	s, err := d.books.Standing(d.now())
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
	err := d.charge(tick, at)
	if d.rebal {
		err = errors.Join(err, d.books.Rebalance(tick, at))
	}
	return err
}

// charge takes the paid time that passed up to a tick; the last charge takes what is
// left, so that nothing is charged twice or never.
func (d *Desk) charge(tick uint64, at int64) error {
	due, err := d.paid.MulDivDown(min(at, d.until)-d.start, d.until-d.start)
	if err != nil {
		return err
	}
	part := due - d.charged
	if part <= 0 {
		return nil
	}
	if err := d.books.ChargeCompute(tick, at, part); err != nil {
		return err
	}
	d.charged = due
	return nil
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
	return d.paying(x.Block, func() error { return d.executed(act, seen) }, moved(own.Deltas, true)...)
}

// known are the moves of tokens that the wallet is read for. A lender's receipt for a debt is
// no money, and a log of anybody's token may say what it likes.
func known(deltas []turn.Delta, seen turn.Reading) (own []turn.Delta) {
	for _, d := range deltas {
		if slices.ContainsFunc(seen.Balances, func(b turn.Balance) bool { return b.Token.Address == d.Token }) {
			own = append(own, d)
		}
	}
	return own
}

func (d *Desk) executed(act turn.Action, seen turn.Reading) error {
	x := act.Execution
	switch act.Preview.Kind {
	case "swap":
		return d.swap(act, seen)
	case "add_liquidity":
		return d.books.PostLiquidity(ledger.Liquidity{Key: x.PermitID + "/in", At: d.now(), Position: x.PermitID, Amounts: moved(x.Deltas, true)})
	case "supply", "withdraw", "borrow", "repay":
		return d.loan(act, seen)
	default:
		return d.out(act, seen)
	}
}

// TakenBack undoes what Executed booked for an action that a reorg took back.
func (d *Desk) TakenBack(act turn.Action) error {
	d.fees.forget(act.Execution.PermitID)
	return d.books.TakeBack(act.Execution.PermitID, d.now())
}

// swap books what was paid and received, and of what was paid the fee of the exchange.
func (d *Desk) swap(act turn.Action, seen turn.Reading) error {
	x, in := act.Execution, common.Address{}
	s := ledger.Swap{Key: x.PermitID + "/swap", At: d.now()}
	for _, delta := range x.Deltas {
		if delta.Out {
			s.In, in = amount(delta), delta.Token
		} else {
			s.Out = amount(delta)
		}
	}
	fee := new(uint256.Int).Mul(&s.In.Units, uint256.NewInt(uint64(seen.FeePips(act.Proposal.Protocol(), in))))
	s.Fee.Div(fee, uint256.NewInt(1_000_000))
	return d.books.PostSwap(s)
}

// out splits what a position paid into the fees it had earned, as last read and not
// collected since, and the principal.
func (d *Desk) out(act turn.Action, seen turn.Reading) error {
	x, position := act.Execution, positionOf(act.Proposal)
	var fees, principal []ledger.Amount
	d.fees.on(seen.Block)
	for _, delta := range x.Deltas {
		if delta.Out {
			continue
		}
		earned := d.fees.less(owed(delta, position, seen), x.PermitID, position, delta.Token)
		if earned.Gt(&delta.Units) || act.Preview.Kind == "claim_fees" {
			earned = delta.Units
		}
		if !earned.IsZero() {
			d.fees.note(fee{x.PermitID, position, delta.Token, earned})
			fees = append(fees, ledger.Amount{Asset: delta.Token.Hex(), Units: earned})
		}
		if rest := new(uint256.Int).Sub(&delta.Units, &earned); !rest.IsZero() {
			principal = append(principal, ledger.Amount{Asset: delta.Token.Hex(), Units: *rest})
		}
	}
	if len(fees) > 0 {
		if err := d.books.CollectFees(x.PermitID+"/fees", d.now(), position, fees); err != nil {
			return err
		}
	}
	if len(principal) == 0 {
		return nil
	}
	return d.books.PostLiquidity(ledger.Liquidity{Key: x.PermitID + "/out", At: d.now(), Position: position, Removed: true, Amounts: principal})
}

// owed is what a position had earned of a token when it was last read.
func owed(delta turn.Delta, id string, seen turn.Reading) (fees uint256.Int) {
	for _, p := range seen.Positions {
		switch {
		case p.ID != id:
		case delta.Token == seen.Pool.Token0.Address:
			fees = p.Fees0
		case delta.Token == seen.Pool.Token1.Address:
			fees = p.Fees1
		}
	}
	return fees
}

// positionOf reads the position's id out of an action that was executed, so its
// body is known to be well formed.
func positionOf(p turn.Proposal) string {
	var body struct {
		Params struct {
			PositionID string `json:"position_id"`
		} `json:"params"`
	}
	if err := json.Unmarshal(p.Body, &body); err != nil {
		return ""
	}
	return body.Params.PositionID
}

func moved(deltas []turn.Delta, out bool) (amounts []ledger.Amount) {
	for _, d := range deltas {
		if d.Out == out {
			amounts = append(amounts, amount(d))
		}
	}
	return amounts
}

func amount(d turn.Delta) ledger.Amount { return ledger.Amount{Asset: d.Token.Hex(), Units: d.Units} }
