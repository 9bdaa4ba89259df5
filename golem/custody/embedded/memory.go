package embedded

import (
	"reflect"
	"sync"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/image"
)

var _ chain.Rememberer = (*Wallet)(nil)

// memory is what a wallet knows that no configuration and no provider says.
type memory struct {
	guard  *signing.Guard
	seen   *turn.Reading
	signed map[uint64]turn.Reading
	placed map[uint64]*placed
}

var bounds = image.Bounds{
	Within: "bardo.run/bardo", Values: []string{"github.com/holiman/uint256"},
	Fixed: []reflect.Type{reflect.TypeFor[sync.Mutex]()}, // held meanwhile
}

func (w *Wallet) memory() *memory { return &memory{w.guard, &w.seen.reading, w.signed, w.placed} }

// Memory implements chain.Rememberer: an image of what was signed, and by which readings.
func (w *Wallet) Memory() ([]byte, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen.mu.Lock()
	defer w.seen.mu.Unlock()
	return bounds.Of(w.memory())
}

// Remember implements chain.Rememberer.
func (w *Wallet) Remember(was []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen.mu.Lock()
	defer w.seen.mu.Unlock()
	return bounds.Into(w.memory(), was)
}
