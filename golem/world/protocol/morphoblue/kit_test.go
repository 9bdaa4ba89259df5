package morphoblue

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

var (
	usdc = turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
)

// own is the mandate of an account's own key.
type own struct{}

func (own) Granted() bool { return false }
func (own) Caged() bool   { return false }

// isolated is the adapter of a market that lends USDC against WETH.
func isolated() *Adapter {
	l, err := New(protocol.Account{Address: common.HexToAddress("0x01"), Mandate: own{}}, protocol.Deploy(Name, Name, Terms{Contract: common.HexToAddress("0xb1"), Params: &morpho.Params{
		Loan: usdc.Address, Collateral: weth.Address, Oracle: common.HexToAddress("0x0c"), LLTV: *uint256.NewInt(86e16),
	}}))
	if err != nil {
		panic(err)
	}
	return l
}

func word(v *big.Int) []byte { return common.BigToHash(v).Bytes() }

func words(values ...int64) (out []byte) {
	for _, v := range values {
		out = append(out, word(big.NewInt(v))...)
	}
	return out
}

// simulated are logs as a simulation has them.
func simulated(logs []protocol.Log) (out []sim.Log) {
	for _, l := range logs {
		out = append(out, sim.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
	}
	return out
}
