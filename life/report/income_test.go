package report_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/report/attribution"
)

// note is a token that stands for what is lent or owed.
var note = common.HexToAddress("0xa1")

// place puts half the wallet into a position whose worth the test decides.
func (g *golem) place() turn.Action {
	usd, eth := g.usd/2, g.eth/2
	g.usd, g.eth = g.usd-usd, g.eth-eth
	g.positions = []turn.Position{{ID: fmt.Sprint(g.nonce), Market: "weth-usdc-5", Value: usd + eth*g.price, Quote: units(usd, 6), Base: units(eth, 18)}}
	return g.done("add_liquidity", "rule:open@9", `{"params":{"market":"weth-usdc-5","tick_lower":0,"tick_upper":10}}`,
		turn.Delta{Token: usdc.Address, Out: true, Units: units(usd, 6)}, turn.Delta{Token: weth.Address, Out: true, Units: units(eth, 18)})
}

// withdraw takes the position back as what it was last said to hold.
func (g *golem) withdraw(usd, eth, fees float64) turn.Action {
	g.usd, g.eth = g.usd+usd+fees, g.eth+eth
	id := g.positions[0].ID
	g.positions = nil
	return g.done("remove_liquidity", "rule:out@9", `{"params":{"position_id":"`+id+`","percent":100}}`,
		turn.Delta{Token: usdc.Address, Units: units(usd+fees, 6)}, turn.Delta{Token: weth.Address, Units: units(eth, 18)})
}

// claimAndWithdraw does both in one tick, which sees the position once.
func (g *golem) claimAndWithdraw(usd, eth, fees float64) {
	r := turn.Record{Tick: g.tick, Time: g.now, Seen: turn.Observation{Reading: g.reading()}}
	g.usd += fees
	r.Actions = []turn.Action{
		g.done("claim_fees", "rule:out@9", `{"params":{"position_id":"`+g.positions[0].ID+`"}}`, turn.Delta{Token: usdc.Address, Units: units(fees, 6)}),
		g.withdraw(usd, eth, 0),
	}
	for i := range r.Actions {
		r.Actions[i].Execution.Cost = 0
	}
	g.tick, g.now = g.tick+1, g.now+minute
	g.b.Add(r)
}

// Whatever was traded, placed and taken back while the price moved: the parts of
// the result sum to the gain of the equity.
func TestThePartsSumToTheGain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGolem(seed.Seed(1))
		g.b.Add(g.record())
		free := func(a turn.Action) turn.Record {
			a.Execution.Cost = 0
			return turn.Record{Tick: g.tick, Time: g.now, Actions: []turn.Action{a}}
		}
		// step records the market before the action, as a tick does.
		step := func(act func() turn.Action) {
			seen := g.reading()
			r := free(act())
			r.Seen.Reading = seen
			g.tick, g.now = g.tick+1, g.now+minute
			g.b.Add(r)
		}
		got := func() (sum float64) {
			for _, e := range g.b.Life(0).Acts.Liquidity {
				sum += e.Fees
			}
			return sum
		}
		var usd, eth, fees float64
		var supplied, owed float64 // coins and dollars in a lending market
		lend := func() {
			g.lending = []turn.Lending{{Handle: "aave-v3", Protocol: "aave-v3", Value: supplied*g.price - owed}}
		}
		actions := map[string]func(*rapid.T){
			"price": func(t *rapid.T) {
				g.price *= rapid.Float64Range(0.9, 1.1).Draw(t, "move")
				lend()
				if len(g.positions) == 1 {
					g.positions[0].Value = usd + fees + eth*g.price
				}
			},
			"buy": func(t *rapid.T) {
				if g.usd > 50 {
					step(func() turn.Action { return g.swap(true, g.usd/2/g.price, "rule:a@1") })
				}
			},
			"sell": func(t *rapid.T) {
				if g.eth > 0.01 {
					step(func() turn.Action { return g.swap(false, g.eth*rapid.Float64Range(0.2, 1).Draw(t, "part"), "rule:b@2") })
				}
			},
			"place": func(t *rapid.T) {
				if len(g.positions) == 0 && g.eth > 0.01 && g.usd > 50 {
					usd, eth, fees = g.usd/2, g.eth/2, 0
					step(g.place)
				}
			},
			"lend": func(t *rapid.T) {
				n := g.eth * rapid.Float64Range(0.1, 0.9).Draw(t, "supplied")
				step(func() turn.Action {
					g.eth, supplied = g.eth-n, supplied+n
					lend()
					return g.done("supply", "steer:1", `{}`, turn.Delta{Token: note, Units: units(n, 18)}, turn.Delta{Token: weth.Address, Out: true, Units: units(n, 18)})
				})
			},
			"take back": func(t *rapid.T) {
				n := supplied * rapid.Float64Range(0.1, 1).Draw(t, "withdrawn")
				step(func() turn.Action {
					g.eth, supplied = g.eth+n, supplied-n
					lend()
					return g.done("withdraw", "steer:1", `{}`, turn.Delta{Token: note, Out: true, Units: units(n, 18)}, turn.Delta{Token: weth.Address, Units: units(n, 18)})
				})
			},
			"borrow": func(t *rapid.T) {
				n := rapid.Float64Range(1, 500).Draw(t, "borrowed")
				step(func() turn.Action {
					g.usd, owed = g.usd+n, owed+n
					lend()
					return g.done("borrow", "steer:1", `{}`, turn.Delta{Token: note, Units: units(n, 6)}, turn.Delta{Token: usdc.Address, Units: units(n, 6)})
				})
			},
			"repay": func(t *rapid.T) {
				n := min(owed, g.usd) * rapid.Float64Range(0, 1).Draw(t, "repaid")
				step(func() turn.Action {
					g.usd, owed = g.usd-n, owed-n
					lend()
					return g.done("repay", "steer:1", `{}`, turn.Delta{Token: note, Out: true, Units: units(n, 6)}, turn.Delta{Token: usdc.Address, Out: true, Units: units(n, 6)})
				})
			},
			"interest": func(*rapid.T) {
				supplied, owed = supplied*1.01, owed*1.02
				lend()
			},
			"earn": func(t *rapid.T) {
				if len(g.positions) == 1 {
					fees += 2
					usd, eth = usd*1.2, eth*0.7 // the market traded through it
					p := &g.positions[0]
					p.QuoteFees, p.Value = units(fees, 6), usd+fees+eth*g.price
				}
			},
			"claim and withdraw": func(t *rapid.T) {
				if len(g.positions) == 1 {
					collected := got() + fees
					g.claimAndWithdraw(usd, eth, fees)
					if got := got(); math.Abs(got-collected) > 1e-5 {
						t.Fatalf("collected %v, want %v", got, collected)
					}
				}
			},
			"withdraw": func(t *rapid.T) {
				if len(g.positions) == 1 {
					step(func() turn.Action { return g.withdraw(usd, eth, fees) })
				}
			},
		}
		t.Repeat(actions)
		g.b.Add(g.record())
		l := g.b.Life(0)
		r := l.Results.Result
		parts := r.Realised + r.Unrealised + r.SwapFees + r.Earned + r.Liquidity + r.Lending + r.Gas + r.Coin
		if gain := l.Results.Performance.Life.Gain(); math.Abs(gain-parts) > 1e-3*(1+math.Abs(gain)) || math.Abs(gain-r.Total) > 1e-6*(1+math.Abs(gain)) {
			t.Fatalf("gained %v, the parts are %v: %+v", gain, parts, r)
		}
		adds(t, r)
	})
}

