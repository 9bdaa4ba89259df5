package embedded

import (
	"context"
	"sync"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/tape"
)

// Eyes are a Golem's eyes that keep the newest reading for its wallet, which prices what it
// signs by it.
type Eyes struct {
	tape.Eyes
	wallet *Wallet
}

// Observe implements tape.Eyes.
func (e Eyes) Observe(ctx context.Context) (turn.Reading, error) {
	r, err := e.Eyes.Observe(ctx)
	if err == nil {
		e.wallet.seen.set(r)
	}
	return r, err
}

// See has eyes keep what they see for the wallet.
func (w *Wallet) See(eyes tape.Eyes) Eyes { return Eyes{eyes, w} }

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
