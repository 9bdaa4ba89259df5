package thanatopsis

import (
	"math"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
)

// What went to the owner is his, whatever the wallet holds now: neither the testament nor
// the advice calls it a loss, and what others sent meanwhile they call no gain.
//
// spec: provisioning §8.9, mortality §10
func TestWhatWentHomeIsNoLossAndWhatWasSentInIsNoGain(t *testing.T) {
	w := newWorld()
	w.reading.Positions, w.reading.NativeUSD = nil, 2000
	w.reading.Assets = []turn.Asset{{Token: usdc, Price: 1}, {Token: weth, Units: *uint256.NewInt(5e17), Price: 2000, Value: 1000}}
	swept := []Swept{
		{Asset: usdc.Address.Hex(), Units: "7000000000", State: "swept"},
		{Asset: weth.Address.Hex(), Units: "500000000000000000", State: "failed"},
		{Asset: "native", Units: "250000000000000000", State: "swept"},
	}
	tell := func(life Life) Stats { return statsOf(life, w.reading, 2000) }
	life := Life{Start: 8000, Swept: swept}
	if s := tell(life); s.End != 8500 || s.NetPnL != 500 || s.Return != 0.0625 {
		t.Errorf("%+v", s)
	}
	life.Sent = 700
	if s := tell(life); s.End != 8500 || s.NetPnL != -200 || math.Abs(s.Return+0.025) > 1e-12 {
		t.Errorf("%+v", s)
	}
	seen := &sight{last: w.reading}
	r := reflection{seen: seen, left: &remains{tried: &record{}, seen: seen}}
	if advice := r.advise(life, cause); len(advice) == 0 || advice[len(advice)-1].Text != "it lost 200.00 of 8000.00: try the strategy on paper in this market first" {
		t.Errorf("%+v", advice)
	}
}

// Nobody but the owner can be sent anything: where an outcome is unknown, what is not in the
// wallet any more went to him.
func TestTheChainSaysWhatBecameOfAnUnknownSweep(t *testing.T) {
	after := turntest.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, Price: 2000}.Seen(uint256.NewInt(100e6), nil)
	after.NativeUSD, after.Native = 3, *uint256.NewInt(1e18)
	for _, c := range []struct {
		s    Swept
		want float64
	}{
		{Swept{Asset: usdc.Address.Hex(), Units: "100000000", State: "unknown"}, 0},
		{Swept{Asset: weth.Address.Hex(), Units: "500000000000000000", State: "unknown"}, 1000},
		{Swept{Asset: "native", Units: "3000000000000000000", State: "unknown"}, 6},
		{Swept{Asset: "native", Units: "3000000000000000000", State: "dust"}, 0},
		{Swept{Asset: "native", Units: "-1", State: "swept"}, 0},
	} {
		if got := c.s.Worth(after); got != c.want {
			t.Errorf("%+v is worth %g, want %g", c.s, got, c.want)
		}
	}
}
