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
func (n *Node) SetAutomine(on bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.automine = on
}

// Automine reports whether every transaction makes its block at once.
func (n *Node) Automine() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.automine
}

// ErrSimulatedClock is returned by SetInterval on a clock that never waits.
var ErrSimulatedClock = errors.New("interval mining needs a clock that passes: this devnet's is simulated")

// SetInterval makes a block of the pool every d, and turns automine off, as anvil does;
// 0 ends it and leaves automine as it is. A block that could not be made ends it too; that
// error is answered by the next SetInterval, or by Close.
func (n *Node) SetInterval(d time.Duration) error {
	if _, ok := n.cfg.Clock.(*clock.Simulated); ok && d > 0 {
		return ErrSimulatedClock
	}
	n.mu.Lock()
	if n.closed {
		n.mu.Unlock()
		return ErrClosed
	}
	old := n.interval
	n.interval = nil
	if d > 0 {
		n.automine = false
		n.interval = n.every(d)
	}
	n.mu.Unlock()
	return old.stop()
}

// Interval returns how far apart the blocks of SetInterval are, 0 where there are none.
func (n *Node) Interval() time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.interval == nil {
		return 0
	}
	return n.interval.apart
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

func (n *Node) every(d time.Duration) *ticker {
	ctx, cancel := context.WithCancel(context.Background())
	t := &ticker{cancel: cancel, done: make(chan struct{}), apart: d}
	next := n.cfg.Clock.Now().Add(d)
	go func() {
		defer close(t.done)
		for n.cfg.Clock.WaitUntil(ctx, next) == nil {
			_, _, err := n.Mine(ctx, BlockSpec{FromPool: true})
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
