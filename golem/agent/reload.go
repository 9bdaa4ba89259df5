package agent

import (
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/wire"
)

// reread offers the owner's STRATEGY.md as it is now (heartbeat §16). The journal
// takes a text only when it is another than the last one; an unreadable file
// keeps what is in force.
func (a *Agent) reread() error {
	text, err := journal.Take(a.stores.Journal, journal.KindStrategy, a.offered, func() ([]byte, error) {
		now, err := a.outside.Strategy()
		if err != nil || strategy.Hash(now) == a.offered {
			return nil, err
		}
		return now, nil
	})
	if err := fatal(a.stores.Journal, err); err != nil || len(text) == 0 {
		return err
	}
	a.offered = strategy.Hash(text)
	a.texts[a.offered] = text
	a.strategy.Offer(text)
	a.tighten()
	return nil
}

// tighten puts the cage under the bounds that hold now: those of the strategy in
// force and, at once, whatever a pending one tightens.
func (a *Agent) tighten() {
	next, before := a.policy(), a.cage.Policy().Digest()
	if next.Digest() != before {
		a.cage.Tighten(next)
		a.limited(before)
	}
}

func (a *Agent) policy() cage.Policy {
	p := tighter(a.boot.Policy, a.strategy.Bounds())
	if a.risk.engine != nil {
		return a.risk.engine.Narrow(p)
	}
	return staged(p, a.startStage())
}

// reloaded announces what became of offered texts in this tick.
func (a *Agent) reloaded(tick uint64) {
	for _, e := range a.strategy.Events() {
		switch e.Kind {
		case strategy.EventReloaded:
			a.relearn()
			a.tighten()
			a.heart.Rebase(a.strategy.Active().TickInterval)
			a.fabric.Emit(tick, wire.StrategyReloaded{Hash: e.Hash, Revision: uint64(e.Revision)})
		case strategy.EventFailed:
			a.fabric.Emit(tick, wire.StrategyCompileFailed{Hash: e.Hash, Errors: wire.List[string]{e.Err.Error()}})
			a.stores.Log.Warn("STRATEGY.md does not compile; the old one stays in force", "error", e.Err)
		}
	}
}
