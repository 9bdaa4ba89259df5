// Package imagetest compares two values field by field, those that no image holds too.
package imagetest

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"unsafe"
)

// Differences are the paths of whatever two values have otherwise, sorted. It follows pointers and
// interfaces into types whose packages lie within, marked fields too; functions are compared by
// whether they are there.
func Differences(a, b any, within string) []string {
	d := &differ{within: within, seen: map[[2]uintptr]bool{}, found: map[string]bool{}}
	d.walk(reflect.ValueOf(a), reflect.ValueOf(b), "")
	var all []string
	for at := range d.found {
		all = append(all, at)
	}
	sort.Strings(all)
	return all
}

// plain are packages elsewhere whose types are what they hold.
var plain = []string{"math/big", "sync/atomic"}

type differ struct {
	within string
	seen   map[[2]uintptr]bool
	found  map[string]bool
}

func (d *differ) tell(at string) { d.found[at] = true }

func (d *differ) walk(a, b reflect.Value, at string) {
	if a.IsValid() != b.IsValid() {
		d.tell(at)
		return
	}
	if !a.IsValid() {
		return
	}
	if a.Type() != b.Type() {
		d.tell(at)
		return
	}
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				d.tell(at)
			}
			return
		}
		pair := [2]uintptr{a.Pointer(), b.Pointer()}
		if d.seen[pair] || a.Pointer() == b.Pointer() {
			return
		}
		d.seen[pair] = true
		d.walk(a.Elem(), b.Elem(), at)
	case reflect.Interface:
		d.walk(a.Elem(), b.Elem(), at)
	case reflect.Struct:
		if p := a.Type().PkgPath(); p != "" && !strings.HasPrefix(p, d.within) && !slices.Contains(plain, p) {
			return
		}
		a, b = addressable(a), addressable(b)
		for i := range a.NumField() {
			d.walk(open(a, i), open(b, i), at+"."+a.Type().Field(i).Name)
		}
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			d.tell(at)
			return
		}
		for i := range a.Len() {
			d.walk(a.Index(i), b.Index(i), fmt.Sprintf("%s[]", at))
		}
	case reflect.Map:
		if a.Len() != b.Len() {
			d.tell(at)
			return
		}
		for it := a.MapRange(); it.Next(); {
			d.walk(it.Value(), b.MapIndex(it.Key()), at+"{}")
		}
	case reflect.Func, reflect.Chan:
		if a.IsNil() != b.IsNil() {
			d.tell(at)
		}
	case reflect.Float64, reflect.Float32:
		if a.Float() != b.Float() && (a.Float() == a.Float() || b.Float() == b.Float()) {
			d.tell(at)
		}
	case reflect.UnsafePointer:
	default:
		if !a.Equal(b) {
			d.tell(at)
		}
	}
}

func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}

func open(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem() //nolint:gosec // its own address and type
}
