package live

import (
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/lifecycle"
)

// watch turns what happens into progress.
type watch struct {
	*one
	golem *agent.Agent
}

// Born implements process.Watch.
func (w *watch) Born(g *agent.Agent) { w.golem = g }

// Moved implements process.Watch.
func (w *watch) Moved(to lifecycle.State) { w.report(string(to)) }

// Ticked implements process.Watch.
func (w *watch) Ticked(bool) { w.report("living") }

// Passed implements process.Watch.
func (w *watch) Passed(p lifecycle.Phase, _ error) { w.report("death: " + p.String()) }

// Draining implements process.Watch.
func (w *watch) Draining() {}

func (w *watch) report(state string) {
	if w.options.Progress == nil {
		return
	}
	s := w.golem.State()
	done := float64(w.clock.Now().UnixMilli()-w.boot.Birth.Start) / float64(w.boot.Birth.Until-w.boot.Birth.Start)
	w.options.Progress(Progress{
		Number: w.number, At: w.clock.Now(), Done: min(max(done, 0), 1), Ticks: s.Heartbeat().Tick, Equity: s.Positions().Reading.Equity(),
		Home: agent.SentHome(w.golem), Trades: w.golem.Trades(), State: state,
	})
}
