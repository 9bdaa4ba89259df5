package price

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// town is a reading of two markets and a lender, with a position in the first and a deposit.
func town(number uint64) *turn.Reading {
	usdc := turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}
	weth := turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18}
	wbtc := turn.Token{Address: common.Address{3}, Symbol: "WBTC", Decimals: 8}
	asset := func(t turn.Token, price float64) turn.Asset {
		return turn.Asset{Token: t, Price: price, Value: 1_000, Units: *uint256.NewInt(1)}
	}
	r := &turn.Reading{
		Block:  turn.Block{Number: number, Time: int64(number)},
		Assets: []turn.Asset{asset(usdc, 1), asset(weth, 2_000), asset(wbtc, 60_000)},
		Markets: []turn.Market{
			{Handle: "weth-usdc-5", Base: weth, Quote: usdc, Price: 2_000, Rate: turn.One(), Depth: *uint256.NewInt(9)},
			{Handle: "wbtc-usdc-30", Base: wbtc, Quote: usdc, Price: 60_000, Rate: turn.One(), Depth: *uint256.NewInt(9)},
		},
		Positions: []turn.Position{{ID: "7", Market: "weth-usdc-5", Base: *uint256.NewInt(1e18), Value: 2_000}},
		Lending:   []turn.Lending{{Handle: "lender", Reserves: []turn.Reserve{{Token: wbtc, Supplied: *uint256.NewInt(5e6)}, {Token: usdc}}, Value: 3_000}},
	}
	Revalue(r)
	return r
}

// silence takes out of a reading what it has of a market, as a reader does.
func silence(r *turn.Reading, handle string) *turn.Reading {
	for i := range r.Markets {
		if r.Markets[i].Handle == handle {
			r.Markets = append(r.Markets[:i:i], r.Markets[i+1:]...)
			break
		}
	}
	if handle == "weth-usdc-5" {
		r.Positions = nil
	}
	if handle == "lender" {
		r.Lending = nil
	}
	r.Mute = append(r.Mute, turn.Mute{Handle: handle, Code: "REVERTED"})
	return r
}

// spec: heartbeat §3, safety §16.8: what lies in a market that does not answer is not lost, and not
// judged either.
func TestWhatLiesInASilentMarketIsRemembered(t *testing.T) {
	m := NewMemory(500)
	whole := town(1)
	m.Doubt(whole)
	for number := uint64(2); number < 9; number++ {
		r := silence(town(number), "weth-usdc-5")
		m.Doubt(r)
		if len(r.Markets) != 2 || r.Primary().Handle != "weth-usdc-5" || !r.Primary().Rate.IsZero() || !r.Primary().Depth.IsZero() {
			t.Fatalf("markets are %+v", r.Markets)
		}
		if r.Equity() != whole.Equity() || !r.Doubtful() {
			t.Errorf("equity is %v, and was %v; doubtful: %v", r.Equity(), whole.Equity(), r.Doubtful())
		}
		if why := r.Unsure(); !strings.Contains(why, "weth-usdc-5, which does not answer") {
			t.Errorf("it says %q", why)
		}
		if wbtc, _ := r.Named("wbtc"); wbtc.Doubt != "" {
			t.Errorf("of WBTC it says %q", wbtc.Doubt)
		}
	}
	back := town(9)
	back.Positions = nil // and it was left meanwhile
	if m.Doubt(back); back.Doubtful() || len(back.Positions) != 0 || back.Primary().Rate.IsZero() {
		t.Errorf("after it answered again: %+v", back)
	}
	gone := silence(town(10), "weth-usdc-5")
	if m.Doubt(gone); len(gone.Positions) != 0 || gone.Doubtful() {
		t.Error("the position is back")
	}
}

// What a lender has is as it was, and a market in which nothing lies casts no doubt.
func TestASilentLenderIsRemembered(t *testing.T) {
	m := NewMemory(500)
	m.Doubt(town(1))
	r := silence(town(2), "lender")
	m.Doubt(r)
	if wbtc, _ := r.Named("wbtc"); len(r.Lending) != 1 || r.Equity() != town(2).Equity() || wbtc.Doubt != "" || !r.Doubtful() || !r.Disputed(wbtc.Token.Address) {
		t.Errorf("%+v", r)
	}
	if usdc, _ := r.Named("usdc"); usdc.Doubt != "" || r.Disputed(usdc.Token.Address) {
		t.Errorf("of what was not lent it says %q", usdc.Doubt)
	}
	r = silence(town(3), "wbtc-usdc-30")
	if m.Doubt(r); r.Doubtful() || len(r.Markets) != 2 || r.Markets[1].Handle != "wbtc-usdc-30" {
		t.Errorf("a market in which nothing lies: %+v", r)
	}
}

// What lent shares pay that leaps between two blocks is in doubt in the second of them, as a donation to a vault or its
// pause makes it; interest is not. It counts at no more than before, which may be nothing.
func TestALeapOfLentSharesIsDoubted(t *testing.T) {
	m := NewMemory(500)
	at := func(number, supplied uint64) *turn.Reading {
		r := town(number)
		r.Lending[0].Reserves[0].Supplied, r.Lending[0].Reserves[0].SupplyShares = *uint256.NewInt(supplied), *uint256.NewInt(5e6)
		m.Doubt(r)
		return r
	}
	for number, c := range []struct {
		supplied uint64
		doubted  bool
	}{{5e6, false}, {5_010_000, false}, {6e6, true}, {6e6, false}, {0, true}, {0, false}, {6e6, false}} {
		r := at(uint64(number)+1, c.supplied) //nolint:gosec // small
		if r.Unsure() != "" != c.doubted {
			t.Errorf("reading %d: it says %q", number, r.Unsure())
		}
		if again := at(uint64(number)+1, c.supplied); again.Unsure() != "" != c.doubted { //nolint:gosec // small
			t.Errorf("reading %d, of the same block again: it says %q", number, again.Unsure())
		}
	}
}

// A market that never answered is no part of a reading.
func TestAMarketThatNeverAnsweredIsUnknown(t *testing.T) {
	m := NewMemory(500)
	r := silence(town(1), "weth-usdc-5")
	if m.Doubt(r); len(r.Markets) != 1 || r.Doubtful() {
		t.Errorf("%+v", r)
	}
}
