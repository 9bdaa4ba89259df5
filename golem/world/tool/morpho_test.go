package tool

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
)

// market is one of Morpho Blue.
type market struct {
	contract common.Address
	params   morpho.Params
}

// isolated lends USDC against WETH.
func isolated() market {
	return market{common.HexToAddress("0xb1"), morpho.Params{
		Loan: usdc.Address, Collateral: weth.Address, Oracle: common.HexToAddress("0x0c"), LLTV: *uint256.NewInt(86e16),
	}}
}

// event is what the contract logs of a call: units, and shares where the side has them.
// Every party of it is the wallet.
func (m market) event(name string, units int64, shares ...int64) protocol.Log {
	me := common.BytesToHash(venue.Account[:])
	return protocol.Log{
		Address: m.contract, Topics: []common.Hash{bind.NewMorphoEvents().GetABI().Events[name].ID, m.params.ID(), me, me},
		Data: words(append([]int64{units}, shares...)...),
	}
}

// answered is what the market says after an order: a wallet with 2 WETH at 2,000 USDC as
// collateral, and all of the market's debt of 1,000 USDC.
func answered() []sim.Result {
	price, _ := new(big.Int).SetString("2000000000000000000000000000", 10) // 2,000e6 / 1e18 × 1e36
	return []sim.Result{
		{Success: true},
		{Success: true, Return: words(5000e6, 5000e12, 1000e6, 1000e12, 1_700_000_000, 0)},
		{Success: true, Return: words(0, 1000e12, 2e18)},
		{Success: true, Return: word(price)},
	}
}

// owing is the wallet before an order that changed nothing.
func owing() turn.Lending {
	return turn.Lending{Handle: morphoblue.Name, Protocol: morphoblue.Name, Loan: usdc.Address, Reserves: []turn.Reserve{{Token: usdc, DebtShares: *uint256.NewInt(1000e12)}, {Token: weth, Supplied: *uint256.NewInt(2e18)}}}
}
