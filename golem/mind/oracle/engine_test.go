package oracle

import (
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/wire"
)

// seen is a reading of a pool of 6 and 18 decimals at 2,000, with a liquidity of a
// million whole units.
func seen(at int64) turn.Reading {
	r := turntest.Pool{
		Token0: turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18},
		QuoteIsZero: true, Price: 2_000, Liquidity: *uint256.NewInt(1e18), Growth: make([]uint256.Int, 2),
	}.Seen(uint256.NewInt(10_000e6), nil)
	r.Block.Time, r.GasPrice, r.NativeUSD = at, *uint256.NewInt(2e9), 2_000
	return r
}

func call(s turn.Reading) *turn.ToolCall {
	state, write := turn.NewState(turn.Identity{})
	write.Positions.Edit(func(p *turn.Positions) { p.Take(s) })
	return &turn.ToolCall{Kind: "swap", State: state, Proposal: turn.Proposal{Cause: "rule:dip@7"}}
}

// spec: heartbeat §11.6, DESIGN §12.16
func TestAnEngineThatSawNothingRefusesAndFollowsWhatItRefused(t *testing.T) {
	state, _ := turn.NewState(turn.Identity{})
	surface, w := cortex.New(cortex.Options{})
	e := NewEngine(state, w.Oracle, enforced)
	r := seen(60)
	stake := turn.Stake{Value: 1_000, Fee: 0.0005, Market: true}
	e.Observe(&r)
	refusal := e.Judge(call(r), stake)
	if refusal == nil || refusal.Code != wire.CodeOracleInsufficientData {
		t.Fatalf("refusal %+v", refusal)
	}
	e.HeldBack(call(r), stake, refusal)
	made := e.Drain().Made
	if len(made) != 1 || made[0].Category != turn.Inaction || made[0].Trade.Code != string(refusal.Code) {
		t.Fatalf("made %+v", made)
	}
	// 300,000 gas at 2 gwei and 2,000 USD are 1.20 of 1,000.
	if got := made[0].Trade.Cost; math.Abs(got-0.0017) > 1e-9 {
		t.Errorf("cost %v", got)
	}
	later := seen(60 + 3_600)
	later.Primary().Price = 2_020
	e.Observe(&later)
	got := e.Drain().Resolved
	if len(got) != 1 || got[0].Correct || math.Abs(got[0].Gain-(0.01-0.0017)) > 1e-9 {
		t.Errorf("resolved %+v", got)
	}
	if surface.Predictions().Pending() != 0 {
		t.Errorf("%d pending on the surface", surface.Predictions().Pending())
	}
	e.HeldBack(call(r), turn.Stake{Value: 5}, refusal) // lending: nothing of the market is claimed
	if made := e.Drain().Made; len(made) != 0 {
		t.Errorf("made %+v", made)
	}
}

// The gas of the last action of a kind is what the next is taken to need.
func TestGasIsLearnedByKind(t *testing.T) {
	state, _ := turn.NewState(turn.Identity{})
	e := NewEngine(state, nil, enforced)
	r := seen(60)
	before := e.cost("swap", turn.Stake{Value: 1_000}, &r)
	e.Took("swap", 150_000)
	if after := e.cost("swap", turn.Stake{Value: 1_000}, &r); math.Abs(after*2-before) > 1e-12 {
		t.Errorf("%v, then %v", before, after)
	}
	if got := e.cost("swap", turn.Stake{}, &r); got != 1 {
		t.Errorf("an action of no value costs %v", got)
	}
}

// A vaguer prediction does not lower the rate that an action is held to, of a trade or of
// liquidity (heartbeat §11.6).
func TestAVaguePredictionIsHeldToTheSameRate(t *testing.T) {
	state, _ := turn.NewState(turn.Identity{})
	e := NewEngine(state, nil, enforced)
	walk(e.oracle, 90, 1)
	r := seen(60 * 90)
	for name, stake := range map[string]turn.Stake{"a trade": {Value: 1_000, Market: true}, "liquidity": {Value: 1_000, Market: true, Lower: 200_000, Upper: 201_000}} {
		required := map[float64]float64{}
		for _, wide := range []float64{narrow, 1, broad} {
			e.oracle.widths[turn.PriceRange] = wide
			expected := e.oracle.expected(stake, r.Primary().Price)
			if !(expected > 0) {
				t.Fatalf("%s: nothing is expected: %v", name, expected)
			}
			if got := e.oracle.acting()[0].claim; wide == broad && got.B-got.A < r.Primary().Price*0.1 {
				t.Fatalf("%+v is not vague", got)
			}
			required[wide] = Required(0.002, expected)
		}
		if required[narrow] != required[1] || required[1] != required[broad] {
			t.Errorf("%s: %v", name, required)
		}
	}
}

func enforced() Mode { return ModeEnforce }

// DESIGN §12.26: an owner's rule is the owner's word. In shadow it is taken, and what the gate
// would have held back is followed; off, nobody asks. What a model proposes is always held
// back, and the stricter of two modes holds.
func TestTheGateHoldsARuleBackOnlyWhereItsOwnerSaysSo(t *testing.T) {
	for mode, c := range map[Mode]struct{ rule, followed bool }{ModeOff: {}, ModeShadow: {followed: true}, ModeEnforce: {rule: true}} {
		for _, origin := range []turn.Origin{turn.OriginRule, turn.OriginSteer, turn.OriginModel, "stranger"} {
			state, _ := turn.NewState(turn.Identity{})
			e := NewEngine(state, nil, func() Mode { return mode })
			r := seen(60)
			e.Observe(&r)
			x := call(r)
			x.Proposal.Origin = origin
			owners := origin == turn.OriginRule || origin == turn.OriginSteer
			refused := e.Judge(x, turn.Stake{Value: 1_000, Fee: 0.0005, Market: true}) != nil
			if refused != (c.rule || !owners) {
				t.Errorf("%s, %s: refused %v", mode, origin, refused)
			}
			made := e.Drain().Made
			if followed := len(made) == 1 && made[0].Trade.Shadow; followed != (c.followed && owners) {
				t.Errorf("%s, %s: made %+v", mode, origin, made)
			}
		}
	}
	for _, c := range [][3]Mode{{ModeShadow, ModeEnforce, ModeEnforce}, {ModeEnforce, ModeOff, ModeEnforce}, {ModeShadow, "", ModeShadow}, {"", ModeOff, ModeOff}} {
		if got := c[0].Stricter(c[1]); got != c[2] {
			t.Errorf("%q and %q: %q", c[0], c[1], got)
		}
	}
}
