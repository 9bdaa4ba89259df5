package price

import (
	"math/big"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// A stranger's dust of an asset whose price somebody bends stops the judging of no limit; a stake
// of some worth does, whichever way its price is bent, and wherever it lies.
//
// spec: heartbeat §3, safety §16.8
func TestDustInDoubtStopsNothing(t *testing.T) {
	milli := func(n int64, token turn.Token) (v uint256.Int) { // thousandths of a whole token
		v.SetFromBig(new(big.Int).Div(new(big.Int).Mul(big.NewInt(n), ten(token.Decimals)), big.NewInt(1_000)))
		return v
	}
	const equity = 10_000 // dollars, of which a thousandth is dust
	held := func(n int64) func(*turn.Reading) {
		return func(r *turn.Reading) { r.Assets[2].Units = milli(n, wbtc) }
	}
	position := func(coins, ether int64) func(*turn.Reading) {
		return func(r *turn.Reading) {
			r.Positions = []turn.Position{{ID: "1", Market: "wbtc-weth-30", Base: milli(coins, wbtc), Quote: milli(ether, weth)}}
		}
	}
	for name, c := range map[string]struct {
		has      func(*turn.Reading)
		bent     int64 // dollars for one WBTC that is worth 40,000
		doubtful bool
	}{
		"nothing":                             {held(0), 60_000, false},
		"a unit":                              {func(r *turn.Reading) { r.Assets[2].Units = *uint256.NewInt(1) }, 60_000, false},
		"a unit of a price beyond all":        {func(r *turn.Reading) { r.Assets[2].Units = *uint256.NewInt(1) }, 40_000_000_000, true},
		"a stake, raised":                     {held(100), 60_000, true},
		"a stake, made nothing":               {held(100), 1, true},
		"a dust of eight dollars":             {func(r *turn.Reading) { r.Assets[2].Units = *uint256.NewInt(20_000) }, 1, false},
		"and one that the bend makes a stake": {func(r *turn.Reading) { r.Assets[2].Units = *uint256.NewInt(20_000) }, 60_000, true},
		"a position":                          {position(50, 1_000), 60_000, true},
		"a position that was pushed into the other token": {position(0, 2_000), 1, true},
		"a position that was pushed into this one":        {position(100, 0), 1, true},
		"a stranger's position":                           {position(0, 1), 60_000, false},
		"lent": {func(r *turn.Reading) {
			r.Lending = []turn.Lending{{Reserves: []turn.Reserve{{Token: wbtc, Supplied: milli(100, wbtc)}}}}
		}, 1, true},
		"owed": {func(r *turn.Reading) {
			r.Lending = []turn.Lending{{Reserves: []turn.Reserve{{Token: wbtc, Owed: milli(100, wbtc)}}}}
		}, 1, true},
		"owed, beside dust of it": {func(r *turn.Reading) {
			r.Assets[2].Units = *uint256.NewInt(20_000)
			r.Lending = []turn.Lending{{Reserves: []turn.Reserve{{Token: wbtc, Owed: milli(100, wbtc)}}}}
		}, 1, true},
		"dust that an old feed makes a stake": {func(r *turn.Reading) {
			r.Assets[2].Units, r.Assets[2].Feed = *uint256.NewInt(20_000), &turn.Feed{Price: 60_000, Holds: 3_600}
		}, 1, true},
		"a feed that is old, with another price": {func(r *turn.Reading) { held(2)(r); r.Assets[2].Feed = &turn.Feed{Price: 40_000, Holds: 3_600} }, 1, true},
	} {
		m := NewMemory(Spread)
		for block, price := range []int64{40_000, 40_000, 40_000, c.bent} {
			r := holding([]turn.Token{usdc, weth, wbtc}, traded("weth-usdc-5", weth, usdc, 2_000, 1, 10_000_000),
				traded("wbtc-usdc-5", wbtc, usdc, price, 1, 5_000_000), traded("wbtc-weth-30", wbtc, weth, 20, 1, 400))
			r.Block = turn.Block{Number: uint64(block) + 1, Time: int64(block) + 100}
			r.Assets[0].Units, r.Assets[1].Units, r.Assets[2].Units = milli(equity*1_000, usdc), uint256.Int{}, uint256.Int{}
			if price == c.bent {
				c.has(r)
			}
			Value(r, Spread)
			if m.Doubt(r); price == c.bent && (r.Assets[2].Doubt == "" || r.Doubtful() != c.doubtful) {
				t.Errorf("%s: %+v, doubtful %v, want %v", name, r.Assets[2], r.Doubtful(), c.doubtful)
			}
		}
	}
}
