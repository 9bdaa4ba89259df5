package imagetest

import (
	"container/list"
	"reflect"
	"slices"
	"testing"
	"time"
)

func TestDifferencesNamesWhatItCannotLookInto(t *testing.T) {
	type held struct {
		n     int
		waits list.List
		at    time.Time
		out   int `image:"-"`
	}
	a, b := held{n: 1, at: time.Unix(1, 0), out: 2}, held{n: 1, at: time.Unix(2, 0), out: 3}
	a.waits.Init()
	for _, c := range []struct {
		alone []reflect.Type
		want  []string
	}{
		{nil, []string{".at", ".out", ".waits (list.List)"}},
		{[]reflect.Type{reflect.TypeFor[list.List]()}, []string{".at", ".out"}},
	} {
		if got := Differences(&a, &b, "bardo.run/bardo", c.alone...); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
