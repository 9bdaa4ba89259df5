package node

import (
	"context"
	"fmt"
	"math/big"
	"reflect"
	"unsafe"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/filters"
	"github.com/ethereum/go-ethereum/eth/tracers"
	"github.com/ethereum/go-ethereum/event"
	"github.com/ethereum/go-ethereum/rpc"
)

// observers is what filters and tracers look at.
type observers interface {
	filters.Backend
	tracers.Backend
}

// observed is the chain as go-ethereum's services see it.
func (n *Node) observed() observers {
	if n.fork == nil {
		return n.eth.APIBackend
	}
	return &backend{n.eth.APIBackend, n}
}

// backend is go-ethereum's own with the states, the pool and the headers of a fork.
type backend struct {
	*eth.EthAPIBackend
	node *Node
}

// adopt makes a service of go-ethereum look at another backend. Its constructor is
// internal to go-ethereum and takes an interface, which stands in a field of the service;
// there is no other way to give eth_call, eth_simulateV1 and their kin a state that is
// not a trie. A service that does not have the field is an error, never half a fork.
func (b *backend) adopt(service any) error {
	v := reflect.ValueOf(service)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return fmt.Errorf("go-ethereum's %T is no pointer to a struct", service)
	}
	field := v.Elem().FieldByName("b")
	if !field.IsValid() {
		return nil // it looks at no backend
	}
	if field.Kind() != reflect.Interface || !reflect.TypeOf(b).Implements(field.Type()) {
		return fmt.Errorf("go-ethereum's %T has another backend than this program knows: %s", service, field.Type())
	}
	reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(b))
	return nil
}

// HeaderByNumber also answers blocks below the fork, for BLOCKHASH.
func (b *backend) HeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*types.Header, error) {
	if number < 0 || uint64(number) >= b.node.fork.block.Number.Uint64() {
		return b.EthAPIBackend.HeaderByNumber(ctx, number)
	}
	header, err := b.node.fork.headerBelow(ctx, uint64(number))
	if err != nil {
		return nil, faultsOf(ctx).fail(err)
	}
	return header, nil
}

// StateAndHeaderByNumber opens the state after a local block, or after the fork's.
func (b *backend) StateAndHeaderByNumber(ctx context.Context, number rpc.BlockNumber) (*state.StateDB, *types.Header, error) {
	return b.StateAndHeaderByNumberOrHash(ctx, rpc.BlockNumberOrHashWithNumber(number))
}

// StateAndHeaderByNumberOrHash opens the state after a local block, or after the fork's.
func (b *backend) StateAndHeaderByNumberOrHash(ctx context.Context, block rpc.BlockNumberOrHash) (*state.StateDB, *types.Header, error) {
	header, err := b.node.localHeader(block)
	if err != nil {
		return nil, nil, err
	}
	st, reader, err := b.node.stateAt(ctx, header)
	if err != nil {
		return nil, nil, err
	}
	if call := hintOf(ctx); call != nil {
		if err := b.node.fork.warm(ctx, reader, call); err != nil {
			return nil, nil, err
		}
	}
	return st, header, nil
}

// localHeader finds a block that has a state here.
func (n *Node) localHeader(block rpc.BlockNumberOrHash) (*types.Header, error) {
	if number, ok := block.Number(); ok && (number == rpc.EarliestBlockNumber || number >= 0) {
		if first := n.fork.block.Number.Uint64(); number < 0 || uint64(number) < first {
			return nil, &ParamError{Index: 1, Err: fmt.Errorf("the state of a block below %d, where this fork begins, is not here: ask the chain below, or fork at that block", first)}
		}
	}
	header, err := n.viewed(block)
	if err != nil {
		return nil, fmt.Errorf("header not found")
	}
	return header, nil
}

// GetEVM builds an EVM that sees the chain below and stops at the first failed read.
func (b *backend) GetEVM(ctx context.Context, st *state.StateDB, header *types.Header, config *vm.Config, in *vm.BlockContext) *vm.EVM {
	if config == nil {
		config = b.node.chain.GetVMConfig()
	}
	var seen vm.BlockContext
	if in != nil {
		seen = *in
		b.node.fork.extend(&seen, header, func() (context.Context, *faults, error) { return ctx, faultsOf(ctx), nil })
	} else {
		seen = b.node.surroundings(ctx, header, nil)
	}
	evm := vm.NewEVM(seen, st, b.ChainConfig(), *config)
	faultsOf(ctx).watch(evm)
	return evm
}

