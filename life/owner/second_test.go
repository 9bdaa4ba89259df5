package owner_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// A second grant, from another folder and for another key, is held by the account's one
// cage; one that needs what this does not allow is refused before anything is sent.
func TestASecondGrantIsHeldByTheSameCage(t *testing.T) {
	d := open(t)
	first, err := d.grants(t.Context(), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	d.kept, d.ask.Session = filepath.Join(t.TempDir(), "other.steps"), common.Address{2}
	second, err := d.grants(t.Context(), func(string) {})
	if err != nil || second.Cage != first.Cage || second.Delegation.Hash() == first.Delegation.Hash() {
		t.Fatalf("%s and %s: %v", first.Cage, second.Cage, err)
	}
	before := d.sent()
	d.ask.Config.Venue.AavePool = d.At("AavePool").Hex()
	if _, err := d.grants(t.Context(), func(string) {}); err == nil || !strings.Contains(err.Error(), "the contract "+d.At("AavePool").Hex()) {
		t.Errorf("%v", err)
	}
	if d.sent() != before {
		t.Error("something was sent")
	}
}
