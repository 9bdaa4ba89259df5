package owner_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/owner"
)

// Between a cage and a grant to a local key no limit is shared: under one account neither is granted
// beside the other. A cage stands on the chain for ever, other grants are known from their files.
//
// spec: DESIGN §12.29
func TestAGrantOfTheOtherKindIsRefused(t *testing.T) {
	d := open(t)
	n := d.notary(func(string) {})
	d.ask.Mode = grant.LocalKey
	local, err := d.grants(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	beside := func(g grant.Grant) error {
		o, err := d.offers()
		if err != nil {
			t.Fatal(err)
		}
		return n.Beside(t.Context(), &o, []owner.Filed{{Path: "old.json", Grant: g, Undo: "bardo revoke --grant old.json"}})
	}
	if err := beside(local); err != nil {
		t.Errorf("one of its own kind: %v", err)
	}
	d.ask.Mode, d.kept = grant.Delegation, filepath.Join(t.TempDir(), "other.steps")
	if err := beside(local); !errors.Is(err, owner.ErrAsk) || !strings.Contains(err.Error(), "(old.json)") || !strings.Contains(err.Error(), "disable it first: bardo revoke --grant old.json") {
		t.Errorf("beside a local key's: %v", err)
	}
	over := local
	over.Ends = d.Chain().Chain.Head().Time - 1
	if err := beside(over); err != nil {
		t.Errorf("beside one that is over: %v", err)
	}
	if _, err := n.Revoke(t.Context(), local); err != nil {
		t.Fatal(err)
	}
	if err := beside(local); err != nil {
		t.Errorf("beside one that is disabled: %v", err)
	}
	g, err := d.grants(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	d.ask.Mode, d.kept = grant.LocalKey, filepath.Join(t.TempDir(), "third.steps")
	before := d.sent()
	if _, err := d.grants(t.Context(), func(string) {}); !errors.Is(err, owner.ErrAsk) || !strings.Contains(err.Error(), "held by the cage "+g.Cage.Hex()) || !strings.Contains(err.Error(), "or from another account") {
		t.Errorf("beside a cage: %v", err)
	}
	if d.sent() != before {
		t.Error("something was sent")
	}
}
