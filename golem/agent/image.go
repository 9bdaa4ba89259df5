package agent

import (
	"bytes"
	"fmt"
	"log/slog"
	"reflect"
	"sync"

	"github.com/VictoriaMetrics/metrics"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/fxamacker/cbor/v2"

	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/internal/image"
	"bardo.run/bardo/internal/seglog"
)

// bounds are what an image of a Golem leaves alone: stores, which are written down already; the stream
// of events, which goes on behind its last one; compiled strategies, which follow from their texts;
// and of other programs locks, which nobody holds between two ticks, logs, metrics, which count anew,
// room to write in, and the interfaces of contracts, which never change. Whatever a Golem is given at
// a start is marked where it is kept.
var bounds = image.Bounds{
	Within: "bardo.run/bardo",
	Values: []string{"github.com/holiman/uint256", "sync/atomic"},
	Fixed: []reflect.Type{
		reflect.TypeFor[journal.Journal](), reflect.TypeFor[seglog.Log](), reflect.TypeFor[fabric.Fabric](),
		reflect.TypeFor[strategy.Strategy](),
		reflect.TypeFor[sync.Mutex](), reflect.TypeFor[slog.Logger](), reflect.TypeFor[metrics.Set](), reflect.TypeFor[bytes.Buffer](), reflect.TypeFor[abi.ABI](),
	},
	Known: []reflect.Type{reflect.TypeFor[*journal.Failure]()},
}

// picture is an image of a Golem with the texts that it is to be built with before.
type picture struct {
	Active  []byte `cbor:"1,keyasint"`           // STRATEGY.md in force
	Pending []byte `cbor:"2,keyasint,omitempty"` // that waits for a tick with thought
	Rest    []byte `cbor:"3,keyasint"`
}

// ImageOf returns an image of a Golem between two ticks: the same bytes for every Golem of the
// same boot entry that is at the same place of the same journal.
//
// spec: runtime §14.3
func ImageOf(a *Agent) ([]byte, error) {
	rest, err := bounds.Of(a)
	if err != nil {
		return nil, err
	}
	active, pending := a.body.texts.known()
	return cbor.Marshal(picture{active, pending, rest})
}

// Restore makes a Golem that did nothing yet the one of an image; events is how many that
// published. After an error it is of no use.
func Restore(a *Agent, img []byte, events uint64) error {
	var p picture
	if err := cbor.Unmarshal(img, &p); err != nil {
		return fmt.Errorf("%w: %w", image.ErrDamaged, err)
	}
	if err := a.body.texts.adopt(p.Active, p.Pending); err != nil {
		return err
	}
	if err := bounds.Into(a, p.Rest); err != nil {
		return err
	}
	a.life.fabric.GoOn(events, a.state.Heartbeat().Tick)
	return nil
}

// Differs returns what of a Golem an image has otherwise, the first that there is; nothing where
// it is the Golem's.
func Differs(a *Agent, img []byte) (string, error) {
	var p picture
	if err := cbor.Unmarshal(img, &p); err != nil {
		return "", fmt.Errorf("%w: %w", image.ErrDamaged, err)
	}
	return bounds.Differs(a, p.Rest)
}

// stand makes a checkpoint where one is due, or the process ends.
func stand(a *Agent, now int64, ends bool) error {
	before, keep := a.stood, a.stores.Keep
	s := journal.Standing{
		Due:   keep != nil && a.Dying() == "" && (ends || a.stores.Every > 0 && now >= max(before, a.tried)+a.stores.Every),
		Image: func() ([]byte, error) { a.stood = a.life.clock.Last(); return ImageOf(a) },
		Keep:  keep,
		Differs: func(d *journal.Diverged) {
			a.stores.Log.Error("the Golem that was computed again is another one than a checkpoint of it: run bardo verify", "entry", d.Entry, "error", d)
		},
	}
	err := a.stores.Journal.Stand(s)
	if err != nil && a.stores.Journal.Err() == nil {
		a.stood, a.tried = before, now
		a.stores.Log.Error("the checkpoint was not made; the next start computes what came since the last one", "error", err)
		err = nil
	}
	return err
}

// Leave makes a checkpoint where a Golem stands between two ticks and goes on in another
// process. An interrupted tick has none: what it did is computed again.
func Leave(a *Agent) error {
	if !a.resting || a.stores.Journal.Replaying() {
		return nil
	}
	return stand(a, a.life.clock.Last(), true)
}
