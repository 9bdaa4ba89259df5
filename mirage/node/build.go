package node

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"

	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/mirage/fork"
)

// build is a block in the making. It is used by one goroutine and dropped when
// anything fails; the chain sees it only when it is whole.
type build struct {
	header   *types.Header
	state    *state.StateDB
	evm      *vm.EVM
	gas      *core.GasPool
	rules    params.Rules
	signer   types.Signer
	txs      []*types.Transaction
	receipts types.Receipts
	logs     []*types.Log
	waiting  []*types.Transaction // impersonated, for a later block

	disguised map[common.Hash]common.Address // the chain's, read only

	uncapped bool // whether a transaction may take the whole block

	toll *rollup.Params // what a rollup charges in this block, else nil

	reader *fork.Reader // nil but on a fork
	faults *fork.Faults
}

// begin opens the parent's state and runs what comes before the transactions.
func (m *Miner) begin(ctx context.Context, parent, header *types.Header) (*build, error) {
	chain := m.chain.core
	config := chain.Config()
	ctx, faults := fork.WithFaults(ctx)
	st, reader, err := m.states.latest(ctx, parent.Root)
	if err != nil {
		return nil, fmt.Errorf("open state of block %d: %w", parent.Number, err)
	}
	evm := vm.NewEVM(m.states.surroundings(ctx, header, &header.Coinbase), st, config, vm.Config{})
	faults.Watch(evm)
	evm.SetJumpDestCache(chain.JumpDestCache())
	evm.SetPrecompileCache(chain.PrecompileCache())
	if !m.bare {
		core.PreExecution(ctx, header.ParentBeaconRoot, parent, config, evm, header.Number, header.Time)
	}
	return &build{
		header: header, state: st, evm: evm, signer: m.chain.signer,
		gas: core.NewGasPool(header.GasLimit), rules: config.Rules(header.Number, true, header.Time),
		disguised: m.chain.disguises.from, uncapped: m.chain.uncapped, reader: reader, faults: faults,
	}, nil
}

// apply runs one transaction on the block. On an error the block is as before.
func (b *build) apply(ctx context.Context, tx *types.Transaction) error {
	msg, err := core.TransactionToMessage(tx, b.signer, b.header.BaseFee)
	if err != nil {
		return err
	}
	if _, ok := b.disguised[tx.Hash()]; ok {
		msg.SkipEOACheck()
	}
	if b.uncapped {
		msg.SkipGasLimitCapCheck()
	}
	if err := b.prefetch(msg); err != nil {
		return err
	}
	b.state.SetTxContext(tx.Hash(), len(b.txs), uint32(len(b.txs)+1))
	snap, gas := b.state.Snapshot(), b.gas.Snapshot()
	most, err := b.charge(tx, msg)
	if err != nil {
		b.state.RevertToSnapshot(snap)
		return err
	}
	receipt, _, err := core.ApplyTransactionWithEVM(ctx, msg, b.gas, b.state, b.header.Number, common.Hash{}, b.header.Time, tx, b.evm)
	if failed := b.faults.First(); failed != nil {
		return failed
	}
	if err != nil {
		b.state.RevertToSnapshot(snap)
		b.gas.Set(gas)
		return err
	}
	b.settle(tx, msg, receipt, most)
	b.txs = append(b.txs, tx)
	b.receipts = append(b.receipts, receipt)
	b.logs = append(b.logs, receipt.Logs...)
	return nil
}

// prefetch fetches what a transaction is likely to touch of the chain below a fork.
func (b *build) prefetch(msg *core.Message) error {
	if b.reader == nil || msg.To == nil {
		return nil
	}
	call := &rpc.Call{From: msg.From, To: *msg.To, Value: msg.Value, Data: msg.Data, Gas: msg.GasLimit}
	ctx, _, err := b.reader.Request()
	if err != nil {
		return err
	}
	return b.reader.Warm(ctx, call)
}

// finish runs what comes after the transactions and assembles the block. Receipts and
// logs, made before the block had a hash, get it here.
func (m *Miner) finish(ctx context.Context, b *build) (*types.Block, error) {
	requests := [][]byte{}
	if !m.bare {
		var err error
		requests, _, err = core.PostExecution(ctx, m.chain.core.Config(), b.header.Number, b.header.Time, b.logs, nil, b.evm, uint32(len(b.txs)+1))
		if err != nil {
			return nil, fmt.Errorf("end of block %d: %w", b.header.Number, err)
		}
	}
	if err := b.faults.First(); err != nil {
		return nil, err
	}
	if b.rules.IsPrague {
		hash := types.CalcRequestsHash(requests)
		b.header.RequestsHash = &hash
	}
	b.header.GasUsed = b.gas.Used()
	block := core.AssembleBlock(m.chain.core, b.header, b.state, &types.Body{Transactions: b.txs, Withdrawals: types.Withdrawals{}}, b.receipts, nil)
	if err := errors.Join(b.faults.First(), b.state.Error()); err != nil {
		return nil, fmt.Errorf("state of block %d: %w", b.header.Number, err)
	}
	for i, r := range b.receipts {
		r.BlockHash = block.Hash()
		tip, _ := b.txs[i].EffectiveGasTip(b.header.BaseFee) // a block has none that pays too little
		r.EffectiveGasPrice = tip.Add(tip, b.header.BaseFee)
	}
	for _, l := range b.logs {
		l.BlockHash = block.Hash()
	}
	return block, nil
}
