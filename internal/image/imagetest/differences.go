// Package imagetest compares two values field by field, those that no image holds too.
package imagetest

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"time"
	"unsafe"
)

// Differences are the paths of whatever two values have otherwise, sorted. It follows pointers and
// interfaces into types whose packages lie within, marked fields too; functions are compared by
// whether they are there. A struct of another package is a difference, with its type, unless it is one
// of alone, which are not looked into.
func Differences(a, b any, within string, alone ...reflect.Type) []string {
	d := &differ{within: within, alone: alone, seen: map[[2]uintptr]bool{}, found: map[string]bool{}}
	d.walk(reflect.ValueOf(a), reflect.ValueOf(b), "")
	var all []string
	for at := range d.found {
		all = append(all, at)
	}
	sort.Strings(all)
	return all
}

// plain are packages elsewhere whose types are what they hold.
var plain = []string{"math/big", "sync/atomic", "github.com/holiman/uint256"}

type differ struct {
	within string
	alone  []reflect.Type
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
		a, b = addressable(a), addressable(b)
		switch p := a.Type().PkgPath(); {
		case slices.Contains(d.alone, a.Type()):
			return
		case a.Type() == reflect.TypeFor[time.Time]():
			if x, y := a.Addr().Interface().(*time.Time), b.Addr().Interface().(*time.Time); !x.Equal(*y) {
				d.tell(at)
			}
			return
		case p != "" && !strings.HasPrefix(p, d.within) && !slices.Contains(plain, p):
			d.tell(at + " (" + a.Type().String() + ")")
			return
		}
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
