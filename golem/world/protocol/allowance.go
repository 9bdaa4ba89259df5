package protocol

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/golem/safety/caveat"
)

var tokens = erc20.NewCodec()

// Approve lets a spender take an amount of a token from whoever calls it.
func Approve(token, spender common.Address, amount *uint256.Int) Call {
	return Call{To: token, Data: tokens.Approve(spender, amount)}
}

// Spend is a call of a contract that takes just the units of a token by allowance, so that
// nothing is left for a later bug to take. The last call is there for a revert alone. It is
// made every time all the same, and costs 24,000 to 33,500 gas: so it is previewed, reserved
// and sent with the rest, where one sent only after a revert would be a second way to send.
func Spend(spender, token common.Address, units *uint256.Int, data []byte) []Call {
	return []Call{
		Approve(token, spender, units),
		{To: spender, Data: data},
		Approve(token, spender, new(uint256.Int)), // one that reverts leaves all of it
	}
}

// Provide is a call of a contract that takes no more than the units of two tokens by allowance. A
// cage takes no allowance after liquidity, so that under one what an earlier call left is taken back
// first: it may be left until then, where the contract takes from its caller alone.
func (a Account) Provide(spender common.Address, tokens [2]common.Address, units [2]*uint256.Int, data []byte) []Call {
	var calls, none []Call
	for i, token := range tokens {
		if !units[i].IsZero() {
			calls = append(calls, Approve(token, spender, units[i]))
		}
		none = append(none, Approve(token, spender, new(uint256.Int)))
	}
	call := Call{To: spender, Data: data}
	if a.Mandate.Caged() {
		return append(append(none, calls...), call)
	}
	return append(append(calls, call), none...)
}

// Approvals adds the form by which a spender may take a token: it moves nothing by itself.
func (f *Forms) Approvals(token, spender common.Address) {
	f.Add(caveat.Form{Target: token, Classes: caveat.Settle}, func(v Vary) []byte {
		return tokens.Approve(spender, Units(v, caveat.Free))
	})
}
