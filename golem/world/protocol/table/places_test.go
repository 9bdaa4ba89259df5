package table

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
)

// spec: safety §7.1 — a cage sees what lies in a pool or at a lender by its contract, and of a
// protocol by who reads its calls. What it does not see has no place.
func TestWhatLiesSomewhereHasAPlace(t *testing.T) {
	at := func(n byte) common.Address { return common.Address{n} }
	v := Venue{Pools: []Pool{{Handle: "a", At: at(1)}}, Router: at(3), Positions: at(4), V2Router: at(5), Aave: at(6), Base: turn.Token{Address: at(8)}, Quote: turn.Token{Address: at(9)}}
	all := v.Deployments()
	seen := turn.Reading{Markets: []turn.Market{{Handle: "a", Address: at(1)}, {Handle: "within one contract", ID: common.Hash{1}}}}
	lender := ""
	for _, d := range all {
		if name, ok := CageReader(d.Protocol); ok && name == "AaveV3" {
			lender = d.Handle
		}
	}
	for handle, want := range map[string]common.Address{"a": at(1), lender: at(6), "within one contract": {}, "of nobody": {}} {
		if got, ok := Place(all, seen, handle); got != want || ok != (want != common.Address{}) {
			t.Errorf("%q lies at %s, %v; want %s", handle, got, ok, want)
		}
	}
	if handles, name := Reached(all, at(6)); !slices.Equal(handles, []string{lender}) || name == "" {
		t.Errorf("the lender is %q of %q", handles, name)
	}
	if handles, name := Reached(all, at(7)); handles != nil || name != "" {
		t.Errorf("a stranger is %q of %q", handles, name)
	}
	read := 0
	for _, row := range rows {
		name, ok := CageReader(row.Name)
		if ok != (row.Cage != "") || ok && !slices.Contains(policycage.Readers(), name) {
			t.Errorf("%s is read by %q, %v", row.Name, name, ok)
		}
		if ok {
			read++
		}
	}
	if _, ok := CageReader("of nobody"); ok || read == 0 || lender == "" {
		t.Errorf("%d protocols are read, one of nobody's too: %v", read, ok)
	}
}
