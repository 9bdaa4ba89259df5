package permit

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// counts is what counts as lost.
func counts(d *Desk) (sum money.USDC) {
	for _, e := range d.cage.Losses(d.life.Now()) {
		if e.Open {
			sum += e.Worst
		} else {
			sum += e.Lost
		}
	}
	return sum
}

// spec: DESIGN §12.29 — an order counts with its own minimum until its outcome is known, again
// while a reorg has taken that back, and with what the receipt says from then on.
func TestAnOrderCountsByItsMinimumAndThenByItsReceipt(t *testing.T) {
	d, o, id := pending(t)
	worst := counts(d)
	if worst < 5*money.One || worst > 6*money.One { // 50 bps of 1,000 USDC
		t.Fatalf("a pending order counts %s", worst)
	}
	moved := bought(1000e6, 499e15).Deltas
	tell(t, d, o, News{PermitID: id, Outcome: &turn.Execution{PermitID: id, Status: turn.StatusExecuted, Deltas: moved}})
	if got := counts(d); got < 2*money.One || got > 2*money.One+10 {
		t.Errorf("behind its receipt it counts %s", got)
	}
	tell(t, d, o, News{PermitID: id, Vanished: true})
	if got := counts(d); got != worst {
		t.Errorf("after a reorg it counts %s, and not %s", got, worst)
	}
	o.watches[id] = false
	tell(t, d, o, News{PermitID: id, Outcome: &turn.Execution{PermitID: id, Status: turn.StatusBlocked}})
	if got := counts(d); got != 0 {
		t.Errorf("what was never included counts %s", got)
	}
}

// An order whose last transaction fails has moved all the same.
func TestWhatAFailedOrderMovedCountsAsLost(t *testing.T) {
	d, o, _ := setUp()
	o.ends(turn.Execution{Status: turn.StatusFailed, Deltas: bought(1000e6, 0).Deltas[:1]})
	if _, err := d.Commit(t.Context(), permitted(t, d)); err != nil || counts(d) != 1_000*money.One {
		t.Errorf("%s count (%v)", counts(d), err)
	}
}

// The minimum of an order is bound to its preview: where the price moved since, that is what it
// may lose, whatever the newer simulation returns.
func TestTheMinimumOfThePreviewIsJudgedAtTheNewPrice(t *testing.T) {
	d, o, c := setUp()
	p := policy()
	p.Loss.Day, p.Loss.Session, p.Loss.Move, p.Loss.Exit = 200, 1_000, 200, 100
	c.Tighten(p)
	id := permitted(t, d)
	o.write.Positions.Edit(func(p *turn.Positions) { // WETH is 2 % cheaper, which the minimum does not know
		root := new(uint256.Int).Mul(&p.Reading.Markets[0].Range.SqrtPriceX96, uint256.NewInt(101))
		p.Reading = turntest.Moved(p.Reading, root.Div(root, uint256.NewInt(100)))
	})
	o.head.Hash[0]++
	o.sim = bought(1000e6, 509e15) // within the tolerance, and worth what it costs
	x, err := d.Commit(t.Context(), id)
	if err != nil || x.Refusal == nil || x.Refusal.Code != wire.CodeSafetyLossLimit || o.executions.Load() != 0 {
		t.Errorf("%+v, %v", x, err)
	}
}
