package report_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/report"
)

var (
	usdc = turn.Token{Address: common.HexToAddress("0x01"), Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.HexToAddress("0x02"), Symbol: "WETH", Decimals: 18}
)

const (
	birth  = int64(1_691_884_800_000) // 2023-08-13
	minute = int64(60_000)
)

// inPool is the body of a swap in the market of the golem, as far as the report reads it.
const inPool = `{"type":"swap","params":{"market":"weth-usdc-5"},"constraints":{}}`

// golem is a made-up life: a wallet on a price that wanders, its records folded
// into a Builder one by one, as a real life's are.
type golem struct {
	chance    *rand.Rand
	b         *report.Builder
	price     float64
	usd, eth  float64
	tick      uint64
	now       int64
	positions []turn.Position
	lending   []turn.Lending
	nonce     uint64
}

func newGolem(s seed.Seed) *golem {
	return &golem{chance: s.Stream("synthetic"), b: report.NewBuilder(), price: 1850, usd: 1000, now: birth}
}

func units(x float64, decimals int) uint256.Int {
	return *uint256.NewInt(uint64(x * math.Pow(10, float64(decimals))))
}

func (g *golem) reading() turn.Reading {
	pool := turntest.Pool{Address: common.HexToAddress("0x03"), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10, Price: g.price}
	pool.Tick = int32(math.Log(1e12/g.price) / math.Log(1.0001))
	r := pool.Seen(new(uint256.Int), new(uint256.Int))
	r.Assets[0].Units, r.Assets[0].Value = units(g.usd, 6), g.usd
	r.Assets[1].Units, r.Assets[1].Value = units(g.eth, 18), g.eth*g.price
	r.Block = turn.Block{Number: 1 + uint64(g.now-birth)/15_000, Time: g.now / 1000}
	r.Positions, r.Lending = g.positions, g.lending
	return r
}

// live ticks once a minute; decide returns the triggers and actions of a tick.
func (g *golem) live(ticks int, decide func(g *golem) ([]turn.Trigger, []turn.Action)) {
	for range ticks {
		g.price *= math.Exp(0.0009*g.chance.NormFloat64() - 0.000012)
		r := turn.Record{
			Tick: g.tick, Time: g.now, GolemID: "golem-5f1c09aa7be2", Seen: turn.Observation{Reading: g.reading(), Regime: turn.Regime(1 + g.tick/600%4)},
			Strategy: turn.StrategyMark{Hash: "9f2c4e1a77d05b3e9f2c4e1a77d05b3e", Revision: 1},
		}
		r.Gating.Idle = g.tick%9 != 0
		r.Strategy.Triggers, r.Actions = decide(g)
		if len(r.Strategy.Triggers) > 0 {
			r.Gating.Tier = turn.T1
		}
		for _, a := range r.Actions {
			r.Gating.Tier = turn.T2
			if a.Execution != nil {
				r.Cost.Gas += a.Execution.Cost
			}
		}
		r.Cost.Total = r.Cost.Gas + 420
		g.b.Add(r)
		g.tick, g.now = g.tick+1, g.now+minute
	}
}

func (g *golem) done(kind, cause, body string, deltas ...turn.Delta) turn.Action {
	g.nonce++
	id := fmt.Sprintf("permit-%06x", g.nonce*7919)
	block := g.reading().Block
	block.Number++
	return turn.Action{
		Status: turn.StatusExecuted, Proposal: turn.Proposal{Body: []byte(body), Origin: turn.OriginRule, Cause: cause},
		Preview: turn.Preview{PermitID: id, Kind: kind, Simulation: &turn.Simulation{ImpactBPS: 2}},
		Execution: &turn.Execution{
			PermitID: id, Status: turn.StatusExecuted, Block: block, Deltas: deltas, Cost: 21_000, Verified: true,
			TxHash: common.BigToHash(uint256.NewInt(g.nonce).ToBig()),
		},
	}
}

