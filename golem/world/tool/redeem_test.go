package tool

import (
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/grant/granttest"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/wire"
)

// key may act for granttest.Account.
var key = common.HexToAddress("0x5e")

// granted is the venue of an account that a key acts for.
func granted(t *testing.T) (*Adapters, grant.Grant) {
	t.Helper()
	g := granttest.Signed(t, key, 1)
	v := venue
	v.Account, v.Grant = granttest.Account, &g
	ad := on(t, v)
	return ad, g
}

// Under a grant an order is one transaction, of the key to the manager, in which the
// account makes just the calls that it would make itself.
//
// spec: provisioning §8.1, §8.3
func TestUnderAGrantAnOrderIsOneRedemption(t *testing.T) {
	ad, g := granted(t)
	v := venue
	v.Account, v.Steps = granttest.Account, true
	alone := on(t, v)
	for name, a := range map[string]grammar.Action{
		"a swap":    {Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(9)},
		"fees":      {Kind: grammar.ClaimFees, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12)},
		"the leave": {Kind: grammar.RemoveLiquidity, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12), Percent: 100},
	} {
		own, err := alone.Calls(a, reading(), nil)
		check(t, err)
		var inner []delegation.Call
		for _, c := range own {
			inner = append(inner, delegation.Call{To: c.To, Data: c.Data})
		}
		data, err := g.Redeem(inner)
		check(t, err)
		if got, err := ad.Calls(a, reading(), nil); err != nil || !reflect.DeepEqual(got, []protocol.Call{{To: g.Manager, Data: data}}) {
			t.Errorf("%s: %x, %v", name, got, err)
		}
	}
	if calls, err := ad.Calls(grammar.Action{Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: other, TokenOut: usdc.Address, AmountIn: uint256.NewInt(9)}, reading(), nil); err == nil || calls != nil || !strings.Contains(err.Error(), "does not trade "+other.Hex()) {
		t.Errorf("an order that cannot be is redeemed: %+v, %v", calls, err)
	}
}

// A cage refuses an allowance behind liquidity: what an earlier mint left is taken back in front.
func TestWithinACageNothingIsAllowedBehindAMint(t *testing.T) {
	ad, _ := granted(t)
	mint := grammar.Action{Kind: grammar.AddLiquidity, Market: inPool, Protocol: uniswapv3.Name, TickLower: tick - 10, TickUpper: tick + 10, Quote: uint256.NewInt(5), Base: uint256.NewInt(9)}
	for mode, names := range map[grant.Mode]string{grant.Delegation: "0 0 5 9 mint", grant.LocalKey: "5 9 mint 0 0"} {
		ad.Regrant(grant.Grant{Mode: mode})
		calls, err := made(t, ad, mint).Calls(protocol.Order{Action: mint, Seen: reading(), Until: big.NewInt(1)})
		check(t, err)
		var got []string
		for _, d := range decodeAll(t, calls) {
			if d.method == "approve" {
				d.method = d.args[1].(*big.Int).String()
			}
			got = append(got, d.method)
		}
		if strings.Join(got, " ") != names {
			t.Errorf("%s: %s", mode, got)
		}
	}
}

// Whoever reads each call of the Golem's, a cage or an enclave, is shown the steps out of
// a position one by one; their forms are known, and that of all in one is not.
func TestALeaveInStepsIsReadStepByStep(t *testing.T) {
	v := venue
	v.Steps = true
	steps := on(t, v)
	under, _ := granted(t)
	manager := bind.NewNonfungiblePositionManager()
	for name, ad := range map[string]*Adapters{"an enclave": steps, "a cage": under} {
		book := bookOf(t, ad, reading())
		a := grammar.Action{Kind: grammar.RemoveLiquidity, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12), Percent: 100}
		v.Account = ad.mandate.account
		calls, err := on(t, v).Calls(a, reading(), nil) // what the account does itself
		if err != nil || len(calls) != 3 {
			t.Fatalf("%s: %d calls, %v", name, len(calls), err)
		}
		for i, c := range Calls(calls) {
			if read, err := book.Read(c); err != nil || read.Classes != protocol.Leaving {
				t.Errorf("%s, step %d: %+v, %v", name, i+1, read, err)
			}
		}
		whole := manager.PackMulticall([][]byte{calls[0].Data, calls[1].Data, calls[2].Data})
		if read, err := book.Read(caveat.Call{Target: placed.Positions, Value: new(big.Int), Data: whole}); err == nil {
			t.Errorf("%s is shown all in one: %+v", name, read)
		}
	}
	if calls, err := adapters(t).Calls(leave(12, 100), reading(), nil); err != nil || len(calls) != 1 || len(stepsOf(t, calls[0])) != 3 {
		t.Errorf("nobody reads: %+v, %v", calls, err)
	}
}

