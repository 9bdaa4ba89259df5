package agenttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// Serve returns a client of the world's node, which speaks real JSON-RPC, and
// what ends both.
func (w *World) Serve() (*gethrpc.Client, func(), error) {
	server := gethrpc.NewServer()
	if err := server.RegisterName("eth", &eth{w}); err != nil {
		return nil, nil, err
	}
	client := gethrpc.DialInProc(server)
	return client, func() { client.Close(); server.Stop() }, nil
}

// eth is the part of the eth service that sends a transaction and learns what
// became of it.
type eth struct{ w *World }

func (e *eth) lock(fault float64) (func(), error) {
	e.w.mu.Lock()
	if e.w.fails(fault) {
		e.w.mu.Unlock()
		return nil, errAway
	}
	return e.w.mu.Unlock, nil
}

// GetBlockByNumber answers with the latest block.
func (e *eth) GetBlockByNumber(context.Context, string, bool) (map[string]any, error) {
	unlock, err := e.lock(e.w.Faults.Read)
	if err != nil {
		return nil, err
	}
	defer unlock()
	b := e.w.block
	return map[string]any{
		"number": hexutil.Uint64(b.Number), "hash": b.Hash, "parentHash": common.Hash{}, "timestamp": hexutil.Uint64(b.Time),
		"baseFeePerGas": hexutil.Uint64(e.w.walk.baseFee), "gasLimit": hexutil.Uint64(30_000_000), "gasUsed": hexutil.Uint64(0), "miner": common.Address{},
	}, nil
}

// GetTransactionCount answers with the next nonce: in a block, or counting what waits.
func (e *eth) GetTransactionCount(_ context.Context, account common.Address, at json.RawMessage) (hexutil.Uint64, error) {
	unlock, err := e.lock(e.w.Faults.Read)
	if err != nil {
		return 0, err
	}
	defer unlock()
	if account != e.w.rights.key {
		e.w.problem("nonce of %s asked for", account)
	}
	n := e.w.pool.nonce
	if string(at) != `"pending"` {
		return hexutil.Uint64(n), nil
	}
	e.w.pool.nonceAsks++
	for e.w.pool.waiting[n] != nil {
		n++
	}
	return hexutil.Uint64(n), nil
}

// SendRawTransaction takes a transaction: it may be refused, it may arrive while
// the sender is told otherwise, and it may be dropped later.
func (e *eth) SendRawTransaction(_ context.Context, raw hexutil.Bytes) (common.Hash, error) {
	unlock, err := e.lock(e.w.Faults.Send)
	if err != nil {
		return common.Hash{}, err
	}
	defer unlock()
	w, tx := e.w, new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		w.problem("a transaction that is none: %w", err)
		return common.Hash{}, err
	}
	if from, err := types.Sender(w.signer, tx); err != nil || from != w.rights.key {
		w.problem("a transaction of %s (%v) instead of %s", from, err, w.rights.key)
	}
	if !w.first(tx) {
		return tx.Hash(), e.again(tx)
	}
	w.pool.sent++
	if w.pool.onArrival != nil && w.pool.sent > w.pool.arriveAfter {
		w.pool.onArrival()
		w.pool.onArrival = nil
	}
	if err := e.again(tx); err != nil {
		return common.Hash{}, err
	}
	if w.fails(w.Faults.Dropped) {
		delete(w.pool.waiting, tx.Nonce())
	}
	if w.fails(w.Faults.Lost) {
		return common.Hash{}, errAway
	}
	return tx.Hash(), nil
}

// first notes a transaction and reports whether it is new. One nonce is for one call,
// at whatever price: anything else could pay twice.
func (w *World) first(tx *types.Transaction) bool {
	offers := w.pool.offers[tx.Nonce()]
	for _, o := range offers {
		if *o.To() != *tx.To() || !bytes.Equal(o.Data(), tx.Data()) {
			w.problem("nonce %d is for two different calls", tx.Nonce())
		}
		if o.Hash() == tx.Hash() {
			return false
		}
	}
	w.pool.offers[tx.Nonce()] = append(offers, tx)
	return true
}

// again says what keeps a transaction from the pool: that it or another one of its
// nonce was there before. A dropped one that comes again is taken.
func (e *eth) again(tx *types.Transaction) error {
	w, waits := e.w, e.w.pool.waiting[tx.Nonce()]
	switch {
	case w.pool.receipts[tx.Hash()] != nil, waits != nil && waits.Hash() == tx.Hash():
		return errors.New("already known")
	case tx.Nonce() < w.pool.nonce:
		return errors.New("nonce too low")
	case waits != nil && tx.GasFeeCap().Cmp(waits.GasFeeCap()) <= 0:
		return errors.New("replacement transaction underpriced")
	}
	w.pool.waiting[tx.Nonce()] = tx
	return nil
}

