package golem

import (
	"slices"
	"testing"

	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/wire"
)

// A key from the environment without a passphrase cannot be replaced: nothing is opened, the
// owner is told, and the next start with one makes the key.
//
// spec: provisioning §9.1
func TestWithoutAPassphraseNothingIsOpenedWithADueKey(t *testing.T) {
	b := rotating(t, grant.LocalKey, "1")
	if code, said := b.livesWith("start the Golem with GOLEM_KEYSTORE_PASSPHRASE", func(string) {}); code != exitOK || askedFor.MatchString(said) {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if n := b.refusals(wire.CodeSafetyKeyDue); n == 0 {
		before := b.nonce()
		if code, said := b.looksOn(wire.CodeSafetyKeyDue); code != exitOK || b.refusals(wire.CodeSafetyKeyDue) == 0 || b.nonce() > before+1 { // an exit is let through
			t.Errorf("exit %d, %d transactions\n%s", code, b.nonce()-before, said)
		}
	}
	if code, said := b.protected("bardo grant --session", func(string) {}); code != exitOK || !askedFor.MatchString(said) {
		t.Fatalf("exit %d\n%s", code, said)
	}
	if steps := b.passings(); !slices.Equal(steps, []string{"triggered", "generated"}) {
		t.Errorf("the audit tells of %q", steps)
	}
}

// spec: provisioning §9.3: the keys of a process are wiped when it ends, of a life as of a
// death that is finished without the chain.
func TestNoKeyIsLeftWhereALifeEnds(t *testing.T) {
	for name, ends := range map[string]func(l *life) error{
		"a life":    func(l *life) error { _, err := l.run(t.Context()); return err },
		"a witness": func(l *life) error { return (&witness{life: l}).write(t.Context()) },
	} {
		l, digits := unborn(t)
		l.config.Custody.GrantPath = "none.json"
		l.config.Custody.LocalKey.PrivateKey = secret.New([]byte(digits))
		if err := ends(l); err == nil || !l.keys.Seals() || l.keys.Keep(&[32]byte{}) == nil {
			t.Errorf("%s: it ended with %v, and its key is left", name, err)
		}
	}
}
