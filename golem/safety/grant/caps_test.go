package grant_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/internal/money"
)

// asked are caps of settings: one of each kind.
func asked() []grant.Cap {
	return []grant.Cap{
		{Name: "weth", Cap: policycage.Cap{Of: policycage.OfAsset, Subject: common.Address{1}, Share: 2_000}},
		{Name: "weth-usdc-5", Cap: policycage.Cap{Of: policycage.OfMarket, Subject: common.Address{2}, Share: 1_000}},
		{Name: "aave-v3", Cap: policycage.Cap{Of: policycage.OfProtocol, Subject: common.Address{3}, Share: 2_500}},
	}
}

// said are the plan's limits about caps.
func said(w grant.Wish) (all []grant.Limit) {
	for _, l := range w.Plan(grant.Words{}).Limits {
		if strings.HasPrefix(l.Name, "the most in ") {
			all = append(all, l)
		}
	}
	return all
}

// An owner reads of each cap who holds it: the cage that is made, the one that stands with what it
// has, or the program alone.
//
// spec: safety §7.6, provisioning §8.6
func TestThePlanTellsWhoHoldsEachCap(t *testing.T) {
	const asset = "of the account: the wallet, and whole positions that it is a token of, at cost"
	const market, protocol = "of the account: what positions there cost", "of the account: what its positions cost"
	w := wished(grant.Delegation)
	w.Caps = asked()
	config, err := w.Cage(grant.Standing{})
	if err != nil || len(config.Caps) != 3 || config.Caps[1] != w.Caps[1].Cap {
		t.Fatalf("the cage that is made has %v, %v", config.Caps, err)
	}
	row := func(name, value string, onChain bool) grant.Limit {
		by := "the Golem"
		if onChain {
			by = "PolicyCage"
		}
		return grant.Limit{Name: "the most in " + name, Value: value, OnChain: onChain, By: by}
	}
	compare(t, said(w), []grant.Limit{row("weth", "20.00% "+asset, true), row("weth-usdc-5", "10.00% "+market, true), row("aave-v3", "25.00% "+protocol, true)})
	if b := w.Bound(cage.Policy{}, worstday.Valuation{}, 0); b.Capped != 0 {
		t.Errorf("by caps of some assets alone all may come to %s", b.Capped)
	}
	all := w
	all.Caps = nil
	for i, token := range w.Tokens[1:] {
		all.Caps = append(all.Caps, grant.Cap{Cap: policycage.Cap{Of: policycage.OfAsset, Subject: token.Address, Share: money.BPS(700 + i)}})
	}
	if b := all.Bound(cage.Policy{}, worstday.Valuation{}, 0); len(all.Caps) == 0 || b.Capped < 700 || b.Capped > 700*money.BPS(len(all.Caps))+10 {
		t.Errorf("by caps of all assets they may come to %s", b.Capped)
	}
	w.Held = &policycage.Config{Caps: []policycage.Cap{
		{Of: policycage.OfAsset, Subject: common.Address{1}, Share: 1_500},
		{Of: policycage.OfMarket, Subject: common.Address{2}, Share: 4_000},
		{Of: policycage.OfProtocol, Subject: common.Address{9}, Share: 7},
		{Of: policycage.OfMarket, Subject: common.Address{3}, Share: money.Whole},
	}}
	compare(t, said(w), []grant.Limit{
		row("weth", "15.00% "+asset, true),
		row("weth-usdc-5", "40.00% "+market, true), row("weth-usdc-5", "10.00% of what it holds: the account's cage allows 40.00%", false),
		row("aave-v3", "25.00% of what it holds: the account's cage allows 100.00%", false),
		row(common.Address{9}.Hex(), "0.07% "+protocol, true),
	})
	var calls []string
	for _, r := range w.Held.Recaps([]policycage.Cap{w.Caps[0].Cap, w.Caps[1].Cap, w.Caps[2].Cap}) {
		calls = append(calls, r.String())
	}
	for i, want := range []string{"max_asset." + (common.Address{1}).Hex() + " from 1500 bps to 2000 bps waits 1 h", "from 4000 bps to 1000 bps holds at once", "from 10000 bps to 2500 bps holds at once"} {
		if i >= len(calls) || !strings.Contains(calls[i], want) {
			t.Errorf("call %d of %q lacks %q", i, calls, want)
		}
	}
	key := wished(grant.LocalKey)
	key.Caps = asked()
	const alone = " of what it holds: no contract knows it in this custody"
	compare(t, said(key), []grant.Limit{row("weth", "20.00%"+alone, false), row("weth-usdc-5", "10.00%"+alone, false), row("aave-v3", "25.00%"+alone, false)})
}

// spec: safety §7.6
func TestACapThatTheCageDoesNotHoldIsSaid(t *testing.T) {
	has := policycage.Config{Caps: []policycage.Cap{{Of: policycage.OfAsset, Subject: common.Address{1}, Share: 1_500}, {Of: policycage.OfMarket, Subject: common.Address{2}, Share: 4_000}}}
	got := grant.Uncapped(asked(), has)
	for i, want := range []string{
		"safety.max_asset weth is 20.00%, and the cage on the chain allows 15.00%: the cage's limit holds",
		"safety.max_market weth-usdc-5 is 10.00%, and the cage on the chain allows 40.00%: below that the program alone holds it; its owner lowers it there with bardo cage max_market." + (common.Address{2}).Hex() + "=1000",
		"safety.max_protocol aave-v3 is 25.00%, and the cage on the chain has no such cap: the program alone holds it; its owner sets it there with bardo cage max_protocol." + (common.Address{3}).Hex() + "=2500",
	} {
		if i >= len(got) || got[i] != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, c := range asked() {
		has.Caps = append([]policycage.Cap{c.Cap}, has.Caps...)
	}
	if got := grant.Uncapped(asked(), has); got != nil {
		t.Errorf("held as asked, and it says %q", got)
	}
}

// The caps of a cage as it was read stand in what a Golem tells of its limits.
//
// spec: safety §7.6
func TestTheCapsThatAreReadAreTold(t *testing.T) {
	g := signed(t, grant.Delegation)
	f := turn.Fence{Caged: true, Caps: []turn.FenceCap{{Of: "max_market", Subject: common.Address{2}, Share: 4_000, Placed: 1_250_500_000}}}
	want := grant.Limit{Name: "max_market " + (common.Address{2}).Hex(), Value: "40.00% of the account, positions there cost 1,250.5", OnChain: true, By: "PolicyCage"}
	for _, l := range g.Limits(&f) {
		if reflect.DeepEqual(l, want) {
			return
		}
	}
	t.Errorf("%+v lacks %+v", g.Limits(&f), want)
}
