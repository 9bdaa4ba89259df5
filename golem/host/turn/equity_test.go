package turn

import (
	"testing"

	"bardo.run/bardo/internal/money"
)

// A pool can be bent for a block, and the owner may send and take money: neither is a gain or
// a loss. A fall is measured from a peak that three blocks in a row showed.
//
// spec: safety §15.2
func TestAPeakIsSeenOnThreeBlocksAndFollowsWhatIsSentAndTaken(t *testing.T) {
	type step struct {
		equity   float64
		shift    float64 // booked before the reading is taken
		drawdown money.BPS
	}
	for name, steps := range map[string][]step{
		"a bent block at birth":      {{equity: 3_000}, {equity: 1_000}, {equity: 1_000}, {equity: 900, drawdown: 1_000}},
		"a bent block later":         {{equity: 1_000}, {equity: 1_000}, {equity: 1_000}, {equity: 3_000}, {equity: 1_000}, {equity: 900, drawdown: 1_000}},
		"two bent blocks":            {{equity: 1_000}, {equity: 1_000}, {equity: 1_000}, {equity: 3_000}, {equity: 2_000}, {equity: 900, drawdown: 1_000}},
		"a gain that stays":          {{equity: 1_000}, {equity: 1_200}, {equity: 1_200}, {equity: 1_200}, {equity: 1_080, drawdown: 1_000}},
		"a deposit hides no loss":    {{equity: 1_000}, {equity: 1_000}, {equity: 1_000}, {equity: 850, drawdown: 1_500}, {equity: 1_350}, {equity: 1_350, shift: 500, drawdown: 1_000}, {equity: 1_350, drawdown: 1_000}},
		"a withdrawal is no loss":    {{equity: 1_000}, {equity: 1_000}, {equity: 1_000}, {equity: 750, drawdown: 2_500}, {equity: 750, shift: -250}, {equity: 750}, {equity: 675, drawdown: 1_000}},
		"all is taken, and more put": {{equity: 1_000}, {equity: 1_000}, {equity: 1_000}, {equity: 1, drawdown: 9_990}, {equity: 1, shift: -1_000}, {equity: 100}, {equity: 100}},
		"nothing at all":             {{equity: 1_000}, {equity: 0}, {equity: 900, drawdown: 0}},
	} {
		p, block := Positions{}, uint64(0)
		for i, s := range steps {
			block++
			r := worth(s.equity)
			r.Block.Number = block
			if s.shift != 0 {
				p.Shift(s.shift)
			}
			for range 2 { // a block that is read twice counts once
				p.Take(r)
			}
			if p.Drawdown != s.drawdown {
				t.Errorf("%s, %d: drawdown %s of the peak %v, want %s", name, i, p.Drawdown, p.Peak, s.drawdown)
			}
		}
	}
}

func TestTheOwnersWordMeasuresFromNow(t *testing.T) {
	p := Positions{}
	for n, equity := range []float64{1_000, 1_000, 1_000, 800} {
		r := worth(equity)
		r.Block.Number = uint64(n)
		p.Take(r)
	}
	p.Rebase()
	r := worth(720)
	r.Block.Number = 5
	if p.Take(r); p.Peak != 800 || p.Drawdown != 1_000 {
		t.Errorf("peak %v, drawdown %s", p.Peak, p.Drawdown)
	}
}

// What is in doubt and was believed a while ago moves neither peak nor fall; after that it moves the fall,
// so that two markets that stay apart shut no emergency, and never the peak.
//
// spec: safety §16.8
func TestAPriceInDoubtMovesTheFallAtMost(t *testing.T) {
	p, block := Positions{}, uint64(0)
	for i, s := range []struct {
		equity          float64
		doubt, believed bool
		peak            float64
		drawdown        money.BPS
	}{
		{1_000, true, false, 0, 0}, // of nothing before it
		{1_000, false, false, 1_000, 0},
		{1_300, true, true, 1_000, 0},
		{700, true, true, 1_000, 0},
		{1_300, true, false, 1_000, 0},
		{700, true, false, 1_000, 3_000},
		{950, false, false, 1_000, 500},
	} {
		for range 3 {
			r := worth(s.equity)
			a := &r.Assets[0]
			a.Units.SetOne()
			if s.doubt {
				a.Doubt = "two markets say different things"
			}
			if s.believed {
				a.Believed = &Believed{}
			}
			r.Block.Number = block
			block++
			p.Take(r)
		}
		if p.Peak != s.peak || p.Drawdown != s.drawdown {
			t.Errorf("%d: the fall is %s of %v, want %s of %v", i, p.Drawdown, p.Peak, s.drawdown, s.peak)
		}
	}
}
