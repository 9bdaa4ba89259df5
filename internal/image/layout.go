package image

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"unsafe"
)

// layoutOf is the sum over the names and types of everything that is reached from a type without
// an interface. It is ErrUnwritable where that is what no image can hold, whether or not there is
// one now.
func (b *Bounds) layoutOf(t reflect.Type) (sum [sha256.Size]byte, err error) {
	l := layout{bounds: b, known: map[reflect.Type]bool{}}
	l.describe(t, t.String())
	return sha256.Sum256([]byte(l.text.String())), l.err
}

// layout is what is known of the types that are reached from one.
type layout struct {
	bounds *Bounds
	known  map[reflect.Type]bool
	text   strings.Builder
	err    error // of the first that is unwritable
}

// describe writes what a type consists of, each type once.
func (l *layout) describe(t reflect.Type, at string) {
	fmt.Fprintf(&l.text, "%s %s;", t, t.Kind())
	if l.known[t] || special(t) != nil || l.bounds.excludes(t) {
		return
	}
	l.known[t] = true
	switch t.Kind() {
	case reflect.Pointer:
		l.describe(t.Elem(), at)
	case reflect.Slice:
		l.describe(t.Elem(), at+"[]")
	case reflect.Array:
		fmt.Fprintf(&l.text, "%d;", t.Len())
		l.describe(t.Elem(), at+"[]")
	case reflect.Map:
		l.describe(t.Key(), at+"[key]")
		l.describe(t.Elem(), at+"[]")
	case reflect.Struct:
		if l.bounds.unnamed(t) {
			l.err = cmp.Or(l.err, unwritable(at, t))
			return
		}
		for f := range fields(t) {
			fmt.Fprintf(&l.text, "%s:", f.Name)
			l.describe(f.Type, at+"."+f.Name)
		}
	}
}

// unwritable says that a struct of another program's is somewhere.
func unwritable(at string, t reflect.Type) error {
	return fmt.Errorf("%w: %s is a %s, of which the bounds do not say what it is: its package belongs to their Values, or it to what is Fixed", ErrUnwritable, at, t)
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
