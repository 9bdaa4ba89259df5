package cheat

import (
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// bytesOf is a stock method that answers bytes, or null where there are none: go-ethereum answers
// 0x for what there is not.
func (b *base) bytesOf(ctx context.Context, method string, params ...json.RawMessage) (any, error) {
	v, err := b.node.Server.Stock.Call(ctx, method, params...)
	if raw, ok := v.(hexutil.Bytes); err == nil && ok && len(raw) == 0 {
		return nil, nil
	}
	return answer(v, err)
}

// GetRawTransactionByHash answers the bytes of a transaction, or null.
func (b *Blocks) GetRawTransactionByHash(ctx context.Context, hash common.Hash) (any, error) {
	return b.bytesOf(ctx, "GetRawTransactionByHash", quote(hash))
}

// GetRawTransactionByBlockHashAndIndex answers the bytes of a transaction by its place, or null.
func (b *Blocks) GetRawTransactionByBlockHashAndIndex(ctx context.Context, hash common.Hash, index hexutil.Uint) (any, error) {
	return b.bytesOf(ctx, "GetRawTransactionByBlockHashAndIndex", quote(hash), quote(index))
}

// GetRawTransactionByBlockNumberAndIndex answers the bytes of a transaction by its place, or null.
func (b *Blocks) GetRawTransactionByBlockNumberAndIndex(ctx context.Context, block json.RawMessage, index hexutil.Uint) (any, error) {
	return b.bytesOf(ctx, "GetRawTransactionByBlockNumberAndIndex", b.tag(&block), quote(index))
}

// Raw is what debug_ answers in the bytes of the protocol.
type Raw struct{ base }

// GetRawTransaction answers the bytes of a transaction, or null.
func (r *Raw) GetRawTransaction(ctx context.Context, hash common.Hash) (any, error) {
	return r.bytesOf(ctx, "GetRawTransaction", quote(hash))
}

// GetRawHeader answers the RLP of a header.
func (r *Raw) GetRawHeader(ctx context.Context, block json.RawMessage) (any, error) {
	return answer(r.node.Server.Stock.Call(ctx, "GetRawHeader", r.tag(&block)))
}

// GetRawBlock answers the RLP of a block.
func (r *Raw) GetRawBlock(ctx context.Context, block json.RawMessage) (any, error) {
	return answer(r.node.Server.Stock.Call(ctx, "GetRawBlock", r.tag(&block)))
}

// GetRawReceipts answers the receipts of a block, each in its bytes.
func (r *Raw) GetRawReceipts(ctx context.Context, block json.RawMessage) (any, error) {
	return answer(r.node.Server.Stock.Call(ctx, "GetRawReceipts", r.tag(&block)))
}
