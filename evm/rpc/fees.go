package rpc

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
)

// tipBlocks is how many blocks tips are taken from.
const tipBlocks = 10

// Tips are what blocks paid their producers, in wei per gas: of each block the tip at the median of
// its gas.
type Tips []uint256.Int

// Median is the middle one, the lower of two; zero where there is none.
//
// spec: chain §8
func (t Tips) Median() uint256.Int {
	if len(t) == 0 {
		return uint256.Int{}
	}
	sorted := slices.Clone(t)
	slices.SortFunc(sorted, func(a, b uint256.Int) int { return a.Cmp(&b) })
	return sorted[(len(sorted)-1)/2]
}

// Tips adds a read of the tips of the ten blocks up to the given one. It is read by number and not
// by hash: eth_feeHistory knows no other way.
//
// spec: chain §8
func (b *Batch) Tips(number uint64) *Read[Tips] {
	return add(b, "eth_feeHistory", parseTips, hexutil.Uint64(tipBlocks), hexutil.Uint64(number), []float64{50})
}

func parseTips(raw []byte, into *Tips) error {
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
	tips := make(Tips, len(w.Rewards))
	for i, r := range w.Rewards {
		if len(r) != 1 || r[0] == nil {
			return fmt.Errorf("a fee history with %d percentiles of one", len(r))
		}
		tips[i] = *r[0]
	}
	*into = tips
	return nil
}
