package tool

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
)

// drawn is a pool of either order at any price, with other exchanges at the same.
func drawn(t *rapid.T) turn.Reading {
	p := turntest.Pool{Address: pool, Token0: usdc, Token1: weth, QuoteIsZero: rapid.Bool().Draw(t, "quote is zero"), TickSpacing: 10}
	if !p.QuoteIsZero {
		p.Token0, p.Token1 = weth, usdc
	}
	p.FeePips = rapid.SampledFrom([]uint32{100, 500, 3000, 10_000}).Draw(t, "fee")
	p.SqrtPriceX96 = *new(uint256.Int).SetBytes(append([]byte{1}, rapid.SliceOfN(rapid.Byte(), 6, 18).Draw(t, "sqrt")...))
	return readingOf(p)
}

// inQuoteExactly is the definition: base units times or over sqrt²/2^192, of which a rate has 128
// bits behind the point.
func inQuoteExactly(r turn.Reading, token common.Address, units *big.Int) *big.Int {
	if token != weth.Address {
		return new(big.Int).Set(units)
	}
	point := new(big.Int).Lsh(big.NewInt(1), 128)
	sqrt := new(big.Rat).SetFrac(r.Primary().Range.SqrtPriceX96.ToBig(), new(big.Int).Lsh(big.NewInt(1), 96))
	price := sqrt.Mul(sqrt, sqrt)
	if r.Primary().Range.Inverse {
		price.Inv(price)
	}
	price.Mul(price, new(big.Rat).SetInt(point))
	rate := new(big.Int).Quo(price.Num(), price.Denom())
	return rate.Quo(rate.Mul(rate, units), point)
}

func TestTheMovedValueIsTheLargerSideInMicroUSDC(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawn(t)
		paid, got := units(t, "paid"), units(t, "got")
		deltas := []turn.Delta{{Token: usdc.Address, Out: true, Units: *paid}, {Token: weth.Address, Units: *got}}
		want := inQuoteExactly(r, weth.Address, got.ToBig())
		if paid.ToBig().Cmp(want) > 0 {
			want = paid.ToBig()
		}
		if !want.IsInt64() {
			want = big.NewInt(1<<63 - 1)
		}
		if v := moved(deltas, r); int64(v) != want.Int64() { // USDC has the decimals of micro-USDC
			t.Fatalf("moved %d, want %s", v, want)
		}
	})
}

func TestTheMovedValueScalesByTheQuotesDecimals(t *testing.T) {
	r := reading()
	r.Assets[0].Token.Decimals = 18
	for units, want := range map[string]money.USDC{"999999999999": 0, "1000000000000": 1, "2500000000000000000": 2_500_000} {
		d := []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.MustFromDecimal(units)}}
		if got := moved(d, r); got != want {
			t.Errorf("%s raw units: %d, want %d", units, got, want)
		}
	}
}

// The impact is ceil(10,000 · (1 − got/(paid·(1 − fee)))), never below zero.
func TestTheImpactIsWhatIsLostBesidesTheFee(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawn(t)
		a := grammar.Action{Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: units(t, "in")}
		if rapid.Bool().Draw(t, "sell") {
			a.TokenIn, a.TokenOut = a.TokenOut, a.TokenIn
		}
		m := rapid.SampledFrom(r.Markets).Draw(t, "market")
		a.Market, a.Protocol = m.Handle, m.Protocol
		fee := int64(m.BaseFee)
		if a.TokenIn == usdc.Address {
			fee = int64(m.QuoteFee)
		}
		out := units(t, "out")
		deltas := []turn.Delta{{Token: a.TokenIn, Out: true, Units: *a.AmountIn}, {Token: a.TokenOut, Units: *out}}
		paid := new(big.Rat).SetInt(inQuoteExactly(r, a.TokenIn, a.AmountIn.ToBig()))
		paid.Mul(paid, big.NewRat(1_000_000-fee, 1_000_000))
		want := new(big.Int)
		if lost := new(big.Rat).Sub(paid, new(big.Rat).SetInt(inQuoteExactly(r, a.TokenOut, out.ToBig()))); lost.Sign() > 0 {
			lost.Quo(lost.Mul(lost, big.NewRat(10_000, 1)), paid)
			want.Add(lost.Num(), lost.Denom())
			want.Sub(want, big.NewInt(1)).Quo(want, lost.Denom())
		}
		if got := impact(a, deltas, r); int64(got) != want.Int64() {
			t.Fatalf("impact %d, want %s", got, want)
		}
	})
}

func TestASwapThatReturnsNothingHasTheWholeImpact(t *testing.T) {
	a := grammar.Action{Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1e9)}
	if got := impact(a, nil, reading()); got != money.Whole {
		t.Errorf("impact %s", got)
	}
}

