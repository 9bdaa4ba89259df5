package chain

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/price"
)

// A pool whose contract is broken keeps the Golem from seeing nothing else: what lies in the other is
// read as before, what lies in the broken one is as it was, and comes back with it.
//
// spec: chain §2, safety §1.4 S-10, heartbeat §3
func TestABrokenPoolHidesNoOther(t *testing.T) {
	f := newFloor(t)
	for _, at := range []string{"weth-usdc-5", "weth-usdc-30"} {
		zero, one, amount0, amount1 := f.weth, f.usdc, big.NewInt(1e18), big.NewInt(2_000e6)
		if zero.Cmp(one) > 0 {
			zero, one, amount0, amount1 = one, zero, amount1, amount0
		}
		f.provides(zero, one, map[string]int64{"weth-usdc-5": 500, "weth-usdc-30": 3000}[at], amount0, amount1, f.Account)
	}
	eyes, memory := f.looks(f.config(true, "weth-usdc-5", "weth-usdc-30", "wbtc-usdc-30")), price.NewMemory(price.Spread)
	seen := func() turn.Reading {
		r := observed(t, eyes)
		memory.Doubt(&r)
		return r
	}
	whole := seen()
	if len(whole.Positions) != 2 || whole.Doubtful() {
		t.Fatalf("%+v", whole.Positions)
	}
	var code hexutil.Bytes
	check(t, f.RPC.Call(&code, "eth_getCode", f.pools["weth-usdc-5"], "latest"))
	f.becomes(f.pools["weth-usdc-5"], common.FromHex("0x60006000fd")) // revert
	for range 3 {
		r := seen()
		if !r.Silent("weth-usdc-5") || len(r.Mute) != 1 || !slices.Equal(handles(r), handles(whole)) || !r.Primary().Rate.IsZero() {
			t.Fatalf("%v answer, %v do not", handles(r), r.Mute)
		}
		if len(r.Positions) != 2 || !r.Doubtful() {
			t.Errorf("positions are %+v, doubtful: %v", r.Positions, r.Doubtful())
		}
		for _, p := range whole.Positions {
			if now, ok := r.Position(p.ID); !ok || now.Liquidity != p.Liquidity || now.Base != p.Base || now.Quote != p.Quote {
				t.Errorf("position %s is %+v, and was %+v", p.ID, now, p)
			}
		}
		if weth, _ := r.Named("weth"); weth.Price == 0 || weth.Doubt != "" || !strings.Contains(r.Unsure(), "weth-usdc-5, which does not answer") {
			t.Errorf("WETH is %+v", weth)
		}
	}
	f.becomes(f.pools["weth-usdc-5"], code)
	if r := seen(); len(r.Mute) != 0 || r.Doubtful() || r.Primary().Rate != whole.Primary().Rate || len(r.Positions) != 2 {
		t.Errorf("with the pool come back: %+v", r)
	}
}

// becomes gives a contract another code.
func (f *floor) becomes(at common.Address, code []byte) {
	f.t.Helper()
	if err := f.RPC.Call(nil, "hardhat_setCode", at, hexutil.Bytes(code)); err != nil {
		f.t.Fatal(err)
	}
	f.Mine() // a reading is of the latest block
}
