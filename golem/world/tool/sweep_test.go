package tool

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
)

// spec: provisioning §8.9: who gets a dead wallet is the venue's to say, and never the
// action's; all of an asset goes, and coin less what sending it costs.
func TestASweepSendsAllOfAnAssetHome(t *testing.T) {
	home, token := common.Address{9}, common.Address{1}
	r := turn.Reading{
		MaxFee: *uint256.NewInt(10), Native: *uint256.NewInt(3_000_000),
		Assets: []turn.Asset{{Token: turn.Token{Address: token}, Units: *uint256.NewInt(77)}, {Token: turn.Token{Address: common.Address{2}}}},
	}
	calls := func(home common.Address, payload []byte, expect *turn.Simulation) (to common.Address, data []byte, value, gas uint64, ok bool) {
		a := on(t, Venue{Account: common.Address{5}, Home: home})
		c, err := a.Calls(grammar.Action{Kind: grammar.Sweep, Payload: payload}, r, expect)
		if err != nil {
			return to, nil, 0, 0, false
		}
		if c[0].Value != nil {
			value = c[0].Value.Uint64()
		}
		return c[0].To, c[0].Data, value, c[0].Gas, len(c) == 1
	}
	if to, data, value, _, ok := calls(home, token.Bytes(), nil); !ok || to != token || value != 0 || !bytes.Equal(data, bind.NewERC20().PackTransfer(home, uint256.NewInt(77).ToBig())) {
		t.Errorf("a token: to %s, %x, %d wei", to, data, value)
	}
	coin := common.Address{}.Bytes()
	if to, data, value, gas, ok := calls(home, coin, &turn.Simulation{CallGas: []uint64{21_000}}); !ok || to != home || len(data) > 0 || gas != 21_000 || value != 3_000_000-210_000 {
		t.Errorf("coin: to %s, %x, %d wei with %d gas", to, data, value, gas)
	}
	contract := &turn.Simulation{CallGas: []uint64{30_000}}
	if _, _, value, gas, ok := calls(home, coin, contract); !ok || gas != permit.GasLimit(contract.CallGas, 0) || value != 3_000_000-10*gas {
		t.Errorf("coin for a contract: %d wei with %d gas", value, gas)
	}
	for name, bad := range map[string]struct {
		home    common.Address
		payload []byte
	}{
		"no home": {common.Address{}, coin}, "itself": {common.Address{5}, coin}, "a token that is not held": {home, common.Address{2}.Bytes()},
		"a stranger's token": {home, common.Address{3}.Bytes()}, "no asset": {home, nil}, "more than an asset": {home, append(coin, 1)},
	} {
		if to, _, _, _, ok := calls(bad.home, bad.payload, nil); ok {
			t.Errorf("%s: a call to %s", name, to)
		}
	}
}

// Coin goes home less what sending it may cost: before it was simulated, what an account
// with code may take; where that is all there is, or more than can be counted, nothing.
func TestCoinGoesHomeLessWhatSendingItMayCost(t *testing.T) {
	ad := on(t, Venue{Account: common.Address{5}, Home: common.Address{9}})
	a := grammar.Action{Kind: grammar.Sweep, Payload: common.Address{}.Bytes()}
	n := uint256.NewInt
	huge := new(uint256.Int).Lsh(n(1), 255) // times an even number it is nothing, modulo 2^256
	for name, c := range map[string]struct {
		native, fee *uint256.Int
		expect      *turn.Simulation
		value, gas  uint64 // 0: it cannot be sent
	}{
		"before it was simulated":       {n(3_000_000), n(10), nil, 1_000_000, 0},
		"simulated, no gas known":       {n(3_000_000), n(10), &turn.Simulation{}, 2_000_000, 100_000},
		"a wei more than it costs":      {n(210_001), n(10), &turn.Simulation{CallGas: []uint64{21_000}}, 1, 21_000},
		"just what it costs":            {n(210_000), n(10), &turn.Simulation{CallGas: []uint64{21_000}}, 0, 0},
		"a wei less than it costs":      {n(209_999), n(10), &turn.Simulation{CallGas: []uint64{21_000}}, 0, 0},
		"data beside the gas":           {n(210_003), n(10), &turn.Simulation{CallGas: []uint64{21_000}, DataFee: *n(1)}, 1, 21_000},
		"a cost that cannot be counted": {n(3_000_000), huge, &turn.Simulation{CallGas: []uint64{21_000}}, 0, 0},
	} {
		r := turn.Reading{MaxFee: *c.fee, Native: *c.native}
		calls, err := ad.Calls(a, r, c.expect)
		if c.value == 0 {
			if err == nil || calls != nil || !strings.Contains(err.Error(), "less coin than sending it costs") {
				t.Errorf("%s: %+v, %v", name, calls, err)
			}
			continue
		}
		if err != nil || len(calls) != 1 || calls[0].Value.Uint64() != c.value || calls[0].Gas != c.gas {
			t.Errorf("%s: %+v, %v", name, calls, err)
		}
	}
}

// Only a transfer whose gas is known to the unit tips all that it offers: the rest of the
// tip would be given away.
func TestOnlyAPlainTransferTipsAllThatItOffers(t *testing.T) {
	coin, token := common.Address{}.Bytes(), usdc.Address.Bytes()
	plain, contract := []uint64{21_000}, []uint64{30_000}
	for name, c := range map[string]struct {
		kind    grammar.Kind
		payload []byte
		gas     []uint64
		want    bool
	}{
		"a hand-over":                   {grammar.HandOver, token, nil, true},
		"coin for a plain account":      {grammar.Sweep, coin, plain, true},
		"coin for a contract":           {grammar.Sweep, coin, contract, false},
		"coin, not simulated":           {grammar.Sweep, coin, nil, false},
		"coin beside another call":      {grammar.Sweep, coin, []uint64{21_000, 21_000}, false},
		"a token, as cheap as coin":     {grammar.Sweep, token, plain, false},
		"no sweep, about the same":      {grammar.Anchor, coin, plain, false},
		"a swap as cheap as a transfer": {grammar.Swap, nil, plain, false},
	} {
		o := permit.Order{
			Action: grammar.Action{Kind: c.kind, Payload: c.payload}, Simulation: turn.Simulation{CallGas: c.gas},
			Seen: turn.Reading{MaxFee: *uint256.NewInt(9), Tip: *uint256.NewInt(1)},
		}
		tip := uint64(1)
		if c.want {
			tip = 9
		}
		if got := offer(o); got.Max.Uint64() != 9 || got.Tip.Uint64() != tip {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
