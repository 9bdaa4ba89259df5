package agent

import (
	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/wire"
)

// announcer holds back what the parts of a tick have to tell until the tick's
// record is kept (DESIGN §3): what is announced has happened. A tick that is given
// up without a record announces nothing. Outside a tick it publishes at once.
type announcer struct {
	fabric *fabric.Fabric
	inTick bool
	held   []wire.Payload
}

// begin starts a tick, without what was left of one that was given up.
func (a *announcer) begin() { a.inTick, a.held = true, a.held[:0] }

// Emit takes an event of the desk, or of a stage.
func (a *announcer) Emit(tick uint64, p wire.Payload) {
	if !a.inTick {
		a.fabric.Emit(tick, p)
		return
	}
	a.held = append(a.held, p)
}

// complete publishes what was held back: the record of the tick is kept.
func (a *announcer) complete(tick uint64) {
	for i, p := range a.held {
		a.fabric.Emit(tick, p)
		a.held[i] = nil
	}
	a.inTick, a.held = false, a.held[:0]
	a.fabric.CompleteTick(tick)
}
