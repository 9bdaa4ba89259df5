package golem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/safety/cage"
)

// born is the boot entry of a life.
func born(t *testing.T, dir string) (b agent.Boot) {
	t.Helper()
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	e, err := j.Lookup(0)
	if err == nil {
		err = e.Decode(&b)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// rebirth gives a new folder the secret of a life and a journal that begins with another boot
// entry.
func rebirth(t *testing.T, from, to string, boot any) {
	t.Helper()
	secret, err := os.ReadFile(filepath.Join(from, home.IdentityFile))
	if err != nil {
		t.Fatal(err)
	}
	put(t, to, home.IdentityFile, string(secret))
	j, err := journal.Open(filepath.Join(to, home.JournalDir), journal.Options{Mode: journal.Record, Policy: journal.Live, Boot: boot})
	if err == nil {
		err = j.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// spec: safety §1.5 — every start compares the standing rules, whoever has the key and whether
// there is a cage or not: a life that was born under others is not lived by this program.
func TestALifeBornUnderOtherRulesIsRefused(t *testing.T) {
	m := market(t)
	for name, args := range map[string][]string{"with its own key": nil, "on paper": {"--paper"}} {
		t.Run(name, func(t *testing.T) {
			dir := settings(t, m, m.Chain().Server.Endpoint(), "")
			if code, said := run(t, dir, "active", args...); code != exitOK {
				t.Fatalf("exit %d: %s", code, said)
			}
			b := born(t, dir)
			if b.Constitution != cage.ConstitutionHash() {
				t.Fatalf("it was born under %s, the program carries %s", b.Constitution, cage.ConstitutionHash())
			}
			for text, want := range map[string]int{"8. In doubt, do nothing.": exitOK, "8. In doubt, trade.": exitConfig} {
				hash := cage.ConstitutionHash()
				if want != exitOK {
					hash = common.BytesToHash([]byte(text))
				}
				b.Constitution = hash
				other := settings(t, m, m.Chain().Server.Endpoint(), "")
				rebirth(t, dir, other, b)
				before := contents(t, other)
				code, said := run(t, other, "active", args...)
				if code != want || (want == exitOK) != strings.Contains(said, "active") {
					t.Fatalf("%s: exit %d: %s", text, code, said)
				}
				if want == exitOK {
					continue
				}
				for _, words := range []string{"CONSTITUTION_MISMATCH", hash.Hex(), cage.ConstitutionHash().Hex(), "start it with the program that it was born with"} {
					if !strings.Contains(said, words) {
						t.Errorf("it does not say %q: %s", words, said)
					}
				}
				if now := contents(t, other); now != before {
					t.Error("the journal of a life that was refused is another one")
				}
			}
		})
	}
}

// contents are the bytes of a life's journal.
func contents(t *testing.T, dir string) (all string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, home.JournalDir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of a journal: %v", len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all += filepath.Base(f) + string(text)
	}
	return all
}
