package cheat

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Standing is what eth_ says of the next block and of the node: what it costs, who is paid,
// and that nobody mines or lags behind.
type Standing struct{ base }

// GasPrice answers the next block's base fee; a tip is never needed.
func (s *Standing) GasPrice() (*hexutil.Big, error) {
	next, err := s.node.Pace.Next()
	if err != nil {
		return nil, coded(err)
	}
	if next.BaseFee.Sign() == 0 {
		return (*hexutil.Big)(big.NewInt(1)), nil
	}
	return (*hexutil.Big)(next.BaseFee), nil
}

// MaxPriorityFeePerGas answers zero (spec: chain §19.2).
func (s *Standing) MaxPriorityFeePerGas() *hexutil.Big { return new(hexutil.Big) }

// Coinbase answers who receives the tips.
func (s *Standing) Coinbase() (common.Address, error) {
	next, err := s.node.Pace.Next()
	if err != nil {
		return common.Address{}, coded(err)
	}
	return next.Coinbase, nil
}

// Syncing answers false: a chain of one node is never behind.
func (s *Standing) Syncing() bool { return false }

// Mining answers false.
func (s *Standing) Mining() bool { return false }

// Hashrate answers zero.
func (s *Standing) Hashrate() hexutil.Uint64 { return 0 }