func (g *golem) swap(buy bool, base float64, cause string) turn.Action {
	usd, eth := base*g.price*1.0007, base
	if buy {
		g.usd, g.eth = g.usd-usd, g.eth+eth
	} else {
		usd = base * g.price * 0.9993
		g.usd, g.eth = g.usd+usd, g.eth-eth
	}
	return g.done("swap", cause, inPool,
		turn.Delta{Token: usdc.Address, Out: buy, Units: units(usd, 6)}, turn.Delta{Token: weth.Address, Out: !buy, Units: units(eth, 18)})
}

func (g *golem) trigger(rule, kind, text string, line int, outcome, layer string) turn.Trigger {
	return turn.Trigger{Rule: fmt.Sprintf("rule:%s@%d", rule, line), Kind: kind, Line: line, Text: text, Outcome: outcome, Layer: layer}
}

// reversion buys below a slow mean and sells above it.
func reversion() func(*golem) ([]turn.Trigger, []turn.Action) {
	mean, low := 1850.0, false
	return func(g *golem) ([]turn.Trigger, []turn.Action) {
		mean += (g.price - mean) / 240
		was := low
		low = g.price < mean*0.994
		switch {
		case low && !was && g.chance.IntN(4) == 0:
			return []turn.Trigger{g.trigger("entry-1", "entry", "when price < mean(4h) - 0.6% do buy 25% of equity", 41, "stopped", []string{"cage", "gas", "simulation"}[g.chance.IntN(3)])}, nil
		case low && !was && g.usd > 300:
			a := g.swap(true, 250/g.price, "rule:entry-1@41")
			return []turn.Trigger{g.trigger("entry-1", "entry", "when price < mean(4h) - 0.6% do buy 25% of equity", 41, "executed", "")}, []turn.Action{a}
		case low && !was:
			return []turn.Trigger{g.trigger("entry-1", "entry", "when price < mean(4h) - 0.6% do buy 25% of equity", 41, "held", "deliberator")}, nil
		case g.eth > 0.1 && g.price > mean*1.004:
			a := g.swap(false, g.eth, "rule:exit-1@47")
			return []turn.Trigger{g.trigger("exit-1", "exit", "when price > mean(4h) + 0.4% do sell 100%", 47, "executed", "")}, []turn.Action{a}
		}
		return nil, nil
	}
}

// keeper holds one range and moves it when the price has left it.
func keeper() func(*golem) ([]turn.Trigger, []turn.Action) {
	return func(g *golem) ([]turn.Trigger, []turn.Action) {
		seen := g.reading()
		tick := seen.Primary().Range.Tick
		if len(g.positions) == 1 {
			p := &g.positions[0]
			p.QuoteFees.AddUint64(&p.QuoteFees, 900)
			p.Value = 450 + 450*g.price/1850
			if p.InRange(tick) {
				return nil, nil
			}
		}
		const text = "when position.out_of_range do recentre within ±1%"
		var actions []turn.Action
		if len(g.positions) == 1 {
			actions = append(actions, g.done("remove_liquidity", "rule:move@22", `{"params":{"position_id":"`+g.positions[0].ID+`","percent":100}}`,
				turn.Delta{Token: usdc.Address, Units: units(471, 6)}, turn.Delta{Token: weth.Address, Units: units(0.2096, 18)}))
			actions = append(actions, g.swap(g.chance.IntN(2) == 0, 0.02, "rule:move@22"))
		}
		if len(g.positions) == 0 {
			g.usd -= 900
		}
		lower, upper := (tick-100)/10*10, (tick+100)/10*10
		actions = append(actions, g.done("add_liquidity", "rule:move@22", fmt.Sprintf(`{"params":{"market":"weth-usdc-5","tick_lower":%d,"tick_upper":%d}}`, lower, upper),
			turn.Delta{Token: usdc.Address, Out: true, Units: units(470, 6)}, turn.Delta{Token: weth.Address, Out: true, Units: units(0.21, 18)}))
		g.positions = []turn.Position{{ID: fmt.Sprint(100 + g.nonce), Market: "weth-usdc-5", Lower: lower, Upper: upper, Value: 900}}
		return []turn.Trigger{g.trigger("move", "manage", text, 22, "executed", "")}, actions
	}
}

