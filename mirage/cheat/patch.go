package cheat

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
)

// patched is a stock method whose answer names senders. go-ethereum recovers them from
// signatures; an impersonated account signed nothing, so its address is put in.
func (b *Blocks) patched(ctx context.Context, method string, params ...json.RawMessage) (any, error) {
	v, err := b.node.Server.Stock.Call(ctx, method, params...)
	if err != nil || !b.node.Disguises.Any() {
		return answer(v, err)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		return nil, err
	}
	b.patch(tree)
	return tree, nil
}

// patch walks an answer and mends every transaction and receipt in it.
func (b *Blocks) patch(tree any) {
	switch v := tree.(type) {
	case []any:
		for _, child := range v {
			b.patch(child)
		}
	case map[string]any:
		b.mend(v)
		if txs, ok := v["transactions"]; ok {
			b.patch(txs)
		}
	}
}

// mend puts the true sender into a transaction or receipt, and the address of what it
// created, which follows from the sender.
func (b *Blocks) mend(o map[string]any) {
	id, ok := o["transactionHash"].(string)
	if !ok {
		id, ok = o["hash"].(string)
	}
	if !ok {
		return
	}
	from, ok := b.node.Disguises.Of(common.HexToHash(id))
	if !ok {
		return
	}
	o["from"] = from
	if _, created := o["contractAddress"].(string); created {
		if nonce, ok := b.nonce(common.HexToHash(id)); ok {
			o["contractAddress"] = crypto.CreateAddress(from, nonce)
		}
	}
}

// nonce is the nonce of a transaction on the chain.
func (b *Blocks) nonce(hash common.Hash) (uint64, bool) {
	v, err := b.node.Server.Stock.Call(context.Background(), "GetTransactionByHash", quote(hash))
	if err != nil {
		return 0, false
	}
	var tx struct {
		Nonce hexutil.Uint64 `json:"nonce"`
	}
	if err := json.Unmarshal(quote(v), &tx); err != nil {
		return 0, false
	}
	return uint64(tx.Nonce), true
}
