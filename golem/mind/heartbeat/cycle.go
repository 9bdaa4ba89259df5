package heartbeat

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/fsm"
	"bardo.run/bardo/golem/mind/heartbeat/gate"
	"bardo.run/bardo/golem/mind/heartbeat/pace"
	"bardo.run/bardo/wire"
)

// cycle is what one theta tick works on. It is reset at its begin; nothing that
// is handed out refers to its buffers.
type cycle struct {
	tick    uint64
	wake    int64 // when the tick began
	now     int64 // newest time known within it
	woken   bool  // a wake-up caused it
	entries uint64
	mark    turn.StrategyMark // of the text that this tick's rules are read from
	final   error             // an error that ends the life in this process

	seen     turn.Observation // as first observed
	current  turn.Observation // refreshed after each action
	previous turn.Regime
	resolved int  // predictions, by this tick's reading
	changed  bool // the regime
	crisis   bool
	health   healthChange
	triggers []turn.Trigger
	steers   []turn.Steer // taken for this tick's deliberation
	highs    highs

	gating    turn.Gating
	vitality  float64
	near      bool    // a worse phase is imminent
	error     float64 // prediction error
	followUps int
	answered  bool // the deliberator answered at least once
	thoughts  []turn.Thought
	actions   []turn.Action
	cut       string // the layer that cut a plan off, if one did
	faults    []turn.Fault
	events    []wire.Payload
}

// begin resets the cycle and settles what the schedule says about this tick.
func (h *Heartbeat) begin(wake int64) {
	h.scratch.Reset()
	events := h.cycle.events[:0]
	h.cycle = cycle{tick: h.state.Heartbeat().Tick, wake: wake, now: wake, events: events}
	c := &h.cycle
	c.mark.Hash, c.mark.Revision = h.ports.Strategy.Mark()
	if h.ports.Journal != nil {
		c.entries = h.ports.Journal.Seq()
	}
	var missed int
	c.woken, missed = h.schedule.Begin(pace.Theta, wake)
	h.pend(missed)
	h.newDay(wake)
	h.fire(fsm.Begin)
	h.write.Runtime.SetTick(c.tick)
	h.write.Runtime.SetLastUpdateNS(uint64(max(wake, 0)) * 1_000_000)
}

// pend counts theta ticks that should have run while an earlier one still did.
// Nothing probes meanwhile, because one goroutine ticks; so the pending ticks
// collapse into this one (heartbeat §1.4).
func (h *Heartbeat) pend(missed int) {
	for range missed {
		depth, dropped := h.backlog.Push(pace.Pending{Due: h.cycle.wake})
		switch {
		case dropped != nil:
			h.announce(wire.HeartbeatTickDropped{DroppedTick: h.cycle.tick, Reason: "backlog"})
		case depth == 2:
			h.announce(wire.HeartbeatQueueWarning{Depth: uint64(depth)})
		}
	}
}

// newDay starts the daily cost afresh at 00:00 UTC of the life's time.
func (h *Heartbeat) newDay(wake int64) {
	if d := day(wake); d != h.day {
		h.day = d
		h.write.Heartbeat.Edit(func(s *turn.Heartbeat) {
			s.DailyCost, s.CostState = 0, gate.CostNormal.String()
		})
	}
}

// announce holds an event back until the record is kept.
func (h *Heartbeat) announce(p wire.Payload) { h.cycle.events = append(h.cycle.events, p) }
