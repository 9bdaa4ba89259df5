package tool

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
	"bardo.run/bardo/internal/money"
)

var (
	usdc  = turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth  = turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	pool  = common.HexToAddress("0xcc")
	other = common.HexToAddress("0xdd")
	// placed is where the venue trades.
	placed = table.Venue{Pools: []table.Pool{{Handle: inPool, At: pool}}, Router: common.HexToAddress("0x02"), Positions: common.HexToAddress("0x03"), Base: weth, Quote: usdc}
	venue  = Venue{Account: common.HexToAddress("0x01"), Deployments: placed.Deployments()}
)

// The markets of a reading.
const inPool, inV2, inV4 = "weth-usdc-5", "weth-usdc-30-v2", "weth-usdc-30-v4"

// tick 200,000 is about 2,062 USDC for one WETH.
const tick = 200_000

func reading() turn.Reading {
	sqrt, err := uniswap.SqrtPriceAtTick(tick)
	if err != nil {
		panic(err)
	}
	return readingOf(turntest.Pool{Address: pool, Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10, SqrtPriceX96: sqrt, Tick: tick})
}

// readingOf is a reading of a pool, and of the other exchanges of its tokens at the same price.
func readingOf(p turntest.Pool) turn.Reading {
	r := p.Seen(nil, nil)
	for _, other := range []turn.Market{
		{Handle: inV2, Protocol: uniswapv2.Name, Address: common.HexToAddress("0x0e"), BaseFee: 3000, QuoteFee: 3000},
		{Handle: inV4, Protocol: uniswapv4.Name, ID: common.Hash{4}, BaseFee: 3000, QuoteFee: 3100},
	} {
		m := r.Primary()
		other.Base, other.Quote, other.Rate, other.Price = m.Base, m.Quote, m.Rate, m.Price
		r.Markets = append(r.Markets, other)
	}
	r.Block, r.NativePrice = turn.Block{Number: 7, Time: 1000}, 2000*money.One
	r.Positions = []turn.Position{{ID: "12", Market: r.Primary().Handle, Protocol: uniswapv3.Name, Lower: tick - 600, Upper: tick + 600, Liquidity: *uint256.NewInt(1e15)}}
	return r
}

// on are the adapters of a venue.
func on(t rapid.TB, v Venue) *Adapters {
	t.Helper()
	ad, err := NewAdapters(v)
	check(t, err)
	return ad
}

func adapters(t rapid.TB) *Adapters { return on(t, venue) }

// decoded is one call, read back with the contract's own interface.
type decoded struct {
	to     common.Address
	method string
	args   []any
}

func decode(t rapid.TB, call protocol.Call) decoded {
	text := map[common.Address]*bind.MetaData{
		placed.Router: &bind.SwapRouterMetaData, placed.Positions: &bind.NonfungiblePositionManagerMetaData,
		dearly.V2Router: &bind.UniswapV2Router02MetaData, dearly.V4.Router: &bind.UniversalRouterMetaData, permit2.Address: &bind.Permit2MetaData,
	}[call.To]
	if text == nil {
		text = &bind.ERC20MetaData
	}
	parsed, err := text.ParseABI()
	check(t, err)
	m, err := parsed.MethodById(call.Data)
	if err != nil {
		t.Fatalf("call of %s: %v", call.To, err)
	}
	args, err := m.Inputs.Unpack(call.Data[4:])
	if err != nil {
		t.Fatalf("call of %s: %v", m.Name, err)
	}
	again, err := m.Inputs.Pack(args...)
	if err != nil || !bytes.Equal(again, call.Data[4:]) {
		t.Fatalf("call of %s does not encode to itself: %v", m.Name, err)
	}
	return decoded{call.To, m.Name, args}
}

func decodeAll(t rapid.TB, calls []protocol.Call) (all []decoded) {
	for _, c := range calls {
		all = append(all, decode(t, c))
	}
	return all
}

// stepsOf are the calls that one call to the position manager makes at once.
func stepsOf(t rapid.TB, call protocol.Call) (steps []decoded) {
	outer := decode(t, call)
	if outer.method != "multicall" {
		t.Fatalf("%+v is one step", outer)
	}
	for _, data := range outer.args[0].([][]byte) {
		steps = append(steps, decode(t, protocol.Call{To: placed.Positions, Data: data}))
	}
	return steps
}

