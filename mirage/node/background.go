package node

import (
	"context"
	"sync"
)

// background is the goroutines that services start; Close ends them.
type background struct {
	mu      sync.Mutex // guards what follows
	closed  bool
	life    context.Context // of all of them, made with the first
	end     context.CancelFunc
	running sync.WaitGroup
}

// run runs f in a goroutine whose context ends at stop.
func (b *background) run(f func(context.Context)) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return ErrClosed
	}
	if b.life == nil {
		b.life, b.end = context.WithCancel(context.Background())
	}
	life := b.life
	b.running.Go(func() { f(life) })
	return nil
}

// stop ends what runs and waits for it.
func (b *background) stop() {
	b.mu.Lock()
	b.closed = true
	if b.end != nil {
		b.end()
	}
	b.mu.Unlock()
	b.running.Wait()
}
