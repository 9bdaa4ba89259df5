package tool

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
)

// lends is an order that puts up 3 WETH in a market of Morpho's, and what came of it.
func lends(t *testing.T) (s *Simulator, r turn.Reading, a grammar.Action, o sim.Outcome) {
	t.Helper()
	ad, r, _ := whole(t)
	r.Lending[1] = owing()
	l := isolated()
	answers := answered()
	answers[2].Return = words(0, 1000e12, 5e18)
	for i := range answers {
		answers[i].GasUsed = 10
	}
	o = sim.Outcome{Success: true, GasUsed: 350, Calls: append([]sim.Result{
		{Success: true, GasUsed: 40}, {Success: true, GasUsed: 200, Logs: simulated([]protocol.Log{l.event("SupplyCollateral", 3e18)})}, {Success: true, GasUsed: 70},
	}, answers...)}
	o.Deltas = []sim.Delta{{Token: weth.Address, Account: venue.Account, Amount: big.NewInt(-3e18), Logged: big.NewInt(-3e18), Readable: true}}
	return &Simulator{Adapters: ad, ChainID: 31337}, r, loan(grammar.Supply, morphoblue.Name, weth.Address, 3e18), o
}

func (s *Simulator) previewed(t *testing.T, a grammar.Action, r turn.Reading, o sim.Outcome) (turn.Simulation, error) {
	t.Helper()
	calls, err := s.Adapters.Calls(a, r, nil)
	check(t, err)
	return s.preview(a, r, s.ask(a, s.request(calls, &r)), o, len(calls))
}

// The preview of a loan tells what the market will take the wallet for; the gas of asking
// is not the order's.
func TestALendingOrdersPreviewHasTheAccountBehindIt(t *testing.T) {
	s, r, a, o := lends(t)
	got, err := s.previewed(t, a, r, o)
	if err != nil || !got.Success || got.Revert != "" || got.GasUsed != 310 || len(got.CallGas) != 3 {
		t.Fatalf("%+v, %v", got, err)
	}
	if got.Account == nil || got.Account.Collateral.Uint64() != 10_000e6 || got.Account.Debt.Uint64() != 1000e6 || got.ImpactBPS != 0 {
		t.Errorf("%+v", got)
	}
	if len(got.Deltas) != 1 || got.Deltas[0] != (turn.Delta{Token: weth.Address, Out: true, Units: *uint256.NewInt(3e18)}) {
		t.Errorf("%+v", got.Deltas)
	}
}

// Whatever speaks against an order that did not revert is told, the first of it: the token,
// what the market moves, its position, its books.
func TestWhatSpeaksAgainstALendingOrderIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(*turn.Reading, *sim.Outcome)
		why  string
	}{
		"a position that does not follow": {func(r *turn.Reading, _ *sim.Outcome) { r.Lending[1].Reserves[1].Supplied.SetUint64(1) }, "does not change as the contract's log says"},
		"another amount in the books": {func(_ *turn.Reading, o *sim.Outcome) {
			o.Calls[1].Logs = simulated([]protocol.Log{isolated().event("SupplyCollateral", 2e18)})
			o.Calls[5].Return = words(0, 1000e12, 4e18)
		}, "books another amount than it moves"},
		"less than it names": {func(_ *turn.Reading, o *sim.Outcome) {
			o.Deltas[0].Amount, o.Deltas[0].Logged = big.NewInt(-2e18), big.NewInt(-2e18)
		}, "the market does not move 3000000000000000000 units"},
		"a token that lies": {func(_ *turn.Reading, o *sim.Outcome) { o.Deltas[0].Logged = big.NewInt(-1) }, "does not move as its log says"},
		"a revert before the market was asked": {func(_ *turn.Reading, o *sim.Outcome) {
			o.Success, o.Deltas, o.Calls = false, nil, o.Calls[:2]
			o.Calls[1] = sim.Result{Revert: rpc.Revert{Kind: rpc.RevertReason, Reason: "no such market"}}
		}, "no such market"},
	} {
		s, r, a, o := lends(t)
		c.edit(&r, &o)
		if got, err := s.previewed(t, a, r, o); err != nil || got.Success || !strings.Contains(got.Revert, c.why) {
			t.Errorf("%s: %v, %q, %v", name, got.Success, got.Revert, err)
		}
	}
	s, r, a, o := lends(t)
	o.Calls[4].Return = nil
	if got, err := s.previewed(t, a, r, o); err == nil || got.Success || got.Hash != ([32]byte{}) {
		t.Errorf("an answer that cannot be read: %+v, %v", got, err)
	}
}

