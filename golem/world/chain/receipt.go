package chain

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// reader asks a node what became of transactions. It keeps nothing.
type reader struct {
	client *rpc.Client
	rollup bool // a receipt that does not tell what data cost is none: booked as nothing it would be wrong
}

func (h *Hand) reader() reader { return reader{h.Client, h.Rollup} }

// receipts are those of transactions, in their order; one that is not there is not Found.
func (n reader) receipts(ctx context.Context, hashes []common.Hash) ([]Receipt, error) {
	out := make([]Receipt, len(hashes))
	for i, hash := range hashes {
		r, err := n.client.Receipt(ctx, hash)
		if errors.Is(err, rpc.ErrNotFound) {
			out[i] = Receipt{TxHash: hash}
			continue
		}
		if err != nil {
			return nil, err
		}
		if out[i], err = n.received(ctx, r); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// received keeps of a receipt what the outcome is computed from.
func (n reader) received(ctx context.Context, r *rpc.Receipt) (Receipt, error) {
	out := Receipt{
		TxHash: r.TxHash, Found: true, Success: r.Status == types.ReceiptStatusSuccessful, GasUsed: r.GasUsed,
		Block: turn.Block{Number: r.BlockNumber.Uint64(), Hash: r.BlockHash},
	}
	var err error
	if out.DataWei, err = n.beside(ctx, r); err != nil {
		return out, err
	}
	price, dear := uint256.FromBig(r.EffectiveGasPrice)
	_, over := out.GasWei.MulOverflow(price, uint256.NewInt(r.GasUsed))
	_, more := out.GasWei.AddOverflow(&out.GasWei, &out.DataWei)
	if dear || over || more {
		return out, fmt.Errorf("%w: the receipt of %s charges more wei than there can be", rpc.ErrMalformed, r.TxHash)
	}
	for _, l := range r.Logs {
		out.Logs = append(out.Logs, protocol.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
	}
	return out, nil
}

// beside is what a rollup took beside the gas, which a transaction that reverted pays
// too. A receipt tells the parameters of the operator's fee and not the fee: the oracle
// of its block knows which rules they count by.
//
// spec: chain §7 point 8
func (n reader) beside(ctx context.Context, r *rpc.Receipt) (wei uint256.Int, err error) {
	if r.Rollup == nil {
		if n.rollup {
			err = fmt.Errorf("%w: the receipt of %s does not tell its l1Fee: ask another endpoint of the rollup", rpc.ErrMalformed, r.TxHash)
		}
		return wei, err
	}
	if r.Rollup.OperatorScalar == 0 && r.Rollup.OperatorConstant == 0 {
		return r.Rollup.Data, nil
	}
	b := n.client.At(r.BlockHash)
	operator := rollup.AddOperator(b, r.GasUsed)
	if err := b.Do(ctx); err != nil {
		return wei, err
	}
	if wei, err = operator.Sum(); err != nil {
		return wei, err
	}
	if _, over := wei.AddOverflow(&wei, &r.Rollup.Data); over {
		return wei, fmt.Errorf("%w: the receipt of %s charges more wei than there can be", rpc.ErrMalformed, r.TxHash)
	}
	return wei, nil
}
