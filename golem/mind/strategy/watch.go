package strategy

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/mind/strategy/series"
	"bardo.run/bardo/wire"
)

// Watch evaluates the rules of the strategy in force once per theta tick. It is
// plain state that changes only through its methods, so equal calls give equal
// findings. Not safe for concurrent use: it belongs to the tick.
type Watch struct {
	strategy *Strategy
	prices   *series.Series // of the first market
	named    []followed     // of the assets and markets that windows name
	account  Account
	marks    []Mark // one per rule, in file order
	cells    []rule.Cell
	glimpses glimpses
}

// followed is the price of an asset or a market that a window names.
type followed struct {
	of     rule.Ref
	prices *series.Series
}

// Mark is what a rule remembers between ticks.
type Mark struct {
	Rule  string // kind, name and text: the same rule after a reload
	Held  bool
	Armed bool  // became true and has not triggered since
	Fired bool  // has triggered at least once
	Last  int64 // unix milliseconds of the last trigger

	before struct { // what Fired and Last were before that
		fired bool
		last  int64
	}
}

// defers takes the last trigger back: nothing came of it, and no cooldown begins with it.
func (m *Mark) defers() { m.Armed, m.Fired, m.Last = true, m.before.fired, m.before.last }

// Findings are what one look found. Triggers are the rules that became true, in
// file order.
type Findings struct {
	Triggers []turn.Trigger
	Probe    turn.ProbeResult
}

// ProbeName is the name of the probe that rules speak through (DESIGN §12.17).
const ProbeName = "strategy"

// NewWatch returns a watch that has seen nothing.
func NewWatch(s *Strategy) *Watch {
	w := &Watch{prices: series.New()}
	w.Adopt(s)
	return w
}

// Adopt changes the strategy in force. Rules whose kind, name and text stay keep
// what they remember; the others start as if never true, but that the cooldown of a named
// rule goes on from its last trigger.
func (w *Watch) Adopt(s *Strategy) {
	before, old := w.strategy, w.marks
	w.strategy, w.cells = s, make([]rule.Cell, len(s.Slots))
	w.follow(s)
	w.marks = make([]Mark, len(s.Rules))
	for i, r := range s.Rules {
		w.marks[i].Rule = markOf(r)
		for j, m := range old {
			switch was := before.Rules[j]; {
			case m.Rule == w.marks[i].Rule:
				w.marks[i] = m
			case r.Name != "" && was.Kind == r.Kind && was.Name == r.Name:
				w.marks[i].Fired, w.marks[i].Last = m.Fired, m.Last
			}
		}
	}
}

// follow keeps the prices that the windows of a strategy name, and forgets others.
func (w *Watch) follow(s *Strategy) {
	var all []followed
	for _, of := range s.Series {
		f := followed{of, w.pricesOf(of)}
		if f.prices == nil {
			f.prices = series.New()
		}
		all = append(all, f)
	}
	w.named = all
}

// pricesOf are those of what a window names; of nothing the first market's. nil: nobody follows
// them.
func (w *Watch) pricesOf(of rule.Ref) *series.Series {
	if of.Name == "" {
		return w.prices
	}
	for i := range w.named {
		if w.named[i].of == of {
			return w.named[i].prices
		}
	}
	return nil
}

func markOf(r *rule.Rule) string { return r.Kind.String() + " " + r.Name + " " + r.Text }

// Push takes a price of the first market that was seen between theta ticks, at the time of its
// block in unix milliseconds. Of other markets and of assets nothing is seen between them. The next look
// says whether it counts.
func (w *Watch) Push(timeMs int64, price float64) { w.glimpses.add(timeMs, price) }

// Look evaluates every rule on a reading. now is unix milliseconds; the reading's
// price enters the series at its block's time, but for a block in the future. Where nothing triggers it does not
// allocate.
func (w *Watch) Look(now int64, r *turn.Reading, regime turn.Regime) Findings {
	if r.Lag.Ahead == 0 { // behind a block in the future every true price would be late
		w.follows(r)
	}
	w.glimpses.clear()
	w.account.observe(now, r)
	v := w.view(now, r, regime)
	for i, s := range w.strategy.Slots {
		w.cells[i] = v.cell(s)
	}
	f := Findings{Probe: turn.ProbeResult{Probe: ProbeName, Threshold: 1}}
	for i, rl := range w.strategy.Rules {
		found := rl.When.Eval(w.cells)
		if found.Why == rule.InDoubt {
			continue // it stands as it did: what was true becomes true no second time
		}
		if w.marks[i].triggers(now, found.Holds && v.applies(rl), rl) {
			w.add(&f, rl)
		}
	}
	return f
}