// finish fills in what records do not hold.
func finish(l report.Life) report.Life {
	l.Subject.Identity.Name, l.Subject.Identity.Wallet, l.Subject.Identity.ChainID = "Ashby", "0x00000000000000000000000000000000000000AA", 31337
	l.Subject.Strategy.Name, l.Subject.Strategy.StartStage = "eth-mean-reversion", "proven"
	l.Subject.Seed, l.Money.Costs.Compute = 7, money.USDC(420*l.Subject.Ticks)
	l.Subject.Place = report.Place{
		Kind: "history", Name: "uniswap-v3-polygon-usdc-weth-005",
		Assumptions: []string{
			"the market is moved back to the recorded tick after every trade of the Golem: nobody reacts to it",
			"412 of 7200 minutes moved further than their recorded inflow pays for (they lack 2.9 % of the recorded value): liquidity was lower while they moved",
			"38 minutes moved without any recorded inflow: liquidity was 1/64 of the recorded one",
			"0 missing minutes: the market stood still",
			"71 times the market moved the price back after another's swap",
			"2023-08-13: fees to liquidity providers differ from the record by 0.002 %",
			"2023-08-14: fees to liquidity providers differ from the record by 0.004 %",
		},
		Facts: []report.Fact{{Name: "Blocks sealed", Value: "28,800"}, {Name: "Market swaps", Value: "61,204"}, {Name: "Gas price", Value: "recorded, median 128 gwei"}},
	}
	l.Fate.Death = &report.Death{
		Cause: "ttl", Time: l.Subject.To,
		Phases: []report.Phase{
			{Name: "Acceptance", Note: "open permits were cancelled"},
			{Name: "Settlement", Note: "the base token was sold"},
			{Name: "Reflection", Note: "equity was read for the last time"},
			{Name: "Legacy", Note: "testament and tombstone written, the key destroyed"},
		},
		Left: []report.Leftover{{What: "WETH 0.000013", Value: "0.024", Reason: "worth less than the gas of selling it", Advice: "it stays in the wallet"}}, Balance: []string{"987.42 USDC", "0.000013 WETH"},
	}
	l.Money.Ledger = []report.LedgerSum{{Account: "golem", Asset: "credit", Sum: "48.112300"}, {Account: "owner", Asset: "credit", Sum: "-50.000000"}, {Account: "gas", Asset: "credit", Sum: "1.887700"}}
	l.Run.Wall = 18_400
	l.Run.Next = []string{"bardo why out --trade 1", "bardo replay out", "bardo live --history DIR --strategy FILE --seed 8"}
	return l
}

// trader is five made-up days of mean reversion, keeping three of liquidity. They
// are made once; what a test changes in them is its own copy.
func trader() report.Life { return own(made.trader()) }

func keeping() report.Life { return own(made.keeping()) }

var made = struct{ trader, keeping func() report.Life }{sync.OnceValue(makeTrader), sync.OnceValue(makeKeeping)}

func own(l report.Life) report.Life {
	death := *l.Fate.Death
	l.Fate.Death, l.Acts.Trades, l.Thought.Triggers = &death, slices.Clone(l.Acts.Trades), slices.Clone(l.Thought.Triggers)
	l.Subject.Place.Assumptions, l.Run.Next = slices.Clone(l.Subject.Place.Assumptions), slices.Clone(l.Run.Next)
	return l
}

func makeTrader() report.Life {
	g := newGolem(7)
	g.live(5*1440, reversion())
	before := g.reading()
	sale := g.swap(false, g.eth, "death:settlement")
	g.b.Settle(g.now, before, []turn.Action{sale}, g.reading(), nil)
	return finish(g.b.Life(2000))
}

func makeKeeping() report.Life {
	g := newGolem(11)
	g.live(3*1440, keeper())
	return finish(g.b.Life(2000))
}
