package venue_test

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/quote"
	"bardo.run/bardo/life/report/venue"
)

var (
	usdc = turn.Token{Address: common.HexToAddress("0x01"), Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.HexToAddress("0x02"), Symbol: "WETH", Decimals: 18}
	wbtc = turn.Token{Address: common.HexToAddress("0x03"), Symbol: "WBTC", Decimals: 8}
)

// pair is a pair without ranges as its reader tells it: weth is token0, and the fee the pair's own.
func pair(handle string, base, quote *uint256.Int) (turn.Market, uniswap.Pair) {
	p := uniswap.Pair{Reserve0: *base, Reserve1: *quote}
	m := turn.Market{Handle: handle, Base: weth, Quote: usdc, BaseFee: 3_000, QuoteFee: 3_000, Rate: p.Rate(false)}
	m.Depth.Lsh(quote, 1)
	return m, p
}

func whole(n, decimals uint64) *uint256.Int {
	return new(uint256.Int).Mul(uint256.NewInt(n), new(uint256.Int).Exp(uint256.NewInt(10), uint256.NewInt(decimals)))
}

// apart fails where two amounts differ by more than a unit and a share of them.
func apart(t rapid.TB, got, want *uint256.Int, share uint64) {
	t.Helper()
	diff, bound := new(uint256.Int).Sub(got, want), uint256.NewInt(1)
	if want.Gt(got) {
		diff.Neg(diff)
	}
	if share > 0 {
		bound.Add(bound, new(uint256.Int).Div(want, uint256.NewInt(share)))
	}
	if diff.Gt(bound) {
		t.Fatalf("got %s, want %s", got.Dec(), want.Dec())
	}
}

// Of a pair without ranges a reading says what the pair's own arithmetic gives. The reserve that is
// told by the rate alone has the rate's digits.
func TestAPairGivesWhatItsOwnArithmeticSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, p := pair("weth-usdc-30-v2", whole(rapid.Uint64Range(1, 100_000).Draw(t, "base"), 18), whole(rapid.Uint64Range(1_000, 300_000_000).Draw(t, "quote"), 6))
		for _, c := range []struct {
			in     turn.Token
			amount *uint256.Int
		}{{weth, whole(rapid.Uint64Range(1, 5_000_000).Draw(t, "ether"), 14)}, {usdc, whole(rapid.Uint64Range(1, 1_000_000_000).Draw(t, "dollars"), 3)}} {
			want, err := p.QuoteExactInput(c.in == weth, c.amount)
			if err != nil {
				t.Fatal(err)
			}
			got := quote.Gives(&m, c.in.Address, c.amount)
			apart(t, &got, &want, 1e15)
		}
	})
}

// untouched are the ticks of a pool in which no range begins or ends.
type untouched struct{}

func (untouched) Word(context.Context, int16) (w uint256.Int, _ error) { return w, nil }
func (untouched) Net(context.Context, int32) (n uint256.Int, _ error)  { return n, nil }

// Of a market of ranges it says what the pool gives as long as no tick is crossed.
func TestAMarketOfRangesGivesWhatThePoolDoesInItsRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const spacing = 60
		liquidity := whole(rapid.Uint64Range(1, 1_000).Draw(t, "liquidity"), 17)
		tick := rapid.Int32Range(-202_000, -196_000).Draw(t, "tick")
		sqrt, err := uniswap.SqrtPriceAtTick(tick)
		if err != nil {
			t.Fatal(err)
		}
		p := &uniswap.Pool{SqrtPriceX96: sqrt, Tick: tick, Liquidity: *liquidity, Fee: 500, TickSpacing: spacing, Ticks: untouched{}}
		m := turn.Market{Base: weth, Quote: usdc, BaseFee: 500, QuoteFee: 500, Rate: uniswap.Rate(&sqrt, false), Depth: uniswap.Depth(&sqrt, liquidity, false)}
		for _, c := range []struct {
			in     turn.Token
			amount *uint256.Int
		}{{weth, whole(rapid.Uint64Range(1, 100_000).Draw(t, "ether"), 15)}, {usdc, whole(rapid.Uint64Range(1, 100_000).Draw(t, "dollars"), 6)}} {
			q, err := p.QuoteExactInput(t.Context(), c.in == weth, c.amount, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := quote.Gives(&m, c.in.Address, c.amount)
			apart(t, &got, &q.AmountOut, 1e9)
		}
	})
}