// A deposit's receipt token is counted by its own logs and adds nothing to the value that
// an order moves: that is the tokens themselves.
func TestAReceiptTokenIsNoValueOfItsOwn(t *testing.T) {
	ad, _, _ := whole(t)
	s, r, me := &Simulator{Adapters: ad, ChainID: 1}, lent(), venue.Account
	r.Lending[0].Reserves[0].Supplied.SetUint64(1)
	o := sim.Outcome{Success: true, Calls: []sim.Result{{Success: true}, {Success: true, Logs: simulated([]protocol.Log{minted(receipt, me, big.NewInt(1_000_005e6), big.NewInt(5e6))})}, {Success: true}}}
	o.Deltas = []sim.Delta{
		{Token: usdc.Address, Account: me, Amount: big.NewInt(-1_000_000e6), Logged: big.NewInt(-1_000_000e6), Readable: true},
		{Token: receipt, Account: me, Amount: big.NewInt(1_000_000e6 + 2), Logged: big.NewInt(1_000_005e6), Readable: true},
		{Token: debt, Account: me, Amount: big.NewInt(1), Logged: new(big.Int), Readable: true}, // rounding, and no log
		{Token: other, Account: me, Amount: new(big.Int), Logged: big.NewInt(5)},                // it neither moves nor answers
	}
	got, err := s.previewed(t, loan(grammar.Supply, aavev3.Name, usdc.Address, 1_000_000e6), r, o)
	if err != nil || !got.Success || got.Value != 1_000_000*money.One {
		t.Fatalf("%+v, %v", got, err)
	}
	if len(got.Deltas) != 2 || got.Deltas[1] != (turn.Delta{Token: receipt, Units: *uint256.NewInt(1_000_000e6)}) {
		t.Errorf("%+v", got.Deltas)
	}
	o.Deltas[1].Amount = big.NewInt(1_000_000e6 + 3)
	if got, err = s.previewed(t, loan(grammar.Supply, aavev3.Name, usdc.Address, 1_000_000e6), r, o); err != nil || got.Success {
		t.Errorf("three units off: %+v, %v", got, err)
	}
}

// Neither side of what an order moves counts a token that stands for a deposit or a debt.
func TestTheMovedValueIsOfTokensAlone(t *testing.T) {
	n := uint256.NewInt
	deltas := []turn.Delta{{Token: usdc.Address, Out: true, Units: *n(5)}, {Token: receipt, Units: *n(100)}, {Token: debt, Out: true, Units: *n(1000)}}
	if got := moved(deltas, lent()); got != 5 {
		t.Errorf("%d", got)
	}
}

// The simulation's hash is over the call that matters: the one that failed, or else the
// dearest.
// spec: safety §4.1
func TestTheHashIsOfTheCallThatMatters(t *testing.T) {
	for name, c := range map[string]struct {
		calls []sim.Result
		main  int
	}{
		"the dearest in the middle": {[]sim.Result{{Success: true, GasUsed: 40}, {Success: true, GasUsed: 120}, {Success: true, GasUsed: 30}}, 1},
		"the dearest last":          {[]sim.Result{{Success: true, GasUsed: 40}, {Success: true, GasUsed: 30}, {Success: true, GasUsed: 50}}, 2},
		"the dearest first":         {[]sim.Result{{Success: true, GasUsed: 60}, {Success: true, GasUsed: 30}, {Success: true, GasUsed: 50}}, 0},
		"of two alike the first":    {[]sim.Result{{Success: true, GasUsed: 40}, {Success: true, GasUsed: 50}, {Success: true, GasUsed: 50}}, 1},
		"the one that failed":       {[]sim.Result{{Success: true, GasUsed: 90}, {GasUsed: 50}}, 1},
	} {
		s := &Simulator{Adapters: adapters(t), ChainID: 31337}
		a := grammar.Action{Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1000e6)}
		calls, err := s.Adapters.Calls(a, reading(), nil)
		check(t, err)
		o, request := sim.Outcome{Calls: c.calls}, s.request(calls, ptr(reading()))
		want, err := sim.SimulationHash(31337, request.Calls[c.main], o)
		check(t, err)
		if got, err := s.result(a, reading(), request, o); err != nil || got.Hash != want {
			t.Errorf("%s: %x, want that of call %d (%v)", name, got.Hash, c.main+1, err)
		}
	}
}

