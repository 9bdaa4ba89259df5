package permit

import (
	"fmt"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/wire"
)

// lacking are books that miss something.
type lacking string

func (l lacking) Missing() string { return string(l) }

// spec: safety §1.4 S-7, S-10: while money is missing that nothing explains, nothing is
// opened, at the preview and at the commit; what closes is not held up.
func TestMissingMoneyRefusesWhatOpensAndNothingElse(t *testing.T) {
	d, o, _ := setUp()
	d.judge.books = lacking("")
	id := permitted(t, d)
	d.judge.books = lacking("7 units of gold")
	if p, err := d.Preview(t.Context(), buy()); err != nil || p.Refusal == nil || p.Refusal.Code != wire.CodeSafetyUnexplained || p.Refusal.Detail != "7 units of gold" {
		t.Errorf("preview: %+v, %v", p, err)
	}
	if x, err := d.Commit(t.Context(), id); err != nil || code(x) != wire.CodeSafetyUnexplained || o.executions.Load() != 0 {
		t.Errorf("commit: %+v, %v", x, err)
	}
	o.holds(weth, 5e17)
	o.sim.Deltas = []turn.Delta{{Token: weth, Out: true, Units: *uint256.NewInt(5e17)}, {Token: usdc, Units: *uint256.NewInt(1000e6)}}
	if x := commit(t, d, permits(t, d, sale())); x.Status != turn.StatusExecuted {
		t.Errorf("a sale: %+v", x)
	}
}

// DESIGN §10: 64 that commit at once, through the real purse, never pass the day's cap
// for gas; and what they did is booked when all are through.
func TestNoNumberOfCommitsAtOncePassesTheDaysCapForGas(t *testing.T) {
	const racers, each = 64, 2_800_000 // µUSDC that an order reserves
	books := ledger.New()
	desk, err := booking.Open(books, func() int64 { return 1 }, booking.Birth{Start: 0, Until: 100, Credit: 12 * each * 10_000 / 750})
	check(t, err)
	d, o, _ := setUp()
	d.Orders.purse = desk.Gas
	o.sim.CallGas = []uint64{200_000, 200_000}
	o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
		o.executions.Add(1)
		return turn.Execution{Status: turn.StatusPending}, token.Consume(order.Use())
	}
	ids := make([]string, racers)
	for i := range ids {
		ids[i] = permitted(t, d)
	}
	done := make(chan string, racers)
	for _, id := range ids {
		go func() {
			x, err := d.Commit(t.Context(), id)
			done <- fmt.Sprint(x.Status, code(x), err)
		}()
	}
	said := map[string]int{}
	for range racers {
		said[<-done]++
	}
	s, err := books.Funds.Standing(1)
	if err != nil || o.executions.Load() != 12 || s.Committed != 12*each || s.Pending != s.Committed || len(said) != 2 {
		t.Errorf("%d were sent, %v; %s is set aside, %s pending (%v)", o.executions.Load(), said, s.Committed, s.Pending, err)
	}
	for _, part := range s.Parts {
		if part.Partition == ledger.ForGas && part.Committed > part.Cap {
			t.Errorf("%+v", part)
		}
	}
}
