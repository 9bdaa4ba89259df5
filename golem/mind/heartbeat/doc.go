// Package heartbeat is the pipeline of a tick: observe, retrieve, analyze, gate,
// deliberate, simulate, validate, execute, verify, reflect (heartbeat §1–§8,
// §10, §13).
//
// It owns the schedule, the tick number, the heartbeat's and the positions'
// section of the Golem's state, the queues of interventions and the state
// machine of the tick. Everything else reaches it through Ports. A Heartbeat only
// drives the machine: each state belongs to one part, which takes the step and
// answers with the event that leads on. The senses observe, the judge finds out
// how hard to think, the council of minds decides, the actor takes the plan through
// the hands, the scribe keeps the record; ears hear what is said meanwhile, and a
// watch looks between the ticks. What they know by rule are packages of their own:
// pace says when, probe and regime what was seen, gate how hard to think, fsm and
// steer what an interruption does.
//
// It promises: exactly one record per theta tick, also for a tick that failed or
// panicked; the record is kept before any event announces it; the tick number
// advances by one whatever happened; an action is committed only after a preview
// that permitted it, and never while a steer waits to be read. It never reads a
// clock, a file, the chain or a random source: the same answers of the ports
// give the same records, byte for byte.
//
// One goroutine may use a Heartbeat. Package heartbeattest has ports that fail on
// command.
package heartbeat
