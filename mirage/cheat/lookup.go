package cheat

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// accountAnswer is the answer of eth_getAccount.
type accountAnswer struct {
	Nonce       hexutil.Uint64 `json:"nonce"`
	Balance     *hexutil.Big   `json:"balance"`
	StorageRoot common.Hash    `json:"storageRoot"`
	CodeHash    common.Hash    `json:"codeHash"`
}

// GetAccount answers an account as the state's trie has it.
func (c *Calls) GetAccount(ctx context.Context, account json.RawMessage, block *json.RawMessage) (any, error) {
	v, err := c.GetProof(ctx, account, json.RawMessage("[]"), block)
	if err != nil {
		return nil, err
	}
	var proof accountAnswer
	var hash struct{ StorageHash common.Hash }
	text := quote(v)
	if err := json.Unmarshal(text, &proof); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &hash); err != nil {
		return nil, err
	}
	proof.StorageRoot = hash.StorageHash
	if proof.StorageRoot == (common.Hash{}) { // go-ethereum's answer for an account that is not there
		proof.StorageRoot, proof.CodeHash = types.EmptyRootHash, crypto.Keccak256Hash(nil)
	}
	return proof, nil
}

// GetAccountInfo answers balance, nonce and code of one block together.
func (c *Calls) GetAccountInfo(ctx context.Context, account json.RawMessage, block *json.RawMessage) (any, error) {
	out := map[string]any{}
	for name, method := range map[string]string{"balance": "GetBalance", "nonce": "GetTransactionCount", "code": "GetCode"} {
		v, err := c.node.Server.Stock.Call(ctx, method, address(account), c.tag(block))
		if err != nil {
			return nil, coded(err)
		}
		out[name] = v
	}
	return out, nil
}

// GetTransactionBySenderAndNonce answers a transaction of the chain, or one that waits, or null. It
// finds the block in which the sender's nonce passed, by halves.
func (b *Blocks) GetTransactionBySenderAndNonce(ctx context.Context, sender common.Address, nonce quantity) (any, error) {
	want, err := nonce.uint64("nonce", 0, 1<<64-2)
	if err != nil {
		return nil, err
	}
	waiting, err := b.node.Pool.Pending(sender)
	if err != nil {
		return nil, coded(err)
	}
	if i := slices.IndexFunc(waiting, func(tx *types.Transaction) bool { return tx.Nonce() == want }); i >= 0 {
		return b.GetTransactionByHash(ctx, waiting[i].Hash())
	}
	first, head := uint64(0), b.node.Chain.Head().Number.Uint64()
	if f := b.node.Chain.ForkBlock(); f != nil {
		first = f.Number.Uint64()
	}
	for low := first; low <= head; { // the nonce after block head is above want, if it ever was
		middle := low + (head-low)/2
		v, err := b.node.Server.Stock.Call(ctx, "GetTransactionCount", quote(sender), quote(hexutil.Uint64(middle)))
		if err != nil {
			return nil, coded(err)
		}
		if count, ok := v.(*hexutil.Uint64); ok && uint64(*count) > want {
			if middle == low {
				return b.sent(ctx, middle, sender, want)
			}
			head = middle
		} else {
			low = middle + 1
		}
	}
	return nil, nil
}

// sent finds a sender's transaction in a block.
func (b *Blocks) sent(ctx context.Context, number uint64, sender common.Address, nonce uint64) (any, error) {
	block := b.node.Chain.Block(number)
	if block == nil {
		return nil, nil
	}
	for _, tx := range block.Transactions() {
		from, ok := b.node.Disguises.Of(tx.Hash())
		if !ok {
			var err error
			if from, err = types.Sender(b.node.Chain.Signer(), tx); err != nil {
				continue
			}
		}
		if from == sender && tx.Nonce() == nonce {
			return b.GetTransactionByHash(ctx, tx.Hash())
		}
	}
	return nil, nil
}
