package bardo

import (
	"bytes"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/verify"
	"bardo.run/bardo/life/verify/verifytest"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// pages draws a page again, and counts how often.
type pages struct{ drawn int }

func (p *pages) options() verify.Options {
	return verify.Options{Page: func(dir string, next []string) ([]byte, error) {
		text, err := redrawn(dir, next)
		if err == nil {
			p.drawn++
		}
		return text, err
	}}
}

// lifeOf lives a while of a generated market by a seed, and hears one word of its owner.
func lifeOf(t *testing.T, seed string, more ...string) string {
	t.Helper()
	m, err := world.Generate("chop", 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Minutes = m.Minutes[:40]
	data, dir := t.TempDir(), filepath.Join(t.TempDir(), "life")
	if err := history.Export(data, m); err != nil {
		t.Fatal(err)
	}
	verifytest.Write(t, filepath.Join(dir, home.LockFile), nil) // so that it is no other folder, though a letter waits
	ownertest.Post(t, filepath.Join(dir, home.WordsDir), "word", owner.HaltAt(turn.HaltNone))
	var said bytes.Buffer
	args := append([]string{"live", "--history", data, "--strategy", filepath.Join("..", "..", "test", "script", "testdata", "metronome.md"), "--seed", seed, "--out", dir}, more...)
	if code := Main(t.Context(), args, io.Discard, &said); code != exitOK {
		t.Fatalf("exit %d: %s", code, &said)
	}
	return dir
}

// Thirty random flips over all files of a life that is over, for each seed and in each custody:
// the file is named each time, and an undamaged life is whole.
func TestEveryFlippedBitOfALifeIsNamed(t *testing.T) {
	t.Parallel()
	for _, custody := range []string{"", "delegation", "localkey", "embedded"} {
		t.Run("custody "+custody, func(t *testing.T) {
			t.Parallel()
			var p pages
			dir := lifeOf(t, "7", "--custody", custody)
			if r := verifytest.Whole(t, dir, p.options()); r.State != verify.Dead || r.Ticks == 0 || p.drawn != 1 {
				t.Errorf("%+v, %d pages drawn", r, p.drawn)
			}
			for _, seed := range verifytest.Seeds(t) {
				t.Logf("%v", verifytest.Flips(t, dir, seed, verifytest.Count(), p.options()))
			}
			verifytest.Whole(t, dir, p.options())
		})
	}
}

// A file that is gone, empty, cut in half, longer, of another life, or in the place of another
// is named; one that does not belong there is said not to be vouched for.
func TestEveryFileThatIsNotItsOwnIsNamed(t *testing.T) {
	t.Parallel()
	var p pages
	one, other := lifeOf(t, "7"), lifeOf(t, "8")
	names := verifytest.Files(t, one)
	if !slices.Equal(names, verifytest.Files(t, other)) || len(names) < 20 {
		t.Fatalf("%v", names)
	}
	wants := func(what, name string) {
		t.Helper()
		if !verifytest.Names(t, one, name, p.options()) {
			t.Errorf("%s: %s is not named", what, name)
		}
	}
	for i, name := range names {
		path := filepath.Join(one, name)
		text := read(t, path)
		remove(t, path)
		if filepath.Dir(name) != home.CheckpointDir { // old ones go, and nothing rests on any
			wants("gone", name)
		}
		for what, instead := range map[string][]byte{
			"empty": nil, "cut in half": text[:len(text)/2], "longer": append(bytes.Clone(text), 'x'), "of another life": read(t, filepath.Join(other, name)),
		} {
			if bytes.Equal(instead, text) {
				continue
			}
			verifytest.Write(t, path, instead)
			wants(what, name)
		}
		verifytest.Write(t, path, text)
		next := filepath.Join(one, names[(i+1)%len(names)])
		swapped := read(t, next)
		verifytest.Write(t, path, swapped)
		verifytest.Write(t, next, text)
		wants("swapped with "+next, name)
		verifytest.Write(t, path, text)
		verifytest.Write(t, next, swapped)
	}
	verifytest.Write(t, filepath.Join(one, "keys", "notes.txt"), []byte("mine"))
	r, err := verify.Check(t.Context(), one, p.options())
	if err != nil || !r.Whole || !slices.Equal(r.Unvouched, []string{"keys/notes.txt"}) {
		t.Errorf("%v, %+v", err, r)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func recordOf(t *testing.T, cycles string, tick uint64) turn.Record {
	t.Helper()
	s, err := records.Open(cycles, records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, _, err := s.Read(tick)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// What was written anew with sums that fit it is known by what the journal leads to.
func TestAForgedFileIsNamed(t *testing.T) {
	t.Parallel()
	var p pages
	dir := lifeOf(t, "7")
	forge := func(name, from, to string) {
		t.Helper()
		path := filepath.Join(dir, name)
		text := read(t, path)
		forged := bytes.Replace(text, []byte(from), []byte(to), 1)
		if bytes.Equal(text, forged) {
			t.Fatalf("%s has no %q", name, from)
		}
		verifytest.Write(t, path, forged)
		if err := home.Vouch(dir, path); err != nil {
			t.Fatal(err)
		}
		if !verifytest.Names(t, dir, name, p.options()) {
			t.Errorf("%s in place of %s in %s is not named", to, from, name)
		}
		verifytest.Write(t, path, text)
		if err := home.Vouch(dir, path); err != nil {
			t.Fatal(err)
		}
	}
	forge(home.TombstoneFile, `"ttl"`, `"old"`)
	forge(home.TestamentFile, `"ttl"`, `"old"`)
	forge(home.ReportFile, "Time-weighted", "Time-weighed")
	forge(home.StrategyFile, "[parameters]", "[parametres]")
	remove(t, filepath.Join(dir, home.SumsFile))
	if !verifytest.Names(t, dir, home.SumsFile, p.options()) {
		t.Error("no sums, and nothing says so")
	}
	m, _, err := home.Look(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Cause = "owner_kill"
	sealed, err := m.Seal()
	if err != nil {
		t.Fatal(err)
	}
	verifytest.Write(t, filepath.Join(dir, home.ManifestFile), sealed)
	if !verifytest.Names(t, dir, home.ManifestFile, p.options()) {
		t.Error("another cause in the manifest, and nothing says so")
	}
	cycles := filepath.Join(dir, home.CyclesDir)
	record := recordOf(t, cycles, 3)
	if err := os.RemoveAll(cycles); err != nil {
		t.Fatal(err)
	}
	s, err := records.Open(cycles, records.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(&record); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if !verifytest.Names(t, dir, home.CyclesDir+"/000001.seg", p.options()) {
		t.Error("other records, and nothing says so")
	}
	if _, err := biography.Read(dir); err != nil {
		t.Errorf("the forged records cannot be read: %v", err)
	}
}

// Each is one file, with the hash or the sum that it would have: a process that never was, the
// manifest of another moment, one more record, a word that nobody said.
func TestAForgedFileWithAHashThatFitsIsNamed(t *testing.T) {
	t.Parallel()
	var p pages
	life := lifeOf(t, "7")
	end, _, err := home.Look(life)
	if err != nil {
		t.Fatal(err)
	}
	const before, heard = home.ManifestFile + ".prev", home.WordsDir + "/heard/word.json"
	sealed := func(t *testing.T, dir, name string, forge func(*home.Manifest)) {
		t.Helper()
		m := end
		forge(&m)
		text, err := m.Seal()
		if err != nil {
			t.Fatal(err)
		}
		verifytest.Write(t, filepath.Join(dir, name), text)
	}
	for what, c := range map[string]struct {
		name  string
		forge func(t *testing.T, dir string)
	}{
		"a manifest of a boot to come": {before, func(t *testing.T, dir string) {
			sealed(t, dir, before, func(m *home.Manifest) { m.Epoch++ })
		}},
		"an older manifest that is newer": {before, func(t *testing.T, dir string) {
			sealed(t, dir, before, func(*home.Manifest) {})
			sealed(t, dir, home.ManifestFile, func(m *home.Manifest) { m.JournalSeq-- })
		}},
		"an end that was not in order": {home.ManifestFile, func(t *testing.T, dir string) {
			sealed(t, dir, home.ManifestFile, func(m *home.Manifest) { m.Clean = false })
		}},
		"one more record of the audit": {home.AuditDir + "/" + audit.File, func(t *testing.T, dir string) {
			c, err := audit.Read(filepath.Join(dir, home.AuditDir))
			if err != nil {
				t.Fatal(err)
			}
			s, err := audit.Open(filepath.Join(dir, home.AuditDir), audit.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r := c.Records[len(c.Records)-1]
			r.Seq, r.Prev = r.Seq+1, r.Hash
			r.Hash = r.Sum()
			for _, r := range append(c.Records, r) {
				if err := s.Append(r, false); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}},
		"another word": {heard, func(t *testing.T, dir string) {
			words := filepath.Join(dir, home.WordsDir)
			remove(t, filepath.Join(dir, heard))
			l := owner.Letter{ID: "word", Word: owner.HaltAt(turn.HaltFreeze)}
			ownertest.Post(t, words, l.ID, l.Word)
			owner.NewFolder(words, slog.New(slog.DiscardHandler)).Answer(l, owner.Answer{Status: owner.Accepted})
		}},
		"a lock of a boot to come": {home.LockFile, func(t *testing.T, dir string) {
			s, err := home.ReadSums(dir)
			if err != nil {
				t.Fatal(err)
			}
			h, err := home.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer h.Close()
			if err := h.Sign(end.Epoch+1, s.Birth); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(what, func(t *testing.T) {
			dir := verifytest.Copy(t, life)
			verifytest.Whole(t, dir, p.options())
			c.forge(t, dir)
			if !verifytest.Names(t, dir, c.name, p.options()) {
				t.Errorf("%s is not named", c.name)
			}
		})
	}
}
