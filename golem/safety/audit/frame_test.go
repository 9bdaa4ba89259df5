package audit

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"slices"
	"testing"
)

// spec: safety §12.1 — the layout that another program verifies a chain by.
func TestAFrameHasTheBytesOfTheSpecification(t *testing.T) {
	r := Record{Seq: 0x0102, Prev: Hash{0xaa, 31: 0xbb}, Time: 0x0304, Tick: 0x0506, Event: []byte("{}"), Hash: Hash{0xcc, 31: 0xdd}}
	want := "5e000000" + // 8+32+8+8+4 of fields, 2 of the event, 32 of the hash
		"0201000000000000" + "aa" + zeros(30) + "bb" + "0403000000000000" + "0605000000000000" + "02000000" + "7b7d" + "cc" + zeros(30) + "dd"
	got := r.frame([]byte{0xff})
	if hex.EncodeToString(got) != "ff"+want {
		t.Fatalf("got %x", got)
	}
	again, size, err := parse(append(got[1:], 1, 2, 3))
	if err != nil || size != 98 || !again.Equal(r) || again.Seq != r.Seq || again.Prev != r.Prev || again.Time != r.Time || again.Tick != r.Tick || again.Hash != r.Hash {
		t.Errorf("read back as %+v, %d bytes, %v", again, size, err)
	}
	for i, other := range []Record{
		{Seq: 1, Prev: r.Prev, Time: r.Time, Tick: r.Tick, Event: r.Event},
		{Seq: r.Seq, Time: r.Time, Tick: r.Tick, Event: r.Event},
		{Seq: r.Seq, Prev: r.Prev, Tick: r.Tick, Event: r.Event},
		{Seq: r.Seq, Prev: r.Prev, Time: r.Time, Event: r.Event},
		{Seq: r.Seq, Prev: r.Prev, Time: r.Time, Tick: r.Tick, Event: []byte("[]")},
	} {
		if other.Sum() == r.Sum() {
			t.Errorf("field %d of a record is not in its hash", i+1)
		}
	}
}

func zeros(n int) string { return hex.EncodeToString(make([]byte, n)) }

// spec: safety §12.3 — a length that no record can have is damage; what was not written to
// its end is a crash, which the next start mends without its owner.
func TestWhatIsNoRecordIsCutOffOrImpossible(t *testing.T) {
	sized := func(n int) []byte {
		return Record{Event: bytes.Repeat([]byte{'x'}, n), Hash: Hash{1}}.frame(nil)
	}
	with := func(b []byte, at int, v uint32) []byte {
		b = slices.Clone(b)
		binary.LittleEndian.PutUint32(b[at:], v)
		return b
	}
	const event = 60 // where the event's own length stands
	small, most := sized(0), sized(MaxEvent)
	if r, size, err := parse(most); err != nil || size != len(most) || len(r.Event) != MaxEvent {
		t.Errorf("the largest event: %d bytes, %v", size, err)
	}
	if r, size, err := parse(small); err != nil || size != 96 || len(r.Event) != 0 {
		t.Errorf("no event: %d bytes, %v", size, err)
	}
	for name, c := range map[string]struct {
		b    []byte
		want error
	}{
		"nothing":                       {nil, errCut},
		"three bytes of a length":       {small[:3], errCut},
		"a length alone":                {small[:4], errCut},
		"all but a byte":                {small[:95], errCut},
		"all but the event's length":    {small[:63], errCut},
		"shorter than a record":         {with(small, 0, 91), errLength},
		"no length at all":              {with(small, 0, 0), errLength},
		"an event that is too long":     {sized(MaxEvent + 1), errLength},
		"an impossible length alone":    {with(small, 0, 91)[:4], errLength},
		"the least length alone":        {with(small, 0, 92)[:4], errCut},
		"a length that grew":            {with(small, 0, 93), errLength},
		"an event's length that grew":   {with(small, event, 1), errLength},
		"the event's length is damaged": {with(small, event, 1<<31)[:64], errLength},
	} {
		if _, size, err := parse(c.b); !errors.Is(err, c.want) || size != 0 {
			t.Errorf("%s: %d bytes, %v, want %v", name, size, err, c.want)
		}
	}
}

// A file that grew and was not written, as a power cut leaves it, ends in zeros: that is the
// crash's and no edit. Zeros that a whole record may end in are not.
func TestZerosBehindTheLastRecordAreACrash(t *testing.T) {
	one := Record{Event: []byte("{}"), Hash: Hash{1, 31: 1}}.frame(nil)
	for name, c := range map[string]struct {
		told, zeros int
		want        bool
	}{
		"32 zeros alone":                    {0, 32, true},
		"31 zeros alone":                    {0, 31, false},
		"nothing":                           {0, 0, false},
		"a length's first byte, and 35":     {1, 35, true},
		"a record without its hash, and 32": {len(one) - 32, 32, true},
		"a byte of the hash, and 32":        {len(one) - 31, 32, false},
		"a whole record, and 500":           {len(one), 500, false},
		"half a record, and 500":            {len(one) / 2, 500, true},
		"a record without its hash, and 31": {len(one) - 32, 31, false},
	} {
		b := append(slices.Clone(one[:c.told]), make([]byte, c.zeros)...)
		if got := blank(b); got != c.want {
			t.Errorf("%s: a crash: %v, want %v", name, got, c.want)
		}
	}
	for text, want := range map[string]bool{"\xff\xff\xff": true, "\xff\xff\xff\xff": false} { // all of a length but its last byte, and all
		if got := blank(append([]byte(text), make([]byte, 500)...)); got != want {
			t.Errorf("%x with zeros behind it: a crash: %v, want %v", text, got, want)
		}
	}
	const most = 92 + MaxEvent // of a body
	for length, want := range map[uint32]bool{1<<32 - 1: false, most + 1: false, most: true} {
		b := append(binary.LittleEndian.AppendUint32(nil, length), 1)
		if got := blank(append(b, make([]byte, 500)...)); got != want {
			t.Errorf("a length of %d with zeros behind it: a crash: %v, want %v", length, got, want)
		}
	}
}

// spec: safety §12.3 — the calldata that another program finds a mark in.
func TestAnAnchorHasTheBytesOfTheSpecification(t *testing.T) {
	m := Mark{0x0102030405060708, Hash{0xaa, 31: 0xbb}}
	head := "aa" + zeros(30) + "bb"
	if got, want := hex.EncodeToString(m.Payload()), hex.EncodeToString([]byte("BRDOAUD1"))+"0102030405060707"+head; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got, want := m.String(), "72623859790382856:"+head; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
