package tool

import (
	"bytes"
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
		Balances: []turn.Balance{{Token: turn.Token{Address: token}, Units: *uint256.NewInt(77)}, {Token: turn.Token{Address: common.Address{2}}}},
	}
	calls := func(home common.Address, payload []byte, expect *turn.Simulation) (to common.Address, data []byte, value, gas uint64, ok bool) {
		a, err := NewAdapters(Venue{Account: common.Address{5}, Home: home})
		if err != nil {
			t.Fatal(err)
		}
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
