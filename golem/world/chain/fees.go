package chain

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// A swap as rules think of it: its gas, and the lengths of its transactions without
// signatures (an approval, the swap, an approval of nothing), each rounded up.
const swapGas = 210_000

var swapLengths = []int64{120, 320, 120}

// unborn stands for the nonce of a transaction that has none yet: three bytes, which
// is more than a Golem's wallet needs for its first 65,536 transactions.
const unborn = 1 << 16

// fees are what the chain charges for a transaction.
type fees struct {
	client  *rpc.Client
	chainID uint64
	meter   *rollup.Meter // nil: it charges for gas alone
	tip     uint256.Int   // median of the last reading
}

// data is what the chain charges beside the gas for the calls of an order that is
// judged on r, in wei: for their data as of r's block, and its operator for all gas
// that they may use. It is zero on a chain that charges for gas alone.
//
// spec: chain §7 point 8
func (f *fees) data(ctx context.Context, r turn.Reading, calls []protocol.Call) (wei uint256.Int, err error) {
	if f.meter == nil {
		return wei, nil
	}
	drafts := make([]rollup.Draft, len(calls))
	for i, call := range calls {
		if drafts[i], err = f.draft(r, call); err != nil {
			return wei, err
		}
	}
	b := f.client.At(r.Block.Hash)
	asked := f.meter.Add(b, drafts)
	if err := b.Do(ctx); err != nil {
		return wei, err
	}
	return asked.Sum()
}

// draft is a call as the hand will sign it, with an empty signature in it.
func (f *fees) draft(r turn.Reading, call protocol.Call) (rollup.Draft, error) {
	tx := &types.DynamicFeeTx{
		ChainID: new(big.Int).SetUint64(f.chainID), Nonce: unborn, GasTipCap: r.Tip.ToBig(), GasFeeCap: r.MaxFee.ToBig(),
		Gas: call.Gas, To: &call.To, Data: call.Data, Value: call.Value.ToBig(),
	}
	raw, err := types.NewTx(tx).MarshalBinary()
	if err != nil {
		return rollup.Draft{}, fmt.Errorf("encode a call of %s: %w", call.To, err)
	}
	return rollup.Draft{Bytes: raw, Gas: call.Gas}, nil
}

// addSwap adds the most that a swap is charged beside its gas.
func (f *fees) addSwap(b *rpc.Batch) rollup.Fees {
	if f.meter == nil {
		return nil
	}
	return f.meter.AddBound(b, swapGas, swapLengths...)
}

// offer is what a transaction sent now offers, with the tip of the last reading.
// On a chain without a base fee it is nothing, and nothing can be signed there.
func (f *fees) offer(head rpc.Block) (signer.Fees, error) {
	if head.BaseFee == nil {
		return signer.Fees{}, nil
	}
	return signer.ChooseFees(head.BaseFee, &f.tip)
}

// gasPrice is what of an offer is expected to be paid: the base fee and the tip.
func gasPrice(head rpc.Block, offer signer.Fees) uint256.Int {
	var price uint256.Int
	if head.BaseFee != nil {
		price.Add(head.BaseFee, &offer.Tip)
	}
	return price
}
