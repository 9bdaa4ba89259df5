package oracle

import (
	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/turn"
)

// Engine is the oracle of one Golem: it reads what the heartbeat read, tells the cortex
// how well it predicts, and is the gate of the write path.
type Engine struct {
	oracle *Oracle   // of the first market
	others []further // in the order in which they were first read
	state  *turn.State
	cortex *cortex.OracleWriter // nil: nobody is told
	mode   func() Mode
	gas    map[string]uint64 // what the last action of a kind took
}

// NewEngine returns an oracle that has seen nothing. mode is what its gate does to the
// owner's rules now.
func NewEngine(state *turn.State, w *cortex.OracleWriter, mode func() Mode) *Engine {
	return &Engine{oracle: New(), state: state, cortex: w, mode: mode, gas: map[string]uint64{}}
}

// Glance takes the small read of a gamma tick.
func (e *Engine) Glance(g turn.Glance) (resolved, violated int) {
	return e.oracle.Look(turn.Sight{Time: g.Block.Time * 1_000, Price: g.Price, Gas: g.GasPrice.Float64() / 1e9, Partial: true})
}

// Observe takes the reading of a theta tick.
func (e *Engine) Observe(r *turn.Reading) (resolved, violated int) {
	resolved, violated = e.oracle.Look(r.Sight(r.Primary()))
	for i := 1; i < len(r.Markets); i++ {
		m := &r.Markets[i]
		n, wrong := e.beside(m.Handle).Look(r.Sight(m))
		resolved, violated = resolved+n, violated+wrong
	}
	e.tell()
	return resolved, violated
}

// Missed notes that a read failed.
func (e *Engine) Missed(nowMs int64) {
	e.oracle.Missed(nowMs)
	for i := range e.others {
		e.others[i].Missed(nowMs)
	}
}

// Predict registers what can be said of the next hour in a tick: of the first market in each, of
// the others in turn.
func (e *Engine) Predict(tick uint64, regime turn.Regime) {
	e.oracle.Predict(tick, regime)
	for i := range e.others {
		e.others[i].predict(tick, regime, i)
	}
}

// Drain returns the ledger's lines since the call before.
func (e *Engine) Drain() turn.Foresight {
	f := e.oracle.Drain()
	for i := range e.others {
		more := e.others[i].Drain()
		f.Made, f.Resolved, f.Expired = append(f.Made, more.Made...), append(f.Resolved, more.Resolved...), append(f.Expired, more.Expired...)
		f.Open += more.Open
	}
	return f
}

// Pairs returns what the epistemic clock compares, since the call before.
func (e *Engine) Pairs() []Pair { return e.oracle.Pairs() }

// Quintile is where the volatility stands within the last day, 1 to 5; 0 is unknown.
func (e *Engine) Quintile() uint8 { return e.oracle.market.Quintile() }

// tell writes the prediction signals of the cortex.
func (e *Engine) tell() {
	if e.cortex == nil {
		return
	}
	open := e.oracle.Open()
	for i := range e.others {
		open += e.others[i].Open()
	}
	e.cortex.SetPendingPredictions(uint32(open)) //nolint:gosec // a count
	rate, n := e.oracle.Accuracy()
	if n == 0 {
		return
	}
	e.cortex.SetAggregateAccuracy(float32(rate))
	e.cortex.SetSurpriseRate(float32(1 - rate))
	for c := range turn.Categories {
		if rate, n := e.oracle.AccuracyOf(c); n > 0 {
			e.cortex.SetCategoryAccuracy(int(c), float32(rate))
		}
	}
}

// unknownGas is what an action of a kind is taken to need before one was executed.
const unknownGas = 300_000

// Judge is the gate of heartbeat §11.6. An owner's rule is the owner's word: what it would
// have been refused for is written down and refused only where the mode says so.
func (e *Engine) Judge(call *turn.ToolCall, s turn.Stake) *turn.Refusal {
	mode := ModeEnforce
	if o := call.Proposal.Origin; o == turn.OriginRule || o == turn.OriginSteer {
		mode = e.mode()
	}
	if mode == ModeOff {
		return nil
	}
	r := e.judge(call, s)
	if r == nil || mode == ModeEnforce {
		return r
	}
	e.untraded(call, s, r, true)
	return nil
}

func (e *Engine) judge(call *turn.ToolCall, s turn.Stake) *turn.Refusal {
	seen := call.State.Positions().Reading
	o, m := e.at(call, &seen)
	k := Case{Action: call.Proposal.Cause, Cost: e.cost(call.Kind, s, &seen), Expected: o.expected(s, m.Price), Value: s.Value, Equity: seen.Equity(), Positions: positions(&seen), Now: seen.Block.Time * 1_000}
	return o.Judge(k)
}

// HeldBack registers what doing nothing instead will have come to. Lending hangs on no
// price, so nothing is claimed of it.
func (e *Engine) HeldBack(call *turn.ToolCall, s turn.Stake, r *turn.Refusal) {
	e.untraded(call, s, r, false)
}

func (e *Engine) untraded(call *turn.ToolCall, s turn.Stake, r *turn.Refusal, shadow bool) {
	if !s.Market {
		return
	}
	seen := call.State.Positions().Reading
	o, _ := e.at(call, &seen)
	o.HeldBack(turn.Untraded{
		Kind: call.Kind, Layer: r.Layer, Code: string(r.Code), Value: s.Value, Cost: e.cost(call.Kind, s, &seen), Lower: s.Lower, Upper: s.Upper, Shadow: shadow,
	}, call.Proposal.Cause)
}

// Took notes the gas that an executed action needed.
func (e *Engine) Took(kind string, gas uint64) { e.gas[kind] = gas }

// cost is what the action itself costs, as a share of its value: the venue's fee and
// the gas.
func (e *Engine) cost(kind string, s turn.Stake, seen *turn.Reading) float64 {
	if !(s.Value > 0) {
		return 1
	}
	gas, ok := e.gas[kind]
	if !ok {
		gas = unknownGas
	}
	return s.Fee + float64(gas)*seen.GasPrice.Float64()/1e18*seen.NativeUSD/s.Value
}

// positions counts what is open: liquidity, lending, and each holding of an asset but the
// numeraire that is more than dust.
func positions(r *turn.Reading) int {
	n := len(r.Positions)
	for i := range r.Lending {
		if !r.Lending[i].Idle() {
			n++
		}
	}
	for i := range r.Assets {
		if i > 0 && r.Assets[i].Value > 1 {
			n++
		}
	}
	return n
}
