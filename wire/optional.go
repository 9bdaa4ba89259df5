package wire

import (
	"bytes"
	"encoding/json"
)

// Optional is a field that may be absent, which differs from its zero value: a
// profit of 0 is a result, an absent one is not known. The zero Optional is
// absent.
type Optional[T any] struct {
	value T
	set   bool
}

// Some returns a present value.
func Some[T any](v T) Optional[T] { return Optional[T]{v, true} }

// Value returns the value and whether it is present.
func (o Optional[T]) Value() (T, bool) { return o.value, o.set }

// IsZero reports absence; encoding/json asks it for omitzero.
func (o Optional[T]) IsZero() bool { return !o.set }

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.set {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads a value; null is absent.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	*o = Optional[T]{}
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	if err := json.Unmarshal(data, &o.value); err != nil {
		return err
	}
	o.set = true
	return nil
}
