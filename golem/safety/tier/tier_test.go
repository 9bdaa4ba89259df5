package tier_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/weth9"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// spec: safety §25 point 8 — every tool in the registry has tier, phase rule, risk tier.
// The registry are the kinds of the grammar and the six tools around it.
func TestEveryToolHasItsRow(t *testing.T) {
	want := map[string]bool{tier.Preview: true, tier.Commit: true, tier.Anchor: true, tier.Declare: true, tier.HandOver: true, tier.Sweep: true}
	for _, kind := range grammar.Kinds() {
		want[string(kind)] = true
	}
	seen := map[string]bool{}
	for _, r := range tier.Table() {
		if seen[r.Tool] || !want[r.Tool] {
			t.Errorf("%s has two rows, or is no tool", r.Tool)
		}
		seen[r.Tool] = true
		if r.Tier < tier.Read || r.Tier > tier.Privileged || r.Risk == "" || r.Tier != tier.Read && !r.Risky && !r.Closes {
			t.Errorf("%s is not told whole: %+v", r.Tool, r)
		}
		if got, ok := tier.Of(r.Tool); !ok || got != r {
			t.Errorf("%s is found as %+v", r.Tool, got)
		}
	}
	if len(seen) != len(want) {
		t.Errorf("%d rows for %d tools", len(seen), len(want))
	}
	if _, ok := tier.Of("transfer"); ok {
		t.Error("a tool that does not exist has a row")
	}
}

var (
	usdc = turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	pool = common.HexToAddress("0xcc")
)

// forms are an action of each kind that opens, and one that closes.
func forms() (opens, closes map[grammar.Kind]grammar.Action) {
	one := uint256.NewInt(1e6)
	lends := func(k grammar.Kind) grammar.Action {
		return grammar.Action{Kind: k, Market: aavev3.Name, Protocol: aavev3.Name, Asset: usdc.Address, Amount: one}
	}
	opens = map[grammar.Kind]grammar.Action{
		grammar.Swap:         {Kind: grammar.Swap, Market: "weth-usdc-5", Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: one},
		grammar.AddLiquidity: {Kind: grammar.AddLiquidity, Market: "weth-usdc-5", Protocol: uniswapv3.Name, Base: one, Quote: one, TickLower: -10, TickUpper: 10},
		grammar.Supply:       lends(grammar.Supply), grammar.Borrow: lends(grammar.Borrow),
	}
	closes = map[grammar.Kind]grammar.Action{
		grammar.Swap:            {Kind: grammar.Swap, Market: "weth-usdc-5", Protocol: uniswapv3.Name, TokenIn: weth.Address, TokenOut: usdc.Address, AmountIn: one},
		grammar.RemoveLiquidity: {Kind: grammar.RemoveLiquidity, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(7), Percent: 100},
		grammar.ClaimFees:       {Kind: grammar.ClaimFees, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(7)},
		grammar.Withdraw:        lends(grammar.Withdraw), grammar.Repay: lends(grammar.Repay),
		grammar.Wrap:   {Kind: grammar.Wrap, Protocol: weth9.Name, Asset: weth.Address, Amount: one},
		grammar.Unwrap: {Kind: grammar.Unwrap, Protocol: weth9.Name, Asset: weth.Address, Amount: one},
	}
	return opens, closes
}

