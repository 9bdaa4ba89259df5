package place_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/owner/place"
)

// A grant's caps are those of the settings, each with what it is of on the chain; one that no cage
// can hold is no part of a grant by delegation, and one of all caps nothing.
//
// spec: safety §7.1, §7.6
func TestEachCapIsOfWhatACageSees(t *testing.T) {
	weth, usdc := turn.Token{Address: common.Address{8}, Symbol: "WETH"}, turn.Token{Address: common.Address{9}, Symbol: "USDC"}
	v := table.Venue{Pools: []table.Pool{{Handle: "weth-usdc-5", At: common.Address{1}}}, Router: common.Address{3}, Positions: common.Address{4}, Aave: common.Address{6}, Base: weth, Quote: usdc}
	seen := turn.Reading{Markets: []turn.Market{{Handle: "weth-usdc-5", Address: common.Address{1}}, {Handle: "weth-usdc-30-v4"}}}
	v3, err := policycage.ReaderAt("UniswapV3")
	if err != nil {
		t.Fatal(err)
	}
	got, err := place.Caps(grant.Delegation, cage.Caps{
		Assets:  []cage.Cap{{Name: "weth", Token: weth.Address, Share: 2_000}, {Name: "usdc", Token: usdc.Address, Share: money.Whole}},
		Markets: []cage.Cap{{Name: "weth-usdc-5", Share: 1_000}}, Protocols: []cage.Cap{{Name: "uniswap-v3", Share: 1_500}},
	}, v.Deployments(), seen)
	want := []policycage.Cap{{Of: policycage.OfAsset, Subject: weth.Address, Share: 2_000}, {Of: policycage.OfMarket, Subject: common.Address{1}, Share: 1_000}, {Of: policycage.OfProtocol, Subject: v3, Share: 1_500}}
	if err != nil || len(got) != len(want) {
		t.Fatalf("%v, %v", got, err)
	}
	for i := range want {
		if got[i].Cap != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
	for _, bad := range []cage.Caps{{Markets: []cage.Cap{{Name: "weth-usdc-30-v4", Share: 1}}}, {Protocols: []cage.Cap{{Name: "of nobody", Share: 1}}}} {
		name := append(bad.Markets, bad.Protocols...)[0].Name
		if _, err := place.Caps(grant.Delegation, bad, v.Deployments(), seen); !errors.Is(err, grant.ErrGrant) || !strings.Contains(err.Error(), "of "+name+": no cage on the chain sees what lies there") {
			t.Errorf("%s: %v", name, err)
		}
		if all, err := place.Caps(grant.LocalKey, bad, v.Deployments(), seen); err != nil || len(all) != 1 || all[0].Name != name {
			t.Errorf("%s, which the program holds: %v, %v", name, all, err)
		}
	}
}
