package heartbeattest

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// Memory is what a tick leaves: records, events and slow work.
type Memory struct {
	Vitality *turn.Mortality // written by the lifespan after each turn, where it is set
	Err      error           // no record can be kept while set
	Records  []turn.Record
	Events   []wire.Payload
	Stages   int // that ran
	Deltas   int // that ran

	scene *Scene
}

// AfterTurn implements heartbeat.Reflector.
func (m *Memory) AfterTurn(_ context.Context, r *turn.Record) {
	m.Stages += 9
	m.scene.explode("after turn")
	if m.Vitality != nil {
		r.Mortality = *m.Vitality
	}
}

// Keep implements heartbeat.Reflector.
func (m *Memory) Keep(r turn.Record) error {
	if m.Err != nil {
		return m.Err
	}
	m.scene.note("keep %d", r.Tick)
	if !m.scene.Quiet {
		m.Records = append(m.Records, r)
	}
	return nil
}

// Emit implements heartbeat.Emitter.
func (m *Memory) Emit(_ uint64, p wire.Payload) {
	if !m.scene.Quiet {
		m.Events = append(m.Events, p)
		m.scene.note("event %s", p.Type())
	}
}

// Delta implements heartbeat.Slow.
func (m *Memory) Delta(context.Context, int64) { m.Deltas++ }