// What is the Golem's own business is a transaction of its key's, with the mark it was
// given and nothing else.
func TestTheGolemsOwnOrdersAreItsKeys(t *testing.T) {
	ad, _ := granted(t)
	anchor := grammar.Action{Kind: grammar.Anchor, Payload: []byte("a root")}
	for name, c := range map[string]struct {
		adapters *Adapters
		to       common.Address
	}{"under a grant": {ad, key}, "alone": {adapters(t), venue.Account}} {
		if got, err := c.adapters.Calls(anchor, reading(), nil); err != nil || !reflect.DeepEqual(got, []protocol.Call{{To: c.to, Data: []byte("a root")}}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	declare := grammar.Action{Kind: grammar.Declare, Payload: []byte("a phase")}
	for name, ad := range map[string]*Adapters{"a grant without an oracle": ad, "no grant": adapters(t)} {
		if got, err := ad.Calls(declare, reading(), nil); err == nil || got != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
	g := granttest.Signed(t, key, 2)
	g.Lives = common.HexToAddress("0x11fe")
	ad.Regrant(g)
	if got, err := ad.Calls(declare, reading(), nil); err != nil || !reflect.DeepEqual(got, []protocol.Call{{To: g.Lives, Data: []byte("a phase")}}) {
		t.Errorf("%+v, %v", got, err)
	}
	if now := ad.Grant(); now == nil || now.Lives != g.Lives {
		t.Errorf("it acts by %+v", now)
	}
}

// A refusal of the grant's contracts says what it is; where there is no grant, the same
// words are the market's.
func TestARefusedRedemptionIsExplained(t *testing.T) {
	text, err := abi.NewType("string", "", nil)
	check(t, err)
	packed, err := abi.Arguments{{Type: text}}.Pack("MortalityTimeWindow: the window is over")
	check(t, err)
	why := rpc.DecodeRevert(append(crypto.Keccak256([]byte("Error(string)"))[:4], packed...))
	ad, _ := granted(t)
	if got := ad.named(grammar.Action{Kind: grammar.Swap}, why); got != "the delegation does not allow it: the window is over" {
		t.Errorf("%q", got)
	}
	if got := adapters(t).named(grammar.Action{Kind: grammar.Swap}, why); got != why.String() {
		t.Errorf("without a grant: %q", got)
	}
	market := rpc.Revert{Kind: rpc.RevertReason, Reason: "Too little received"}
	if got := ad.named(grammar.Action{Kind: grammar.Swap}, market); got != market.String() {
		t.Errorf("the market's own: %q", got)
	}
	lost := rpc.DecodeRevert(append(crypto.Keccak256([]byte("LossLimitReached(uint256,uint256)"))[:4], make([]byte, 64)...))
	if got, own := ad.mandate.limit(lost), adapters(t).mandate.limit(lost); got != wire.CodeSafetyLossLimit || own != "" || ad.mandate.limit(why) != "" {
		t.Errorf("a limit on losses is %q under a grant, %q without one, and the window's end %q", got, own, ad.mandate.limit(why))
	}
}

// made is the adapter that makes an action.
func made(t *testing.T, ad *Adapters, a grammar.Action) protocol.Adapter {
	t.Helper()
	adapter, err := ad.of(a)
	check(t, err)
	return adapter
}
