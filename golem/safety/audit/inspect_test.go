package audit

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
)

// lived is the folder of a Golem with a chain, a manifest that vouches for some of it, and
// anchors; without a manifest for zero records.
func lived(t *testing.T, chain []byte, known Mark, anchors ...Mark) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, home.AuditDir), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, home.AuditDir), chain)
	if known.Records > 0 {
		text, err := home.Manifest{AuditSeq: known.Records, AuditHash: known.Head}.Seal()
		if err != nil {
			t.Fatal(err)
		}
		save(t, filepath.Join(dir, home.ManifestFile), text)
	}
	var all []Anchor
	for _, m := range anchors {
		a := Anchored(m)
		a.TxHash = sent(m).Hex()
		all = append(all, a)
	}
	if err := SaveAnchors(filepath.Join(dir, home.AuditDir), all); err != nil {
		t.Fatal(err)
	}
	return dir
}

func save(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// spec: safety §12.3 — what an owner reads about a chain that is whole.
func TestAReportSaysWhatVouchesForTheChain(t *testing.T) {
	rs := chained(t, 5)
	b := frames(rs)
	mark := func(n int) Mark { return Mark{uint64(n), rs[n-1].Hash} }
	head := mark(5).String()
	lines := "audit      5 records follow from one another\nhead       " + head + "\n"
	for name, c := range map[string]struct {
		dir   string
		marks []Mark
		want  Report
		text  string
	}{
		"all that there may be": {
			lived(t, append(b[:len(b):len(b)], 1, 2, 3), mark(4), mark(1), mark(5)),
			[]Mark{mark(5), mark(2), mark(3)},
			Report{5, hexed(rs[4].Hash), 4, 2, 3, true},
			lines + "manifest   vouches for the first 4\nanchors    2 in the folder, all of them hold\nheads      3 given, all of them hold\n" +
				"a part of a record lies at the end, as a crash leaves it; the next start cuts it off\n",
		},
		"one of each": {
			lived(t, b, mark(1), mark(1)),
			[]Mark{mark(5)},
			Report{5, hexed(rs[4].Hash), 1, 1, 1, false},
			lines + "manifest   vouches for the first 1\nanchors    1 in the folder, all of them hold\nheads      1 given, all of them hold\n",
		},
		"the chain alone": {
			lived(t, b, Mark{}), nil,
			Report{5, hexed(rs[4].Hash), 0, 0, 0, false},
			lines + "manifest   none that knows of records: a cut end would not be seen; keep the head elsewhere\n",
		},
	} {
		got, err := Inspect(c.dir, c.marks...)
		if err != nil || got != c.want || got.Text() != c.text {
			t.Errorf("%s: %+v, %v\n%s", name, got, err, got.Text())
		}
	}
}

// spec: safety §12.3 — whoever cuts or rewrites a chain is found by each of what vouches for
// it, and the words say by which.
func TestAChainThatSomethingContradictsIsReportedAsBroken(t *testing.T) {
	rs := chained(t, 5)
	whole, cut := frames(rs), frames(rs[:3])
	mark := func(n int) Mark { return Mark{uint64(n), rs[n-1].Hash} }
	edited := frames(rs)
	edited[20] ^= 1
	for name, c := range map[string]struct {
		dir   string
		marks []Mark
		seq   uint64
		words string
	}{
		"edited":                        {lived(t, edited, Mark{}), nil, 0, "it does not have the hash"},
		"cut behind the manifest":       {lived(t, cut, mark(4)), nil, 3, "the manifest knows of 4 records"},
		"another than the manifest's":   {lived(t, whole, Mark{2, Hash{1}}), nil, 1, "the manifest knows another hash"},
		"cut behind an anchor":          {lived(t, cut, mark(3), mark(2), mark(5)), nil, 3, "the anchor in transaction " + sent(mark(5)).Hex() + " knows of 5 records"},
		"cut behind a mark":             {lived(t, cut, mark(3), mark(3)), []Mark{mark(3), mark(5)}, 3, "the mark " + mark(5).String() + " knows of 5 records"},
		"another than the first mark's": {lived(t, whole, mark(3)), []Mark{{1, Hash{2}}, mark(5)}, 0, "the mark 1:02"},
	} {
		var b *Broken
		if got, err := Inspect(c.dir, c.marks...); !errors.As(err, &b) || b.Seq != c.seq || !strings.Contains(b.Reason, c.words) || got != (Report{}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// What cannot be read is an error, and never a chain that is whole.
func TestWhatCannotBeReadIsNotWhole(t *testing.T) {
	b := frames(chained(t, 2))
	newer := lived(t, b, Mark{1, chained(t, 1)[0].Hash})
	text, err := os.ReadFile(filepath.Join(newer, home.ManifestFile))
	if err != nil {
		t.Fatal(err)
	}
	text[8]++ // the version
	save(t, filepath.Join(newer, home.ManifestFile), text)
	if _, err := Inspect(newer); !errors.Is(err, home.ErrNewer) {
		t.Errorf("a manifest of a newer version: %v", err)
	}
	if _, err := Inspect(t.TempDir()); !errors.Is(err, ErrAbsent) {
		t.Errorf("an empty folder: %v", err)
	}
	unread := lived(t, b, Mark{})
	save(t, filepath.Join(unread, home.AuditDir, AnchorsFile), []byte("{"))
	if _, err := Inspect(unread); err == nil || !strings.Contains(err.Error(), AnchorsFile) {
		t.Errorf("anchors that cannot be read: %v", err)
	}
	headless := lived(t, b, Mark{})
	if err := SaveAnchors(filepath.Join(headless, home.AuditDir), []Anchor{{Seq: 0, Head: "aa"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := Inspect(headless); !errors.Is(err, ErrMark) {
		t.Errorf("an anchor without a head: %v", err)
	}
	if _, err := Inspect(headless, Mark{1, Hash{9}}); !errors.Is(err, ErrMark) {
		t.Errorf("an anchor without a head, and a mark: %v", err)
	}
}

// A mark is typed in by a person: what is none is not taken for one that holds.
func TestAMarkIsReadExactly(t *testing.T) {
	head := "aa" + zeros(30) + "bb"
	for text, want := range map[string]Mark{
		"1:" + head:                    {1, Hash{0xaa, 31: 0xbb}},
		"18446744073709551615:" + head: {1<<64 - 1, Hash{0xaa, 31: 0xbb}},
		"18446744073709551616:" + head: {}, "0:" + head: {}, "0x10:" + head: {}, "-1:" + head: {}, "010": {}, "a:" + head: {}, "": {}, ":": {},
		":" + head: {}, head: {}, "1:" + head[2:]: {}, "1:" + head + "00": {}, "1:zz" + head[2:]: {}, "1:" + head + ":": {}, "1:" + head + "zz": {},
	} {
		got, err := ParseMark(text)
		if got != want || (err == nil) != (want.Records > 0) || err != nil && (!errors.Is(err, ErrMark) || !strings.Contains(err.Error(), "RECORDS:HEAD")) {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
		if err == nil && got.String() != text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
}
