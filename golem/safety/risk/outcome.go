package risk

import (
	"bardo.run/bardo/golem/host/turn"
)

// HeldBack takes up an order that was simulated and not sent because of its stage: it is
// followed like one that was.
func (e *Engine) HeldBack(o Order) {
	if t := follow(o); t.Value > 0 {
		e.trades.begin(t)
	}
}

// Committed takes an order that is about to be sent under a permit.
func (e *Engine) Committed(o Order) {
	if !o.Case.Opens() {
		return
	}
	e.sent[o.Permit] = follow(o)
	e.opened = opening{tick: o.Tick, at: o.Case.Now}
}

// Ended takes what became of an order: of every one whether it went as it should, of an
// opening that was executed what it will have come to.
func (e *Engine) Ended(a turn.Action) {
	t, ours := e.sent[a.Preview.PermitID]
	if a.Status == turn.StatusPending {
		return
	}
	delete(e.sent, a.Preview.PermitID)
	if a.Status == turn.StatusFailed || a.Status == turn.StatusExecuted {
		e.conduct.did(&a, e.look.Now, t.Value, e.trades.losing())
	}
	switch {
	case a.Status == turn.StatusFailed:
		e.ladder.failed++
		e.orders.Add(false, e.look.gravity())
	case a.Status != turn.StatusExecuted || a.Execution == nil:
		return
	case a.Execution.Verified:
		e.ladder.failed = 0
		e.orders.Add(true, e.look.gravity())
	}
	if ours {
		e.after(t, a)
	}
}

// after goes on with an opening that reached the chain.
func (e *Engine) after(t trade, a turn.Action) {
	executed := a.Status == turn.StatusExecuted
	if !(t.Value > 0) { // hangs on no price: a loan
		e.trades.known.add(Lending, executed)
		return
	}
	if !executed {
		return
	}
	e.habit.executed(&a)
	e.habit.opened(t.at, t.Value)
	e.trades.begin(t)
}
