package node

import (
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/mirage/stock"
)

// rollupEth serves receipts through methods that know what was charged.
type rollupEth struct{ stock *stock.Methods }

// GetTransactionReceipt answers a receipt, or null.
func (e rollupEth) GetTransactionReceipt(ctx context.Context, hash json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetTransactionReceipt", hash)
}

// GetBlockReceipts answers all receipts of a block.
func (e rollupEth) GetBlockReceipts(ctx context.Context, block json.RawMessage) (any, error) {
	return e.stock.Call(ctx, "GetBlockReceipts", block)
}

// call is a stock.Wrap: it adds to a receipt what was charged.
func (t *tolls) call(ctx context.Context, name string, _ []json.RawMessage, call func(context.Context) (any, error)) (any, error) {
	v, err := call(ctx)
	if err != nil {
		return v, err
	}
	switch name {
	case "GetTransactionReceipt":
		if r, ok := v.(map[string]any); ok {
			return v, t.tell(r)
		}
	case "GetBlockReceipts":
		all, _ := v.([]map[string]any)
		for _, r := range all {
			if err := t.tell(r); err != nil {
				return v, err
			}
		}
	}
	return v, nil
}

// tell adds to a receipt what the OP stack's clients tell in it.
func (t *tolls) tell(r map[string]any) error {
	block, _ := r["blockHash"].(common.Hash)
	hash, _ := r["transactionHash"].(common.Hash)
	charged, known := t.blocks.Load(block)
	_, tx := t.chain.core.GetCanonicalTransaction(hash)
	if !known || tx == nil {
		return nil
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return err
	}
	p := charged.(rollup.Params)
	r["l1Fee"] = (*hexutil.Big)(p.DataFee(raw).ToBig())
	r["l1GasPrice"], r["l1BlobBaseFee"] = (*hexutil.Big)(p.BaseFee.ToBig()), (*hexutil.Big)(p.BlobBaseFee.ToBig())
	r["l1BaseFeeScalar"], r["l1BlobBaseFeeScalar"] = hexutil.Uint64(p.BaseFeeScalar), hexutil.Uint64(p.BlobBaseFeeScalar)
	if p.OperatorScalar != 0 || p.OperatorConstant != 0 {
		r["operatorFeeScalar"], r["operatorFeeConstant"] = hexutil.Uint64(p.OperatorScalar), hexutil.Uint64(p.OperatorConstant)
	}
	return nil
}
