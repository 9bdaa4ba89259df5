package audit

import (
	"errors"
	"slices"
	"testing"
)

// spec: safety §12.3 — where a chain is broken and what was done to it, as an owner reads it:
// the record, the kind, the first wrong byte of the file, and the words.
func TestABrokenChainIsToldToTheByte(t *testing.T) {
	whole := chained(t, 6)
	at := func(rs []Record, n int) int64 { return int64(len(frames(rs[:n]))) }
	forged := func(r Record) Record {
		r.Tick += 7
		r.Hash = r.Sum()
		return r
	}
	for name, c := range map[string]struct {
		edit func(rs []Record) []Record
		want Broken
	}{
		"a changed event": {
			func(rs []Record) []Record { rs[2].Event = []byte(`{}`); return rs },
			Broken{2, KindHash, at(whole, 2), "it was changed: it does not have the hash that stands in it"},
		},
		"the first is gone": {
			func(rs []Record) []Record { return rs[1:] },
			Broken{0, KindOrder, 0, "it was removed: number 1 stands in its place"},
		},
		"one is gone": {
			func(rs []Record) []Record { return slices.Delete(rs, 2, 3) },
			Broken{2, KindOrder, at(whole, 2), "it was removed: number 3 stands in its place"},
		},
		"two were exchanged": {
			func(rs []Record) []Record { rs[1], rs[5] = rs[5], rs[1]; return rs },
			Broken{1, KindOrder, at(whole, 1), "the records were reordered: number 5 stands in its place, it stands behind that"},
		},
		"an older one again": {
			func(rs []Record) []Record { return slices.Insert(rs, 4, rs[1]) },
			Broken{4, KindOrder, at(whole, 4), "a record was inserted: it is number 1 again"},
		},
		"another one of an older number": {
			func(rs []Record) []Record { return slices.Insert(rs, 4, forged(rs[1])) },
			Broken{4, KindOrder, at(whole, 4), "a record was inserted: it is another one of number 1"},
		},
		"another one of an older number, at the end": {
			func(rs []Record) []Record { return append(rs, forged(rs[1])) },
			Broken{6, KindOrder, at(whole, 6), "a record was inserted: it is another one of number 1"},
		},
		"a forged one before the true one": {
			func(rs []Record) []Record { return slices.Insert(rs, 3, forged(rs[3])) },
			Broken{3, KindOrder, at(whole, 3), "a record was inserted: what comes later does not follow from it"},
		},
		"a forged one before the last but one": {
			func(rs []Record) []Record { return slices.Insert(rs, 4, forged(rs[4])) },
			Broken{4, KindOrder, at(whole, 4), "a record was inserted: what comes later does not follow from it"},
		},
		"one is written anew": {
			func(rs []Record) []Record { rs[3] = forged(rs[3]); return rs },
			Broken{4, KindLink, at(whole, 4), "it does not follow from record 3: one of the two was written anew"},
		},
		"a first record that is not the first": {
			func(rs []Record) []Record { rs[0].Prev = Hash{31: 1}; rs[0].Hash = rs[0].Sum(); return rs },
			Broken{0, KindLink, 0, "it follows from another record, and is the first"},
		},
		"a time that goes back": {
			func(rs []Record) []Record { rs[5].Time = rs[4].Time - 1; rs[5].Hash = rs[5].Sum(); return rs },
			Broken{5, KindOrder, at(whole, 5), "it was changed: it is older than the record before it"},
		},
	} {
		if got := broken(t, frames(c.edit(slices.Clone(whole)))); *got != c.want {
			t.Errorf("%s:\n got %+v\nwant %+v", name, *got, c.want)
		}
	}
	b := frames(whole)
	if got, want := broken(t, b[:len(b)-1]), (Broken{5, KindFrame, at(whole, 5), "it is cut off"}); *got != want {
		t.Errorf("a torn end: %+v", *got)
	}
	b[at(whole, 5)+3] = 1
	if got, want := broken(t, b), (Broken{5, KindFrame, at(whole, 5), "its length is impossible"}); *got != want {
		t.Errorf("a damaged length: %+v", *got)
	}
	if got := decode(b, Place{}).Mark(); got != (Mark{5, whole[4].Hash}) {
		t.Errorf("it stands at %s", got)
	}
	if got := decode(nil, Place{}).Mark(); got != (Mark{}) {
		t.Errorf("an empty chain stands at %s", got)
	}
}

// spec: safety §12.3 — a mark that was kept elsewhere finds a cut end and a chain that was
// written anew, and nothing else.
func TestAMarkHoldsOfTheChainItWasMadeOf(t *testing.T) {
	rs := chained(t, 4)
	c := decode(frames(rs), Place{})
	for name, k := range map[string]struct {
		mark Mark
		want *Broken
	}{
		"none":                 {Mark{0, Hash{1}}, nil},
		"the first record":     {Mark{1, rs[0].Hash}, nil},
		"the last record":      {Mark{4, rs[3].Hash}, nil},
		"one more than there":  {Mark{5, Hash{1}}, &Broken{4, KindOrder, c.size, "the end was cut off: the manifest knows of 5 records"}},
		"another hash":         {Mark{4, rs[2].Hash}, &Broken{3, KindLink, c.offsets[3], "it was written anew, or one before it: the manifest knows another hash"}},
		"another first record": {Mark{1, Hash{1}}, &Broken{0, KindLink, 0, "it was written anew, or one before it: the manifest knows another hash"}},
	} {
		err := c.Holds(k.mark, "the manifest")
		var got *Broken
		if errors.As(err, &got) != (k.want != nil) || k.want == nil && err != nil || k.want != nil && *got != *k.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// spec: safety §12.3 — what a crash leaves at the end is no fault, and any other break is.
func TestAWholeChainMayEndInAPartOfARecord(t *testing.T) {
	b := frames(chained(t, 2))
	for name, c := range map[string]struct {
		b     []byte
		torn  bool
		fault bool
	}{
		"whole": {b, false, false}, "torn": {b[:len(b)-1], true, false}, "nothing": {nil, false, false},
		"no length": {append(b[:len(b):len(b)], 1, 0, 0, 0), false, true},
	} {
		torn, err := decode(c.b, Place{}).Whole()
		if torn != c.torn || errors.As(err, new(*Broken)) != c.fault || (err != nil) != c.fault {
			t.Errorf("%s: torn %v, %v", name, torn, err)
		}
	}
}
