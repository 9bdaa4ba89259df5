package agent

import (
	"bardo.run/bardo/golem/host/extension"
	"bardo.run/bardo/golem/host/telemetry"
	"bardo.run/bardo/golem/safety/loopguard"
)

// extensions registers what exists, in the order of the specification's table.
// The other rows of the table are absent, not empty.
func (a *Agent) extensions() (*extension.Host, error) {
	r := extension.NewRegistry()
	for _, x := range []extension.Extension{
		{Name: "telemetry", Hook: a.meter},
		{Name: "tools", Hook: a.adapters},
		{Name: "heartbeat", Hook: a.heart},
		{Name: "lifespan", Hook: a.lifespan},
		{Name: "safety", Hook: &loopguard.Guard{Warn: a.repeats}},
		{Name: "permits", Hook: a.permits},
		{Name: "observability", Hook: telemetry.Logbook{Log: a.stores.Log}},
	} {
		r.Register(x)
	}
	return r.Build()
}

// repeats tells the operator that a model asks for little but one thing.
func (a *Agent) repeats(tick uint64, kind string) {
	a.stores.Log.Warn("one kind of action is most of what the model asks for", "tick", tick, "kind", kind)
}
