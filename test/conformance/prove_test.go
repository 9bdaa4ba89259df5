package conformance

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/erc4626"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/mirage/cheat"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// proven is what a proof of a venue came to.
func proven(t *testing.T, s *tool.Simulator) (trips []protocol.Trip, err error) {
	t.Helper()
	trips, err = s.Prove(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return trips, tool.Proven(trips)
}

// A proof swaps there and back on each exchange, opens and leaves a position, and lends, without
// money of its own; it sends nothing.
//
// spec: chain §7; issue: a start proves its venue
func TestAVenueIsProvedByRoundTrips(t *testing.T) {
	t.Parallel()
	o, x := exchanged(t)
	trips, err := proven(t, o.simulator)
	if err != nil || len(trips) != 6 { // a swap and liquidity in each
		t.Errorf("%v: %+v", err, trips)
	}
	for _, second := range []bool{false, true} {
		at := uniswapv3.Terms{Pool: o.Pool, Router: x.Router02(), Second: second, Positions: o.Positions}
		v := tool.Venue{Account: o.Account, Deployments: []protocol.Deployment{protocol.Deploy(uniswapv3.Name, onV3, at)}}
		_, err := proven(t, with(t, o.simulator, v))
		if second != (err == nil) || !second && !strings.Contains(err.Error(), at.Router.Hex()) {
			t.Errorf("SwapRouter02, called as such %t: %v", second, err)
		}
	}
}

// with is a simulator for another venue.
func with(t *testing.T, s *tool.Simulator, v tool.Venue) *tool.Simulator {
	t.Helper()
	adapters, err := tool.NewAdapters(v)
	if err != nil {
		t.Fatal(err)
	}
	other := *s
	other.Adapters = adapters
	return &other
}

// Lending markets are supplied to and withdrawn from.
func TestALendingMarketIsProvedByASupplyAndItsWithdrawal(t *testing.T) {
	t.Parallel()
	l := newLenderOn(t, aavev3.Name, true)
	trips, err := proven(t, l.simulator)
	if err != nil || len(trips) != 4 {
		t.Errorf("%v: %+v", err, trips)
	}
}

// A vault is supplied to and withdrawn from. One that is stopped is not proved, and one that
// holds another token is none of the life's.
//
// spec: chain §7, tools-archetypes §5.6
func TestAVaultIsProvedByASupplyAndItsWithdrawal(t *testing.T) {
	t.Parallel()
	v := newVault(t)
	for _, c := range []struct {
		name string
		set  []byte
		why  string // it is not proved
	}{
		{"as it is", v.kit.PackCharge(new(big.Int)), ""},
		{"stopped", v.kit.PackPause(true), "VAULT_CLOSED"},
	} {
		v.Own(v.at, nil, c.set)
		trips, err := proven(t, v.simulator)
		of := slices.IndexFunc(trips, func(p protocol.Trip) bool { return p.At == v.at })
		if of < 0 || trips[of].What != "supply to erc-4626 and withdraw" || (trips[of].Err == nil) != (c.why == "") {
			t.Fatalf("%s: %+v", c.name, trips)
		}
		if (err == nil) != (c.why == "") || err != nil && (!errors.Is(err, tool.ErrVenue) || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.why)
		}
	}
	_, opened, err := erc4626.Open(t.Context(), &protocol.Opening{Client: v.client, Block: v.head(), Account: v.Account, Numeraire: v.At("WETH9")},
		protocol.Deploy(erc4626.Name, "", erc4626.Terms{Vault: v.at}))
	if !errors.Is(err, protocol.ErrSelfReport) || !strings.Contains(err.Error(), "no market trades it") {
		t.Errorf("a vault of another token: %+v, %v", opened, err)
	}
}

// head is the newest block's hash.
func (v *vault) head() common.Hash {
	v.t.Helper()
	head, err := v.client.Head(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	return head.Hash
}

// Each contract that is not what it was taken for fails its own trip, and the error says which
// contract and why.
func TestAWrongContractFailsItsTrip(t *testing.T) {
	t.Parallel()
	o, x := exchanged(t)
	for name, c := range map[string]struct {
		change func(*table.Venue)
		what   string
	}{
		"a router that is a quoter":           {func(v *table.Venue) { v.Router = o.Quoter }, "uniswap-v3"},
		"a router without code":               {func(v *table.Venue) { v.Router = common.Address{1} }, "uniswap-v3"},
		"a manager that is a router":          {func(v *table.Venue) { v.Positions = o.Router }, "position"},
		"a v2 router that is its pair":        {func(v *table.Venue) { v.V2Router = x.Pair }, "uniswap-v2"},
		"a v4 pool that was never opened":     {func(v *table.Venue) { v.V4.Fee = 100 }, "uniswap-v4"},
		"a universal router that is a quoter": {func(v *table.Venue) { v.V4.Router = x.V4Quoter }, "uniswap-v4"},
	} {
		v := exchangedOn(x)
		v.Base, v.Quote = turn.Token{Address: o.WETH, Symbol: "WETH", Decimals: 18}, turn.Token{Address: o.USDC, Symbol: "USDC", Decimals: 6}
		c.change(&v)
		wrong := v.Deployments()
		for i, right := range o.eyes.Deployments() { // what was read is right
			wrong[i].Handle = right.Handle
		}
		_, err := proven(t, with(t, o.simulator, tool.Venue{Account: o.Account, Deployments: wrong}))
		if !errors.Is(err, tool.ErrVenue) || !strings.Contains(err.Error(), c.what) {
			t.Errorf("%s: %v", name, err)
		}
		t.Log(err)
	}
}

// A base token that moves otherwise than it logs, as one that takes a fee does, is named.
func TestATokenThatDoesNotMoveAsItLogsIsNotProved(t *testing.T) {
	t.Parallel()
	o := newOrdersOn(t, newMarketOn(t, evmtest.NewServedMarket(t, cheat.Services(cheat.Options{})), "lying", 0))
	if err := o.RPC.Call(nil, "hardhat_setCode", o.WETH, hexutil.Bytes(evmtest.LyingToken())); err != nil {
		t.Fatal(err)
	}
	o.Execute(o.WETH, evmtest.Pack("mint(address,uint256)", o.Market.Pool[:], ether(1000).Bytes()))
	_, err := proven(t, o.simulator)
	if !errors.Is(err, tool.ErrVenue) || !strings.Contains(err.Error(), "token "+o.WETH.Hex()+" does not move as its log says") {
		t.Error(err)
	}
}
