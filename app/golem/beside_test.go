package golem

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/golem/safety/grant"
)

// spec: provisioning §8.6, DESIGN §12.29 — the plan names who acts for whom and where, and
// beside what a day can lose the other grants of the account that stand: what they add, and how
// to disable them. None is lost by being written over, and none of the other kind is taken beside
// one that stands.
func TestThePlanNamesWhatStandsBesideIt(t *testing.T) {
	b := bound(t, grant.LocalKey)
	says := func(want []string, not ...string) {
		t.Helper()
		code, said := b.grants()
		for _, words := range want {
			if code != 0 || !strings.Contains(said, words) {
				t.Fatalf("exit %d, want %q\n%s", code, words, said)
			}
		}
		for _, words := range not {
			if strings.Contains(said, words) {
				t.Fatalf("it says %q\n%s", words, said)
			}
		}
	}
	const alone, others, shares = "These figures count this grant alone.", "other grants of the account", "it shares the limits and sums of the account's cage, and nothing more is lost through it, unless it is for other tokens or pools"
	says([]string{fmt.Sprintf("The key %s acts for the account %s on chain 31337, in the pool %s.", b.session, wallet(t), b.Pool)}, alone, others)
	if code, said := b.grants("--yes", "--daily", "5000"); code != 0 || strings.Contains(said, "the grant that was there") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	first := b.grant()
	file := filepath.Join(b.dir, "grant.json")
	kept := fmt.Sprintf("%s/grant.%x.json", b.dir, first.Delegation.Hash().Bytes()[:4])
	revoke := func(path string) string {
		return fmt.Sprintf("bardo revoke --config %s/golem.toml --grant %s --yes", b.dir, path)
	}
	says([]string{others, "the localkey grant of the key " + b.session.Hex(), "it lets the same sum of a day come to 5,000 USD, and not to 1,000"})
	b.mode = grant.Delegation
	b.edit(`custody_mode = "localkey"`, `custody_mode = "delegation"`)
	if code, said := b.grants("--yes"); code == 0 || !strings.Contains(said, "the account has a localkey grant, of the key "+b.session.Hex()) || !strings.Contains(said, "disable it first: "+revoke(file)) {
		t.Fatalf("of both kinds: exit %d\n%s", code, said)
	}
	t.Setenv("BARDO_OWNER_KEY", golemKey)
	var out, errs bytes.Buffer
	if code := bardo.Main(t.Context(), strings.Fields(revoke(file))[1:], &out, &errs); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, &out, &errs)
	}
	if code, said := b.grants("--yes"); code != 0 || strings.Contains(said, others) || !strings.Contains(said, "the grant that was there is in "+kept) {
		t.Fatalf("exit %d\n%s", code, said)
	}
	says([]string{others, "the delegation grant of the key " + b.session.Hex(), shares, file}, alone, "the localkey grant")
	b.mode = grant.LocalKey
	b.edit(`custody_mode = "delegation"`, `custody_mode = "localkey"`)
	if code, said := b.grants(); code == 0 || !strings.Contains(said, "is held by the cage "+b.grant().Cage.Hex()) || !strings.Contains(said, "or from another account") {
		t.Fatalf("beside a cage: exit %d\n%s", code, said)
	}
}
