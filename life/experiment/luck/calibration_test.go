package luck_test

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/experiment/luck"
)

// edge is the planted one, as a Sharpe ratio of a year: over the two years of the usual market
// that is a mean seven standard errors above nothing.
const edge = 5

// tally is what the judge said of many sweeps.
type tally struct {
	sweeps, better, right int64
	beats, stands, choose int64 // passed, of each test
}

func (c tally) String() string {
	return fmt.Sprintf("%d sweeps: %d better than luck, of the right one %d; passed: resampling %d, deflated %d, cross-validation %d",
		c.sweeps, c.better, c.right, c.beats, c.stands, c.choose)
}

// judged has so many sweeps judged, the first with this seed; an edge of 0 is none.
func judged(t *testing.T, m market, first, sweeps int, edge float64) tally {
	t.Helper()
	c, next := tally{sweeps: int64(sweeps)}, atomic.Int64{}
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < sweeps; i = int(next.Add(1)) - 1 {
				c.judge(t, m, seed.Seed(first+i), edge)
			}
		})
	}
	group.Wait()
	t.Logf("%+v, edge %v: %v", m, edge, c)
	return c
}

func (c *tally) judge(t *testing.T, m market, of seed.Seed, edge float64) {
	rng := of.Stream("sweep")
	trials, at := m.trials(rng), rng.IntN(m.strategies)
	plant(trials, at, edge)
	v, err := luck.Judge(trials, luck.Rules{Seed: of})
	if err != nil || len(v.Reasons) != 3 {
		t.Errorf("sweep %d: %v, %d reasons", of, err, len(v.Reasons))
		return
	}
	for i, count := range []*int64{&c.beats, &c.stands, &c.choose} {
		if v.Reasons[i].Passed {
			atomic.AddInt64(count, 1)
		}
	}
	if v.Better {
		atomic.AddInt64(&c.better, 1)
		if v.Best == trials.Names[at] {
			atomic.AddInt64(&c.right, 1)
		}
	}
}

// beyond returns the least count of n that chance reaches less than once in a thousand runs,
// where each happens with probability p.
func beyond(n int, p float64) int64 {
	tail, k := 0.0, n
	for ; k >= 0; k-- {
		over, _ := math.Lgamma(float64(n + 1))
		a, _ := math.Lgamma(float64(k + 1))
		b, _ := math.Lgamma(float64(n - k + 1))
		if tail += math.Exp(over - a - b + float64(k)*math.Log(p) + float64(n-k)*math.Log(1-p)); tail >= 1e-3 {
			break
		}
	}
	return int64(k + 1)
}

// Of sweeps without an edge at most one in twenty has a winner better than luck; where one is
// planted, nine in ten times it is found and named. All of it with BARDO_LONG=1, where the shares
// themselves are held; else a sample, with a margin that an honest judge misses less than once in
// a thousand runs.
func TestTheJudgeIsCalibrated(t *testing.T) {
	m, none, planted := usual, 40, 16
	m.periods /= 2
	tooMany, missed := beyond(none, 0.05), beyond(planted, 0.1)
	strong := edge * math.Sqrt2 // as many standard errors in half the time
	if os.Getenv("BARDO_LONG") != "" {
		m, none, planted, strong = usual, 2000, 500, edge
		tooMany, missed = 101, 51
	}
	if c := judged(t, m, 1000, none, 0); c.better >= tooMany || c.choose == 0 {
		t.Errorf("without an edge: %v; at most %d may be better than luck", c, tooMany-1)
	}
	if c := judged(t, m, 3000, planted, strong); c.right <= int64(planted)-missed {
		t.Errorf("with an edge: %v; at least %d have to be found", c, int64(planted)-missed+1)
	}
}

// It holds too where strategies have nothing in common or nearly all, where one period is much
// like the one before, and where the record is half a year.
func TestTheJudgeHoldsInOtherMarkets(t *testing.T) {
	if os.Getenv("BARDO_LONG") == "" {
		t.Skip("four more markets of 600 sweeps run with BARDO_LONG=1")
	}
	for name, m := range others() {
		t.Run(name, func(t *testing.T) {
			if c := judged(t, m, 4000, 600, 0); c.better >= beyond(600, 0.05) {
				t.Errorf("%v", c)
			}
		})
	}
}

func others() map[string]market {
	apart, alike, sticky, brief := usual, usual, usual, usual
	apart.common, apart.family, apart.follow = 0, 0, 0
	alike.common, alike.family = 0.8, 0.1
	sticky.follow = 0.3
	brief.periods = 180
	return map[string]market{"apart": apart, "alike": alike, "sticky": sticky, "brief": brief}
}
