package cage

import (
	"fmt"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

var (
	usdc  = turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth  = turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	other = common.HexToAddress("0xdd")
	pool  = common.HexToAddress("0xcc")
)

// exchange is the handle of the market at pool.
const exchange = "weth-usdc-5"

// noon is 12:00 UTC of a day.
const noon = 20_000*day + day/2

func limits() Policy {
	return Policy{
		Tokens: []common.Address{usdc.Address, weth.Address}, Markets: []Listing{{Handle: exchange, Protocol: uniswapv3.Name, Address: pool}}, Protocols: []string{uniswapv3.Name},
		MaxPosition: 2500, MaxConcentration: 3000, MaxSlippage: 100, MaxImpact: 100, MaxDrawdown: 1300, Loss: LossLimits{Day: 10_000, Session: 10_000, Move: 10_000, Exit: 10_000},
		PerTransaction: 10_000 * money.One, PerSession: 100_000_000 * money.One, MaxAssets: 2, PerDay: 100_000 * money.One, MaxPositions: 2, PerHour: 3,
	}
}

// seen holds 10,000 USDC where one WETH costs 2,000 USDC, and so little more that it still does
// where a reading rounds its price down.
func seen() turn.Reading {
	sqrt := uint256.MustFromDecimal("1771595571142957102961017161597260")
	return turntest.Pool{Address: pool, Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, SqrtPriceX96: *sqrt}.Seen(uint256.NewInt(10_000e6), nil)
}

// unpriced is a reading of a market in which nothing is traded.
func unpriced(r turn.Reading) turn.Reading { return turntest.Moved(r, new(uint256.Int)) }

// fed is a reading with what a price feed says of WETH; nil: none is configured.
func fed(r turn.Reading, f *turn.Feed) turn.Reading { return turntest.Fed(r, weth.Address, f) }

func buy() grammar.Action {
	return grammar.Action{Kind: grammar.Swap, Market: exchange, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1000e6), Slippage: 50}
}

func sell() grammar.Action {
	return grammar.Action{Kind: grammar.Swap, Market: exchange, Protocol: uniswapv3.Name, TokenIn: weth.Address, TokenOut: usdc.Address, AmountIn: uint256.NewInt(5e17), Slippage: 50}
}

func provide() grammar.Action {
	return grammar.Action{Kind: grammar.AddLiquidity, Market: exchange, Protocol: uniswapv3.Name, Base: uint256.NewInt(0), Quote: uint256.NewInt(1000e6), TickLower: -10, TickUpper: 10, Slippage: 50}
}

func leave(id uint64) grammar.Action {
	return grammar.Action{Kind: grammar.RemoveLiquidity, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(id), Percent: 100, Slippage: 50}
}

// spent is a simulation that pays USDC and receives WETH.
func spent(paid, got uint64) turn.Simulation {
	return turn.Simulation{Success: true, Value: money.USDC(paid), Deltas: []turn.Delta{
		{Token: usdc.Address, Out: true, Units: *uint256.NewInt(paid)}, {Token: weth.Address, Units: *uint256.NewInt(got)},
	}}
}

func pooled(paid uint64) turn.Simulation {
	return turn.Simulation{Success: true, Value: money.USDC(paid), Deltas: []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.NewInt(paid)}}}
}

// judge runs both halves of the judgement.
func (c *Cage) judge(k Case, s turn.Simulation) *turn.Refusal {
	if r := c.Before(k); r != nil {
		return r
	}
	return c.After(k, s)
}

func code(r *turn.Refusal) wire.Code {
	if r == nil {
		return ""
	}
	return r.Code
}

// says fails the test that the format names unless the refusal has that code; "" is none.
func says(t testing.TB, r *turn.Refusal, want wire.Code, format string, args ...any) {
	t.Helper()
	if code(r) != want || (r == nil) != (want == "") {
		t.Errorf("%s: %+v, want %q", fmt.Sprintf(format, args...), r, want)
	}
}

// scene is an action before a cage.
type scene struct {
	policy Policy
	k      Case
	sim    turn.Simulation
}

// change is an edit of a scene, and the code that it is refused with then.
type change struct {
	edit func(*scene)
	want wire.Code
}

func judged(t *testing.T, begin func() scene, changes map[string]change) {
	for name, c := range changes {
		t.Run(name, func(t *testing.T) {
			s := begin()
			c.edit(&s)
			r := New(s.policy).judge(s.k, s.sim)
			says(t, r, c.want, "an action")
			if r != nil && (r.Layer != Layer || r.Detail == "") {
				t.Errorf("a refusal without layer or detail: %+v", r)
			}
		})
	}
}

