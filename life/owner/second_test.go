package owner_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/money"
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
	n := d.notary(func(string) {})
	d.ask.Config.Safety.MaxLossDay = 400
	o, err := n.Offer(t.Context(), d.ask)
	if err != nil || !strings.Contains(o.Plan.String(), "2.00% of its value by the price feeds") || !strings.Contains(strings.Join(o.Transactions, "\n"), "differs from that cage's limits") {
		t.Errorf("the offer says %s, %q (%v)", o.Plan, o.Transactions, err)
	}
	if day := o.Plan.WorstDay[1].Parts[0].Amount; day != 200*money.One {
		t.Errorf("the worst day is told with a day's loss of %s", day)
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
