package caveat_test

import (
	"bytes"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/safety/caveat"
)

// Where a value lies in a call is found by changing it: every place, each of its width.
func TestAFormIsLearnedFromTheCallItself(t *testing.T) {
	pad := func(v *big.Int, width int) []byte {
		word := make([]byte, 32)
		for i := range word { // two's complement
			word[31-i] = byte(new(big.Int).Rsh(v, uint(8*i)).Int64() & 0xff)
		}
		return word[32-width:]
	}
	head := []byte{1, 2, 3, 4}
	f, err := caveat.Form{Target: first, Classes: caveat.Open, Fields: []caveat.Field{{Offset: 99}}}.Learn(func(v vary) []byte {
		amount := v(caveat.Amount, 128)
		return slices.Concat(head, pad(v(caveat.Free, caveat.Signed), 32), pad(amount, 16), []byte{9}, pad(amount, 16), pad(v(caveat.Least, 8), 1))
	})
	want := []caveat.Field{
		{Meaning: caveat.Amount, Offset: 36, Width: 16},
		{Meaning: caveat.Amount, Offset: 53, Width: 16},
		{Meaning: caveat.Free, Offset: 4, Width: 32},
		{Meaning: caveat.Least, Offset: 69, Width: 1},
	}
	blank := slices.Concat(head, make([]byte, 48), []byte{9}, make([]byte, 17))
	if err != nil || !slices.Equal(f.Fields, want) || !bytes.Equal(f.Blank, blank) || f.Target != first || f.Classes != caveat.Open {
		t.Errorf("%+v, %v", f, err)
	}
	two := []byte{0, 0}
	for name, c := range map[string]struct {
		pack func(vary) []byte
		why  string // "": it is a form
	}{
		"the shortest":              {func(vary) []byte { return head }, ""},
		"shorter than a selector":   {func(vary) []byte { return head[:3] }, "it has 3 bytes"},
		"the longest":               {func(vary) []byte { return make([]byte, 65_535) }, ""},
		"longer than that":          {func(vary) []byte { return make([]byte, 65_536) }, "it has 65536 bytes"},
		"a value that is left out":  {func(v vary) []byte { v(caveat.Free, 8); return head }, "value 1: it is not in the call"},
		"a length that depends":     {func(v vary) []byte { return slices.Concat(head, make([]byte, 1+v(caveat.Free, 8).Int64()/255)) }, "value 1: the length of the call depends on it"},
		"a value in the selector":   {func(v vary) []byte { return slices.Concat(head[:3], pad(v(caveat.Free, 8), 1), two) }, "byte 3 is not where it begins"},
		"a value at the very front": {func(v vary) []byte { return slices.Concat(pad(v(caveat.Free, 8), 1), head[1:]) }, "byte 0 is not where it begins"},
		"a value behind it":         {func(v vary) []byte { return slices.Concat(head, pad(v(caveat.Free, 8), 1)) }, ""},
		"a value that is cut off":   {func(v vary) []byte { return slices.Clip(slices.Concat(head, pad(v(caveat.Free, 16), 1))) }, "byte 4 is not where it begins"},
		"half of its bits":          {func(v vary) []byte { return slices.Concat(head, pad(new(big.Int).Rsh(v(caveat.Free, 16), 1), 2)) }, "byte 4 is not where it begins"},
		"a value that is inverted":  {func(v vary) []byte { return slices.Concat(head, pad(new(big.Int).Not(v(caveat.Free, 8)), 1)) }, "byte 4 is not where it begins"},
		"a value mixed with a bit": {func(v vary) []byte {
			return slices.Concat(head, pad(new(big.Int).Or(v(caveat.Free, 8), big.NewInt(1)), 1))
		}, "byte 4 is not where it begins"},
		"the second is not there":   {func(v vary) []byte { x := pad(v(caveat.Free, 8), 1); v(caveat.Free, 8); return slices.Concat(head, x) }, "value 2: it is not in the call"},
		"a width of no whole bytes": {func(v vary) []byte { return slices.Concat(head, pad(v(caveat.Free, 7), 1)) }, "value 1: it has 7 bits"},
		"a width of a word":         {func(v vary) []byte { return slices.Concat(head, pad(v(caveat.Free, 256), 32)) }, ""},
		"a width beyond a word":     {func(v vary) []byte { return slices.Concat(head, pad(v(caveat.Free, 264), 32), make([]byte, 2)) }, "value 1: it has 264 bits"},
	} {
		got, err := caveat.Form{Target: first}.Learn(c.pack)
		if (err == nil) != (c.why == "") || err != nil && (!errors.Is(err, caveat.ErrForm) || !strings.Contains(err.Error(), c.why) || got.Blank != nil) {
			t.Errorf("%s: %+v, %v, want %q", name, got.Fields, err, c.why)
		}
	}
}
