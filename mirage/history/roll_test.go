package history

import (
	"reflect"
	"testing"
	"time"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// A market that is lived has the minutes that it was read with, and stands still behind them.
func TestAMarketThatIsLivedHasItsMinutes(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		start := time.Unix(rapid.Int64Range(1, 1<<31).Draw(r, "start")*60, 0).UTC()
		amount := func(label string, bits uint) *uint256.Int {
			v := new(uint256.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(r, label))
			return v.Rsh(v, 128-bits)
		}
		tick := rapid.IntRange(-MaxTick, MaxTick)
		var m Market
		for i := range rapid.IntRange(1, 20).Draw(r, "minutes") {
			m.Minutes = append(m.Minutes, Minute{
				Time: start.Add(time.Duration(i) * time.Minute), Missing: rapid.Bool().Draw(r, "missing"),
				Open: tick.Draw(r, "open"), Low: tick.Draw(r, "low"), High: tick.Draw(r, "high"), Close: tick.Draw(r, "close"),
				In0: amount("in0", 128), In1: amount("in1", 128), Liquidity: amount("liquidity", 128), GasPrice: amount("gas", 64),
			})
		}
		kept := m.lived()
		if kept.Minutes != nil || !kept.Start().Equal(m.Start()) || !kept.End().Equal(m.End()) || kept.length() != len(m.Minutes) {
			r.Fatalf("%d minutes from %s to %s, want %d from %s to %s", kept.length(), kept.Start(), kept.End(), len(m.Minutes), m.Start(), m.End())
		}
		for i := range len(m.Minutes) + 3 {
			if got, want := kept.Minute(i), m.Minute(i); !reflect.DeepEqual(got, want) {
				r.Fatalf("minute %d is %+v, want %+v", i, got, want)
			}
		}
		big := new(uint256.Int).Lsh(uint256.NewInt(1), 128)
		for k, spoil := range []func(*Minute){
			func(x *Minute) { x.In0 = big }, func(x *Minute) { x.In1 = big }, func(x *Minute) { x.Liquidity = big },
			func(x *Minute) { x.GasPrice = new(uint256.Int).Lsh(uint256.NewInt(1), 64) },
		} {
			if x := m.Minutes[0]; !fits(x) {
				r.Fatalf("%+v does not fit", x)
			} else if spoil(&x); fits(x) {
				r.Fatalf("spoilt by %d: %+v fits", k, x)
			}
		}
	})
}
