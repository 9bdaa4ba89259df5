package order

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/internal/atomicfile"
)

// Order is what somebody with a right to it said.
type Order struct {
	_     struct{}        `cbor:",toarray"`
	Cause lifecycle.Cause `json:"cause"`
	// Abandon has the death settle nothing more.
	Abandon bool `json:"abandon,omitempty"`
}

// ErrNone says that a text is no order.
var ErrNone = errors.New("this is no order")

// Causes are those that somebody can order.
func Causes() []lifecycle.Cause {
	return []lifecycle.Cause{lifecycle.OwnerKill, lifecycle.OwnerDestroy, lifecycle.KillSwitch}
}

// Parse reads the text of an order, strictly. The error is an ErrNone.
func Parse(text []byte) (o Order, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return Order{}, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Order{}, fmt.Errorf("%w: something follows it", ErrNone)
	}
	if err := o.check(); err != nil {
		return Order{}, err
	}
	return o, nil
}

func (o Order) check() error {
	if !slices.Contains(Causes(), o.Cause) {
		return fmt.Errorf("%w: %.40q is no cause that anybody can order, want one of %v", ErrNone, o.Cause, Causes())
	}
	return nil
}

// Give writes an order to a path, durably; the one that lay there is replaced.
func Give(path string, o Order) error {
	if err := o.check(); err != nil {
		return err
	}
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, 0o600, append(text, '\n'))
}