func TestEachLimitRefusesWithItsOwnCode(t *testing.T) {
	begin := func() scene {
		return scene{limits(), Case{Action: buy(), Seen: seen(), Now: noon}, spent(1000e6, 5e17)}
	}
	judged(t, begin, map[string]change{
		"an honest purchase passes":     {func(*scene) {}, ""},
		"zero policy":                   {func(s *scene) { s.policy = Policy{} }, CodeProtocol},
		"protocol":                      {func(s *scene) { s.policy.Protocols = []string{"aave-v3"} }, CodeProtocol},
		"own constraint on protocols":   {func(s *scene) { s.k.Action.Constraints.Protocols = []string{} }, CodeProtocol},
		"token":                         {func(s *scene) { s.policy.Tokens = s.policy.Tokens[:1] }, CodeToken},
		"own constraint on tokens":      {func(s *scene) { s.k.Action.Constraints.Tokens = []common.Address{usdc.Address} }, CodeNarrowed},
		"market of a swap":              {func(s *scene) { s.policy.Markets = nil }, CodePool},
		"token of another market":       {func(s *scene) { s.policy.Tokens = append(s.policy.Tokens, other); s.k.Action.TokenOut = other }, CodePool},
		"market of a position":          {func(s *scene) { s.k.Action = provide(); s.policy.Markets = nil }, CodePool},
		"tokens of a position's market": {func(s *scene) { s.k.Action = provide(); s.policy.Tokens = s.policy.Tokens[1:] }, CodeToken},
		"position of a stranger":        {func(s *scene) { s.k.Action = leave(9) }, CodePosition},
		"slippage":                      {func(s *scene) { s.k.Action.Slippage = 101 }, CodeSlippage},
		"slippage at the limit passes":  {func(s *scene) { s.k.Action.Slippage = 100 }, ""},
		"phase":                         {func(s *scene) { s.k.Phase = turn.Conservation }, CodePhase},
		"stable opens":                  {func(s *scene) { s.k.Phase = turn.Stable }, ""},
		"drawdown":                      {func(s *scene) { s.k.Drawdown = 1301 }, CodeDrawdown},
		"drawdown at the limit passes":  {func(s *scene) { s.k.Drawdown = 1300 }, ""},
		"positions": {func(s *scene) {
			s.k.Action = provide()
			s.k.Seen.Positions = []turn.Position{{ID: "1", Value: 1}, {ID: "2", Value: 500}}
		}, CodePositions},
		"positions that are worth nothing are not counted": {func(s *scene) {
			s.k.Action = provide()
			s.k.Seen.Positions = []turn.Position{{ID: "1", Value: 0.99}, {ID: "2", Value: 500}}
		}, ""},
		"a position in a crowd": {func(s *scene) {
			s.k.Action, s.k.Seen.Crowd = provide(), 65
		}, CodePositions},
		"impact":                           {func(s *scene) { s.sim.ImpactBPS = 101 }, CodeImpact},
		"own constraint on value":          {func(s *scene) { s.k.Action.Constraints.MaxValue = s.sim.Value - 1 }, CodeNarrowed},
		"own constraint met passes":        {func(s *scene) { s.k.Action.Constraints.MaxValue = s.sim.Value }, ""},
		"one unit over per transaction":    {func(s *scene) { s.policy.PerTransaction = s.sim.Value - 1 }, CodeSpend},
		"exactly per transaction passes":   {func(s *scene) { s.policy.PerTransaction = s.sim.Value }, ""},
		"one unit over per day":            {func(s *scene) { s.policy.PerDay = s.sim.Value - 1 }, CodeSpend},
		"one unit over the position limit": {func(s *scene) { s.sim = spent(2500e6+4, 125e16+2e9) }, CodePositionSize},
		"at the position limit passes":     {func(s *scene) { s.sim = spent(2500e6, 125e16) }, ""},
		"all risk together": {func(s *scene) {
			s.k.Seen.Positions = []turn.Position{{ID: "1", Market: exchange, Quote: *uint256.NewInt(2_500e6)}}
		}, ""},
		"all risk together too much": {func(s *scene) {
			s.k.Seen.Positions = []turn.Position{{ID: "1", Market: exchange, Quote: *uint256.NewInt(3_000e6)}}
			s.sim = spent(1_001e6, 5005e14)
		}, CodeConcentration},
		"shadow stage": {func(s *scene) { s.policy.Shadow = true }, CodeStage},
		// spec: safety §1.4 S-10
		"no price":  {func(s *scene) { s.k.Seen = unpriced(s.k.Seen) }, CodeUnpriced},
		"no equity": {func(s *scene) { s.k.Seen.Assets = s.k.Seen.Assets[:0] }, CodeUnpriced},
	})
}