// names are the methods of calls in their order.
func names(calls []decoded) string {
	var all []string
	for _, c := range calls {
		all = append(all, c.method)
	}
	return fmt.Sprint(all)
}

func (d decoded) isApprove(token, spender common.Address, units *big.Int) bool {
	return d.to == token && d.method == "approve" && d.args[0] == spender && d.args[1].(*big.Int).Cmp(units) == 0
}

// into reads the one struct argument of a call.
func into[T any](d decoded) T { return *abi.ConvertType(d.args[0], new(T)).(*T) }

func units(t *rapid.T, name string) *uint256.Int {
	return new(uint256.Int).AddUint64(new(uint256.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, name)), 1)
}

func slippage(t *rapid.T) money.BPS { return money.BPS(rapid.IntRange(0, 5000).Draw(t, "slippage")) }

// share is v·(10,000 − slippage)/10,000, rounded down.
func share(v *big.Int, s money.BPS) *big.Int {
	out := new(big.Int).Mul(v, big.NewInt(int64(10_000-s)))
	return out.Quo(out, big.NewInt(10_000))
}

// spec: heartbeat §14.1
func TestASwapsCallsSayWhatTheActionSays(t *testing.T) {
	ad := adapters(t)
	rapid.Check(t, func(t *rapid.T) {
		r := reading()
		a := grammar.Action{Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: units(t, "in"), Slippage: slippage(t)}
		if rapid.Bool().Draw(t, "sell") {
			a.TokenIn, a.TokenOut = a.TokenOut, a.TokenIn
		}
		out := units(t, "out")
		expect := &turn.Simulation{Block: turn.Block{Time: 5000}, Deltas: []turn.Delta{{Token: a.TokenIn, Out: true, Units: *a.AmountIn}, {Token: a.TokenOut, Units: *out}}}
		least, deadline := share(out.ToBig(), a.Slippage), int64(5120)
		if rapid.Bool().Draw(t, "simulating") {
			expect, least, deadline = nil, new(big.Int), 1120
		}
		calls, err := ad.Calls(a, r, expect)
		check(t, err)
		all := decodeAll(t, calls)
		if len(all) != 3 || !all[0].isApprove(a.TokenIn, placed.Router, a.AmountIn.ToBig()) || all[1].method != "exactInputSingle" || all[1].to != placed.Router {
			t.Fatalf("calls %+v", all)
		}
		if !all[2].isApprove(a.TokenIn, placed.Router, new(big.Int)) {
			t.Fatalf("an allowance may be left: %+v", all)
		}
		want := bind.ISwapRouterExactInputSingleParams{
			TokenIn: a.TokenIn, TokenOut: a.TokenOut, Fee: big.NewInt(500), Recipient: venue.Account,
			Deadline: big.NewInt(deadline), AmountIn: a.AmountIn.ToBig(), AmountOutMinimum: least, SqrtPriceLimitX96: new(big.Int),
		}
		if got := into[bind.ISwapRouterExactInputSingleParams](all[1]); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("swap %+v, want %+v", got, want)
		}
		if out.ToBig().Cmp(least) < 0 {
			t.Fatalf("the least %s is more than the simulated %s", least, out)
		}
	})
}