// judge asks the cage, with a debt behind which the asset stands where owes.
func judge(a grammar.Action, phase turn.Phase, owes bool) *turn.Refusal {
	sqrt := uint256.MustFromDecimal("1771595571142957102961017161607260")
	seen := turntest.Pool{Address: pool, Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, SqrtPriceX96: *sqrt}.Seen(uint256.NewInt(10_000e6), uint256.NewInt(1e18))
	p := cage.Policy{
		Tokens: []common.Address{usdc.Address, weth.Address}, Markets: []cage.Listing{cage.Listed(seen.Markets[0])}, Protocols: []string{uniswapv3.Name, aavev3.Name, weth9.Name}, GasReserve: money.One,
		MaxPosition: 10_000, MaxConcentration: 10_000, MaxSlippage: 100, MaxImpact: 100, MaxDrawdown: 1300, Loss: cage.LossLimits{Day: 10_000, Session: 10_000, Move: 10_000, Exit: 10_000}, MinCollateral: 10_500,
		PerTransaction: money.One, PerSession: money.One, PerDay: money.One, MaxAssets: 2, MaxPositions: 5, PerHour: 20,
	}
	l := turn.Lending{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc, Supplied: *uint256.NewInt(1e9)}, {Token: weth}}}
	if owes {
		l.Account.Debt = *uint256.NewInt(1e9)
	}
	seen.NativePrice, seen.Native = 2_000*money.One, *uint256.NewInt(5e14) // of one dollar
	if a.Kind == grammar.Unwrap {
		seen.Native.Clear()
	} else if a.Kind == grammar.Wrap {
		seen.Native.AddUint64(&seen.Native, 1e6)
	}
	seen.Lending, seen.Positions = []turn.Lending{l}, []turn.Position{{ID: "7", Market: "weth-usdc-5"}}
	return cage.New(p).Before(cage.Case{Action: a, Seen: seen, Phase: phase, Now: 1})
}

// spec: safety §14 — the phase rule of the table is the one that the cage holds: what
// opens up to a phase, what secures a debt up to another, and what closes in each.
func TestTheCageHoldsThePhasesOfTheTable(t *testing.T) {
	opens, closes := forms()
	for _, kind := range grammar.Kinds() {
		row, _ := tier.Of(string(kind))
		a, risky := opens[kind]
		b, leaves := closes[kind]
		if risky != row.Risky || leaves != row.Closes {
			t.Errorf("%s: the table says risky %v, closes %v", kind, row.Risky, row.Closes)
		}
		for phase := turn.Thriving; phase <= turn.Terminal; phase++ {
			if risky {
				held(t, kind, phase, "opening", judge(a, phase, false), phase <= row.Opens)
				held(t, kind, phase, "beside a debt", judge(a, phase, true), phase <= row.Secures)
			}
			if leaves {
				held(t, kind, phase, "closing", judge(b, phase, true), true)
			}
		}
	}
}

func held(t *testing.T, kind grammar.Kind, phase turn.Phase, what string, r *turn.Refusal, want bool) {
	t.Helper()
	if (r == nil) != want || r != nil && r.Code != wire.CodeSafetyPhaseBlocked {
		t.Errorf("%s in %s, %s: %+v, allowed should be %v", kind, phase, what, r, want)
	}
}

// spec: safety §4.4 — bounded swaps, claims, repayments, withdrawals to self are Standard;
// LP changes, a swap above 50,000 USD and lending above 100,000 USD are Elevated.
func TestARiskFollowsFromKindAndValue(t *testing.T) {
	for tool, c := range map[string]struct {
		value money.USDC
		want  tier.Risk
	}{
		"swap": {50_000 * money.One, tier.Standard}, "repay": {100_000 * money.One, tier.Standard}, "add_liquidity": {1, tier.Elevated},
		"remove_liquidity": {1, tier.Elevated}, tier.Preview: {1 << 60, tier.Routine}, "claim_fees": {0, tier.Standard},
	} {
		if r, _ := tier.Of(tool); r.At(c.value) != c.want || r.Approved() {
			t.Errorf("%s of %s: %s, want %s", tool, c.value, r.At(c.value), c.want)
		}
	}
	for tool, value := range map[string]money.USDC{"swap": 50_000*money.One + 1, "supply": 100_000*money.One + 1, "borrow": 100_000*money.One + 1} {
		if r, _ := tier.Of(tool); r.At(value) != tier.Elevated {
			t.Errorf("%s of %s: %s", tool, value, r.At(value))
		}
	}
}
