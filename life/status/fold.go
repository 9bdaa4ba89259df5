package status

import (
	"path/filepath"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/life/report/attribution"
	"bardo.run/bardo/wire"
)

// fold is what the records of a life said so far. Records are read once: the next look goes on
// behind them.
type fold struct {
	read  uint64 // records and outcomes
	ticks uint64
	last  *turn.Record // the newest
	first turn.Reading // the first in which the wallet held anything
	seen  turn.Reading // the newest
	cheap turn.Reading // the one with the least gas of a swap
	born  int64

	deeds   []*deed // everything that was sent, in order
	permits map[string]*deed
	strays  []attribution.Stray
	steps   []step // the last decisions, oldest first
	refused map[wire.Code]int
	rules   map[string]fired
	head    head

	foreseen []Foreseen
}

// deed is something that was sent in a tick.
type deed struct {
	tick uint64
	attribution.Deed
}

// fired is how often a rule came true, and what became of it the last time. What was
// only not sent on paper is not counted.
type fired struct {
	times   int
	outcome string
	layer   string
	tick    uint64
}

// head is how long the newest block has been the newest, and for how many ticks none was read.
type head struct {
	block  turn.Block
	since  int64 // time of the first tick that saw it
	looks  int   // that saw it
	blind  int   // ticks in a row without a reading
	unseen int64 // time of the first of them
	why    string
}

func newFold() *fold {
	return &fold{permits: map[string]*deed{}, refused: map[wire.Code]int{}, rules: map[string]fired{}}
}

// follow reads what was recorded in the folder since the last look. A life whose end was
// dropped, as after a crash, is read anew.
func (f *fold) follow(dir string) error {
	store, err := records.Open(filepath.Join(dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer store.Close()
	if store.Len() < f.read {
		*f = *newFold()
	}
	for e, err := range store.From(f.read) {
		if err != nil {
			return err
		}
		f.read++
		if e.Record != nil {
			f.take(e.Record)
		} else {
			f.outcome(e.Outcome)
		}
	}
	return nil
}

// take folds in the record of a tick.
func (f *fold) take(r *turn.Record) {
	if f.last == nil {
		f.born = r.Time
	}
	f.ticks++
	f.last = r
	f.look(r)
	f.foresee(r)
	for _, d := range r.Differences {
		f.strays = append(f.strays, attribution.StrayOf(d, f.seen))
	}
	for _, t := range r.Strategy.Triggers {
		before := f.rules[t.Rule]
		times := before.times
		if !onPaper(t.Rule, r.Actions) {
			times++
		}
		f.rules[t.Rule] = fired{times, t.Outcome, t.Layer, r.Tick}
	}
	collected := map[string]bool{}
	for i := range r.Actions {
		f.act(r, r.Actions[i], collected)
	}
}

// onPaper reports whether what a rule asked for was not sent because the Golem lived on paper.
func onPaper(rule string, actions []turn.Action) bool {
	return slices.ContainsFunc(actions, func(a turn.Action) bool {
		r := refusalOf(a)
		return a.Proposal.Cause == rule && r != nil && r.Code == wire.CodeSafetyPaper
	})
}

// look takes in what the tick saw of the chain.
func (f *fold) look(r *turn.Record) {
	now := r.Seen.Reading
	if now.Block.Number == 0 {
		if f.head.blind == 0 {
			f.head.unseen = r.Time
		}
		f.head.blind++
		if n := len(r.Faults); n > 0 {
			f.head.why = r.Faults[0].Message
		}
		return
	}
	f.head.blind = 0
	if now.Block != f.head.block {
		f.head.block, f.head.since, f.head.looks = now.Block, r.Time, 0
	}
	f.head.looks++
	f.seen = now
	if f.cheap.Block.Number == 0 || strategy.GasUSD(&now) < strategy.GasUSD(&f.cheap) {
		f.cheap = now
	}
	if f.first.Block.Number == 0 && now.Equity() != 0 {
		f.first = now
	}
}

// act takes in an action. What was never signed is a step and nothing more.
func (f *fold) act(r *turn.Record, a turn.Action, collected map[string]bool) {
	s := step{tick: r.Tick, since: r.Tick, time: r.Time, times: 1, cause: a.Proposal.Cause, kind: a.Preview.Kind, status: a.Status, what: Said(a, &f.seen), refusal: refusalOf(a)}
	switch x := a.Execution; {
	case x != nil && x.TxHash != (common.Hash{}):
		s.deed = f.sent(r.Tick, a, collected)
	case s.refusal != nil:
		f.refused[s.refusal.Code]++
	}
	f.step(s)
}

// sent keeps what was sent, beside the market of then.
func (f *fold) sent(tick uint64, a turn.Action, collected map[string]bool) *deed {
	d := &deed{tick, attribution.DeedOf(f.seen, a, collected)}
	f.deeds = append(f.deeds, d)
	f.permits[a.Preview.PermitID] = d
	return d
}

// result attributes the change of the equity.
func (f *fold) result() attribution.Result {
	deeds := make([]attribution.Deed, len(f.deeds))
	for i, d := range f.deeds {
		deeds[i] = d.Deed
	}
	return attribution.Of(f.first, f.seen, deeds, f.strays)
}

// outcome takes in what became known of an order later.
func (f *fold) outcome(o *records.Outcome) {
	d := f.permits[o.PermitID]
	if d == nil {
		if o.Own == "" || o.Execution == nil {
			return
		}
		own := turn.Action{Proposal: turn.Proposal{Origin: "golem", Cause: "golem"}, Preview: turn.Preview{PermitID: o.PermitID, Kind: o.Own}}
		d = &deed{o.Tick, attribution.Deed{Action: own}}
		f.deeds = append(f.deeds, d)
		f.permits[o.PermitID] = d
	}
	r := turn.Record{Actions: []turn.Action{d.Action}}
	records.Settle(&r, []records.Outcome{*o})
	if d.Action = r.Actions[0]; o.Own != "" && o.Execution != nil {
		d.Action.Execution, d.Action.Status = o.Execution, o.Execution.Status
	}
}
