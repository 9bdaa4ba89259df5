package oracle

import (
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/cortex"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

// both is a reading of ether, and of a second market where bitcoin stands at a price.
func both(at int64, ether, bitcoin float64) turn.Reading {
	pool := turntest.Pool{
		Token0: turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Address: common.Address{3}, Symbol: "WBTC", Decimals: 8},
		QuoteIsZero: true, FeePips: 3_000, Price: bitcoin, Liquidity: *uint256.NewInt(1e15), Growth: make([]uint256.Int, 2),
	}
	r := seen(at)
	r.Primary().Price = ether
	r.Markets = append(r.Markets, pool.Market())
	return r
}

// wander moves both prices by different hands, minute by minute.
func wander(e *Engine, minutes int) {
	for i := range minutes {
		x := float64(i)
		r := both(int64(60*i), 2_000*(1+0.004*math.Sin(x/7)), 40_000*(1+0.01*math.Sin(x/3)))
		e.Observe(&r)
		e.Predict(uint64(i), turn.RegimeUnknown)
	}
}

// spec: heartbeat §11.1: each market has claims of its own, told apart, with one numbering, and an
// accuracy of its own; what gas costs is claimed once.
func TestEachMarketIsPredictedByItself(t *testing.T) {
	surface, w := cortex.New(cortex.Options{})
	state, _ := turn.NewState(turn.Identity{})
	e, alone := NewEngine(state, w.Oracle, enforced), NewEngine(state, nil, enforced)
	wander(e, 300)
	for i := range 300 {
		r := both(int64(60*i), 2_000*(1+0.004*math.Sin(float64(i)/7)), 0)
		r.Markets = r.Markets[:1]
		alone.Observe(&r)
		alone.Predict(uint64(i), turn.RegimeUnknown)
	}
	const name = "wbtc-usdc-30"
	if got := e.Markets(); len(got) != 1 || got[0] != name {
		t.Fatalf("it predicts %v", got)
	}
	f, first := e.Drain(), alone.Drain()
	ids, made, gas := map[uint64]bool{}, 0, 0
	for _, p := range f.Made {
		if ids[p.ID] {
			t.Fatalf("two claims are number %d", p.ID)
		}
		ids[p.ID] = true
		if p.Market == "" {
			continue
		}
		made++
		switch {
		case p.Category == turn.GasPrice:
			gas++
		case p.Market != name:
			t.Fatalf("%+v", p)
		case p.Category == turn.PriceRange && (p.Claim.A < 30_000 || p.Claim.B > 50_000):
			t.Errorf("of bitcoin it claims %v", p.Claim)
		}
	}
	// Ranges and depth are claimed after twenty minutes, classes after an hour, once in ten.
	if want := 28*2 + 24*2; made < want-4 || made > want+28 || gas != 0 {
		t.Errorf("%d claims of the second market, %d of gas", made, gas)
	}
	if n := e.TallyOf(name, turn.PriceRange); n.Resolved < 20 || n.Resolved > 23 || e.TallyOf("no-such-5", turn.PriceRange) != (Tally{}) {
		t.Errorf("%+v", n)
	}
	// The first market is predicted as if there were no other.
	for c := range turn.Categories {
		if got, want := e.Tally(c), alone.Tally(c); got != want {
			t.Errorf("%s: %+v with a second market, %+v without", c, got, want)
		}
	}
	if len(f.Made)-made != len(first.Made) || f.Open <= first.Open || surface.Predictions().Pending() == 0 {
		t.Errorf("%d of %d claims are the first's, %d without a second; %d are open", len(f.Made)-made, len(f.Made), len(first.Made), f.Open)
	}
}

// spec: heartbeat §11.6, DESIGN §12.16: what was held back is followed at the price of the market
// where it would have gone, and the gate asks what is known of that market.
func TestWhatWasHeldBackIsFollowedInItsOwnMarket(t *testing.T) {
	state, _ := turn.NewState(turn.Identity{})
	e := NewEngine(state, nil, enforced)
	at := int64(60)
	r := both(at, 2_000, 40_000)
	e.Observe(&r)
	x := call(r)
	x.Proposal.Body = []byte(`{"type":"swap","params":{"market":"wbtc-usdc-30"}}`)
	stake := turn.Stake{Value: 1_000, Fee: 0.003, Market: true}
	refusal := e.Judge(x, stake)
	if refusal == nil {
		t.Fatal("it let pass what nothing is known of")
	}
	e.HeldBack(x, stake, refusal)
	made := e.Drain().Made
	if len(made) != 1 || made[0].Market != "wbtc-usdc-30" || made[0].Trade.Price != 40_000 {
		t.Fatalf("made %+v", made)
	}
	later := both(at+3_600, 2_000, 44_000) // ether stands still
	e.Observe(&later)
	got := e.Drain().Resolved
	if len(got) != 1 || got[0].Market != "wbtc-usdc-30" || got[0].Correct || math.Abs(got[0].Gain-(0.1-made[0].Trade.Cost)) > 1e-9 {
		t.Errorf("resolved %+v", got)
	}
	// The first market's record does not vouch for the other.
	e = NewEngine(state, nil, enforced)
	walk(e.oracle, 60*24, 7)
	if n, other := e.oracle.total, e.beside("wbtc-usdc-30").total; n < resolvedAtLeast || other != 0 {
		t.Fatalf("%d claims came due of the first, %d of the other", n, other)
	}
	if o, m := e.at(x, &r); o.name != "wbtc-usdc-30" || m.Handle != o.name || o.Judge(Case{Cost: 0.003, Expected: 0.1, Value: 1, Equity: 1_000}) == nil {
		t.Error("what is known of the first market passed for the other")
	}
}

// Each market claims in a minute of its own, so that no tick has the claims of all.
func TestTheMarketsClaimInTurn(t *testing.T) {
	state, _ := turn.NewState(turn.Identity{})
	e := NewEngine(state, nil, enforced)
	most := 0
	for i := range 120 {
		r := both(int64(60*i), 2_000*(1+0.004*math.Sin(float64(i)/7)), 40_000*(1+0.01*math.Sin(float64(i)/3)))
		second := r.Markets[1]
		for k := range 9 {
			m := second
			m.Handle = "wbtc-usdc-" + string(rune('1'+k))
			r.Markets = append(r.Markets, m)
		}
		e.Observe(&r)
		e.Predict(uint64(i), turn.RegimeUnknown)
		markets := map[string]bool{}
		for _, p := range e.Drain().Made {
			if p.Market != "" {
				markets[p.Market] = true
			}
		}
		if i > 40 {
			most = max(most, len(markets))
		}
	}
	if most != 1 {
		t.Errorf("%d markets claimed in one tick", most)
	}
}
