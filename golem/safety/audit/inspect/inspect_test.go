package inspect

import (
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/internal/atomicfile"
)

// list keeps records in memory.
type list []audit.Record

func (l *list) Append(r audit.Record, _ bool) error {
	*l = append(*l, r)
	return nil
}

// chained makes n records.
func chained(t *testing.T, n int) []audit.Record {
	t.Helper()
	var l list
	trail := audit.NewTrail(&l)
	for i := range n {
		e := []audit.Event{
			audit.PermitConsumed("permit:1.1", ""), audit.PolicyCageCheck("SAFETY_RATE_LIMIT"), audit.Transaction("permit:1.1", audit.Hash{1}, 5, "executed"),
		}[i%3]
		check(t, trail.Note(int64(1000*i), uint64(i), e))
	}
	return l
}

// frames is the file of a chain with these records.
func frames(t *testing.T, rs []audit.Record) []byte {
	t.Helper()
	dir := t.TempDir()
	s, err := audit.Open(dir, audit.Options{})
	check(t, err)
	for _, r := range rs {
		check(t, s.Append(r, false))
	}
	check(t, s.Close())
	b, err := os.ReadFile(filepath.Join(dir, audit.File))
	check(t, err)
	return b
}

func write(t *testing.T, dir string, b []byte) {
	t.Helper()
	save(t, filepath.Join(dir, audit.File), b)
}

// lived is the folder of a Golem with a chain, a manifest that vouches for some of it, and
// anchors; without a manifest for zero records.
func lived(t *testing.T, chain []byte, known audit.Mark, anchors ...audit.Mark) string {
	t.Helper()
	dir := t.TempDir()
	check(t, os.Mkdir(filepath.Join(dir, home.AuditDir), 0o700))
	write(t, filepath.Join(dir, home.AuditDir), chain)
	if known.Records > 0 {
		text, err := home.Manifest{AuditSeq: known.Records, AuditHash: known.Head}.Seal()
		check(t, err)
		save(t, filepath.Join(dir, home.ManifestFile), text)
	}
	var all []anchor.Anchor
	for _, m := range anchors {
		a := anchor.Of(m)
		a.TxHash = sent(m).Hex()
		all = append(all, a)
	}
	check(t, anchor.Save(atomicfile.OS{}, filepath.Join(dir, home.AuditDir), all))
	return dir
}

func save(t *testing.T, path string, b []byte) {
	t.Helper()
	check(t, os.WriteFile(path, b, 0o600))
}

// spec: safety §12.3 — what an owner reads about a chain that is whole.
func TestAReportSaysWhatVouchesForTheChain(t *testing.T) {
	rs := chained(t, 5)
	b := frames(t, rs)
	mark := func(n int) audit.Mark { return audit.Mark{Records: uint64(n), Head: rs[n-1].Hash} }
	head := mark(5).String()
	lines := "audit      5 records follow from one another\nhead       " + head + "\n"
	for name, c := range map[string]struct {
		dir   string
		marks []audit.Mark
		want  Report
		text  string
	}{
		"all that there may be": {
			lived(t, append(b[:len(b):len(b)], 1, 2, 3), mark(4), mark(1), mark(5)),
			[]audit.Mark{mark(5), mark(2), mark(3)},
			Report{5, hex.EncodeToString(rs[4].Hash[:]), 4, 2, 3, true},
			lines + "manifest   vouches for the first 4\nanchors    2 in the folder, all of them hold\nheads      3 given, all of them hold\n" +
				"a part of a record lies at the end, as a crash leaves it; the next start cuts it off\n",
		},
		"one of each": {
			lived(t, b, mark(1), mark(1)),
			[]audit.Mark{mark(5)},
			Report{5, hex.EncodeToString(rs[4].Hash[:]), 1, 1, 1, false},
			lines + "manifest   vouches for the first 1\nanchors    1 in the folder, all of them hold\nheads      1 given, all of them hold\n",
		},
		"the chain alone": {
			lived(t, b, audit.Mark{}), nil,
			Report{5, hex.EncodeToString(rs[4].Hash[:]), 0, 0, 0, false},
			lines + "manifest   none that knows of records: a cut end would not be seen; keep the head elsewhere\n",
		},
	} {
		got, err := Dir(c.dir, c.marks...)
		if err != nil || got != c.want || got.Text() != c.text {
			t.Errorf("%s: %+v, %v\n%s", name, got, err, got.Text())
		}
	}
}

