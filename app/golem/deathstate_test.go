package golem

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/safety/audit"
)

// damage is something that happens to the folder of a Golem that is dying. Where exit is
// set, the next start must end so and say all the words; else it must die as if nothing
// had happened.
type damage struct {
	what string
	do   func(t *testing.T, dir string)
	exit int
	says []string
}

var damages = []damage{
	{"the journal ends in half an entry", func(t *testing.T, dir string) { grow(t, newest(t, dir, home.JournalDir), "\x40\x00\x00\x00half") }, exitOK, nil},
	{"the journal lost what was synced", func(t *testing.T, dir string) { shorten(t, newest(t, dir, home.JournalDir), 2000) }, exitJournal, []string{"journal", "000001.seg", "damaged", "restore the folder from a copy"}},
	{"a byte of the journal is another", func(t *testing.T, dir string) { flip(t, newest(t, dir, home.JournalDir), 3000) }, exitJournal, []string{"journal", "000001.seg", "damaged", "restore the folder from a copy"}},
	{"the journal's head is gone", func(t *testing.T, dir string) { remove(t, dir, "journal/head") }, exitJournal, []string{"journal", "head", "damaged", "restore the folder from a copy"}},
	{"the manifest is noise", func(t *testing.T, dir string) { put(t, dir, home.ManifestFile, "noise") }, exitOK, nil},
	{"the manifest is that of another life", func(t *testing.T, dir string) { foreign(t, dir) }, exitJournal, []string{"journal", "manifest", "restore the folder from a copy"}},
	{"the secret of the rolls is gone", func(t *testing.T, dir string) { remove(t, dir, home.IdentityFile) }, exitStorage, []string{home.IdentityFile, "restore the file from a copy"}},
	{"the secret of the rolls is another", func(t *testing.T, dir string) { flip(t, filepath.Join(dir, home.IdentityFile), 40) }, exitStorage, []string{home.IdentityFile, "restore"}},
	{"the records are gone", func(t *testing.T, dir string) { remove(t, dir, home.CyclesDir) }, exitOK, nil},
	{"the ledger is gone", func(t *testing.T, dir string) { remove(t, dir, home.LedgerDir) }, exitOK, nil},
	{"the ledger ends in half an entry", func(t *testing.T, dir string) { grow(t, newest(t, dir, home.LedgerDir), "half") }, exitOK, nil},
	{"the records end in half a record", func(t *testing.T, dir string) { grow(t, newest(t, dir, home.CyclesDir), "half") }, exitOK, nil},
	{"the audit is gone", func(t *testing.T, dir string) { remove(t, dir, home.AuditDir) }, exitOK, nil},
	{"the audit ends in half a record", func(t *testing.T, dir string) {
		grow(t, filepath.Join(dir, home.AuditDir, audit.File), "\x80\x00\x00\x00half")
	}, exitOK, nil},
	{"the audit ends in a block that was never written", func(t *testing.T, dir string) {
		grow(t, filepath.Join(dir, home.AuditDir, audit.File), strings.Repeat("\x00", 512))
	}, exitOK, nil},
	{"a byte of the audit is another", func(t *testing.T, dir string) { flip(t, filepath.Join(dir, home.AuditDir, audit.File), -100) }, exitJournal, []string{"audit", "broken at record ", "move it away"}},
	{"a testament was half written", func(t *testing.T, dir string) { put(t, dir, "death/.testament.json.1.atomic.tmp", `{"golem_id":`) }, exitOK, nil},
	{"there is half a testament", func(t *testing.T, dir string) { put(t, dir, home.TestamentFile, `{"golem_id":"golem-`) }, exitOK, nil},
	{"there are the documents of another life", func(t *testing.T, dir string) {
		put(t, dir, home.TestamentFile, `{"golem_id":"golem-other","cause":"credit"}`)
		put(t, dir, home.TombstoneFile, `{"golem_id":"golem-other","death_cause":"credit"}`)
	}, exitOK, nil},
}

// spec: mortality §8, runtime §15: whatever happens to the folder of a dying Golem, the
// next start says which file it is and what to do, and sends nothing; or it is the death
// that it would have been. Nothing is settled twice.
func TestADyingGolemWithADamagedFolderIsRightOrSaysWhy(t *testing.T) {
	t.Parallel()
	d, want, all := undisturbed(t, "provide 5% of equity within ±2% then lend 5% of cash then buy 4% of equity", 3)
	half := middle(t, all)
	for _, c := range damages {
		t.Run(c.what, func(t *testing.T) {
			dir := d.again(t)
			if killed, said := d.live(dir, half, ""); !killed {
				t.Fatalf("the process was not killed:\n%s", said)
			}
			c.do(t, dir)
			v := &victim{t: t, dir: dir, chain: d.chain.RPC}
			sent := v.nonce()
			if c.exit == exitOK {
				for _, point := range d.dies(t, dir).differs(want) {
					t.Error(point)
				}
				return
			}
			var said bytes.Buffer
			err := live(t.Context(), flags{config: filepath.Join(dir, "golem.toml"), dir: dir, poll: quick}, &said, &said)
			if err == nil || exit(err) != c.exit {
				t.Fatalf("exit %d, want %d: %v", exit(err), c.exit, err)
			}
			for _, word := range c.says {
				if told := err.Error() + advise(err, c.exit); !strings.Contains(told, word) {
					t.Errorf("%q does not say %q", told, word)
				}
			}
			if v.nonce() != sent {
				t.Error("it sent something")
			}
		})
	}
}

// middle is when half of what is settled was sent, and its receipt is on record.
func middle(t *testing.T, all []moment) moment {
	t.Helper()
	var receipts []moment
	for _, m := range all {
		if m.phase == "settlement" && m.site.Part == site.Entry && m.site.What == string(journal.KindReceipt) && m.site.Moment == site.After {
			receipts = append(receipts, m)
		}
	}
	if len(receipts) < 2 {
		t.Fatalf("the settlement looks for receipts %d times", len(receipts))
	}
	return receipts[len(receipts)/2]
}

// foreign gives the folder a manifest that is whole and was written behind another journal.
func foreign(t *testing.T, dir string) {
	t.Helper()
	h := home.Manifest{GolemID: "golem-other", Epoch: 1, State: "active", NextTick: 9, JournalSeq: 12, JournalHash: [32]byte{1}}
	sealed, err := h.Seal()
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, home.ManifestFile, string(sealed))
}

// newest is the last segment of a log.
func newest(t *testing.T, dir, store string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, store, "*.seg"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s has no segments (%v)", store, err)
	}
	return names[len(names)-1]
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, dir, name string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

func grow(t *testing.T, path, text string) {
	change(t, path, func(b []byte) []byte { return append(b, text...) })
}

func shorten(t *testing.T, path string, by int) {
	change(t, path, func(b []byte) []byte { return b[:len(b)-by] })
}

func flip(t *testing.T, path string, at int) {
	change(t, path, func(b []byte) []byte { b[(at+len(b))%len(b)] ^= 0xff; return b })
}

// change rewrites a file.
func change(t *testing.T, path string, to func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, to(b), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
