package agent

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/wire"
)

// brake hears what the owner said since the last look (safety §15.1): before each tick
// and before each signature. An error is the journal's.
func (a *Agent) brake() error {
	word, there, err := a.halts.Next()
	if err != nil || !there {
		return err
	}
	level, err := word.Level()
	if err != nil {
		return err // what the journal holds was checked before
	}
	a.halt(level)
	return nil
}

// halt puts the owner's word in force; the commit of an open permit meets it there. The word
// none ends an emergency or the hour behind a fall, and measures the drawdown from here on: the
// owner has seen what was lost.
func (a *Agent) halt(level turn.Halt) {
	a.tell(audit.Intervention("halt", level.String()))
	a.events.Emit(a.state.Heartbeat().Tick, wire.RiskHalt{Level: level.String(), Source: "owner"})
	a.stores.Log.Warn("the owner's word is in force", "halt", level.String())
	a.write.Standing.Edit(func(s *turn.Standing) { s.Halt = level })
	if level == turn.HaltNone {
		a.write.Positions.Edit(func(p *turn.Positions) { p.Rebase() })
		a.standing(a.descent.Resume())
	}
}

// frozen is why nothing is signed; empty while it may be. What the journal does not
// answer is no leave to sign.
func (a *Agent) frozen() string {
	if err := a.brake(); err != nil {
		return "whether the owner froze the writes is not known: " + err.Error()
	}
	if s := a.state.Standing(); s.Halt == turn.HaltFreeze {
		return s.Opens()
	}
	return ""
}