// GetTransactionReceipt answers with a receipt once it is shown.
func (e *eth) GetTransactionReceipt(_ context.Context, hash common.Hash) (any, error) {
	unlock, err := e.lock(e.w.Faults.Read)
	if err != nil {
		return nil, err
	}
	defer unlock()
	r, mined := e.w.pool.receipts[hash]
	if !mined || e.w.block.Number < e.w.pool.shown[hash] {
		return nil, nil
	}
	return r, nil
}

var (
	approveCall = [4]byte(crypto.Keccak256([]byte("approve(address,uint256)")))
	swapCall    = [4]byte(crypto.Keccak256([]byte("exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))")))
	transferred = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
)

// effect is what a transaction comes to: a redemption where there is a grant, else a call.
func (w *World) effect(tx *types.Transaction) effect {
	if w.rights.grant != nil {
		return w.redeem(tx)
	}
	return w.call(*tx.To(), tx.Data())
}

// mine executes a transaction in the current block.
func (w *World) mine(tx *types.Transaction) {
	e := w.effect(tx)
	r := &types.Receipt{
		Type: tx.Type(), TxHash: tx.Hash(), BlockHash: w.block.Hash, BlockNumber: new(big.Int).SetUint64(w.block.Number), Logs: []*types.Log{},
		GasUsed: e.gas, CumulativeGasUsed: e.gas, EffectiveGasPrice: new(big.Int).Add(tx.GasTipCap(), new(big.Int).SetUint64(w.walk.baseFee)),
	}
	if e.ok {
		r.Status, r.Logs = types.ReceiptStatusSuccessful, append(r.Logs, e.logs...)
	}
	w.pool.mined = append(w.pool.mined, Mined{tx, w.block, e.ok, e.got})
	cost := uint256.MustFromBig(r.EffectiveGasPrice)
	if cost.Mul(cost, uint256.NewInt(r.GasUsed)); cost.Gt(&w.Native) {
		cost.Set(&w.Native)
	}
	w.Native.Sub(&w.Native, cost)
	w.pool.receipts[tx.Hash()] = r
	if w.fails(w.Faults.Hidden) {
		w.pool.shown[tx.Hash()] = w.block.Number + w.walk.rng.Uint64N(12) // longer than the Golem is patient, at times
	}
}

// call makes a call of the wallet's account.
func (w *World) call(to common.Address, data []byte) (e effect) {
	e.gas = approveGas
	switch {
	case len(data) < 4+64:
		w.problem("call data %x", data)
	case [4]byte(data[:4]) == approveCall:
		w.rights.allowed[allowance{to, word(data, 0).Bytes20()}] = word(data, 1)
		e.ok = true
	case [4]byte(data[:4]) == swapCall && len(data) == 4+8*32 && to == Router:
		e.gas = swapGas
		if logs := w.swap(data); logs != nil {
			e.ok, e.logs, e.got = true, logs, new(big.Int).SetBytes(logs[0].Data)
			w.pool.swaps++
		}
	default:
		w.problem("a call of %s with %x", to, data)
	}
	return e
}

func word(data []byte, i int) *uint256.Int {
	return new(uint256.Int).SetBytes(data[4+32*i : 4+32*(i+1)])
}

// swap does what the Router does; nil is a revert.
func (w *World) swap(data []byte) []*types.Log {
	in, out := common.Address(word(data, 0).Bytes20()), common.Address(word(data, 1).Bytes20())
	deadline, amount, least := word(data, 4), word(data, 5), word(data, 6)
	if common.Address(word(data, 3).Bytes20()) != w.rights.account || (in != USDC.Address && in != WETH.Address) || in == out {
		w.problem("a swap of %s for %s to %s", in, out, word(data, 3).Hex())
	}
	got, allowed := w.walk.swapped(in, amount), w.rights.allowed[allowance{in, Router}]
	if w.bend.Got != nil {
		w.bend.Got(&got)
	}
	if w.fails(w.Faults.Reverted) || allowed == nil || amount.Gt(w.Wallet[in]) || amount.Gt(allowed) || got.Lt(least) ||
		deadline.Uint64() < uint64(w.block.Time) {
		return nil
	}
	allowed.Sub(allowed, amount)
	w.Wallet[in].Sub(w.Wallet[in], amount)
	w.Wallet[out].Add(w.Wallet[out], &got)
	return []*types.Log{transfer(out, Pool, w.rights.account, &got), transfer(in, w.rights.account, Pool, amount)}
}

func transfer(token, from, to common.Address, units *uint256.Int) *types.Log {
	value := units.Bytes32()
	return &types.Log{Address: token, Topics: []common.Hash{transferred, common.BytesToHash(from[:]), common.BytesToHash(to[:])}, Data: value[:]}
}
