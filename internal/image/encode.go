package image

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
)

// encoder appends values to out.
type encoder struct {
	bounds *Bounds
	out    []byte
	seen   map[memory]uint64 // structs and what pointers point at, by their numbers
	kept   []reflect.Value   // copies, so that no address is used twice
	listed bool              // what is written is a part of a slice's element
	want   []byte            // what comes out is held against it
	differ string            // where it is another one
}

func (e *encoder) number(n uint64) { e.out = binary.AppendUvarint(e.out, n) }

// there writes whether something is there, and reports it.
func (e *encoder) there(is bool) bool {
	if is {
		e.out = append(e.out, here)
	} else {
		e.out = append(e.out, absent)
	}
	return is
}

// copied is the value of a map or an interface, with an address of its own.
func (e *encoder) copied(v reflect.Value) reflect.Value {
	c := addressable(v)
	e.kept = append(e.kept, c)
	return c
}

// first writes that memory follows, or which one it was; it reports whether it follows. Slices
// may overlap, and what is in two of them is written twice.
func (e *encoder) first(m memory) bool {
	n, known := e.seen[m]
	switch {
	case !known:
		e.seen[m] = uint64(len(e.seen))
		e.out = append(e.out, here)
	case e.listed:
		e.out = append(e.out, aside)
	default:
		e.out = append(e.out, before)
		e.number(n)
	}
	return !known || e.listed
}

func (e *encoder) write(v reflect.Value, at string) error {
	from := len(e.out)
	err := e.value(v, at)
	if e.want != nil && e.differ == "" && (len(e.out) > len(e.want) || !bytes.Equal(e.out[from:], e.want[from:len(e.out)])) {
		e.differ = at
	}
	return err
}

func (e *encoder) value(v reflect.Value, at string) error {
	if known := special(v.Type()); known != nil {
		return known.write(e, v)
	}
	if e.bounds.excludes(v.Type()) {
		return nil
	}
	switch v.Kind() {
	case reflect.Bool:
		e.there(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		e.out = binary.AppendVarint(e.out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		e.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		e.out = binary.BigEndian.AppendUint64(e.out, math.Float64bits(v.Float()))
	case reflect.String:
		e.number(uint64(v.Len()))
		e.out = append(e.out, v.String()...)
	case reflect.Pointer:
		return e.pointer(v, at)
	case reflect.Interface:
		return e.dynamic(v, at)
	case reflect.Slice:
		return e.slice(v, at)
	case reflect.Array:
		return e.elements(v, at)
	case reflect.Map:
		return e.entries(v, at)
	case reflect.Struct:
		if e.bounds.unnamed(v.Type()) { // behind an interface
			return unwritable(at, v.Type())
		}
		if !e.first(memory{v.UnsafeAddr(), v.Type(), 1}) {
			return nil
		}
		return e.fields(v, at)
	case reflect.Func, reflect.Chan: // a plug
	default:
		return fmt.Errorf("%w: %s is a %s", ErrUnwritable, at, v.Kind())
	}
	return nil
}

func (e *encoder) fields(v reflect.Value, at string) error {
	for f := range fields(v.Type()) {
		if err := e.write(open(v, f.Index), at+"."+f.Name); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) pointer(v reflect.Value, at string) error {
	switch {
	case v.IsNil():
		e.out = append(e.out, absent)
		return nil
	case e.bounds.excludes(v.Type().Elem()):
		e.out = append(e.out, outside)
		return nil
	}
	defer func(was bool) { e.listed = was }(e.listed)
	e.listed = false
	to := v.Elem()
	if to.Kind() == reflect.Struct && special(to.Type()) == nil {
		return e.write(to, at) // says by itself whether it was written before
	}
	if !e.first(memory{to.UnsafeAddr(), to.Type(), 1}) {
		return nil
	}
	return e.write(to, at)
}

// slice writes a slice, which may be also another one's as a whole.
func (e *encoder) slice(v reflect.Value, at string) error {
	if v.Len() == 0 || v.Type().Elem().Size() == 0 || v.Type().Elem().Kind() == reflect.Uint8 {
		if e.there(!v.IsNil()) {
			e.number(uint64(v.Len()))
			return e.elements(v, at)
		}
		return nil
	}
	defer func(was bool) { e.listed = was }(e.listed)
	e.listed = false
	if !e.first(memory{v.Pointer(), v.Type(), v.Len()}) {
		return nil
	}
	e.number(uint64(v.Len()))
	e.listed = true
	return e.elements(v, at)
}

// dynamic writes an interface: the name of the type in it, and what that is.
func (e *encoder) dynamic(v reflect.Value, at string) error {
	in := v.Elem()
	switch {
	case !in.IsValid():
		e.out = append(e.out, absent)
		return nil
	case e.bounds.excludes(in.Type()) || in.Kind() == reflect.Func:
		e.out = append(e.out, outside)
		return nil
	}
	e.out = append(e.out, here)
	name := in.Type().String()
	e.number(uint64(len(name)))
	e.out = append(e.out, name...)
	return e.write(e.copied(in), at+"("+name+")")
}

func (e *encoder) elements(v reflect.Value, at string) error {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		e.out = append(e.out, bytesOf(v)...)
		return nil
	}
	for i := range v.Len() {
		if err := e.write(v.Index(i), at+"[]"); err != nil {
			return err
		}
	}
	return nil
}

// entries writes a map's entries in the order of the images of their keys.
func (e *encoder) entries(v reflect.Value, at string) error {
	if v.IsNil() {
		e.out = append(e.out, absent)
		return nil
	}
	defer func(was bool) { e.listed = was }(e.listed)
	e.listed = false
	if !e.first(memory{v.Pointer(), v.Type(), 1}) {
		return nil
	}
	type entry struct {
		key   []byte
		value reflect.Value
	}
	all := make([]entry, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		k := &encoder{bounds: e.bounds, seen: map[memory]uint64{}}
		if err := k.write(addressable(it.Key()), at+"[key]"); err != nil {
			return err
		}
		all = append(all, entry{k.out, e.copied(it.Value())})
	}
	slices.SortFunc(all, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	e.number(uint64(len(all)))
	for _, x := range all {
		e.out = append(e.out, x.key...)
		if err := e.write(x.value, at+"[]"); err != nil {
			return err
		}
	}
	return nil
}
