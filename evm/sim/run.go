package sim

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"
)

// Run simulates a request. The context bounds its time (see Limit); a deadline
// that passes is ErrTimeout. A call that reverts is a Result, not an error.
//
// spec: chain §7
func (f *Fork) Run(ctx context.Context, req Request) (Outcome, error) {
	if len(req.Calls) == 0 {
		return Outcome{}, fmt.Errorf("%w: no call to simulate", ErrInvalid)
	}
	x, err := f.begin(ctx, req.Overrides)
	if err != nil {
		return Outcome{}, err
	}
	defer x.evm.Release()
	stop := context.AfterFunc(ctx, x.evm.Cancel)
	defer stop()
	out := Outcome{Block: f.Block(), Success: true}
	for i, call := range req.Calls {
		result, err := x.run(i, call)
		if err != nil {
			return Outcome{}, fmt.Errorf("simulate call %d of %d: %w", i+1, len(req.Calls), err)
		}
		out.Calls = append(out.Calls, result)
		out.GasUsed += result.GasUsed
		if out.Success = result.Success; !out.Success {
			break
		}
	}
	if out.Deltas, err = x.deltas(req, out.Calls); err != nil {
		return Outcome{}, fmt.Errorf("compare balances: %w", err)
	}
	if req.States {
		out.Diff, out.Created = x.diff(req.Calls)
	}
	if err := x.fault(); err != nil {
		return Outcome{}, fmt.Errorf("compare states: %w", err)
	}
	return out, nil
}

// execution is one simulation under way.
type execution struct {
	ctx    context.Context // of the simulation
	fork   *Fork
	config *params.ChainConfig
	reader *reader
	state  *state.StateDB
	block  vm.BlockContext
	evm    *vm.EVM
	rules  params.Rules
}

func (f *Fork) begin(ctx context.Context, o Overrides) (*execution, error) {
	config, err := f.sim.under(ctx, f.Block())
	if err != nil {
		return nil, err
	}
	x := &execution{ctx: ctx, fork: f, config: config, reader: newReader(ctx, f, o)}
	if x.state, err = x.freshState(); err != nil {
		return nil, err
	}
	x.block = x.blockContext(o)
	x.evm = x.newEVM(x.state)
	x.rules = config.Rules(x.block.BlockNumber, true, x.block.Time)
	x.reader.watch(x.evm)
	return x, nil
}

// freshState returns the state before the first call.
func (x *execution) freshState() (*state.StateDB, error) {
	s, err := state.NewWithReader(types.EmptyRootHash, noTries{}, x.reader)
	if err != nil {
		return nil, fmt.Errorf("open the simulated state: %w", err)
	}
	return s, nil
}

func (x *execution) newEVM(s *state.StateDB) *vm.EVM {
	evm := vm.NewEVM(x.block, s, x.config, vm.Config{NoBaseFee: true})
	evm.SetJumpDestCache(&x.fork.sim.jumps)
	return evm
}

// blockContext describes the block after the pinned one.
func (x *execution) blockContext(o Overrides) vm.BlockContext {
	b := x.fork.Block()
	number, time, coinbase, baseFee := b.Number+1, b.Time+1, b.Coinbase, new(big.Int)
	if b.BaseFee != nil {
		baseFee = b.BaseFee.ToBig()
	}
	if o.Number != nil {
		number = *o.Number
	}
	if o.Time != nil {
		time = *o.Time
	}
	if o.Coinbase != nil {
		coinbase = *o.Coinbase
	}
	if o.BaseFee != nil {
		baseFee = o.BaseFee.ToBig()
	}
	random := b.PrevRandao
	return vm.BlockContext{
		CanTransfer: core.CanTransfer, Transfer: core.Transfer, GetHash: x.blockHash,
		Coinbase: coinbase, GasLimit: b.GasLimit, BlockNumber: new(big.Int).SetUint64(number), Time: time,
		Difficulty: new(big.Int), BaseFee: baseFee, BlobBaseFee: big.NewInt(params.BlobTxMinBlobGasprice), Random: &random,
	}
}

