package embedded

import (
	"sync"

	"bardo.run/bardo/golem/host/turn"
)

// newest is the newest reading.
type newest struct {
	mu      sync.Mutex // guards reading
	reading turn.Reading
}

func (n *newest) set(r turn.Reading) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.reading = r
}

func (n *newest) get() turn.Reading {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.reading
}
