package price

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// What the account has and nothing prices any more, because its only market does not answer or stands where
// no rate tells it, is in doubt and not worth nothing: no fall is judged by it for as long as anything is
// believed. Where its feed is fresh it is worth what that says, and a true fall is seen.
//
// spec: heartbeat §3, safety §16.8
func TestWhatNothingPricesAnyMoreIsInDoubt(t *testing.T) {
	x := turn.Token{Address: common.Address{7}, Symbol: "X", Decimals: 8}
	for name, c := range map[string]struct {
		feed      float64 // dollars, fresh; 0: there is none
		old, low  bool    // the feed is old; the market is at the least price that it has, instead of mute
		none      bool    // the account has none of it
		doubtful  bool
		drawdown  money.BPS
		afterLong money.BPS // and when nothing is believed any more
	}{
		"mute":                       {doubtful: true, afterLong: 6_666},
		"at the least price":         {low: true, doubtful: true, afterLong: 6_666},
		"mute, and an old feed":      {feed: 2_000, old: true, doubtful: true, afterLong: 6_666},
		"mute, and a feed":           {feed: 2_000},
		"mute, and a feed that fell": {feed: 1_000, drawdown: 3_333, afterLong: 3_333},
		"mute, and none is held":     {none: true},
	} {
		m, seen := NewMemory(Spread), turn.Positions{}
		read := func(number uint64, second int64, gone bool) *turn.Reading {
			only := traded("x-weth-30", x, weth, 1, 1, 100)
			r := holding([]turn.Token{usdc, weth, x}, traded("weth-usdc-5", weth, usdc, 2_000, 1, 10_000_000), only)
			r.Block = turn.Block{Number: number, Time: second}
			r.Assets[0].Units, r.Assets[1].Units, r.Assets[2].Units = *uint256.NewInt(1_000e6), uint256.Int{}, *uint256.NewInt(1e8)
			if c.none {
				r.Assets[2].Units.Clear()
			}
			if c.feed > 0 {
				r.Assets[2].Feed = &turn.Feed{Price: 2_000, Answer: *uint256.NewInt(2_000e8), Decimals: 8, Updated: second, Holds: 3_600}
			}
			if f := r.Assets[2].Feed; gone && f != nil {
				f.Price, f.Answer = c.feed, *uint256.NewInt(uint64(c.feed) * 1e8)
				if c.old {
					f.Updated -= 3_601
				}
			}
			switch {
			case gone && c.low:
				r.Markets[1].Rate, r.Markets[1].Price = *uint256.NewInt(1), 3e-39
				r.Markets[0].Rate = *uint256.NewInt(1 << 20)
			case gone:
				silence(r, "x-weth-30")
			}
			Value(r, Spread)
			m.Doubt(r)
			seen.Take(*r)
			return r
		}
		for n := range uint64(4) {
			read(n+1, int64(n)*12, false) //nolint:gosec // small
		}
		r := read(5, 60, true)
		a, _ := r.Named("x")
		if r.Doubtful() != c.doubtful || (a.Believed != nil) != c.doubtful || seen.Drawdown != c.drawdown {
			t.Errorf("%s: doubtful %v, believed %v, a fall of %s", name, r.Doubtful(), a.Believed, seen.Drawdown)
		}
		if c.feed > 0 && !c.old && (a.Price != c.feed || Whole(r, x.Address) != money.USDC(c.feed)*money.One) {
			t.Errorf("%s: it is worth %v, exactly %s", name, a.Price, Whole(r, x.Address))
		}
		if read(400, 60+bound+1, true); seen.Drawdown != c.afterLong {
			t.Errorf("%s: when nothing is believed any more, a fall of %s", name, seen.Drawdown)
		}
	}
}

// What an asset costs that only its feed prices is what others are priced over, and a feed that nobody can
// count with prices nothing.
func TestAFeedLeadsOnWhereNoMarketDoes(t *testing.T) {
	for name, c := range map[string]struct {
		answer      *uint256.Int
		weth, other float64
	}{
		"a feed":             {uint256.NewInt(2_000e8), 2_000, 40_000},
		"without an answer":  {new(uint256.Int), 0, 0},
		"an answer too high": {new(uint256.Int).SetAllOne(), 0, 0},
	} {
		r := holding([]turn.Token{usdc, weth, wbtc}, traded("wbtc-weth-30", wbtc, weth, 20, 1, 400))
		r.Block.Time = 100
		r.Assets[1].Feed = &turn.Feed{Price: 2_000, Answer: *c.answer, Decimals: 8, Updated: 100, Holds: 3_600}
		if Value(r, Spread); r.Assets[1].Price != c.weth || r.Assets[2].Price != c.other || r.Assets[1].Doubt != "" || r.Assets[2].Doubt != "" {
			t.Errorf("%s: %+v", name, r.Assets)
		}
	}
}
