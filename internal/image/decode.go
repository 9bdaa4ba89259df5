package image

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
)

// decoder takes values off in.
type decoder struct {
	bounds *Bounds
	in     []byte
	known  []reflect.Value // pointers to what was read, by their numbers
	taken  map[memory]bool // what they point at
}

func (d *decoder) fail(at, what string) error { return fmt.Errorf("%w: %s: %s", ErrDamaged, at, what) }

func (d *decoder) foreign(at, what string) error {
	return fmt.Errorf("%w: %s %s", ErrForeign, at, what)
}

func (d *decoder) take(n uint64, at string) ([]byte, error) {
	if n > uint64(len(d.in)) {
		return nil, d.fail(at, "it is cut off")
	}
	got := d.in[:n]
	d.in = d.in[n:]
	return got, nil
}

func (d *decoder) number(at string) (uint64, error) {
	n, size := binary.Uvarint(d.in)
	if size <= 0 {
		return 0, d.fail(at, "it is cut off")
	}
	d.in = d.in[size:]
	return n, nil
}

// length reads how many elements follow. No image of this size has more than it has bytes.
func (d *decoder) length(at string) (int, error) {
	n, err := d.number(at)
	if err == nil && n > uint64(len(d.in)) {
		err = d.fail(at, "it has more elements than bytes")
	}
	return int(n), err //nolint:gosec // no more than bytes
}

func (d *decoder) mark(most byte, at string) (byte, error) {
	b, err := d.take(1, at)
	if err != nil {
		return 0, err
	}
	if b[0] > most {
		return 0, d.fail(at, "it is neither there nor not")
	}
	return b[0], nil
}

func (d *decoder) there(at string) (bool, error) {
	m, err := d.mark(here, at)
	return m == here, err
}

func (d *decoder) text(at string) (string, error) {
	n, err := d.number(at)
	if err != nil {
		return "", err
	}
	b, err := d.take(n, at)
	return string(b), err
}

func (d *decoder) read(v reflect.Value, at string) (err error) {
	if known := special(v.Type()); known != nil {
		return known.read(d, v, at)
	}
	if d.bounds.excludes(v.Type()) {
		return nil
	}
	switch v.Kind() {
	case reflect.Bool:
		var is bool
		is, err = d.there(at)
		v.SetBool(is)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, size := binary.Varint(d.in)
		if size <= 0 || v.OverflowInt(n) {
			return d.fail(at, "it is no number of its size")
		}
		d.in = d.in[size:]
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n, err := d.number(at)
		if err != nil || v.OverflowUint(n) {
			return d.fail(at, "it is no number of its size")
		}
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		b, err := d.take(8, at)
		if err != nil {
			return err
		}
		v.SetFloat(math.Float64frombits(binary.BigEndian.Uint64(b)))
	case reflect.String:
		var s string
		s, err = d.text(at)
		v.SetString(s)
	case reflect.Pointer:
		return d.pointer(v, at)
	case reflect.Interface:
		return d.dynamic(v, at)
	case reflect.Slice:
		return d.slice(v, at)
	case reflect.Array:
		return d.elements(v, at)
	case reflect.Map:
		return d.entries(v, at)
	case reflect.Struct:
		if d.bounds.unnamed(v.Type()) { // behind an interface
			return d.foreign(at, "is a "+v.Type().String())
		}
		return d.structure(v, at)
	case reflect.Func, reflect.Chan:
	default:
		return d.foreign(at, "is a "+v.Kind().String())
	}
	return err
}

// structure reads a struct, unless it was read where something points at it.
func (d *decoder) structure(v reflect.Value, at string) error {
	m, err := d.mark(aside, at)
	if err != nil {
		return err
	}
	switch m {
	case here:
		return d.fields(v, at, true)
	case aside:
		return d.fields(v, at, false)
	case before:
		p, err := d.again(at)
		if err == nil && (p.Type() != v.Addr().Type() || p.Pointer() != v.UnsafeAddr()) {
			err = d.foreign(at, "is shared otherwise")
		}
		return err
	}
	return d.fail(at, "it is neither there nor not")
}

// fields reads those of a struct, which from now on has a number where it is new.
func (d *decoder) fields(v reflect.Value, at string, fresh bool) error {
	if fresh {
		d.keep(v)
	}
	for f := range fields(v.Type()) {
		if err := d.read(open(v, f.Index), at+"."+f.Name); err != nil {
			return err
		}
	}
	if r, ok := v.Addr().Interface().(Restored); ok {
		r.Restored()
	}
	return nil
}

// keep gives what was made the next number.
func (d *decoder) keep(v reflect.Value) {
	d.known = append(d.known, v.Addr())
	d.taken[memory{v.UnsafeAddr(), v.Type(), 1}] = true
}

// again is what was read under the number that follows.
func (d *decoder) again(at string) (reflect.Value, error) {
	n, err := d.number(at)
	if err != nil {
		return reflect.Value{}, err
	}
	if n >= uint64(len(d.known)) {
		return reflect.Value{}, d.fail(at, "it was not there before")
	}
	return d.known[n], nil
}