func TestAMintTakesAtMostWhatIsOfferedAndLeavesNoAllowance(t *testing.T) {
	ad := adapters(t)
	rapid.Check(t, func(t *rapid.T) {
		r := reading()
		lower := int32(rapid.IntRange(-300, 100).Draw(t, "lower")) * 10
		a := grammar.Action{
			Kind: grammar.AddLiquidity, Market: inPool, Protocol: uniswapv3.Name, TickLower: tick + lower, TickUpper: tick + lower + int32(rapid.IntRange(1, 300).Draw(t, "width"))*10,
			Quote: uint256.NewInt(rapid.Uint64Range(0, 1e12).Draw(t, "amount0")), Base: uint256.NewInt(rapid.Uint64Range(1, 1e19).Draw(t, "amount1")), Slippage: slippage(t),
		}
		calls, err := ad.Calls(a, r, &turn.Simulation{Block: turn.Block{Time: 5000}})
		check(t, err)
		all := decodeAll(t, calls)
		i := 0
		if !a.Quote.IsZero() {
			if !all[i].isApprove(usdc.Address, placed.Positions, a.Quote.ToBig()) {
				t.Fatalf("call %d: %+v", i, all[i])
			}
			i++
		}
		if !all[i].isApprove(weth.Address, placed.Positions, a.Base.ToBig()) || all[i+1].method != "mint" || all[i+1].to != placed.Positions {
			t.Fatalf("calls %+v", all)
		}
		if !all[i+2].isApprove(usdc.Address, placed.Positions, new(big.Int)) || !all[i+3].isApprove(weth.Address, placed.Positions, new(big.Int)) || len(all) != i+4 {
			t.Fatalf("an allowance is left: %+v", all)
		}
		m := into[bind.INonfungiblePositionManagerMintParams](all[i+1])
		if m.Token0 != usdc.Address || m.Token1 != weth.Address || m.Fee.Int64() != 500 || m.TickLower.Int64() != int64(a.TickLower) || m.TickUpper.Int64() != int64(a.TickUpper) ||
			m.Recipient != venue.Account || m.Deadline.Int64() != 5120 || m.Amount0Desired.Cmp(a.Quote.ToBig()) != 0 || m.Amount1Desired.Cmp(a.Base.ToBig()) != 0 {
			t.Fatalf("mint %+v of %+v", m, a)
		}
		taken0, taken1 := taken(t, r.Primary().Range, a)
		if m.Amount0Min.Cmp(taken0) > 0 || m.Amount1Min.Cmp(taken1) > 0 {
			t.Fatalf("at least %s and %s, the pool takes %s and %s", m.Amount0Min, m.Amount1Min, taken0, taken1)
		}
		if a.Slippage == 0 && (far(m.Amount0Min, taken0) || far(m.Amount1Min, taken1)) {
			t.Fatalf("without slippage at least %s and %s, the pool takes %s and %s", m.Amount0Min, m.Amount1Min, taken0, taken1)
		}
	})
}

// taken is what a mint at the reading's price takes.
func taken(t *rapid.T, p *turn.Range, a grammar.Action) (*big.Int, *big.Int) {
	l, err := uniswap.LiquidityForAmounts(&p.SqrtPriceX96, a.TickLower, a.TickUpper, a.Quote, a.Base)
	check(t, err)
	amount0, amount1, err := uniswap.AmountsForLiquidity(&p.SqrtPriceX96, a.TickLower, a.TickUpper, &l, uniswap.Up)
	check(t, err)
	return amount0.ToBig(), amount1.ToBig()
}

// far says that two amounts differ by more than one unit of rounding.
func far(a, b *big.Int) bool { return new(big.Int).Sub(a, b).CmpAbs(big.NewInt(1)) > 0 }

func TestLeavingAPositionIsOneTransaction(t *testing.T) {
	ad := adapters(t)
	rapid.Check(t, func(t *rapid.T) {
		r := reading()
		a := grammar.Action{Kind: grammar.RemoveLiquidity, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12), Percent: uint8(rapid.IntRange(1, 100).Draw(t, "percent")), Slippage: slippage(t)}
		expect := &turn.Simulation{Block: turn.Block{Time: 5000}}
		if rapid.Bool().Draw(t, "simulating") {
			expect = nil
		}
		calls, err := ad.Calls(a, r, expect)
		if err != nil || len(calls) != 1 {
			t.Fatalf("%v: %d calls", err, len(calls))
		}
		steps := stepsOf(t, calls[0])
		if want := 2 + int(a.Percent)/100; len(steps) != want {
			t.Fatalf("%+v, want %d steps", steps, want)
		}
		d := into[bind.INonfungiblePositionManagerDecreaseLiquidityParams](steps[0])
		liquidity := big.NewInt(1e15 / 100 * int64(a.Percent))
		if steps[0].method != "decreaseLiquidity" || d.TokenId.Int64() != 12 || d.Liquidity.Cmp(liquidity) != 0 {
			t.Fatalf("decrease %+v", d)
		}
		sqrt := r.Primary().Range.SqrtPriceX96
		now0, now1, err := uniswap.AmountsForLiquidity(&sqrt, tick-600, tick+600, uint256.MustFromBig(liquidity), uniswap.Down)
		check(t, err)
		switch {
		case expect == nil && (d.Amount0Min.Sign() != 0 || d.Amount1Min.Sign() != 0 || d.Deadline.Int64() != 1120):
			t.Fatalf("simulating with bounds: %+v", d)
		case expect != nil && (d.Deadline.Int64() != 5120 || d.Amount0Min.Cmp(now0.ToBig()) > 0 || d.Amount1Min.Cmp(now1.ToBig()) > 0):
			t.Fatalf("bounds %+v above %s and %s", d, now0.Dec(), now1.Dec())
		case expect != nil && a.Slippage < 50 && (d.Amount0Min.Sign() == 0 || d.Amount1Min.Sign() == 0):
			t.Fatalf("no bound at a slippage of %s: %+v", a.Slippage, d)
		}
		wantCollect(t, steps[1])
		if a.Percent == 100 && (steps[2].method != "burn" || steps[2].args[0].(*big.Int).Int64() != 12) {
			t.Fatalf("the last step is %+v", steps[2])
		}
	})
}

