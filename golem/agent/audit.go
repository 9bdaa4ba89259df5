package agent

import (
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/capability"
)

// chronicle is the audit as the desk uses it. Behind the end of a journal nothing is
// taken down: it would not come again.
type chronicle struct{ a *Agent }

// Note implements permit.Audit.
func (c chronicle) Note(e audit.Event) error {
	a := c.a
	if a.trail == nil || a.stores.Journal.Err() != nil {
		return nil
	}
	if entries := a.stores.Journal.Seq(); entries != a.noted {
		a.noted, a.firm = entries, a.trail.Mark()
	}
	return a.trail.Note(max(a.clock.Last(), a.boot.Birth.Start), a.state.Heartbeat().Tick, e)
}

// tell takes an event down. Its error is the trail's, and ends the tick.
func (a *Agent) tell(e audit.Event) { _ = chronicle{a}.Note(e) } // see unheard

// unheard is why the audit takes nothing more; nil while it does. Nothing may be decided
// behind it.
func (a *Agent) unheard() error {
	if a.trail == nil {
		return nil
	}
	return a.trail.Err()
}

// limited takes down that other limits hold than before; zero is before the birth.
func (a *Agent) limited(from capability.Digest) {
	a.tell(audit.PolicyChanged(from, a.cage.Policy().Digest()))
}

// passing takes down a transition of the lifecycle.
func (a *Agent) passing(from, to lifecycle.State) {
	a.tell(audit.PhaseTransition(string(from), string(to)))
}

// Audited is how far the audit chain will come again whatever happens to the process:
// to the newest entry of the journal, behind which a restart may come between; and to the
// end of a life that is over.
func (a *Agent) Audited() audit.Mark {
	switch {
	case a.trail == nil:
		return audit.Mark{}
	case !a.dead && a.stores.Journal.Seq() == a.noted:
		return a.firm
	}
	return a.trail.Mark()
}
