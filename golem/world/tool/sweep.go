package tool

import (
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/protocol"
)

// home is who gets what the wallet holds at the end of the life; zero: nobody.
type home struct {
	account common.Address
	home    common.Address
}

// sweep sends all of an asset to whom the venue names as its home, and to nobody else: the
// action says only what. Coin goes less what sending it may cost.
//
// spec: provisioning §8.9
func (h home) sweep(a grammar.Action, r turn.Reading, expect *turn.Simulation) ([]protocol.Call, error) {
	if h.home == (common.Address{}) || h.home == h.account || len(a.Payload) != common.AddressLength {
		return nil, errors.New("NO_ADAPTER: this life has no home that its wallet could be sent to")
	}
	asset := common.BytesToAddress(a.Payload)
	if asset == (common.Address{}) {
		return h.sweepCoin(r, expect)
	}
	if units := r.Held(asset); !units.IsZero() {
		return []protocol.Call{{To: asset, Data: bind.NewERC20().PackTransfer(h.home, units.ToBig())}}, nil
	}
	return nil, errors.New("NO_ADAPTER: the wallet holds nothing of " + asset.Hex())
}

// coinGas is what sending coin to an account with code is given before it was simulated.
const coinGas = 200_000

func (h home) sweepCoin(r turn.Reading, expect *turn.Simulation) ([]protocol.Call, error) {
	s, gas := turn.Simulation{}, uint64(coinGas)
	if expect != nil {
		s = *expect
		if gas = permit.GasLimit(s.CallGas, 0); bare(s) {
			gas = transferGas
		}
	}
	most, over := permit.Most(&r.MaxFee, gas, s)
	value, under := new(uint256.Int).SubOverflow(&r.Native, most)
	if over || under || value.IsZero() {
		return nil, errors.New("NO_ADAPTER: the wallet holds less coin than sending it costs")
	}
	call := protocol.Call{To: h.home, Value: value}
	if expect != nil {
		call.Gas = gas
	}
	return []protocol.Call{call}, nil
}

// bare says that a simulated transfer of coin met an account without code, which takes
// always the same gas.
func bare(s turn.Simulation) bool { return len(s.CallGas) == 1 && s.CallGas[0] == transferGas }

// tipsAll says that an order offers all that it may cost as a tip, so that nothing is left.
func tipsAll(o permit.Order) bool {
	coin := o.Action.Kind == grammar.Sweep && new(big.Int).SetBytes(o.Action.Payload).Sign() == 0
	return o.Action.Kind == grammar.HandOver || coin && bare(o.Simulation)
}

// coin is what a sweep sends of it, in wei.
func (h home) coin(o permit.Order) (wei uint256.Int) {
	if o.Action.Kind != grammar.Sweep {
		return wei
	}
	if calls, err := h.sweep(o.Action, o.Seen, &o.Simulation); err == nil && calls[0].Value != nil {
		wei = *calls[0].Value
	}
	return wei
}
