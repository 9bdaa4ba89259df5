package audit

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// list keeps records in memory.
type list []Record

func (l *list) Append(r Record, _ bool) error {
	*l = append(*l, r)
	return nil
}

func frames(rs []Record) (b []byte) {
	for _, r := range rs {
		b = r.frame(b)
	}
	return b
}

// chained makes n records.
func chained(t rapid.TB, n int) []Record {
	var l list
	trail := NewTrail(&l)
	for i := range n {
		e := []Event{
			PermitConsumed("permit:1.1", ""), PolicyCageCheck("SAFETY_RATE_LIMIT"), Transaction("permit:1.1", Hash{1}, 5, "executed"),
		}[i%3]
		check(t, trail.Note(int64(1000*i), uint64(i), e))
	}
	return l
}

func broken(t rapid.TB, b []byte) *Broken {
	var found *Broken
	if err := decode(b, Place{}).Verify(); !errors.As(err, &found) {
		t.Fatalf("nothing was found: %v", err)
	}
	return found
}

// spec: safety §12.3, both vectors
func TestTheVectorsReproduce(t *testing.T) {
	var l list
	trail := NewTrail(&l)
	for _, c := range []struct {
		now  int64
		tick uint64
		e    Event
		text string
		want string
	}{
		{1773446400000, 0, PhaseTransition("Provisioning", "Active"), `{"from":"Provisioning","to":"Active","type":"PhaseTransition"}`, "a804d91e69405987a3da0e83c1402f4c8d19c23bb00a5b35911c85302bcbd07c"},
		{1773446401000, 1, PermitConsumed("p-1", ""), `{"permit_id":"p-1","type":"PermitConsumed"}`, "c5c254dced0a0b87d7ff31539548abd49ebb5cb7ff00bb3b3374424edf488e48"},
	} {
		check(t, trail.Note(c.now, c.tick, c.e))
		r := l[len(l)-1]
		if got := hex.EncodeToString(r.Hash[:]); got != c.want || string(r.Event) != c.text {
			t.Errorf("record %d has hash %s of %s", r.Seq, got, r.Event)
		}
	}
	c := decode(frames(l), Place{})
	if err := c.Verify(); err != nil || c.Mark() != trail.Mark() || c.Mark().Records != 2 {
		t.Errorf("%v, %+v", err, c.Mark())
	}
}

// spec: safety §12.3 — flipping any byte of any record is reported with the right seq
func TestEveryFlippedBitIsNamed(t *testing.T) {
	rs := chained(t, 7)
	b := frames(rs)
	seq, end := 0, len(rs[0].frame(nil))
	for i := range b {
		if i == end {
			seq++
			end += len(rs[seq].frame(nil))
		}
		for bit := range 8 {
			b[i] ^= 1 << bit
			if got := broken(t, b); got.Seq != uint64(seq) {
				t.Fatalf("bit %d of byte %d is in record %d, not %s", bit, i, seq, got)
			}
			b[i] ^= 1 << bit
		}
	}
}

// spec: safety §12.3 — swapping two records, or removing one, is reported with the right seq
func TestAnyEditOfAnyChainIsFoundAndNamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawn(t)
		n := len(rs)
		at := rapid.IntRange(0, n-2).Draw(t, "at")
		want, word := uint64(at), ""
		switch rapid.SampledFrom([]string{"remove", "swap", "copy", "forge", "rewrite"}).Draw(t, "edit") {
		case "remove":
			rs, word = append(rs[:at:at], rs[at+1:]...), "removed"
		case "swap":
			to := rapid.IntRange(at+1, n-1).Draw(t, "to")
			rs[at], rs[to], word = rs[to], rs[at], "reordered"
		case "copy": // one that was there before is put in again
			from := rapid.IntRange(0, at).Draw(t, "from")
			rs, word, want = insert(rs, at+1, rs[from]), "inserted", uint64(at+1)
		case "forge": // one with the right number and a right hash is put in
			r := rs[at]
			r.Event = []byte(`{"permit_id":"p-9","type":"PermitConsumed"}`)
			r.Hash = r.Sum()
			rs, word = insert(rs, at, r), "inserted"
		case "rewrite": // one is replaced, and has the hash it must have
			rs[at].Tick++
			rs[at].Hash = rs[at].Sum()
			word, want = "written anew", uint64(at+1)
		}
		if got := broken(t, frames(rs)); got.Seq != want || !strings.Contains(got.Reason, word) {
			t.Fatalf("want record %d %s, got %s", want, word, got)
		}
	})
}

// drawn is any chain of at least three records.
func drawn(t *rapid.T) []Record {
	var l list
	trail := NewTrail(&l)
	for range rapid.IntRange(3, 40).Draw(t, "records") {
		id := rapid.String().Draw(t, "id")
		e := rapid.SampledFrom([]Event{
			PermitConsumed(id, ""), PermitConsumed("", id), PolicyCageCheck(id), PermitCreated(id, "swap", 7), Intervention(id, id),
			Transaction(id, Hash{1}, 5, "executed"), ToolCall("preview_action", Hash{2}, Hash{3}, id, ""), DeathInitiated(id),
		}).Draw(t, "event")
		check(t, trail.Note(rapid.Int64().Draw(t, "now"), rapid.Uint64().Draw(t, "tick"), e))
	}
	if err := decode(frames(l), Place{}).Verify(); err != nil {
		t.Fatalf("as it was written: %v", err)
	}
	return l
}

