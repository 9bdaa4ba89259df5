package turn

import (
	"testing"

	"bardo.run/bardo/internal/money"
)

func worth(quote float64) Reading { return Reading{Assets: []Asset{{Value: quote}}} }

func TestDrawdownIsTheFallFromTheHighestEquity(t *testing.T) {
	_, w := NewState(Identity{})
	var block uint64
	for _, step := range []struct {
		equity   float64
		drawdown money.BPS
	}{{1000, 0}, {900, 1000}, {1200, 0}, {1080, 1000}, {0, 1000}, {1200, 0}} {
		var got money.BPS
		w.Positions.Edit(func(p *Positions) {
			for range 3 {
				block++
				r := worth(step.equity)
				r.Block.Number = block
				p.Take(r)
			}
			got = p.Drawdown
		})
		if got != step.drawdown {
			t.Errorf("at %v: drawdown %s, want %s", step.equity, got, step.drawdown)
		}
	}
}

func TestAReaderCannotReachTheState(t *testing.T) {
	s, w := NewState(Identity{Name: "a"})
	id := s.Identity()
	id.Name += "b"
	if got := s.Identity().Name; got != "a" || id.Name != "ab" {
		t.Errorf("a reader's copy changed the state to %q", got)
	}
	w.Identity.Edit(func(id *Identity) { id.Epoch = 2 })
	if got := s.Identity().Epoch; got != 2 {
		t.Errorf("the writer's edit is not there: epoch %d", got)
	}
}
