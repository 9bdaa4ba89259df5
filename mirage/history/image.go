package history

import (
	"crypto/ecdsa"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/fxamacker/cbor/v2"

	"bardo.run/bardo/internal/image"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"
)

// ErrImage is wrapped where a world cannot be made again from an image: it is another world's, or damaged.
// The world is as it was.
var ErrImage = errors.New("the image is not of this world")

// bounds are what an image of a world leaves alone: the chain, which is carried beside it, what follows
// from the configuration, as keys do, and locks, of which the world's is held meanwhile.
var bounds = image.Bounds{
	Within: "bardo.run/bardo",
	Values: []string{"github.com/holiman/uint256"},
	Fixed: []reflect.Type{
		reflect.TypeFor[node.Node](), reflect.TypeFor[node.Chain](), reflect.TypeFor[Config](), reflect.TypeFor[Market](),
		reflect.TypeFor[deploy.Plan](), reflect.TypeFor[deploy.Book](), reflect.TypeFor[treasury](),
		reflect.TypeFor[ecdsa.PrivateKey](), reflect.TypeFor[sync.Mutex](),
	},
}

// pictured is a world between two blocks.
type pictured struct {
	Chain   []byte   `cbor:"1,keyasint"`
	World   []byte   `cbor:"2,keyasint"`
	Waiting [][]byte `cbor:"3,keyasint,omitempty"` // transactions that were submitted, by sender and nonce
	// Founded is the block before the first of the life, which tells one world from another.
	Founded common.Hash `cbor:"4,keyasint"`
}

// Lasts reports whether an image can be made of a world: its chain lets old blocks go. One that has all of them
// grows without end, and so would its images.
func Lasts(w *World) bool { return w.lasts }

// ImageOf returns a world as it stands between two blocks.
func ImageOf(w *World) ([]byte, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := pictured{Founded: w.founded}
	var err error
	if p.Chain, err = w.node.Archive.Carry(); err != nil {
		return nil, err
	}
	if p.World, err = bounds.Of(w); err != nil {
		return nil, err
	}
	if p.Waiting, err = w.inbox.list(); err != nil {
		return nil, err
	}
	return cbor.Marshal(p)
}

// Restore makes a world that was opened with the same configuration, and in which the same was founded, the one
// of an image. After an error that does not wrap ErrImage it must not be used further.
func Restore(w *World, img []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var p pictured
	if err := cbor.Unmarshal(img, &p); err != nil {
		return fmt.Errorf("%w: %w", ErrImage, err)
	}
	if now := w.Head().Hash(); w.next > 0 || p.Founded != now {
		return fmt.Errorf("%w: that one was founded with block %s, and this one stands at %s", ErrImage, p.Founded, now)
	}
	var waiting []*types.Transaction
	for _, raw := range p.Waiting {
		tx := new(types.Transaction)
		if err := tx.UnmarshalBinary(raw); err != nil {
			return fmt.Errorf("%w: %w", ErrImage, err)
		}
		waiting = append(waiting, tx)
	}
	if err := w.node.Archive.Resume(p.Chain); errors.Is(err, node.ErrCarry) {
		return fmt.Errorf("%w: %w", ErrImage, err)
	} else if err != nil {
		return err
	}
	if err := bounds.Into(w, p.World); err != nil {
		return fmt.Errorf("restore the world: %v", err) //nolint:errorlint // it is not as it was
	}
	return w.inbox.refill(waiting)
}