// What was paid is what went out of the token, not what came in, nor another's.
func TestWhatASwapSpentIsOfItsTokenAlone(t *testing.T) {
	n := uint256.NewInt
	deltas := []turn.Delta{{Token: usdc.Address, Out: true, Units: *n(7)}, {Token: usdc.Address, Units: *n(100)}, {Token: weth.Address, Out: true, Units: *n(1000)}}
	if got := spent(usdc.Address, deltas); got != *n(7) {
		t.Errorf("%s units", got.Dec())
	}
}

// even is a reading of a pool where a unit of WETH is a unit of USDC, at 0.05 %.
func even() turn.Reading {
	return readingOf(turntest.Pool{Address: pool, Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10, SqrtPriceX96: *new(uint256.Int).Lsh(uint256.NewInt(1), 96)})
}

// Worked by hand: of a million units the pool takes 500 as its fee, and what the 999,500
// return less is the impact, rounded up. Another exchange's own fee is no more impact than that:
// v2 takes 3,000 of the million, and v4 3,100 of quote tokens.
func TestTheImpactInNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		market  string
		in, out uint64
		want    money.BPS
	}{
		"the pool, nothing lost":        {inPool, 1_000_000, 999_500, 0},
		"the pool, more than its price": {inPool, 1_000_000, 1_000_000, 0},
		"the pool, a unit":              {inPool, 1_000_000, 999_499, 1},
		"the pool, just 1 %":            {inPool, 1_000_000, 989_505, 100},
		"the pool, a unit above 1 %":    {inPool, 1_000_000, 989_504, 101},
		"the pool, everything":          {inPool, 1_000_000, 0, 10_000},
		"v2, more than its price":       {inV2, 1_000_000, 1_000_000, 0},
		"v2, its fee":                   {inV2, 1_000_000, 997_000, 0},
		"v2, a unit":                    {inV2, 1_000_000, 996_999, 1},
		"v2, a unit of very many":       {inV2, 1e12, 997e9 - 1, 1},
		"v2, just 30 beyond its fee":    {inV2, 1_000_000, 994_009, 30},
		"v4, its fee":                   {inV4, 1_000_000, 996_900, 0},
		"v4, just 1 %":                  {inV4, 1_000_000, 986_931, 100},
		"v4, a unit above 1 %":          {inV4, 1_000_000, 986_930, 101},
		"a market that nobody read":     {"of others", 1_000_000, 990_000, 100},
		"nothing for nothing":           {inPool, 0, 0, 0},
	} {
		a := grammar.Action{Kind: grammar.Swap, Market: c.market, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(c.in)}
		deltas := []turn.Delta{
			{Token: usdc.Address, Out: true, Units: *uint256.NewInt(c.in)},
			{Token: weth.Address, Units: *uint256.NewInt(c.out)},
			{Token: weth.Address, Out: true, Units: *uint256.NewInt(500_000)},
			{Token: other, Units: *uint256.NewInt(500_000)},
		}
		if got := impact(a, deltas, even()); got != c.want {
			t.Errorf("%s: %d bps, want %d", name, got, c.want)
		}
	}
}

// What a foreign account sends or takes is valued at the pool's own price, and only what
// the pool trades.
func TestWorthIsAtThePoolsPrice(t *testing.T) {
	r := reading()
	none := reading()
	none.Assets[1].Rate, none.Assets[1].Price = uint256.Int{}, 0
	wei := func(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e15)) }
	for name, c := range map[string]struct {
		reading turn.Reading
		token   common.Address
		units   *big.Int
		want    money.USDC
		known   bool
	}{
		"a USDC":                           {r, usdc.Address, big.NewInt(1e6), money.One, true},
		"a WETH at one for one":            {even(), weth.Address, big.NewInt(12_345), 12_345, true},
		"USDC without a price":             {none, usdc.Address, big.NewInt(5), 5, true},
		"WETH without a price":             {none, weth.Address, wei(1), 0, false},
		"a token that nobody trades":       {r, other, big.NewInt(1e6), 0, false},
		"more than there can be":           {r, usdc.Address, new(big.Int).Lsh(big.NewInt(1), 256), 0, false},
		"nothing":                          {r, usdc.Address, new(big.Int), 0, true},
		"more than micro-USDC are counted": {r, usdc.Address, new(big.Int).Lsh(big.NewInt(1), 255), 1<<63 - 1, true},
	} {
		if got, ok := Worth(c.reading, c.token, c.units); got != c.want || ok != c.known {
			t.Errorf("%s: %d, %v, want %d, %v", name, got, ok, c.want, c.known)
		}
	}
}