func wantCollect(t rapid.TB, d decoded) {
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	want := bind.INonfungiblePositionManagerCollectParams{TokenId: big.NewInt(12), Recipient: venue.Account, Amount0Max: most, Amount1Max: most}
	if got := into[bind.INonfungiblePositionManagerCollectParams](d); d.method != "collect" || !reflect.DeepEqual(got, want) {
		t.Fatalf("%s %+v, want everything owed to the account", d.method, got)
	}
}

func TestClaimingFeesCollectsAndNothingElse(t *testing.T) {
	calls, err := adapters(t).Calls(grammar.Action{Kind: grammar.ClaimFees, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12)}, reading(), nil)
	if err != nil || len(calls) != 1 {
		t.Fatalf("%v: %d calls", err, len(calls))
	}
	wantCollect(t, decode(t, calls[0]))
}

func TestWhatNoAdapterCanDoIsRefused(t *testing.T) {
	for name, a := range map[string]grammar.Action{
		"another pool":          {Kind: grammar.AddLiquidity, Market: "weth-usdc-30", Protocol: uniswapv3.Name, Quote: uint256.NewInt(1), Base: uint256.NewInt(1)},
		"another token in":      {Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: other, TokenOut: usdc.Address, AmountIn: uint256.NewInt(1)},
		"another token out":     {Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: other, AmountIn: uint256.NewInt(1)},
		"a position not held":   {Kind: grammar.RemoveLiquidity, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(13), Percent: 100},
		"fees of one not held":  {Kind: grammar.ClaimFees, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(13)},
		"a market of others":    {Kind: grammar.Swap, Market: inV2, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1)},
		"liquidity for a pair":  {Kind: grammar.AddLiquidity, Market: inV2, Protocol: uniswapv3.Name, Quote: uint256.NewInt(1), Base: uint256.NewInt(1)},
		"a kind nobody adapted": {Kind: "borrow"},
	} {
		if calls, err := adapters(t).Calls(a, reading(), nil); err == nil || calls != nil {
			t.Errorf("%s: %d calls, %v", name, len(calls), err)
		} else if !strings.Contains(err.Error(), "NO_ADAPTER") && !strings.Contains(err.Error(), "13") {
			t.Errorf("%s: %v does not say what is missing", name, err)
		}
	}
}

// bounds are the least amounts that a mint or a decrease names, in the call that moves.
func bounds(t *testing.T, calls []protocol.Call) (min0, min1 *big.Int, deadline int64) {
	t.Helper()
	for _, d := range decodeAll(t, calls) {
		if d.method == "multicall" {
			d = decode(t, protocol.Call{To: placed.Positions, Data: d.args[0].([][]byte)[0]})
		}
		switch d.method {
		case "mint":
			m := into[bind.INonfungiblePositionManagerMintParams](d)
			return m.Amount0Min, m.Amount1Min, m.Deadline.Int64()
		case "decreaseLiquidity":
			m := into[bind.INonfungiblePositionManagerDecreaseLiquidityParams](d)
			return m.Amount0Min, m.Amount1Min, m.Deadline.Int64()
		}
	}
	t.Fatalf("nothing moves: %+v", calls)
	return nil, nil, 0
}

