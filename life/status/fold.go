package status

import (
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
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
	born  int64

	deeds   []*deed // everything that was sent, in order
	permits map[string]*deed
	strays  []stray
	steps   []step // the last decisions, oldest first
	refused map[wire.Code]int
	rules   map[string]fired
	head    head
}

// deed is something that was sent, and what the market was like when it was decided.
type deed struct {
	tick   uint64
	action turn.Action
	price  float64 // of the base token
	fee    float64 // share that the venue takes of what is given
	earned float64 // fees that a position had, and pays out with it
}

// block is when the chain took it; 0 while that is not known.
func (d *deed) block() uint64 {
	if d.action.Execution == nil {
		return 0
	}
	return d.action.Execution.Block.Number
}

// stray is money that came or left and that no order explains.
type stray struct {
	kind  turn.Stray
	block uint64
	value float64 // at the price of then
	base  float64 // units, where it is the base token
	coin  bool    // it is the chain's coin
}

// fired is how often a rule came true, and what became of it the last time.
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
	for _, d := range r.Differences {
		f.strays = append(f.strays, strayOf(d, f.seen))
	}
	for _, t := range r.Strategy.Triggers {
		before := f.rules[t.Rule]
		f.rules[t.Rule] = fired{before.times + 1, t.Outcome, t.Layer, r.Tick}
	}
	collected := map[string]bool{}
	for i := range r.Actions {
		f.act(r, r.Actions[i], collected)
	}
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
	if f.first.Block.Number == 0 && now.Equity() != 0 {
		f.first = now
	}
}

// act takes in an action. What was never signed is a step and nothing more.
func (f *fold) act(r *turn.Record, a turn.Action, collected map[string]bool) {
	s := step{tick: r.Tick, since: r.Tick, time: r.Time, times: 1, cause: a.Proposal.Cause, kind: a.Preview.Kind, status: a.Status, what: Said(a, f.seen.Pool), refusal: refusalOf(a)}
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
	d := &deed{tick: tick, action: a, price: f.seen.Pool.Price}
	if protocol := a.Proposal.Protocol(); a.Preview.Kind == string(grammar.Swap) {
		d.fee = float64(f.seen.FeePips(protocol, paid(a.Execution))) / 1e6
	}
	if x, err := grammar.Parse(a.Proposal.Body); err == nil && x.PositionID != nil && !collected[x.PositionID.Dec()] {
		for _, p := range f.seen.Positions {
			if p.ID == x.PositionID.Dec() {
				collected[p.ID], d.earned = true, feesOf(p, f.seen.Pool)
			}
		}
	}
	f.deeds = append(f.deeds, d)
	f.permits[a.Preview.PermitID] = d
	return d
}

// paid is the token that an execution gave.
func paid(x *turn.Execution) (token common.Address) {
	for i := range x.Deltas {
		if x.Deltas[i].Out {
			token = x.Deltas[i].Token
		}
	}
	return token
}

// outcome takes in what became known of an order later.
func (f *fold) outcome(o *records.Outcome) {
	d := f.permits[o.PermitID]
	if d == nil {
		if o.Own == "" || o.Execution == nil {
			return
		}
		d = &deed{tick: o.Tick, action: turn.Action{Proposal: turn.Proposal{Origin: "golem", Cause: "golem"}, Preview: turn.Preview{PermitID: o.PermitID, Kind: o.Own}}}
		f.deeds = append(f.deeds, d)
		f.permits[o.PermitID] = d
	}
	r := turn.Record{Actions: []turn.Action{d.action}}
	records.Settle(&r, []records.Outcome{*o})
	if d.action = r.Actions[0]; o.Own != "" && o.Execution != nil {
		d.action.Execution, d.action.Status = o.Execution, o.Execution.Status
	}
}

// strayOf is what a difference was worth when it was found.
func strayOf(d turn.Difference, seen turn.Reading) stray {
	s := stray{kind: d.Kind, block: d.Block.Number, value: seen.Worth(d.Asset, &d.Units), coin: !common.IsHexAddress(d.Asset)}
	if base := seen.Pool.Base(); d.Asset == base.Address.Hex() {
		s.base = money.Float(&d.Units, base.Decimals)
	}
	return s
}