func TestLiquidityCountsAgainstBothShares(t *testing.T) {
	k := Case{Action: provide(), Seen: seen(), Now: noon}
	for paid, want := range map[uint64]wire.Code{2500e6: "", 2500e6 + 1: CodePositionSize} {
		says(t, New(limits()).judge(k, pooled(paid)), want, "%d into a position", paid)
	}
	k.Seen.Positions = []turn.Position{{ID: "1", Market: exchange, Quote: *uint256.NewInt(2_000e6), QuoteFees: *uint256.NewInt(400e6)}}
	// Equity 12,400: 3,720 of risk are allowed, 2,400 are there.
	for paid, want := range map[uint64]wire.Code{1320e6: "", 1320e6 + 1: CodeConcentration} {
		says(t, New(limits()).judge(k, pooled(paid)), want, "%d beside a position", paid)
	}
}

// spec: safety §1.4 S-7
func TestReducingIsNeverRefusedForSizePhaseOrBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := limits()
		p.MaxPosition, p.MaxConcentration = money.BPS(rapid.IntRange(0, 10_000).Draw(t, "position")), money.BPS(rapid.IntRange(0, 10_000).Draw(t, "concentration"))
		p.PerTransaction, p.PerDay = money.USDC(rapid.Int64Range(0, 1e9).Draw(t, "per tx")), money.USDC(rapid.Int64Range(0, 1e9).Draw(t, "per day"))
		p.MaxPositions, p.PerHour, p.MaxDrawdown = 0, 0, 0
		p.Shadow = rapid.Bool().Draw(t, "shadow")
		k := Case{
			Seen: seen(), Now: noon, Phase: turn.Phase(rapid.IntRange(0, int(turn.Terminal)).Draw(t, "phase")),
			Drawdown: money.BPS(rapid.IntRange(0, 10_000).Draw(t, "drawdown")),
		}
		k.Seen.Positions = []turn.Position{{ID: "7", Market: exchange, Quote: *uint256.NewInt(rapid.Uint64().Draw(t, "amount"))}}
		if rapid.Bool().Draw(t, "no price") {
			k.Seen, k.Dying = unpriced(k.Seen), true // while living nothing is sold without one
		}
		k.Action = rapid.SampledFrom([]grammar.Action{sell(), leave(7), {Kind: grammar.ClaimFees, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(7)}}).Draw(t, "action")
		c := New(p)
		units := rapid.Uint64().Draw(t, "units")
		s := turn.Simulation{Success: true, Value: money.USDC(units >> 1), Deltas: []turn.Delta{{Token: usdc.Address, Units: *uint256.NewInt(units)}}}
		if r := c.judge(k, s); r != nil {
			t.Fatalf("%s was refused: %+v", k.Action.Kind, r)
		}
		c.Committed(k, s.Value)
		if len(c.spent.opened) != 0 || c.spent.inDay(k.Now) != 0 {
			t.Fatalf("%s counts against the budget", k.Action.Kind)
		}
	})
}

// Whatever the proposal's own constraints say, what is refused without them is
// refused with them.
func TestConstraintsOnlyNarrow(t *testing.T) {
	tokens := []common.Address{usdc.Address, weth.Address, other}
	rapid.Check(t, func(t *rapid.T) {
		k := Case{
			Action: rapid.SampledFrom([]grammar.Action{buy(), sell(), provide(), leave(7)}).Draw(t, "action"), Seen: seen(), Now: noon,
			Phase: turn.Phase(rapid.IntRange(0, 3).Draw(t, "phase")),
		}
		k.Action.Slippage = money.BPS(rapid.IntRange(0, 150).Draw(t, "slippage"))
		if k.Action.Kind == grammar.Swap && rapid.Bool().Draw(t, "odd") {
			k.Action.TokenOut = other
		}
		p := limits()
		p.MaxPosition = money.BPS(rapid.IntRange(0, 5000).Draw(t, "max"))
		s := spent(1000e6, 5e17)
		s.ImpactBPS = money.BPS(rapid.IntRange(0, 150).Draw(t, "impact"))
		plain := New(p).judge(k, s)
		k.Action.Constraints = grammar.Constraints{MaxValue: money.USDC(rapid.Int64Range(0, 2000e6).Draw(t, "value"))}
		if rapid.Bool().Draw(t, "some tokens") {
			k.Action.Constraints.Tokens = rapid.SliceOfN(rapid.SampledFrom(tokens), 0, 3).Draw(t, "tokens")
		}
		if rapid.Bool().Draw(t, "some protocols") {
			k.Action.Constraints.Protocols = rapid.SliceOfN(rapid.SampledFrom([]string{uniswapv3.Name, "anything"}), 0, 2).Draw(t, "protocols")
		}
		if narrowed := New(p).judge(k, s); plain != nil && narrowed == nil {
			t.Fatalf("%+v was refused with %s and passes with constraints %+v", k.Action, plain.Code, k.Action.Constraints)
		}
	})
}

// held is one position that the Golem holds.
func held(id uint64) []turn.Position {
	return []turn.Position{{ID: uint256.NewInt(id).Dec(), Market: exchange, Quote: *uint256.NewInt(1_000e6)}}
}
