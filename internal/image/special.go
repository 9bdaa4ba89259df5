package image

import (
	"encoding/binary"
	"math/big"
	"reflect"
	"time"
)

// custom is how values of a type are written that are more than their fields.
type custom struct {
	write func(*encoder, reflect.Value) error
	read  func(*decoder, reflect.Value, string) error
}

// special returns the custom of a type, or nil.
func special(t reflect.Type) *custom {
	switch t {
	case reflect.TypeFor[big.Int]():
		return &bigs
	case reflect.TypeFor[time.Time]():
		return &times
	}
	return nil
}

var bigs = custom{
	func(e *encoder, v reflect.Value) error {
		n := v.Addr().Interface().(*big.Int)
		e.there(n.Sign() < 0)
		e.number(uint64(len(n.Bytes())))
		e.out = append(e.out, n.Bytes()...)
		return nil
	},
	func(d *decoder, v reflect.Value, at string) error {
		below, err := d.there(at)
		if err != nil {
			return err
		}
		size, err := d.number(at)
		if err != nil {
			return err
		}
		b, err := d.take(size, at)
		if err != nil {
			return err
		}
		v.SetZero() // shares nothing with what it was
		n := v.Addr().Interface().(*big.Int)
		if size > 0 {
			n.SetBytes(b)
		}
		if size > 0 && b[0] == 0 || below && size == 0 {
			return d.fail(at, "it is no number")
		}
		if below {
			n.Neg(n)
		}
		return nil
	},
}

// times are written as moments, without a zone.
var times = custom{
	func(e *encoder, v reflect.Value) error {
		t := v.Addr().Interface().(*time.Time)
		if e.there(!t.IsZero()) {
			e.out = binary.AppendVarint(e.out, t.Unix())
			e.number(uint64(t.Nanosecond()))
		}
		return nil
	},
	func(d *decoder, v reflect.Value, at string) error {
		is, err := d.there(at)
		if err != nil || !is {
			v.SetZero()
			return err
		}
		s, size := binary.Varint(d.in)
		if size <= 0 {
			return d.fail(at, "it is no time")
		}
		d.in = d.in[size:]
		ns, err := d.number(at)
		if err != nil || ns >= uint64(time.Second) {
			return d.fail(at, "it is no time")
		}
		v.Set(reflect.ValueOf(time.Unix(s, int64(ns)).UTC())) //nolint:gosec // below a second
		return nil
	},
}
