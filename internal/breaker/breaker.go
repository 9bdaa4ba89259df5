// Package breaker stops asking what does not answer: the dependency breaker of
// safety §15.4. It counts the outcomes of the last requests; where too many of
// them failed it refuses further ones for a while, then lets one through to see.
//
// It owns no clock: every method is told the time. It never asks anything itself,
// and never says what a failure is. A Breaker is safe for concurrent use.
package breaker

import (
	"sync"
	"time"
)

// The rule of safety §15.4.
const (
	// Window is how many outcomes are judged, the newest ones.
	Window = 10
	// Most is how many failures among them open the breaker.
	Most = Window / 2
	// Rest is how long an open breaker refuses before it lets one request through.
	Rest = 30 * time.Second
)

// Breaker is closed at first: everything is let through.
type Breaker struct {
	mu      sync.Mutex // guards what follows
	failed  [Window]bool
	n       int       // outcomes noted since it closed
	until   time.Time // open before it; zero: closed
	probing bool      // the one request of a half-open breaker is under way
}

// Allow reports whether a request may be made now. Who was allowed must call Done
// or Forget, once.
func (b *Breaker) Allow(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.until.IsZero():
		return true
	case now.Before(b.until) || b.probing:
		return false
	}
	b.probing = true
	return true
}

// Done notes how a request ended.
func (b *Breaker) Done(now time.Time, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.probing {
		b.probing, b.until, b.n = false, time.Time{}, 0
		if !ok {
			b.until = now.Add(Rest)
		}
		return
	}
	b.failed[b.n%Window] = !ok
	b.n++
	if b.until.IsZero() && b.n >= Window && b.failures() >= Most {
		b.until = now.Add(Rest)
	}
}

// Forget ends a request that says nothing of the dependency: whoever asked gave up.
func (b *Breaker) Forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
}

// OpenUntil returns when an open breaker lets a request through again; zero while
// it is closed.
func (b *Breaker) OpenUntil() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.until
}

func (b *Breaker) failures() (n int) {
	for _, failed := range b.failed {
		if failed {
			n++
		}
	}
	return n
}