// The bounds of a position are exact: what its liquidity is worth in each token once the
// price has moved by the slippage against that token. While simulating there is none.
func TestThePricesBoundsAreExact(t *testing.T) {
	ad, r := adapters(t), reading()
	r.Positions[0].Liquidity = *uint256.NewInt(1e18)
	const lower, upper = tick - 600, tick + 600
	expect := &turn.Simulation{Block: turn.Block{Time: 5000}}
	for _, slippage := range []money.BPS{0, 1, 50, 300} {
		moved := func(share int64) *uint256.Int { // the root of the price times share/10,000
			v := r.Primary().Range.SqrtPriceX96.ToBig()
			v.Mul(v, v).Mul(v, big.NewInt(share)).Div(v, big.NewInt(10_000))
			return uint256.MustFromBig(v.Sqrt(v))
		}
		worth := func(liquidity *uint256.Int) (least0, least1 uint256.Int) {
			least0, _, err := uniswap.AmountsForLiquidity(moved(10_000+int64(slippage)), lower, upper, liquidity, uniswap.Down)
			check(t, err)
			_, least1, err = uniswap.AmountsForLiquidity(moved(10_000-int64(slippage)), lower, upper, liquidity, uniswap.Down)
			check(t, err)
			return least0, least1
		}
		leave := grammar.Action{Kind: grammar.RemoveLiquidity, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12), Percent: 30, Slippage: slippage}
		enter := grammar.Action{Kind: grammar.AddLiquidity, Market: inPool, Protocol: uniswapv3.Name, TickLower: lower, TickUpper: upper, Quote: uint256.NewInt(5e12), Base: uint256.NewInt(3e18), Slippage: slippage}
		bought, err := uniswap.LiquidityForAmounts(&r.Primary().Range.SqrtPriceX96, lower, upper, enter.Quote, enter.Base)
		check(t, err)
		for name, c := range map[string]struct {
			action    grammar.Action
			liquidity *uint256.Int
		}{"leaving": {leave, uint256.NewInt(3e17)}, "entering": {enter, &bought}} {
			calls, err := ad.Calls(c.action, r, expect)
			check(t, err)
			min0, min1, deadline := bounds(t, calls)
			if want0, want1 := worth(c.liquidity); min0.Cmp(want0.ToBig()) != 0 || min1.Cmp(want1.ToBig()) != 0 || deadline != 5120 {
				t.Errorf("%s at %s: %s and %s until %d, want %s and %s", name, slippage, min0, min1, deadline, want0.Dec(), want1.Dec())
			}
			if calls, err = ad.Calls(c.action, r, nil); err != nil {
				t.Fatal(err)
			}
			if min0, min1, deadline := bounds(t, calls); min0.Sign() != 0 || min1.Sign() != 0 || deadline != 1120 {
				t.Errorf("%s, simulating: at least %s and %s until %d", name, min0, min1, deadline)
			}
		}
	}
}

// A position without liquidity is collected and burnt: the contract refuses to decrease it
// by nothing. One over no ticks has no bounds, and no calls.
func TestAPositionThatIsEmptyOrNoneAtAll(t *testing.T) {
	ad, r := adapters(t), reading()
	leave := grammar.Action{Kind: grammar.RemoveLiquidity, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12), Percent: 100}
	r.Positions[0].Liquidity.Clear()
	calls, err := ad.Calls(leave, r, nil)
	if err != nil || len(calls) != 1 {
		t.Fatalf("%d calls, %v", len(calls), err)
	}
	if steps := names(stepsOf(t, calls[0])); steps != "[collect burn]" {
		t.Errorf("%v", steps)
	}
	r = reading()
	r.Positions[0].Lower = r.Positions[0].Upper
	enter := grammar.Action{Kind: grammar.AddLiquidity, Market: inPool, Protocol: uniswapv3.Name, TickLower: tick, TickUpper: tick, Quote: uint256.NewInt(1), Base: uint256.NewInt(1)}
	much := enter
	much.TickLower, much.TickUpper = tick-20, tick-10 // below the price all of it is token 1
	much.Base = new(uint256.Int).Lsh(uint256.NewInt(1), 200)
	if calls, err := ad.Calls(much, r, &turn.Simulation{}); !errors.Is(err, uniswap.ErrLiquidity) || calls != nil {
		t.Errorf("more than a pool holds: %+v, %v", calls, err)
	}
	for name, a := range map[string]grammar.Action{"leaving": leave, "entering": enter} {
		if calls, err := ad.Calls(a, r, &turn.Simulation{}); !errors.Is(err, uniswap.ErrTickRange) || calls != nil {
			t.Errorf("%s: %+v, %v", name, calls, err)
		}
	}
}
