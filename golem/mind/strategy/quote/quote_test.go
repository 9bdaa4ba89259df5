package quote_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/quote"
)

var tokens = []turn.Token{
	{Address: common.HexToAddress("0x01"), Symbol: "USDC", Decimals: 6},
	{Address: common.HexToAddress("0x02"), Symbol: "WETH", Decimals: 6},
	{Address: common.HexToAddress("0x03"), Symbol: "WBTC", Decimals: 6},
	{Address: common.HexToAddress("0x04"), Symbol: "AAVE", Decimals: 6},
}

// town is a reading of pairs, with the exact state of each.
func town(t *rapid.T) (r turn.Reading, pairs []uniswap.Pair) {
	for _, token := range tokens {
		r.Assets = append(r.Assets, turn.Asset{Token: token})
	}
	for i := range rapid.IntRange(1, 8).Draw(t, "markets") {
		base := rapid.IntRange(1, 3).Draw(t, "base")
		quote := rapid.IntRange(0, base-1).Draw(t, "quote")
		p := uniswap.Pair{Reserve0: *uint256.NewInt(rapid.Uint64Range(1e9, 1e14).Draw(t, "base reserve")), Reserve1: *uint256.NewInt(rapid.Uint64Range(1e9, 1e14).Draw(t, "quote reserve"))}
		m := turn.Market{Handle: string(rune('a' + i)), Base: tokens[base], Quote: tokens[quote], BaseFee: 3_000, QuoteFee: 3_000, Rate: p.Rate(false)}
		m.Depth.Lsh(&p.Reserve1, 1)
		r.Markets, pairs = append(r.Markets, m), append(pairs, p)
	}
	return r, pairs
}

// The best way gives what the arithmetic of its two pairs says, and no other way over two pairs gives more:
// held against every way there is.
func TestTheBestWayGivesMost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, pairs := town(t)
		amount := uint256.NewInt(rapid.Uint64Range(1e6, 1e12).Draw(t, "amount"))
		barred := rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "barred")
		from, to := tokens[0], tokens[3]
		if rapid.Bool().Draw(t, "back") {
			from, to = to, from
		}
		gives := func(i int, in turn.Token, x *uint256.Int) uint256.Int {
			out, err := pairs[i].QuoteExactInput(in == r.Markets[i].Base, x)
			if err != nil {
				return uint256.Int{}
			}
			return out
		}
		var most uint256.Int
		for _, over := range tokens[1:3] {
			for i := range r.Markets {
				for j := range r.Markets {
					first, second := &r.Markets[i], &r.Markets[j]
					if first.Handle == barred || second.Handle == barred || !first.Trades(from.Address, over.Address) || !second.Trades(over.Address, to.Address) {
						continue
					}
					between := gives(i, from, amount)
					if out := gives(j, over, &between); out.Gt(&most) {
						most = out
					}
				}
			}
		}
		w, ok := quote.Best(&r, from, to, amount, func(_ *turn.Asset, m *turn.Market) bool { return m.Handle != barred })
		if !ok {
			if !most.IsZero() {
				t.Fatalf("no way, where one gives %s", most.Dec())
			}
			return
		}
		if !w.First.Trades(from.Address, w.Over.Address) || !w.Second.Trades(w.Over.Address, to.Address) || w.First.Handle == barred || w.Second.Handle == barred {
			t.Fatalf("%+v", w)
		}
		gap := new(uint256.Int).Sub(&most, &w.Gives)
		if w.Gives.Gt(&most) {
			gap.Sub(&w.Gives, &most)
		}
		if bound := new(uint256.Int).AddUint64(new(uint256.Int).Div(&most, uint256.NewInt(1e6)), 4); gap.Gt(bound) { // of the digits of a rate
			t.Fatalf("it gives %s, the best %s", w.Gives.Dec(), most.Dec())
		}
	})
}

// The fee is that of the token that is paid in, and of two markets that give the same it is the first.
func TestTheFeeIsOfWhatIsPaidIn(t *testing.T) {
	p := uniswap.Pair{Reserve0: *uint256.NewInt(1e12), Reserve1: *uint256.NewInt(1e12)}
	m := turn.Market{Handle: "a", Base: tokens[1], Quote: tokens[0], BaseFee: 10_000, Rate: p.Rate(false)}
	m.Depth.Lsh(&p.Reserve1, 1)
	amount := uint256.NewInt(1e6)
	for in, want := range map[turn.Token]uint64{tokens[1]: 989_999, tokens[0]: 999_999} {
		if got := quote.Gives(&m, in.Address, amount); got.Uint64() != want {
			t.Errorf("for a million %s it gives %s, want %d", in.Symbol, got.Dec(), want)
		}
	}
	other := m
	other.Handle = "b"
	r := turn.Reading{Markets: []turn.Market{m, other}}
	if best, _ := quote.Straight(&r, tokens[0], tokens[1], amount, func(*turn.Market) bool { return true }); best == nil || best.Handle != "a" {
		t.Errorf("of two that give the same it is %+v", best)
	}
}