// spec: safety §12.3 — whoever cuts or rewrites a chain is found by each of what vouches for
// it, and the words say by which.
func TestAChainThatSomethingContradictsIsReportedAsBroken(t *testing.T) {
	rs := chained(t, 5)
	whole, cut := frames(t, rs), frames(t, rs[:3])
	mark := func(n int) audit.Mark { return audit.Mark{Records: uint64(n), Head: rs[n-1].Hash} }
	edited := frames(t, rs)
	edited[20] ^= 1
	for name, c := range map[string]struct {
		dir   string
		marks []audit.Mark
		seq   uint64
		words string
	}{
		"edited":                        {lived(t, edited, audit.Mark{}), nil, 0, "it does not have the hash"},
		"cut behind the manifest":       {lived(t, cut, mark(4)), nil, 3, "the manifest knows of 4 records"},
		"another than the manifest's":   {lived(t, whole, audit.Mark{Records: 2, Head: audit.Hash{1}}), nil, 1, "the manifest knows another hash"},
		"cut behind an anchor":          {lived(t, cut, mark(3), mark(2), mark(5)), nil, 3, "the anchor in transaction " + sent(mark(5)).Hex() + " knows of 5 records"},
		"cut behind a mark":             {lived(t, cut, mark(3), mark(3)), []audit.Mark{mark(3), mark(5)}, 3, "the mark " + mark(5).String() + " knows of 5 records"},
		"another than the first mark's": {lived(t, whole, mark(3)), []audit.Mark{{Records: 1, Head: audit.Hash{2}}, mark(5)}, 0, "the mark 1:02"},
	} {
		var b *audit.Broken
		if got, err := Dir(c.dir, c.marks...); !errors.As(err, &b) || b.Seq != c.seq || !strings.Contains(b.Reason, c.words) || got != (Report{}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// What cannot be read is an error, and never a chain that is whole.
func TestWhatCannotBeReadIsNotWhole(t *testing.T) {
	b := frames(t, chained(t, 2))
	newer := lived(t, b, audit.Mark{Records: 1, Head: chained(t, 1)[0].Hash})
	text, err := os.ReadFile(filepath.Join(newer, home.ManifestFile))
	check(t, err)
	text[8]++ // the version
	save(t, filepath.Join(newer, home.ManifestFile), text)
	if _, err := Dir(newer); !errors.Is(err, home.ErrNewer) {
		t.Errorf("a manifest of a newer version: %v", err)
	}
	if _, err := Dir(t.TempDir()); !errors.Is(err, audit.ErrAbsent) {
		t.Errorf("an empty folder: %v", err)
	}
	unread := lived(t, b, audit.Mark{})
	save(t, filepath.Join(unread, home.AuditDir, anchor.File), []byte("{"))
	if _, err := Dir(unread); err == nil || !strings.Contains(err.Error(), anchor.File) {
		t.Errorf("anchors that cannot be read: %v", err)
	}
	headless := lived(t, b, audit.Mark{})
	check(t, anchor.Save(atomicfile.OS{}, filepath.Join(headless, home.AuditDir), []anchor.Anchor{{Seq: 0, Head: "aa"}}))
	if _, err := Dir(headless); !errors.Is(err, anchor.ErrMark) {
		t.Errorf("an anchor without a head: %v", err)
	}
	if _, err := Dir(headless, audit.Mark{Records: 1, Head: audit.Hash{9}}); !errors.Is(err, anchor.ErrMark) {
		t.Errorf("an anchor without a head, and a mark: %v", err)
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
