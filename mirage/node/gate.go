package node

import (
	"errors"
	"sync"
)

// ErrClosed is returned by a node that was closed.
var ErrClosed = errors.New("devnet is closed")

// ErrCheatsClosed is what every cheat answers after CloseCheats.
var ErrCheatsClosed = errors.New("state cheats are closed on this devnet: only transactions change it")

// gate lets the parts of a node act one after the other, and says what still may act.
// Their exported methods take it; whoever calls the others holds it.
type gate struct {
	sync.Mutex
	closed   bool
	noCheats bool
}

// cheat lets one cheat act.
func (g *gate) cheat(act func() error) error {
	g.Lock()
	defer g.Unlock()
	if g.noCheats {
		return ErrCheatsClosed
	}
	return act()
}
