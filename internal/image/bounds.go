package image

import (
	"reflect"
	"slices"
	"strings"
)

// Bounds says what is no part of an image, besides functions and channels. The zero Bounds
// excludes nothing.
type Bounds struct {
	// Within is the path that the packages of a program begin with. What a struct of another
	// package keeps for itself is not known here: it has to be in Values or Fixed, or nothing that
	// reaches it has an image (ErrUnwritable). Empty: all are followed.
	Within string
	// Values are packages outside of Within whose types are nothing but what they hold: their
	// fields are written.
	Values []string
	// Fixed are types that are left alone wherever they are met: they never change once they are
	// built, or their content is not worth keeping.
	Fixed []reflect.Type
	// Known are types of values that an interface may come to hold.
	Known []reflect.Type
}

// Restored is implemented by what has to put something in order once it was made again.
type Restored interface{ Restored() }

// excludes reports whether a type is left alone wherever it is met.
func (b *Bounds) excludes(t reflect.Type) bool {
	if slices.Contains(b.Fixed, t) {
		return true
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return b.excludes(t.Elem())
	}
	return false
}

// unnamed reports whether a type is a struct of another program's, of which nobody said what it is.
func (b *Bounds) unnamed(t reflect.Type) bool {
	path := t.PkgPath()
	if t.Kind() != reflect.Struct || path == "" || b.Within == "" || special(t) != nil {
		return false
	}
	within := path == b.Within || strings.HasPrefix(path, b.Within+"/")
	return !within && !slices.Contains(b.Values, path) && !slices.Contains(b.Fixed, t)
}

// known is the type of a name that an interface may be given; nil: there is none.
func (b *Bounds) known(name string) reflect.Type {
	for _, t := range b.Known {
		if t.String() == name {
			return t
		}
	}
	return nil
}