// adds holds that what is printed adds up to the total that is printed, to the cent.
func adds(t interface{ Fatalf(string, ...any) }, r attribution.Result) {
	cents := 0.0
	for _, p := range r.Parts() {
		cents += math.Round(p.Value * 100)
	}
	if total := math.Round(attribution.Cents(r.Total) * 100); cents != total {
		t.Fatalf("the parts come to %v cents of %v: %+v", cents, total, r.Parts())
	}
	shared(t, r)
}

// shared fails where what was done in the markets, or by the rules, is not the whole of what trading,
// liquidity and lending came to, to a unit of the money; or where the lines are not the result, to
// the cent.
func shared(t interface{ Fatalf(string, ...any) }, r attribution.Result) {
	whole := r.Realised + r.Unrealised + r.SwapFees + r.Earned + r.Liquidity + r.Lending
	for name, list := range map[string][]attribution.Share{"markets": r.Shared.Markets, "rules": r.Shared.Rules} {
		sum := r.Shared.Kept
		for _, s := range list {
			sum += s.Gain
		}
		if !(math.Abs(sum-whole) < 1e-6) {
			t.Fatalf("the %s come to %v of %v: %+v", name, sum, whole, r.Shared)
		}
		cents := 0.0
		for _, l := range r.Lines(list) {
			cents += math.Round(l.Sum * 100)
		}
		if total := math.Round(attribution.Cents(r.Total) * 100); cents != total {
			t.Fatalf("the lines of the %s come to %v cents of %v: %+v", name, cents, total, r.Lines(list))
		}
	}
}

// A life that does nothing gains nothing but by the price of its coin for gas, which is named,
// and pays for its time.
func TestAnIdleLifeGainsNothingButTheCoinsPrice(t *testing.T) {
	g := newGolem(seed.Seed(1))
	add := func(coin float64) {
		r := g.record()
		r.Seen.Reading.Native, r.Seen.Reading.NativeUSD = units(0.02, 18), coin
		g.b.Add(r)
	}
	add(2500)
	g.now += minute
	add(2523.5)
	r := g.b.Life(0).Results.Result
	r.Burnt(0)
	r.Beside(1_200_000, 0)
	if math.Abs(r.Coin-0.47) > 1e-9 || math.Abs(r.Total+0.73) > 1e-9 || r.Realised != 0 || r.Unrealised != 0 || r.SwapFees != 0 || r.Gas != 0 || math.Abs(r.Rest) > 1e-9 {
		t.Errorf("%+v", r)
	}
	adds(t, r)
	if n := len(r.Parts()); n != 5 {
		t.Errorf("%+v", r.Parts())
	}
}