// follows lets the prices of a reading into the windows, but those that are in doubt.
func (w *Watch) follows(r *turn.Reading) {
	if m := r.Primary(); !r.InDoubt(m) {
		w.glimpses.count(w.prices, m.Price)
		w.prices.Push(r.Block.Time*1000, m.Price)
	}
	for _, f := range w.named {
		if !doubted(r, f.of) {
			price, _ := priceOf(r, f.of)
			f.prices.Push(r.Block.Time*1000, price)
		}
	}
}

// triggers moves the mark by one look. A rule triggers when its condition became
// true, or stayed true for the rule's retry time, and its cooldown is over; a
// condition that became true during the cooldown waits for its end.
func (m *Mark) triggers(now int64, holds bool, r *rule.Rule) bool {
	m.Armed = holds && (m.Armed || !m.Held)
	m.Held = holds
	if !holds || (m.Fired && now-m.Last < r.Cooldown) {
		return false
	}
	retry := r.Retry()
	if !m.Armed && !(retry > 0 && m.Fired && now-m.Last >= retry) {
		return false
	}
	m.before.fired, m.before.last = m.Fired, m.Last
	m.Armed, m.Fired, m.Last = false, true, now
	return true
}

func (w *Watch) add(f *Findings, r *rule.Rule) {
	t := turn.Trigger{Rule: r.ID(), Kind: r.Kind.String(), Line: r.Line, Text: r.Text}
	for _, i := range r.When.Reads() {
		s, c := w.strategy.Slots[i], w.cells[i]
		v := turn.Value{Name: s.Name(), Value: c.Value, Unit: s.Dim.Unit()}
		if c.Why != rule.Known {
			v.Unit = "unknown"
		}
		t.Values = append(t.Values, v)
	}
	f.Triggers = append(f.Triggers, t)
	f.Probe.Severity = turn.High
	f.Probe.Value = float64(len(f.Triggers))
	if f.Probe.Detail != "" {
		f.Probe.Detail += " "
	}
	f.Probe.Detail += t.Rule
}

// Settle takes the actions that a tick ended with, so that entry prices and
// counts are those of what was really executed. A rule whose action was stopped by a
// failure of the moment has not had its turn yet: it triggers again as soon as its
// condition is seen to hold. An edge is seen once, and a reorg in that second would else
// cost the trade for good.
func (w *Watch) Settle(now int64, actions []turn.Action) {
	for i := range actions {
		w.account.settle(now, actions[i])
	}
	for i, r := range w.strategy.Rules {
		if deferred(r.ID(), actions) {
			w.marks[i].defers()
		}
	}
}

// Defer has a rule that triggered trigger again as soon as its condition is seen to hold. A
// rule that the strategy does not have any more is none.
func (w *Watch) Defer(rule string) {
	for i, r := range w.strategy.Rules {
		if r.ID() == rule {
			w.marks[i].defers()
		}
	}
}

// Rearm has every rule trigger at the next look at which its condition holds, as if it had
// never triggered: no cooldown of before holds.
func (w *Watch) Rearm() {
	for i := range w.marks {
		m := &w.marks[i]
		m.Armed, m.Fired, m.Last = true, false, 0
	}
}

// deferred says that a rule asked for something, that nothing of it was sent, and that
// only a failure of the moment was the reason.
func deferred(rule string, actions []turn.Action) (momentary bool) {
	for i := range actions {
		a := &actions[i]
		if a.Proposal.Cause != rule {
			continue
		}
		if a.Status != turn.StatusBlocked {
			return false
		}
		momentary = Passes(a.Preview.Refusal) || (a.Execution != nil && Passes(a.Execution.Refusal))
	}
	return momentary
}

// Passes says that a refusal is about an endpoint, an earlier order, or what the Golem may
// do at all just now, not about the action: the next look may find it gone. Of the limits only
// that on losses is such a reason; a rule that met another had its turn, for its moment may be
// over.
func Passes(r *turn.Refusal) bool {
	if r == nil {
		return false
	}
	switch r.Code {
	case wire.CodeExecutionSimUnavailable, wire.CodeExecutionSimTimeout, wire.CodeExecutionNotSent, wire.CodeExecutionPending, wire.CodeSafetyStaleHead,
		wire.CodeSafetyHalted, wire.CodeSafetyDegraded, wire.CodeSafetyKeyDue, wire.CodeSafetyUnexplained, wire.CodeSafetyCageUnread,
		wire.CodeSafetyPriceDeviation, wire.CodeSafetyPriceMissing, wire.CodeSanctionsOracleUnavailable, wire.CodeSafetyLossLimit:
		return true
	}
	return false
}
