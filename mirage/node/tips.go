package node

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	belowrpc "bardo.run/bardo/evm/rpc"
)

// tips are what the latest blocks paid their producers, by the hashes of the blocks. It is safe
// for concurrent use.
type tips struct {
	chain *core.BlockChain
	known *lru.Cache[common.Hash, tip]
}

// tip is what a block paid, and the block before it.
type tip struct {
	uint256.Int
	parent common.Hash
}

func newTips(chain *core.BlockChain) *tips {
	return &tips{chain, lru.NewCache[common.Hash, tip](64)}
}

// learn takes in a new block, which is then not looked up.
func (t *tips) learn(b *types.Block, receipts types.Receipts) {
	if paid, ok := middle(b, receipts); ok {
		t.known.Add(b.Hash(), tip{paid, b.ParentHash()})
	}
}

// last are the tips of so many blocks up to a height, the oldest first; false where the chain does
// not have them.
func (t *tips) last(count, number uint64) (belowrpc.Tips, bool) {
	count = min(count, number+1)
	out := make(belowrpc.Tips, count)
	hash := t.chain.GetCanonicalHash(number)
	for i := range slices.Backward(out) {
		at, ok := t.of(hash)
		if !ok {
			return nil, false
		}
		out[i], hash = at.Int, at.parent
	}
	return out, true
}

// of is what a block paid; false where the chain does not have it.
func (t *tips) of(hash common.Hash) (tip, bool) {
	if at, ok := t.known.Get(hash); ok {
		return at, true
	}
	block := t.chain.GetBlockByHash(hash)
	if block == nil {
		return tip{}, false
	}
	paid, ok := middle(block, t.chain.GetReceiptsByHash(hash))
	if !ok {
		return tip{}, false
	}
	at := tip{paid, block.ParentHash()}
	t.known.Add(hash, at)
	return at, true
}

// middle is the tip at the median of a block's gas, as eth_feeHistory counts it: zero for a block
// without transactions.
func middle(b *types.Block, receipts types.Receipts) (tip uint256.Int, ok bool) {
	if len(b.Transactions()) == 0 {
		return tip, true
	}
	if len(receipts) != len(b.Transactions()) {
		return tip, false
	}
	all := make([]paid, len(receipts))
	for i, tx := range b.Transactions() {
		v, err := tx.EffectiveGasTip(b.BaseFee())
		if err != nil || v.Sign() < 0 {
			return tip, false
		}
		all[i].gas = receipts[i].GasUsed
		all[i].tip.SetFromBig(v)
	}
	slices.SortStableFunc(all, func(a, b paid) int { return a.tip.Cmp(&b.tip) })
	var gas uint64
	for _, p := range all {
		tip = p.tip
		if gas += p.gas; gas >= b.GasUsed()/2 {
			break
		}
	}
	return tip, true
}

// paid is what a transaction paid for each unit of its gas, beyond the base fee.
type paid struct {
	tip uint256.Int
	gas uint64
}
