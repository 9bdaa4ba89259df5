package tool

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/world/chain"
)

// allowances let a spender take exactly what an order spends of a token, so that nothing is
// left for a later bug to take.
type allowances struct{ erc20 *erc20.Codec }

func (l allowances) approve(token, spender common.Address, amount *uint256.Int) chain.Call {
	return chain.Call{To: token, Data: l.erc20.Approve(spender, amount)}
}

// spending is a call of a contract that takes tokens by allowance. The last call is there for
// a revert alone. It is made every time all the same, and costs 24,000 to 33,500 gas: so it
// is previewed, reserved and sent with the rest, where one sent only after a revert would be
// a second way to send.
func (l allowances) spending(spender, token common.Address, units *uint256.Int, data []byte) []chain.Call {
	return []chain.Call{
		l.approve(token, spender, units),
		{To: spender, Data: data},
		l.approve(token, spender, new(uint256.Int)), // one that reverts leaves all of it
	}
}

// forms lets a spender of the venue take a token: it moves nothing by itself.
func (l allowances) forms(f *former, token, spender common.Address) {
	f.add(caveat.Form{Target: token, Classes: caveat.Settle}, func(v vary) []byte {
		return l.erc20.Approve(spender, uint256.MustFromBig(v(caveat.Free, 256)))
	})
}
