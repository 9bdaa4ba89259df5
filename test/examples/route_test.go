package examples_test

import (
	"path/filepath"
	"testing"
	"time"
)

// An hour of a basket with an asset that no market trades for dollars: it is bought over another one that
// the strategy lists, and its death sells it the same way. Between two moves nothing is left, books and
// replay hold each move, and every one has its why.
//
// spec: safety §7 (each deed is booked, explained and replayed)
func TestALifeTradesOverTwoMarkets(t *testing.T) {
	t.Parallel()
	data, _ := hours(t, "basket", 65*time.Minute, nil)
	l := throughout(t, program(t), filepath.Join("testdata", "routed.md"), "--history", data)
	t.Log(l.told())
	moves, permits := map[string]int{}, map[string]bool{}
	for _, x := range l.report.Acts.Trades {
		r := x.Route
		if r == nil {
			continue
		}
		permits[x.PermitID] = true
		if r.First == "" {
			moves[r.From+" over "+r.Over+" to "+r.To]++
			continue
		}
		if !permits[r.First] {
			t.Errorf("trade %d carries on %s, which was no first move", x.Number, r.First)
		}
		moves["then "+r.To]++
	}
	for _, want := range []string{"usdc over weth to aave", "then aave", "aave over weth to usdc"} {
		if moves[want] == 0 {
			t.Errorf("never %s: %v", want, moves)
		}
	}
}
