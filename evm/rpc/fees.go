package rpc

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
)

// Fees is a piece of fee history, oldest block first.
type Fees struct {
	Oldest   uint64         // number of the first block
	BaseFees []*uint256.Int // wei per gas; one more than blocks: the last is the next block's
	Tips     []*uint256.Int // wei per gas paid at the median of each block's gas
}

// MedianTip returns the median of the tips: the middle one, or the lower of
// the two middle ones. Without blocks it is zero.
//
// spec: chain §8
func (f Fees) MedianTip() *uint256.Int {
	if len(f.Tips) == 0 {
		return new(uint256.Int)
	}
	sorted := slices.Clone(f.Tips)
	slices.SortFunc(sorted, func(a, b *uint256.Int) int { return a.Cmp(b) })
	return new(uint256.Int).Set(sorted[(len(sorted)-1)/2])
}

// FeeHistory returns base fees and median tips of the last n blocks, 1 to
// 1,024.
func (c *Client) FeeHistory(ctx context.Context, n uint64) (Fees, error) {
	if n < 1 || n > 1024 {
		return Fees{}, fmt.Errorf("fee history of %d blocks: ask for 1 to 1024", n)
	}
	got := answer[Fees]{parse: parseFees}
	err := c.call(ctx, &got, "eth_feeHistory", hexutil.Uint64(n), "latest", []float64{50})
	return got.value, err
}

func parseFees(raw []byte, into *Fees) error {
	var w struct {
		Oldest   *hexutil.Uint64  `json:"oldestBlock"`
		BaseFees []*uint256.Int   `json:"baseFeePerGas"`
		Rewards  [][]*uint256.Int `json:"reward"`
	}
	if err := parseJSON(raw, &w); err != nil {
		return err
	}
	if w.Oldest == nil || len(w.BaseFees) != len(w.Rewards)+1 || slices.Contains(w.BaseFees, nil) {
		return fmt.Errorf("a fee history with %d base fees and %d rewards", len(w.BaseFees), len(w.Rewards))
	}
	into.Oldest, into.BaseFees = uint64(*w.Oldest), w.BaseFees
	for _, r := range w.Rewards {
		if len(r) != 1 || r[0] == nil {
			return fmt.Errorf("a fee history with %d percentiles of one", len(r))
		}
		into.Tips = append(into.Tips, r[0])
	}
	return nil
}
