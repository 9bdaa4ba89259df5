package image

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"unsafe"
)

// layoutOf is the sum over the names and types of everything that is reached from a type without
// an interface.
func (b *Bounds) layoutOf(t reflect.Type) [sha256.Size]byte {
	var text strings.Builder
	b.describe(t, map[reflect.Type]bool{}, &text)
	return sha256.Sum256([]byte(text.String()))
}

// describe writes what a type consists of, each type once.
func (b *Bounds) describe(t reflect.Type, known map[reflect.Type]bool, out *strings.Builder) {
	fmt.Fprintf(out, "%s %s;", t, t.Kind())
	if known[t] || special(t) != nil || b.excludes(t) {
		return
	}
	known[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		b.describe(t.Elem(), known, out)
	case reflect.Array:
		fmt.Fprintf(out, "%d;", t.Len())
		b.describe(t.Elem(), known, out)
	case reflect.Map:
		b.describe(t.Key(), known, out)
		b.describe(t.Elem(), known, out)
	case reflect.Struct:
		for f := range fields(t) {
			fmt.Fprintf(out, "%s:", f.Name)
			b.describe(f.Type, known, out)
		}
	}
}

// field is one that is written.
type field struct {
	Index int
	Name  string
	Type  reflect.Type
}

// fields are those of a struct that are written: all that are not marked image:"-".
func fields(t reflect.Type) iter.Seq[field] {
	return func(yield func(field) bool) {
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get("image") == "-" || f.Type.Size() == 0 {
				continue
			}
			if !yield(field{i, f.Name, f.Type}) {
				return
			}
		}
	}
}

// open is a field of an addressable struct, exported or not, for reading and writing.
func open(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem() //nolint:gosec // its own address and type
}

// addressable copies a value of a map or an interface, which has no address.
func addressable(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

// bytesOf is the memory of a slice or an addressable array of bytes.
func bytesOf(v reflect.Value) []byte {
	if v.Kind() == reflect.Array {
		v = v.Slice(0, v.Len())
	}
	if v.Len() == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()) //nolint:gosec // of bytes
}