// outcome of a buy that pays 1,000 USDC; 1 WETH costs about 2,062.
func outcome() sim.Outcome {
	return sim.Outcome{
		Success: true, GasUsed: 160_000, Calls: []sim.Result{{Success: true, GasUsed: 40_000}, {Success: true, GasUsed: 120_000}},
		Deltas: []sim.Delta{
			{Token: usdc.Address, Account: venue.Account, Amount: big.NewInt(-1000e6), Logged: big.NewInt(-1000e6), Readable: true},
			{Token: usdc.Address, Account: pool, Amount: big.NewInt(1000e6), Logged: big.NewInt(1000e6), Readable: true},
			{Token: weth.Address, Account: venue.Account, Amount: big.NewInt(48e16), Logged: big.NewInt(48e16), Readable: true},
			{Token: other, Account: venue.Account, Amount: new(big.Int), Logged: new(big.Int), Readable: true},
		},
	}
}

func result(t *testing.T, o sim.Outcome) turn.Simulation {
	t.Helper()
	s := &Simulator{Adapters: adapters(t), ChainID: 31337}
	a := grammar.Action{Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1000e6)}
	calls, err := s.Adapters.Calls(a, reading(), nil)
	check(t, err)
	request := s.request(calls, ptr(reading()))
	for i, c := range request.Calls {
		if c.From != venue.Account || *c.To != calls[i].To || c.Value != nil {
			t.Errorf("call %d runs as %+v", i, c)
		}
	}
	got, err := s.result(a, reading(), request, o)
	check(t, err)
	return got
}

func TestASimulationHoldsTheWalletsOwnChanges(t *testing.T) {
	got := result(t, outcome())
	if !got.Success || got.Revert != "" || got.GasUsed != 160_000 || got.Block.Number != 7 || got.Hash == (common.Hash{}) {
		t.Errorf("%+v", got)
	}
	if len(got.CallGas) != 2 || got.CallGas[0] != 40_000 || got.CallGas[1] != 120_000 {
		t.Errorf("gas of the calls %v", got.CallGas)
	}
	if len(got.Deltas) != 2 || !got.Deltas[0].Out || got.Deltas[0].Units.Uint64() != 1000e6 || got.Deltas[1].Out || got.Deltas[1].Units.Uint64() != 48e16 {
		t.Errorf("deltas %+v", got.Deltas)
	}
	if got.Value != 1000*money.One || got.ImpactBPS <= 0 {
		t.Errorf("value %s, impact %s", got.Value, got.ImpactBPS)
	}
}

func TestATokenThatLiesIsNoSuccess(t *testing.T) {
	for name, edit := range map[string]func(*sim.Delta){
		"takes a fee":      func(d *sim.Delta) { d.Amount = big.NewInt(47e16) },
		"answers nothing":  func(d *sim.Delta) { d.Readable = false },
		"logs another sum": func(d *sim.Delta) { d.Logged = big.NewInt(1) },
	} {
		o := outcome()
		edit(&o.Deltas[2])
		if got := result(t, o); got.Success || got.Revert == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	o := outcome()
	o.Deltas[1].Readable = false // of a stranger
	if got := result(t, o); !got.Success {
		t.Errorf("a stranger's balance stopped us: %+v", got)
	}
}

// A pool that runs dry takes a part, and the rest of the allowance would stay.
func TestASwapThatPaysOnlyAPartIsNoSuccess(t *testing.T) {
	o := outcome()
	o.Deltas[0].Amount, o.Deltas[0].Logged = big.NewInt(-400e6), big.NewInt(-400e6)
	if got := result(t, o); got.Success || !strings.Contains(got.Revert, "only 400000000 of 1000000000 units") {
		t.Errorf("%+v", got)
	}
}

func TestARevertNamesItsReason(t *testing.T) {
	o := outcome()
	o.Success, o.Deltas = false, nil
	o.Calls[1].Success, o.Calls[1].Revert = false, rpc.Revert{Kind: rpc.RevertReason, Reason: "Too little received"}
	got := result(t, o)
	if got.Success || !strings.Contains(got.Revert, "Too little received") || got.Value != 0 || len(got.Deltas) != 0 {
		t.Errorf("%+v", got)
	}
	if first := outcome(); true {
		first.Success, first.Deltas, first.Calls = false, nil, first.Calls[:1]
		first.Calls[0].Success = false
		if got := result(t, first); got.Success || len(got.CallGas) != 1 {
			t.Errorf("the first call reverted: %+v", got)
		}
	}
}
