package node

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bardo.run/bardo/internal/clock"
)

// SetAutomine turns on or off that every transaction makes its block at once. It is on
// in a new node.
func (m *Miner) SetAutomine(on bool) {
	m.gate.Lock()
	defer m.gate.Unlock()
	m.automine = on
}

// Automine reports whether every transaction makes its block at once.
func (m *Miner) Automine() bool {
	m.gate.Lock()
	defer m.gate.Unlock()
	return m.automine
}

// ErrSimulatedClock is returned by SetInterval on a clock that never waits.
var ErrSimulatedClock = errors.New("interval mining needs a clock that passes: this devnet's is simulated")

// SetInterval makes a block of the pool every d, and turns automine off, as anvil does;
// 0 ends it and leaves automine as it is. A block that could not be made ends it too; that
// error is answered by the next SetInterval, or by Close.
func (m *Miner) SetInterval(d time.Duration) error {
	if _, ok := m.pace.clock.(*clock.Simulated); ok && d > 0 {
		return ErrSimulatedClock
	}
	m.gate.Lock()
	if m.gate.closed {
		m.gate.Unlock()
		return ErrClosed
	}
	old := m.interval
	m.interval = nil
	if d > 0 {
		m.automine = false
		m.interval = m.every(d)
	}
	m.gate.Unlock()
	return old.stop()
}

// Interval returns how far apart the blocks of SetInterval are, 0 where there are none.
func (m *Miner) Interval() time.Duration {
	m.gate.Lock()
	defer m.gate.Unlock()
	if m.interval == nil {
		return 0
	}
	return m.interval.apart
}

// retire takes interval mining away from a miner that will make no more blocks; the caller
// stops what it returns.
func (m *Miner) retire() *ticker {
	if m == nil {
		return nil
	}
	old := m.interval
	m.interval = nil
	return old
}

// ticker is the goroutine of interval mining; its starter stops it.
type ticker struct {
	cancel context.CancelFunc
	done   chan struct{}
	apart  time.Duration
	err    error // why it ended by itself; read after done
}

// stop ends the goroutine, waits for it and returns the error that ended it before. A nil
// ticker has nothing to stop.
func (t *ticker) stop() error {
	if t == nil {
		return nil
	}
	t.cancel()
	<-t.done
	return t.err
}

func (m *Miner) every(d time.Duration) *ticker {
	ctx, cancel := context.WithCancel(context.Background())
	t := &ticker{cancel: cancel, done: make(chan struct{}), apart: d}
	next := m.pace.clock.Now().Add(d)
	go func() {
		defer close(t.done)
		for m.pace.clock.WaitUntil(ctx, next) == nil {
			_, _, err := m.Mine(ctx, BlockSpec{FromPool: true})
			if ctx.Err() != nil || errors.Is(err, ErrClosed) {
				return
			}
			if err != nil {
				t.err = fmt.Errorf("interval mining: %w", err)
				return
			}
			next = next.Add(d)
		}
	}()
	return t
}
