package cheat

import (
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Blocks is the blocks, transactions and receipts of eth_, with the true sender of what
// nobody signed (spec: mirage-testing §6.1).
type Blocks struct{ base }

// GetBlockByNumber answers a block, its transactions whole or by hash.
func (b *Blocks) GetBlockByNumber(ctx context.Context, block json.RawMessage, full bool) (any, error) {
	return b.patched(ctx, "GetBlockByNumber", b.tag(&block), quote(full))
}

// GetBlockByHash answers a block, its transactions whole or by hash.
func (b *Blocks) GetBlockByHash(ctx context.Context, hash common.Hash, full bool) (any, error) {
	return b.patched(ctx, "GetBlockByHash", quote(hash), quote(full))
}

// GetBlockReceipts answers all receipts of a block.
func (b *Blocks) GetBlockReceipts(ctx context.Context, block json.RawMessage) (any, error) {
	return b.patched(ctx, "GetBlockReceipts", b.tag(&block))
}

// GetTransactionByHash answers a transaction, or null.
func (b *Blocks) GetTransactionByHash(ctx context.Context, hash common.Hash) (any, error) {
	b.node.Chain.Recall(hash)
	return b.patched(ctx, "GetTransactionByHash", quote(hash))
}

// GetTransactionReceipt answers a receipt, or null.
func (b *Blocks) GetTransactionReceipt(ctx context.Context, hash common.Hash) (any, error) {
	b.node.Chain.Recall(hash)
	return b.patched(ctx, "GetTransactionReceipt", quote(hash))
}

// GetTransactionByBlockHashAndIndex answers a transaction by its place.
func (b *Blocks) GetTransactionByBlockHashAndIndex(ctx context.Context, hash common.Hash, index hexutil.Uint) (any, error) {
	return b.patched(ctx, "GetTransactionByBlockHashAndIndex", quote(hash), quote(index))
}

// GetTransactionByBlockNumberAndIndex answers a transaction by its place.
func (b *Blocks) GetTransactionByBlockNumberAndIndex(ctx context.Context, block json.RawMessage, index hexutil.Uint) (any, error) {
	return b.patched(ctx, "GetTransactionByBlockNumberAndIndex", b.tag(&block), quote(index))
}
