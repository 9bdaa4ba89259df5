package node

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/mirage/fork"
)

// Scratch is the state after a block, to try things on: nothing of it ever reaches the
// chain (spec: mirage-testing §3.2, transact_detached). It is used by one goroutine.
type Scratch struct {
	states  *States
	block   common.Hash   // that it began with
	header  *types.Header // of the block that Transact is in
	state   *state.StateDB
	touched touched
	reader  *fork.Reader // nil but on a fork
}

// Attempt is a message that nobody signs and no gas is paid for.
type Attempt struct {
	From  common.Address
	To    *common.Address // nil creates
	Value *uint256.Int    // nil is zero
	Data  []byte
	Gas   uint64
}

// Outcome is what came of an attempt.
type Outcome struct {
	Return  []byte // of a revert its reason
	GasUsed uint64
	Failed  error // go-ethereum's reason, nil where it went through
	Created common.Address
	Logs    []*types.Log
}

// Scratch opens the state after a block of the chain; the zero hash means the head.
func (s *States) Scratch(block common.Hash) (*Scratch, error) {
	header := s.chain.Head()
	if block != (common.Hash{}) {
		if header = s.chain.core.GetHeaderByHash(block); header == nil {
			return nil, fmt.Errorf("block %s is not on the chain", block)
		}
	}
	st, reader, err := s.at(context.Background(), header)
	if err != nil {
		return nil, fmt.Errorf("open state of block %d: %w", header.Number, err)
	}
	return &Scratch{states: s, block: header.Hash(), header: types.CopyHeader(header), state: st, touched: newTouched(), reader: reader}, nil
}

// Call runs an attempt and takes everything back that it did.
func (s *Scratch) Call(ctx context.Context, a Attempt) (Outcome, error) {
	before := s.state.Snapshot()
	defer s.state.RevertToSnapshot(before)
	return s.run(ctx, a)
}

// Transact runs an attempt in a block of its own, a second after the one before.
func (s *Scratch) Transact(ctx context.Context, a Attempt) (Outcome, error) {
	s.header.Number = new(big.Int).Add(s.header.Number, common.Big1)
	s.header.Time++
	s.header.MixDigest = s.states.chain.randao(s.header.Number.Uint64())
	s.state.SetTxContext(common.BigToHash(s.header.Number), 0, 0)
	out, err := s.run(ctx, a)
	if err != nil {
		return out, err
	}
	out.Logs = s.state.GetLogs(common.BigToHash(s.header.Number), s.header.Number.Uint64(), common.Hash{}, s.header.Time)
	s.state.Finalise(s.states.chain.core.Config().Rules(s.header.Number, true, s.header.Time))
	return out, nil
}

// run executes an attempt. A done context ends it with the context's error.
func (s *Scratch) run(ctx context.Context, a Attempt) (Outcome, error) {
	value := a.Value
	if value == nil {
		value = new(uint256.Int)
	}
	ctx, faults := fork.WithFaults(ctx)
	if s.reader != nil {
		s.reader.Begin(ctx)
	}
	evm := vm.NewEVM(s.states.surroundings(ctx, s.header, &s.header.Coinbase), s.state, s.states.chain.core.Config(), vm.Config{NoBaseFee: true, Tracer: s.touched.hooks()})
	defer evm.Release()
	stop := context.AfterFunc(ctx, evm.Cancel)
	defer stop()
	zero := new(uint256.Int)
	msg := &core.Message{From: a.From, To: a.To, Value: value, GasLimit: a.Gas, GasPrice: zero, GasFeeCap: zero, GasTipCap: zero, Data: a.Data}
	msg.SkipNonceCheck().SkipEOACheck().SkipGasLimitCapCheck()
	nonce := s.state.GetNonce(a.From)
	result, err := core.ApplyMessage(evm, msg, nil)
	if ctx.Err() != nil {
		return Outcome{}, ctx.Err()
	}
	if err := errors.Join(faults.First(), err, s.state.Error()); err != nil {
		return Outcome{}, err
	}
	out := Outcome{Return: result.ReturnData, GasUsed: result.UsedGas, Failed: result.Err}
	if a.To == nil && result.Err == nil {
		out.Created = crypto.CreateAddress(a.From, nonce)
	}
	return out, nil
}

// Time is that of the block that the latest message was in, or before the first of the block that the
// scratch began with, in seconds since 1970.
func (s *Scratch) Time() uint64 { return s.header.Time }

// Baseline is the state it began with, anew.
func (s *Scratch) Baseline() (*Scratch, error) { return s.states.Scratch(s.block) }

// Storage reads a slot.
func (s *Scratch) Storage(account common.Address, slot common.Hash) common.Hash {
	return s.state.GetState(account, slot)
}

// SetStorage writes a slot.
func (s *Scratch) SetStorage(account common.Address, slot, value common.Hash) {
	s.state.SetState(account, slot, value)
}

// Balance reads wei.
func (s *Scratch) Balance(account common.Address) *big.Int {
	return s.state.GetBalance(account).ToBig()
}