// FeeHistory answers the fees of local blocks; those below the first one are left out.
func (b *backend) FeeHistory(ctx context.Context, count uint64, last rpc.BlockNumber, percentiles []float64) (*big.Int, [][]*big.Int, []*big.Int, []float64, []*big.Int, []float64, error) {
	end := b.node.Head().Number.Uint64()
	if last >= 0 {
		end = min(end, uint64(last))
	}
	first := b.node.fork.block.Number.Uint64()
	return b.EthAPIBackend.FeeHistory(ctx, min(count, end-min(end, first)), last, percentiles)
}

// Pending answers nothing: "pending" means the latest block here.
func (b *backend) Pending() (*types.Block, types.Receipts, *state.StateDB) { return nil, nil, nil }

// TxIndexDone answers true: every local block is indexed as it is made.
func (b *backend) TxIndexDone() bool { return true }

// SendTx puts a transaction into the fork's pool.
func (b *backend) SendTx(ctx context.Context, tx *types.Transaction) error {
	return b.node.Submit(ctx, tx)
}

// GetPoolTransactions lists what could be in the next block.
func (b *backend) GetPoolTransactions() (types.Transactions, error) {
	pending, _ := b.TxPoolContent()
	var all types.Transactions
	for _, txs := range pending {
		all = append(all, txs...)
	}
	return all, nil
}

// GetPoolTransaction returns a waiting transaction, or nil.
func (b *backend) GetPoolTransaction(hash common.Hash) *types.Transaction {
	return b.node.pool().Get(hash)
}

// GetPoolNonce returns the nonce of an account's next transaction.
func (b *backend) GetPoolNonce(_ context.Context, account common.Address) (uint64, error) {
	return b.node.PendingNonce(account)
}

// Stats counts what waits.
func (b *backend) Stats() (pending, queued int) { return b.node.pool().Stats() }

// TxPoolContent lists what waits, by sender.
func (b *backend) TxPoolContent() (map[common.Address][]*types.Transaction, map[common.Address][]*types.Transaction) {
	return b.node.pool().Content()
}

// TxPoolContentFrom lists what waits of one sender.
func (b *backend) TxPoolContentFrom(account common.Address) ([]*types.Transaction, []*types.Transaction) {
	return b.node.pool().ContentFrom(account)
}

// SubscribeNewTxsEvent tells of what comes into the fork's pool.
func (b *backend) SubscribeNewTxsEvent(ch chan<- core.NewTxsEvent) event.Subscription {
	return b.node.pool().SubscribeTransactions(ch, true)
}

// StateAtBlock opens the state after a block for a tracer.
func (b *backend) StateAtBlock(ctx context.Context, block *types.Block, _ *state.StateDB, _, _ bool) (*state.StateDB, tracers.StateReleaseFunc, error) {
	if block.NumberU64() < b.node.fork.block.Number.Uint64() {
		return nil, nil, fmt.Errorf("block %d lies below the fork", block.NumberU64())
	}
	st, _, err := b.node.stateAt(ctx, block.Header())
	return st, func() {}, err
}

// StateAtTransaction opens the state before a transaction of a local block.
func (b *backend) StateAtTransaction(ctx context.Context, block *types.Block, index int) (*types.Transaction, vm.BlockContext, *state.StateDB, tracers.StateReleaseFunc, error) {
	n, none := b.node, vm.BlockContext{}
	parent := n.chain.GetHeaderByHash(block.ParentHash())
	if parent == nil || index > len(block.Transactions()) {
		return nil, none, nil, nil, fmt.Errorf("block %d has no local parent, or no transaction %d", block.NumberU64(), index)
	}
	st, _, err := n.stateAt(ctx, parent)
	if err != nil {
		return nil, none, nil, nil, err
	}
	in := n.surroundings(ctx, block.Header(), nil)
	evm := vm.NewEVM(in, st, n.chain.Config(), vm.Config{})
	defer evm.Release()
	for i, tx := range block.Transactions() {
		if i == index {
			return tx, in, st, func() {}, nil
		}
		msg, err := core.TransactionToMessage(tx, n.signer, block.BaseFee())
		if err != nil {
			return nil, none, nil, nil, err
		}
		st.SetTxContext(tx.Hash(), i, uint32(i+1))
		if _, err := core.ApplyMessage(evm, msg.SkipEOACheck(), nil); err != nil {
			return nil, none, nil, nil, fmt.Errorf("transaction %s before it: %w", tx.Hash(), err)
		}
		st.Finalise(evm.GetRules())
	}
	return nil, in, st, func() {}, nil
}
