package cage

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// spec: provisioning §9.1, safety §1.4 S-7: with a key that is due nothing is opened, and
// everything is left.
func TestAKeyThatIsDueOpensNothingAndShutsNoExit(t *testing.T) {
	size := uint64(500 * money.One)
	due := turn.Standing{Key: "the session key is due"}
	if got := code(New(limits()).judge(Case{Action: buy(), Seen: seen(), Standing: due}, spent(size, 25e16))); got != CodeKeyDue {
		t.Errorf("a purchase: %q", got)
	}
	if got := code(New(limits()).judge(Case{Action: provide(), Seen: seen(), Standing: due}, pooled(size))); got != CodeKeyDue {
		t.Errorf("a position: %q", got)
	}
	if r := New(limits()).Before(Case{Action: sell(), Seen: seen(), Standing: due}); r != nil {
		t.Errorf("a sale: %+v", r)
	}
	if due.Opens() != due.Key {
		t.Errorf("it says %q", due.Opens())
	}
}
