package lab

import (
	"sync"

	"bardo.run/bardo/life/experiment/plan"
)

// meter adds up how far lives are that are lived at once.
type meter struct {
	design *plan.Design
	tell   func(State)

	mu     sync.Mutex // guards all below
	state  State
	open   int // to be lived in this run
	over   int // of them
	living map[plan.Run]float64
}

func newMeter(d *plan.Design, open []plan.Run, tell func(State)) *meter {
	m := &meter{design: d, tell: tell, living: map[plan.Run]float64{}}
	for _, r := range open {
		m.open += m.lives(r)
	}
	m.state = State{Done: d.Lives() - m.open, All: d.Lives()}
	return m
}

// lives is how many there are in a run.
func (m *meter) lives(r plan.Run) int { return len(m.design.Arms[r.Arm].Members) }

func (m *meter) begin(r plan.Run) { m.move(func() { m.living[r] = 0 }) }

func (m *meter) far(r plan.Run, share float64) { m.move(func() { m.living[r] = share }) }

func (m *meter) end(r plan.Run, over bool) {
	m.move(func() {
		delete(m.living, r)
		if over {
			m.over += m.lives(r)
			m.state.Done += m.lives(r)
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
	for r, share := range m.living {
		parts += share * float64(m.lives(r))
	}
	m.state.Living, m.state.Fresh = len(m.living), float64(m.over)+parts
	m.state.Left = float64(m.open) - m.state.Fresh
	m.tell(m.state)
}
