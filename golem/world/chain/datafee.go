package chain

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// A swap as rules think of it: its gas, and the lengths of its transactions without
// signatures (an approval, the swap, an approval of nothing), each rounded up.
const swapGas = 210_000

var swapLengths = []int64{120, 320, 120}

// unborn stands for the nonce of a transaction that has none yet: three bytes, which
// is more than a Golem's wallet needs for its first 65,536 transactions.
const unborn = 1 << 16

// Rollup says that the chain charges for more than gas.
func (c *Chain) Rollup() bool { return c.meter != nil }

// DataFee is what the chain charges beside the gas for the calls of an order that is
// judged on r, in wei: for their data as of r's block, and its operator for all gas
// that they may use. It is zero on a chain that charges for gas alone.
//
// spec: chain §7 point 8
func (c *Chain) DataFee(ctx context.Context, r turn.Reading, calls []Call) (wei uint256.Int, err error) {
	if c.meter == nil {
		return wei, nil
	}
	drafts := make([]rollup.Draft, len(calls))
	for i, call := range calls {
		if drafts[i], err = c.draft(r, call); err != nil {
			return wei, err
		}
	}
	b := c.client.At(r.Block.Hash)
	fees := c.meter.Add(b, drafts)
	if err := b.Do(ctx); err != nil {
		return wei, err
	}
	return fees.Sum()
}

// draft is a call as the hand will sign it, with an empty signature in it.
func (c *Chain) draft(r turn.Reading, call Call) (rollup.Draft, error) {
	tx := &types.DynamicFeeTx{
		ChainID: new(big.Int).SetUint64(c.cfg.ChainID), Nonce: unborn, GasTipCap: r.Tip.ToBig(), GasFeeCap: r.MaxFee.ToBig(),
		Gas: call.Gas, To: &call.To, Data: call.Data, Value: call.Value.ToBig(),
	}
	raw, err := types.NewTx(tx).MarshalBinary()
	if err != nil {
		return rollup.Draft{}, fmt.Errorf("encode a call of %s: %w", call.To, err)
	}
	return rollup.Draft{Bytes: raw, Gas: call.Gas}, nil
}

// addSwapFee adds the most that a swap is charged beside its gas.
func (c *Chain) addSwapFee(b *rpc.Batch) rollup.Fees {
	if c.meter == nil {
		return nil
	}
	return c.meter.AddBound(b, swapGas, swapLengths...)
}
