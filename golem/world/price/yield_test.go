package price

import (
	"math"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// vaulted is a reading of a second, in which so many shares of a market pay so much.
func vaulted(second int64, pays uint64) *turn.Reading {
	r := holding([]turn.Token{usdc, weth}, traded("weth-usdc-5", weth, usdc, 2_000, 1, 1_000_000))
	r.Block = turn.Block{Number: uint64(second), Time: second}
	r.Lending = []turn.Lending{
		{Handle: "vault", Loan: usdc.Address, Reserves: []turn.Reserve{{Token: usdc, Pays: *uint256.NewInt(pays)}}},
		{Handle: "market", Loan: usdc.Address, Reserves: []turn.Reserve{{Token: usdc, SupplyRate: *uint256.NewInt(7)}}},
	}
	Value(r, Spread)
	return r
}

// The rate of a market that tells none is what its shares paid more than an hour before, of a year;
// a market's own rate is left alone.
//
// spec: tools-archetypes §5.6
func TestARateIsWhatSharesPaidMore(t *testing.T) {
	const whole = 1_000_000_000_000
	m := NewMemory(Spread)
	for i, c := range []struct {
		second int64
		pays   uint64
		want   float64 // growth since, and over how many seconds
		over   float64
	}{
		{1_000, whole, 0, 1},
		{1_599, whole + 599_000, 0, 1}, // too short to tell
		{1_600, whole + 600_000, 600_000, 600},
		{2_000, whole + 600_000, 600_000, 1_000}, // it pays in steps
		{4_600, whole + 3_600_000, 3_600_000, 3_600},
		{5_200, whole + 4_800_000, 4_200_000 + 1_000, 3_601}, // from what was remembered before it, at 1,599
		{5_300, whole - 5, 0, 1},                             // a loss has no rate
		{5_250, whole + 4_800_000, 4_201_000, 3_651},         // another block stands there
		{90_000, whole + 9_600_000, 4_800_000, 84_800},       // it was not looked at for a day
	} {
		r := vaulted(c.second, c.pays)
		m.Doubt(r)
		got, _ := r.Lending[0].Reserves[0].Rates()
		if want := c.want / whole / c.over * 365 * 24 * 3_600; math.Abs(got-want) > want*1e-5 {
			t.Errorf("%d: at %d a year pays %.8f, want %.8f", i, c.second, got, want)
		}
		if own := r.Lending[1].Reserves[0].SupplyRate; !own.Eq(uint256.NewInt(7)) {
			t.Errorf("%d: a market's own rate is %s", i, own.Dec())
		}
	}
	if n := len(m.yields["vault usdc"]); n == 0 || n > yieldOver/yieldApart+2 {
		t.Errorf("%d blocks are remembered", n)
	}
}

// What no number holds is no rate.
func TestARateBeyondNumbersIsNone(t *testing.T) {
	m, r := NewMemory(Spread), vaulted(1_000, 1)
	m.Doubt(r)
	r = vaulted(2_000, 1)
	r.Lending[0].Reserves[0].Pays.SetAllOne()
	m.Doubt(r)
	if rate := r.Lending[0].Reserves[0].SupplyRate; !rate.IsZero() {
		t.Errorf("the rate is %s", rate.Dec())
	}
}