func (d *decoder) pointer(v reflect.Value, at string) error {
	m, err := d.mark(outside, at)
	if err != nil {
		return err
	}
	alone := !v.IsNil() && d.bounds.excludes(v.Type().Elem())
	if alone != (m == outside) {
		return d.foreign(at, "belongs to another one")
	}
	switch m {
	case absent:
		v.SetZero()
		return nil
	case before:
		p, err := d.again(at)
		if err != nil {
			return err
		}
		if !p.CanConvert(v.Type()) || p.Type().Elem() != v.Type().Elem() {
			return d.fail(at, "it is of another type")
		}
		v.Set(p.Convert(v.Type()))
		return nil
	case outside:
		return nil
	}
	if v.IsNil() || d.taken[memory{v.Pointer(), v.Type().Elem(), 1}] {
		v.Set(reflect.New(v.Type().Elem()))
	}
	to := v.Elem()
	if to.Kind() == reflect.Struct && special(to.Type()) == nil {
		return d.fields(to, at, true)
	}
	d.keep(to)
	return d.read(to, at)
}

// dynamic reads what an interface holds, which is of the type that is there.
func (d *decoder) dynamic(v reflect.Value, at string) error {
	m, err := d.mark(outside, at)
	if err != nil {
		return err
	}
	in := v.Elem()
	switch m {
	case absent:
		v.SetZero()
		return nil
	case outside:
		if !in.IsValid() {
			return d.foreign(at, "is not there")
		}
		return nil
	case here:
		name, err := d.text(at)
		if err != nil {
			return err
		}
		c, ok := d.holder(in, name)
		if !ok {
			return d.foreign(at, "was a "+name)
		}
		if err := d.read(c, at+"("+name+")"); err != nil {
			return err
		}
		v.Set(c)
		return nil
	}
	return d.fail(at, "it is neither there nor not")
}

// holder is a copy of what an interface holds, or a new value where that is of another type.
func (d *decoder) holder(in reflect.Value, name string) (reflect.Value, bool) {
	if in.IsValid() && in.Type().String() == name {
		return addressable(in), true
	}
	if t := d.bounds.known(name); t != nil {
		return reflect.New(t).Elem(), true
	}
	return reflect.Value{}, false
}

// slice reads a slice. Its elements begin as those that are there, and it has room for as many.
func (d *decoder) slice(v reflect.Value, at string) error {
	follows, err := d.begins(v, at)
	if err != nil || !follows {
		return err
	}
	n, err := d.number(at)
	if err != nil {
		return err
	}
	if v.Type().Elem().Size() > 0 && n > uint64(len(d.in)) || n > math.MaxInt32 {
		return d.fail(at, "it has more elements than bytes")
	}
	all := reflect.MakeSlice(v.Type(), int(n), max(int(n), v.Cap()))
	reflect.Copy(all, v)
	v.Set(all)
	if e := v.Type().Elem(); n > 0 && e.Size() > 0 && e.Kind() != reflect.Uint8 {
		d.known = append(d.known, reflect.ValueOf(v.Interface()))
	}
	return d.elements(v, at)
}

// begins reports whether a slice or a map follows. One that does not is none, or what was read
// under the number that follows.
func (d *decoder) begins(v reflect.Value, at string) (follows bool, err error) {
	m, err := d.mark(before, at)
	if err != nil || m == here {
		return m == here, err
	}
	if m == absent {
		v.SetZero()
		return false, nil
	}
	old, err := d.again(at)
	if err == nil && old.Type() != v.Type() {
		err = d.fail(at, "it is of another type")
	}
	if err == nil {
		v.Set(old)
	}
	return false, err
}

func (d *decoder) elements(v reflect.Value, at string) error {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		b, err := d.take(uint64(v.Len()), at)
		copy(bytesOf(v), b)
		return err
	}
	for i := range v.Len() {
		if err := d.read(v.Index(i), at+"[]"); err != nil {
			return err
		}
	}
	return nil
}

// entries fills a map, in place where there is one. Its keys stand in their order, each once.
func (d *decoder) entries(v reflect.Value, at string) error {
	follows, err := d.begins(v, at)
	if err != nil || !follows {
		return err
	}
	n, err := d.length(at)
	if err != nil {
		return err
	}
	there := reflect.MakeMap(v.Type())
	for it := v.MapRange(); it.Next(); {
		there.SetMapIndex(it.Key(), it.Value())
	}
	if taken := (memory{v.Pointer(), v.Type(), 1}); v.IsNil() || d.taken[taken] {
		v.Set(reflect.MakeMap(v.Type()))
	}
	d.taken[memory{v.Pointer(), v.Type(), 1}] = true
	d.known = append(d.known, reflect.ValueOf(v.Interface()))
	v.Clear()
	var last []byte
	for i := range n {
		key, from := reflect.New(v.Type().Key()).Elem(), d.in
		k := &decoder{bounds: d.bounds, in: d.in, taken: map[memory]bool{}}
		if err := k.read(key, at+"[key]"); err != nil {
			return err
		}
		d.in = k.in
		now := from[:len(from)-len(d.in)]
		if i > 0 && bytes.Compare(last, now) >= 0 {
			return d.fail(at, "its keys are out of order")
		}
		last = now
		value := reflect.New(v.Type().Elem()).Elem()
		if old := there.MapIndex(key); old.IsValid() {
			value.Set(old)
		}
		if err := d.read(value, at+"[]"); err != nil {
			return err
		}
		v.SetMapIndex(key, value)
	}
	return nil
}
