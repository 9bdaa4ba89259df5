package golem

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/golem/safety/grant"
)

// orders runs bardo cage with the owner's key, or with another.
func (b *bounded) orders(key string, words ...string) (code int, said string) {
	b.t.Helper()
	b.t.Setenv("BARDO_OWNER_KEY", key)
	var out, errs bytes.Buffer
	args := []string{"cage", "--config", filepath.Join(b.dir, "golem.toml"), "--grant", filepath.Join(b.dir, "grant.json")}
	code = bardo.Main(b.t.Context(), append(args, words...), &out, &errs)
	return code, out.String() + errs.String()
}

// An owner sees what the chain holds around the account, and changes it: what is stricter at
// once, what is looser a day later, and the session's losses begin anew. Nobody else does.
//
// spec: safety §7.5
func TestAnOwnerChangesTheLimitsOfTheCage(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.grants("--yes"); code != exitOK {
		t.Fatalf("exit %d\n%s", code, said)
	}
	says := func(want string, words ...string) string {
		t.Helper()
		code, said := b.orders(golemKey, words...)
		if code != exitOK || !strings.Contains(said, want) {
			t.Fatalf("%v: exit %d, want %q\n%s", words, code, want, said)
		}
		return said
	}
	waits := func(what string) string {
		t.Helper()
		found := regexp.MustCompile(what + `[^\n]*, from [0-9TZ:-]+ on: bardo cage apply (0x[0-9a-f]{64})`).FindStringSubmatch(says("waits", "--json") + says("openings are allowed"))
		if found == nil {
			t.Fatalf("%s does not wait", what)
		}
		return found[1]
	}
	for want, words := range map[string][]string{
		"there are halt, resume":              {"stop"},
		"no limit is called":                  {"max_loss=3"},
		"is a sum in dollars, not":            {"max_loss_per_day=much"},
		"is a whole number, not":              {"max_exit_loss_bps=1.5"},
		"takes the id of a change":            {"apply", "0x12"},
		"the key is that of":                  {"halt", "--yes"},
		"change 0x" + strings.Repeat("0", 63): {"apply", "0x" + strings.Repeat("0", 63) + "1", "--yes"},
	} {
		key := golemKey
		if words[0] == "halt" {
			key = sessionKey
		}
		if code, said := b.orders(key, words...); code == exitOK || !strings.Contains(said, want) {
			t.Errorf("%v: exit %d, want %q\n%s", words, code, want, said)
		}
	}
	says("nothing was sent", "max_loss_per_day=50")
	says("holds at once: done by", "max_loss_per_day=50", "--yes")
	says("of 50.000000 USD")
	says("waits 24 h", "max_loss_per_day=300", "--yes")
	says("an hour from now at the earliest", "session", "--yes")
	limit, session := waits("max_loss_per_day becomes 300.000000 USD"), waits("a new session")
	if code, said := b.orders(golemKey, "apply", limit, "--yes"); code == exitOK || !strings.Contains(said, "waits until unix second") {
		t.Errorf("applied before its time: exit %d\n%s", code, said)
	}
	b.Later(86_400)
	b.Mine()
	says("holds from now on: done by", "apply", limit, "--yes")
	says("holds from now on: done by", "apply", session, "--yes")
	says("of 300.000000 USD")
	says("done by", "halt", "--yes")
	says("halted by its owner")
	says("done by", "resume", "--yes")
	says("openings are allowed")
}
