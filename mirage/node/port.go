package node

import (
	"context"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	belowrpc "bardo.run/bardo/evm/rpc"
)

// Port answers who lives in the node's process: what is asked most, of blocks and of states, by
// value, and everything else, errors too, by the node's JSON-RPC. It is a belowrpc.Node, and safe
// for concurrent use. Closing it ends nothing: it is the node's.
type Port struct {
	client *rpc.Client
	view   *View
	tips   *tips

	mu     sync.RWMutex // held while a value is looked up
	closed bool
}

// CallContext asks for one result.
func (p *Port) CallContext(ctx context.Context, result any, method string, args ...any) error {
	if p.take(ctx, result, method, args) {
		return nil
	}
	return p.client.CallContext(ctx, result, method, args...)
}

// BatchCallContext asks for several.
func (p *Port) BatchCallContext(ctx context.Context, batch []rpc.BatchElem) error {
	var rest []rpc.BatchElem
	var at []int
	for i, e := range batch {
		if !p.take(ctx, e.Result, e.Method, e.Args) {
			rest, at = append(rest, e), append(at, i)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	err := p.client.BatchCallContext(ctx, rest)
	for i, e := range rest {
		batch[at[i]].Error = e.Error
	}
	return err
}

// Close implements belowrpc.Node.
func (*Port) Close() {}

func (p *Port) shut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// take answers a request by value, if it can.
func (p *Port) take(ctx context.Context, result any, method string, args []any) bool {
	into, ok := result.(belowrpc.Taker)
	if !ok || ctx.Err() != nil || p.view.states.chain.fork != nil {
		return false
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return false
	}
	value, ok := p.value(ctx, method, args)
	return ok && into.Take(value)
}

func (p *Port) value(ctx context.Context, method string, args []any) (any, bool) {
	if len(args) < 2 {
		return nil, false
	}
	switch method {
	case "eth_getBlockByNumber", "eth_getBlockByHash":
		return p.block(args[0])
	case "eth_feeHistory":
		count, _ := args[0].(hexutil.Uint64)
		last, ok := args[1].(hexutil.Uint64)
		if !ok || count == 0 {
			return nil, false
		}
		return p.tips.last(uint64(count), uint64(last))
	}
	pin, ok := args[len(args)-1].(belowrpc.Pin)
	if !ok {
		return nil, false
	}
	block := rpc.BlockNumberOrHashWithHash(pin.Block, true)
	switch x := args[0].(type) {
	case belowrpc.Call:
		if method != "eth_call" || x.Value != nil {
			return nil, false
		}
		out, err := p.view.Peek(ctx, block, x.From, x.To, x.Data, x.Limit())
		return out, err == nil
	case common.Address:
		return p.view.read(ctx, block, func(st *state.StateDB) (any, bool) { return account(st, method, x, args[1]) })
	}
	return nil, false
}

// account is what a state has of an account.
func account(st *state.StateDB, method string, of common.Address, arg any) (any, bool) {
	switch method {
	case "eth_getBalance":
		return *st.GetBalance(of), true
	case "eth_getTransactionCount":
		return st.GetNonce(of), true
	case "eth_getCode":
		return st.GetCode(of), true
	case "eth_getStorageAt":
		slot, ok := arg.(common.Hash)
		return st.GetState(of, slot), ok
	}
	return nil, false
}

// block is a block's header.
func (p *Port) block(which any) (any, bool) {
	var h *types.Header
	var hash common.Hash
	switch x := which.(type) {
	case string:
		if x != "latest" {
			return nil, false
		}
		h, hash = p.view.states.chain.head()
	case hexutil.Uint64:
		h, hash = p.view.states.chain.numbered(uint64(x))
	case common.Hash:
		h, hash = p.view.states.chain.find(rpc.BlockNumberOrHashWithHash(x, false)), x
	}
	if h == nil || h.BaseFee == nil {
		return nil, false
	}
	return blockOf(h, hash), true
}

func blockOf(h *types.Header, hash common.Hash) belowrpc.Block {
	return belowrpc.Block{
		Number: h.Number.Uint64(), Hash: hash, Parent: h.ParentHash, Time: h.Time, BaseFee: uint256.MustFromBig(h.BaseFee),
		GasLimit: h.GasLimit, GasUsed: h.GasUsed, Coinbase: h.Coinbase, PrevRandao: h.MixDigest,
	}
}
