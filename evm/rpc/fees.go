package rpc

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
)

// tipBlocks is how many blocks the median tip is taken from.
const tipBlocks = 10

// MedianTip adds a read of what the ten blocks up to the given one paid their
// producers, in wei per gas: the median of the tips at the median of each block's
// gas, the lower of the two middle ones. It is read by number and not by hash:
// eth_feeHistory knows no other way.
//
// spec: chain §8
func (b *Batch) MedianTip(number uint64) *Read[uint256.Int] {
	return add(b, "eth_feeHistory", parseMedianTip, hexutil.Uint64(tipBlocks), hexutil.Uint64(number), []float64{50})
}

func parseMedianTip(raw []byte, into *uint256.Int) error {
	var w struct {
		BaseFees []*uint256.Int   `json:"baseFeePerGas"`
		Rewards  [][]*uint256.Int `json:"reward"`
	}
	if err := parseJSON(raw, &w); err != nil {
		return err
	}
	if len(w.BaseFees) != len(w.Rewards)+1 || len(w.Rewards) > tipBlocks {
		return fmt.Errorf("a fee history with %d base fees and %d rewards", len(w.BaseFees), len(w.Rewards))
	}
	tips := make([]*uint256.Int, len(w.Rewards))
	for i, r := range w.Rewards {
		if len(r) != 1 || r[0] == nil {
			return fmt.Errorf("a fee history with %d percentiles of one", len(r))
		}
		tips[i] = r[0]
	}
	if len(tips) > 0 {
		slices.SortFunc(tips, (*uint256.Int).Cmp)
		*into = *tips[(len(tips)-1)/2]
	}
	return nil
}
