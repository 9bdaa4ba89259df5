package thanatopsis

import (
	"errors"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// What nothing prices while its market does not answer is no dust: a death waits for it as long as it has
// the time, ten minutes in all, and sells it when the market is back.
//
// spec: mortality §9.3, safety §16.8
func TestADeathWaitsForAMarketThatDoesNotAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		mute  int64 // milliseconds
		sales int
	}{
		"for a minute": {60_000, 1},
		"for good":     {planned, 0},
	} {
		w := newWorld()
		w.reading.Positions = nil
		whole, market, begun := w.reading.Assets[1], w.reading.Markets[0], w.now
		whole.Price, whole.Value = 2_000, 1_000
		w.blind = func() error {
			a, m := &w.reading.Assets[1], &w.reading.Markets[0]
			a.Value, a.Price, a.Rate, m.Rate, m.Depth, w.reading.Mute = 2_000*a.Units.Float64()/1e18, whole.Price, whole.Rate, market.Rate, market.Depth, nil
			if w.now < begun+c.mute {
				a.Value, a.Price, a.Rate, m.Rate, m.Depth = 0, 0, uint256.Int{}, uint256.Int{}, uint256.Int{}
				w.reading.Mute = []turn.Mute{{Handle: m.Handle, Code: "REVERTED"}}
			}
			return nil
		}
		refuse := onlyRefuse("sell", &turn.Refusal{Layer: "cage", Code: wire.CodeSafetyPriceMissing, Detail: "the market does not answer"})
		w.answer = func(body string) (turn.Preview, turn.Execution, error) {
			if len(w.reading.Mute) > 0 {
				return refuse(body)
			}
			return turn.Preview{}, turn.Execution{}, nil
		}
		will, faults := die(t, w)
		check(t, errors.Join(faults...))
		if sales := strings.Count(w.acts(), "executed"); sales != c.sales || (len(will.Settlement.Stranded) == 0) != (c.sales > 0) {
			t.Errorf("%s: %d sales in %d ms, left %+v: %s", name, sales, will.Death.Duration, will.Settlement.Stranded, w.acts())
		}
		if will.Death.Duration < min(c.mute, costlier) || will.Death.Duration > costlier+60_000 {
			t.Errorf("%s: it took %d ms", name, will.Death.Duration)
		}
		for _, l := range will.Settlement.Stranded {
			if strings.Contains(l.Reason, "worth less than the gas") {
				t.Errorf("%s: %+v", name, l)
			}
		}
	}
}