// spec: safety §12.3
func TestAnyCutEndIsFoundByAnyLaterMark(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawn(t)
		left := rapid.IntRange(0, len(rs)-1).Draw(t, "left")
		known := rapid.IntRange(left+1, len(rs)).Draw(t, "known")
		cut := decode(frames(rs[:left]), Place{})
		check(t, cut.Verify())
		var b *Broken
		if err := cut.Holds(decode(frames(rs[:known]), Place{}).Mark(), "the mark"); !errors.As(err, &b) || b.Seq != uint64(left) {
			t.Fatalf("of %d records %d are left: %v", known, left, err)
		}
	})
}

func insert(rs []Record, at int, r Record) []Record {
	out := append([]Record{}, rs[:at]...)
	return append(append(out, r), rs[at:]...)
}

// spec: safety §12.3 — the removal of a tail is found only by who knew the head
func TestACutTailIsFoundByAMarkOnly(t *testing.T) {
	rs := chained(t, 9)
	whole, cut := decode(frames(rs), Place{}), decode(frames(rs[:6]), Place{})
	check(t, errors.Join(cut.Verify(), cut.Holds(decode(frames(rs[:6]), Place{}).Mark(), "a mark"), whole.Holds(cut.Mark(), "an older mark")))
	var b *Broken
	if err := cut.Holds(whole.Mark(), "the mark"); !errors.As(err, &b) || b.Seq != 6 || !strings.Contains(b.Reason, "cut off: the mark knows of 9") {
		t.Errorf("got %v", err)
	}
	anew := list{}
	trail := NewTrail(&anew)
	for range 9 {
		check(t, trail.Note(1, 1, PermitConsumed("p", "")))
	}
	if err := decode(frames(anew), Place{}).Holds(whole.Mark(), "the mark"); !errors.As(err, &b) || b.Seq != 8 || b.Kind != KindLink {
		t.Errorf("a chain that was written anew: %v", err)
	}
}

// spec: safety §12.3 — the first record is verified too
func TestTheFirstRecordFollowsFromNothing(t *testing.T) {
	rs := chained(t, 3)
	for i := range rs { // a chain without its first record, numbered anew
		if i == 0 {
			rs[0].Prev = Hash{9}
		} else {
			rs[i].Prev = rs[i-1].Hash
		}
		rs[i].Hash = rs[i].Sum()
	}
	if b := broken(t, frames(rs)); b.Seq != 0 || b.Kind != KindLink || !strings.Contains(b.Reason, "is the first") {
		t.Errorf("got %s", b)
	}
}

// spec: safety §12.3 — timestamps never decrease; equal allowed
func TestTimeStandsStillWhereItWouldGoBack(t *testing.T) {
	var l list
	trail := NewTrail(&l)
	for _, now := range []int64{5, 3, 5, -1} {
		check(t, trail.Note(now, 0, Intervention("restart", "info")))
	}
	for _, r := range l {
		if r.Time != 5 {
			t.Errorf("record %d is of %d", r.Seq, r.Time)
		}
	}
	l[2].Time, l[3].Time = 6, 5
	for i := 2; i < 4; i++ {
		l[i].Prev = l[i-1].Hash
		l[i].Hash = l[i].Sum()
	}
	if b := broken(t, frames(l)); b.Seq != 3 || b.Kind != KindOrder {
		t.Errorf("got %s", b)
	}
}

// spec: safety §1.4 S-3, §9
func TestFreeTextStandsThereAsItsHash(t *testing.T) {
	secret := "correct horse battery staple"
	key := strings.Repeat("a1", 32)
	for _, e := range []Event{
		PermitTransition("permit:1.1", "cancelled", secret), ToolCall("preview_action", Hash{}, Hash{}, secret, key), PermitConsumed(key, secret),
		PolicyCageCheck(secret), Intervention(secret, key), PhaseTransition(secret, key), DeathInitiated(secret), TaintViolationBlocked(secret, key), PermitCreated(secret, key, 1),
		CapabilityMinted(secret, key, 1, 1, Hash{}), Transaction(secret, Hash{}, 1, key),
	} {
		text, err := e.canonical()
		if err != nil || strings.Contains(string(text), secret) || strings.Contains(string(text), key) || !strings.Contains(string(text), "sha256:") {
			t.Errorf("%s, %v", text, err)
		}
	}
}

func FuzzAFileIsReadWithoutPanic(f *testing.F) {
	rs := chained(f, 3)
	f.Add(frames(rs))
	f.Add(frames(rs[:1])[:50])
	f.Fuzz(func(t *testing.T, b []byte) {
		c := decode(b, Place{})
		if c.Verify() == nil && string(frames(c.Records)) != string(b) {
			t.Error("a chain that is whole is not what was written")
		}
	})
}

func write(t *testing.T, dir string, b []byte) {
	t.Helper()
	check(t, os.WriteFile(filepath.Join(dir, File), b, 0o600))
}

func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
