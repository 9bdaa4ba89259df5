package lab

import (
	"sync"

	"bardo.run/bardo/life/experiment/plan"
)

// meter adds up how far lives are that are lived at once.
type meter struct {
	tell func(State)

	mu     sync.Mutex // guards all below
	state  State
	open   int // to be lived in this run
	over   int // of them
	living map[plan.Run]float64
}

func newMeter(open, all int, tell func(State)) *meter {
	return &meter{tell: tell, state: State{Done: all - open, All: all}, open: open, living: map[plan.Run]float64{}}
}

func (m *meter) begin(r plan.Run) { m.move(func() { m.living[r] = 0 }) }

func (m *meter) far(r plan.Run, share float64) { m.move(func() { m.living[r] = share }) }

func (m *meter) end(r plan.Run, over bool) {
	m.move(func() {
		delete(m.living, r)
		if over {
			m.over++
			m.state.Done++
		}
	})
}

// move changes something and tells the sum.
func (m *meter) move(change func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change()
	if m.tell == nil {
		return
	}
	parts := 0.0
	for _, share := range m.living {
		parts += share
	}
	m.state.Living, m.state.Fresh = len(m.living), float64(m.over)+parts
	m.state.Left = float64(m.open) - m.state.Fresh
	m.tell(m.state)
}
