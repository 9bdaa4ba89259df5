package image

import (
	"reflect"
	"strings"
)

// Bounds says what is no part of an image, besides functions and channels. The zero Bounds
// excludes nothing.
type Bounds struct {
	// Within is the path that the packages of a program begin with: a struct of another
	// package is left alone, but for one in Values. Empty: all are followed.
	Within string
	// Values are packages outside of Within whose types are nothing but what they hold.
	Values []string
	// Fixed are types that never change once they are built, or whose content is not worth
	// keeping.
	Fixed []reflect.Type
	// Known are types of values that an interface may come to hold.
	Known []reflect.Type
}

// Restored is implemented by what has to put something in order once it was made again.
type Restored interface{ Restored() }

// excludes reports whether a type is left alone wherever it is met.
func (b *Bounds) excludes(t reflect.Type) bool {
	for _, f := range b.Fixed {
		if t == f {
			return true
		}
	}
	path := t.PkgPath()
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return b.excludes(t.Elem())
	case reflect.Struct:
	default:
		return false
	}
	if path == "" || b.Within == "" || special(t) != nil || path == b.Within || strings.HasPrefix(path, b.Within+"/") {
		return false
	}
	for _, v := range b.Values {
		if path == v {
			return false
		}
	}
	return true
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
