package agenttest

import (
	"maps"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
)

// Under has the wallet belong to the grant's account from now on, for which the key
// redeems. Fence is what a reading tells of it; the world holds no caveat itself.
func (w *World) Under(g grant.Grant, fence turn.Fence) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rights.grant, w.rights.fence, w.rights.account = &g, &fence, g.Account()
}

// reads adds what a reading tells of the grant.
func (g *rights) reads(r *turn.Reading) {
	if g.fence != nil {
		f := *g.fence
		r.Fence = &f
	}
}

// gasOf is what a swap uses, call by call.
func (g *rights) gasOf() (sum uint64, calls []uint64) {
	if g.grant != nil {
		return redeemGas, []uint64{redeemGas}
	}
	return 2*approveGas + swapGas, []uint64{approveGas, swapGas, approveGas}
}

// Gas of calls.
const (
	approveGas = 46_000
	swapGas    = 130_000
	redeemGas  = 600_000
)

// effect is what a call came to.
type effect struct {
	ok   bool
	gas  uint64
	logs []*types.Log
	got  *big.Int // what a swap brought in
}

// redeem makes the calls of a redemption: all of them, or none.
func (w *World) redeem(tx *types.Transaction) effect {
	e := effect{ok: true, gas: redeemGas}
	if w.rights.grant.Lives == *tx.To() {
		return effect{ok: true, gas: approveGas} // it is told of a death
	}
	calls, ok := redemption(tx.Data())
	if *tx.To() != w.rights.grant.Manager || !ok {
		w.problem("%s is sent %x, which redeems nothing", tx.To(), tx.Data())
		return effect{gas: redeemGas}
	}
	before, undo := w.pool.swaps, w.remembers()
	for _, c := range calls {
		one := w.call(c.Target, c.Data)
		e.ok, e.logs = e.ok && one.ok, append(e.logs, one.logs...)
		if one.got != nil {
			e.got = one.got
		}
		if !one.ok {
			undo()
			w.pool.swaps = before
			return effect{gas: redeemGas}
		}
	}
	return e
}

// remembers holds allowances and wallet, to return to them.
func (w *World) remembers() (undo func()) {
	allowed, wallet := maps.Clone(w.rights.allowed), map[common.Address]uint256.Int{}
	for k, v := range allowed {
		allowed[k] = v.Clone()
	}
	for token, units := range w.Wallet {
		wallet[token] = *units
	}
	return func() {
		w.rights.allowed = allowed
		for token := range w.Wallet {
			units := wallet[token]
			w.Wallet[token].Set(&units)
		}
	}
}

// redeeming is the manager's interface.
var redeeming = func() abi.Method {
	parsed, err := bind.DelegationManagerMetaData.ParseABI()
	if err != nil {
		panic("agenttest: a binding that does not parse: " + err.Error())
	}
	return parsed.Methods["redeemDelegations"]
}()

// redemption decodes one redemption.
func redemption(data []byte) (calls []caveat.Call, ok bool) {
	if len(data) < 4 || [4]byte(data[:4]) != [4]byte(redeeming.ID) {
		return nil, false
	}
	values, err := redeeming.Inputs.Unpack(data[4:])
	if err != nil {
		return nil, false
	}
	modes, executions := values[1].([][32]byte), values[2].([][]byte)
	if len(modes) != 1 || len(executions) != 1 {
		return nil, false
	}
	calls, err = caveat.Redemption{Mode: modes[0], Execution: executions[0]}.Calls()
	return calls, err == nil
}
