package stock

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// Find returns the header of a block by hash, number or tag, nil where there is none.
// "earliest" is block 0; "latest" is also what safe, finalized and pending mean on a devnet.
func Find(chain *core.BlockChain, block rpc.BlockNumberOrHash) *types.Header {
	if hash, ok := block.Hash(); ok {
		h := chain.GetHeaderByHash(hash)
		if h == nil || (block.RequireCanonical && chain.GetCanonicalHash(h.Number.Uint64()) != hash) {
			return nil
		}
		return h
	}
	number, ok := block.Number()
	switch {
	case ok && number == rpc.EarliestBlockNumber:
		number = 0
	case !ok || number < 0:
		return chain.CurrentBlock()
	}
	return chain.GetHeaderByNumber(uint64(number))
}

// Known reports whether a hash is that of a block of the chain, or of a transaction on it
// or in the pool.
func Known(chain *core.BlockChain, pool Pool, hash common.Hash) bool {
	if b := chain.GetHeaderByHash(hash); b != nil {
		return chain.GetCanonicalHash(b.Number.Uint64()) == hash
	}
	if _, tx := chain.GetCanonicalTransaction(hash); tx != nil {
		return true
	}
	waiting := pool.Waiting()
	return waiting != nil && waiting.Has(hash)
}