// blockHash serves the BLOCKHASH opcode, which has no way to fail.
func (x *execution) blockHash(number uint64) common.Hash {
	if x.reader.failed() != nil || number > x.fork.Block().Number {
		return common.Hash{}
	}
	hash, err := x.fork.state.BlockHash(x.ctx, number)
	if err != nil {
		_ = x.reader.fail(err)
	}
	return hash
}

// run executes one call on the state that the calls before it left.
func (x *execution) run(index int, call Call) (Result, error) {
	msg, err := x.message(call)
	if err != nil {
		return Result{}, err
	}
	id := common.BigToHash(big.NewInt(int64(index + 1)))
	x.state.SetTxContext(id, index, uint32(index+1))
	applied, err := core.ApplyMessage(x.evm, msg, nil)
	if fault := x.fault(); fault != nil {
		return Result{}, fault
	}
	if err != nil {
		return Result{}, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if call.Gas == 0 && errors.Is(applied.Err, vm.ErrOutOfGas) {
		return Result{}, fmt.Errorf("%w: all %d gas of a block", ErrTimeout, msg.GasLimit)
	}
	result := Result{Success: applied.Err == nil, GasUsed: applied.UsedGas}
	switch {
	case applied.Err == nil:
		result.Return = applied.ReturnData
		result.Logs = logsOf(x.state.GetLogs(id, 0, common.Hash{}, 0))
	case errors.Is(applied.Err, vm.ErrExecutionReverted):
		result.Revert = rpc.DecodeRevert(applied.ReturnData)
	default:
		result.Revert = rpc.Halted(applied.Err.Error())
	}
	x.state.Finalise(x.rules)
	return result, nil
}

func (x *execution) message(call Call) (*core.Message, error) {
	gas := call.Gas
	if gas == 0 {
		gas = x.block.GasLimit
	}
	if gas > x.block.GasLimit {
		return nil, fmt.Errorf("%w: %d gas in a block of %d", ErrInvalid, gas, x.block.GasLimit)
	}
	m := &core.Message{
		From: call.From, To: call.To, Value: orZero(call.Value), Data: call.Data, GasLimit: gas,
		Nonce: x.state.GetNonce(call.From), GasPrice: new(uint256.Int), GasFeeCap: new(uint256.Int), GasTipCap: new(uint256.Int),
	}
	if call.MaxFee != nil {
		m.GasFeeCap, m.GasTipCap = orZero(call.MaxFee), orZero(call.Tip)
		base, _ := uint256.FromBig(x.block.BaseFee)
		price, over := new(uint256.Int).AddOverflow(base, m.GasTipCap)
		if over || price.Gt(m.GasFeeCap) {
			price = new(uint256.Int).Set(m.GasFeeCap)
		}
		m.GasPrice = price
	}
	// A contract may be simulated as the sender, for instance a smart account.
	return m.SkipEOACheck().SkipGasLimitCapCheck(), nil
}

func orZero(n *uint256.Int) *uint256.Int {
	if n == nil {
		return new(uint256.Int)
	}
	return new(uint256.Int).Set(n)
}

// fault returns why the simulation cannot go on, if it cannot.
func (x *execution) fault() error {
	if err := x.reader.failed(); err != nil {
		return upstream(err)
	}
	if err := x.ctx.Err(); err != nil {
		return upstream(err)
	}
	if err := x.state.Error(); err != nil {
		return fmt.Errorf("%w: %w", ErrUpstream, err)
	}
	return nil
}

// upstream says whose fault an error of loading is.
func upstream(err error) error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", ErrTimeout, err)
	case errors.Is(err, context.Canceled):
		return err
	}
	return fmt.Errorf("%w: %w", ErrUpstream, err)
}

func logsOf(logs []*types.Log) []Log {
	out := make([]Log, len(logs))
	for i, l := range logs {
		out[i] = Log{Address: l.Address, Topics: l.Topics, Data: l.Data}
	}
	return out
}