// What cannot be traded gives nothing, and what does not fit is not guessed.
func TestWhatCannotBeTradedGivesNothing(t *testing.T) {
	m, _ := pair("a", whole(10, 18), whole(20_000, 6))
	dry, dear, bare := m, m, m
	dry.Depth, dear.QuoteFee, bare.Rate = uint256.Int{}, 1_000_000, uint256.Int{}
	for name, m := range map[string]turn.Market{"dry": dry, "all of it is the fee": dear, "without a rate": bare} {
		if got := quote.Gives(&m, usdc.Address, whole(1, 6)); !got.IsZero() {
			t.Errorf("%s: %s", name, got.Dec())
		}
	}
	if got := quote.Gives(&m, usdc.Address, new(uint256.Int).SetAllOne()); !got.IsZero() {
		t.Errorf("all there can be: %s", got.Dec())
	}
	if got := quote.Gives(&m, usdc.Address, whole(1, 30)); got.IsZero() || !got.Lt(whole(10, 18)) {
		t.Errorf("more than it holds: %s", got.Dec())
	}
}

// The other markets of the pair are told, the best first, and those of other pairs are not.
func TestTheOtherMarketsOfThePairAreTold(t *testing.T) {
	here, p := pair("here", whole(1_000, 18), whole(2_000_000, 6))
	same, _ := pair("same", whole(1_000, 18), whole(2_000_000, 6))
	cheap, _ := pair("cheap", whole(1_010, 18), whole(2_000_000, 6))
	dear, _ := pair("dear", whole(990, 18), whole(2_000_000, 6))
	coins := cheap
	coins.Handle, coins.Base = "coins", wbtc
	r := turn.Reading{
		Markets: []turn.Market{here, dear, cheap, coins, same},
		Assets:  []turn.Asset{{Token: usdc, Price: 1}, {Token: weth, Price: 2_000}, {Token: wbtc, Price: 40_000}},
	}
	got, err := p.QuoteExactInput(false, whole(2_000, 6))
	if err != nil {
		t.Fatal(err)
	}
	deltas := []turn.Delta{{Token: usdc.Address, Out: true, Units: *whole(2_000, 6)}, {Token: weth.Address, Units: got}}
	others, own := venue.Of(&r, "here", deltas)
	if len(others) != 3 || others[0].Market != "cheap" || others[1].Market != "same" || others[2].Market != "dear" || own == nil || own.Market != "here" {
		t.Fatalf("%+v, %+v", others, own)
	}
	if x := others[0]; x.More < 19 || x.More > 21 { // a hundredth more ether, of 2,000 dollars
		t.Errorf("%+v", x)
	}
	if x, y := others[1], others[2]; x.More*x.More > 1e-6 || own.Gives != x.Gives || y.More > -19 || y.More < -21 {
		t.Errorf("%+v, %+v, %+v", x, y, own)
	}
	for name, d := range map[string][]turn.Delta{
		"nothing came":     deltas[:1],
		"two tokens came":  append(deltas[:2:2], turn.Delta{Token: wbtc.Address, Units: *whole(1, 8)}),
		"a token of none":  {deltas[0], {Token: common.HexToAddress("0x09"), Units: *whole(1, 6)}},
		"nothing was paid": deltas[1:],
	} {
		if others, own := venue.Of(&r, "here", d); others != nil || own != nil {
			t.Errorf("%s: %+v, %+v", name, others, own)
		}
	}
}
