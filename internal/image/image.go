package image

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
)

// ErrForeign: the image is of another value than this one, or of another program's.
var ErrForeign = errors.New("the image is of another value")

// ErrDamaged: the image is cut off, too long, or says what no value of its type is.
var ErrDamaged = errors.New("the image is damaged")

// ErrUnwritable: a value has something that no image can hold.
var ErrUnwritable = errors.New("no image can hold it")

// What stands for a pointer, a struct or an interface.
const (
	absent  = iota
	here    // what it is follows
	before  // it was written before, under a number that follows
	outside // it is no part of the image
	aside   // an element of a slice, which is also another one's, follows once more
)

// memory is a piece of memory of a type: a struct and its first field have one address. Of a
// slice it is the array and how much of it.
type memory struct {
	at  uintptr
	as  reflect.Type
	len int
}

// Of returns the image of what a pointer points at.
func (b Bounds) Of(value any) ([]byte, error) {
	v, sum, err := b.begin(value)
	if err != nil {
		return nil, err
	}
	e := &encoder{bounds: &b, out: sum[:], seen: map[memory]uint64{}}
	if err := e.write(v, v.Type().String()); err != nil {
		return nil, err
	}
	return e.out, nil
}

// Differs returns what of a value an image has otherwise, the first that there is; nothing where
// it is the value's.
func (b Bounds) Differs(value any, image []byte) (string, error) {
	v, sum, err := b.begin(value)
	if err != nil {
		return "", err
	}
	if len(image) < len(sum) || !bytes.Equal(image[:len(sum)], sum[:]) {
		return v.Type().String(), nil
	}
	e := &encoder{bounds: &b, out: sum[:], seen: map[memory]uint64{}, want: image}
	err = e.write(v, v.Type().String())
	return e.differ, err
}

// Into makes what a pointer points at the value of an image. What it reaches already stays where
// it is. After an error the value is undefined.
func (b Bounds) Into(value any, image []byte) error {
	v, sum, err := b.begin(value)
	if err != nil {
		return err
	}
	if len(image) < len(sum) || !bytes.Equal(image[:len(sum)], sum[:]) {
		return fmt.Errorf("%w: %s is laid out otherwise", ErrForeign, v.Type())
	}
	d := &decoder{bounds: &b, in: image[len(sum):], taken: map[memory]bool{}}
	if err := d.read(v, v.Type().String()); err != nil {
		return err
	}
	if len(d.in) > 0 {
		return fmt.Errorf("%w: %d bytes too many", ErrDamaged, len(d.in))
	}
	return nil
}

// begin returns what a pointer points at, and the sum over its type's layout.
func (b *Bounds) begin(value any) (v reflect.Value, sum [sha256.Size]byte, err error) {
	p := reflect.ValueOf(value)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return v, sum, fmt.Errorf("image: want a pointer, got %T", value)
	}
	sum, err = b.layoutOf(p.Type().Elem())
	return p.Elem(), sum, err
}
