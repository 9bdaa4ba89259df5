package tape

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/halt"
	"bardo.run/bardo/golem/host/journal"
)

// brake says what it says from a look on.
type brake struct {
	from  map[int]halt.Word
	looks int
	now   halt.Word
}

func (b *brake) Halt() (halt.Word, bool) {
	b.looks++
	if said, new := b.from[b.looks]; new {
		b.now = said
	}
	return b.now, b.now != halt.Word{}
}

func heed(t *testing.T, h *Halts) string {
	t.Helper()
	var heard strings.Builder
	for look := range 8 {
		if w, there, err := h.Next(); err != nil {
			t.Fatal(err)
		} else if there {
			fmt.Fprintf(&heard, "%d: %s at %d\n", look, w.Halt, w.At)
		}
	}
	return heard.String()
}

// spec: safety §15.1 — a word is heard once, where it came; the same words again, at
// another time, are another; and a replay hears each at the same look, a resumed life none
// again.
func TestAHaltIsHeardOnceAndReplayedWhereItWasHeard(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	freeze, none, again := halt.Word{Halt: "freeze", At: 5}, halt.Word{Halt: "none", At: 9}, halt.Word{Halt: "none", At: 11}
	j := open(t, dir, journal.Record)
	lived := heed(t, NewHalts(j, &brake{from: map[int]halt.Word{2: freeze, 5: none, 7: again}}))
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if want := "1: freeze at 5\n4: none at 9\n6: none at 11\n"; lived != want {
		t.Fatalf("heard\n%s", lived)
	}
	for _, mode := range []journal.Mode{journal.Replay, journal.Resume} {
		j := open(t, dir, mode)
		h := NewHalts(j, &brake{now: again}) // the file stays
		if got := heed(t, h); got != lived {
			t.Errorf("mode %v heard\n%s", mode, got)
		}
		if mode == journal.Resume {
			if got := heed(t, h); got != "" {
				t.Errorf("resumed, it heard again\n%s", got)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
