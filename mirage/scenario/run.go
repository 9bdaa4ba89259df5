package scenario

import (
	"context"
	"errors"
	"math/big"
	"runtime/metrics"
	"time"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/holiman/uint256"
)

func (t Transaction) attempt(gas uint64) node.Attempt {
	return node.Attempt{From: t.From, To: t.To, Value: (*uint256.Int)(t.Value), Data: t.Data, Gas: gas}
}

// run lives one scenario from the baseline.
func (r *Runner) run(ctx context.Context, baseline common.Hash, s Scenario) *Result {
	out := &Result{
		Name: s.Name, Status: Success, FinalBalances: map[common.Address]*hexutil.Big{},
		TokenDeltas: map[common.Address]map[common.Address]*big.Int{}, Logs: []Log{}, FailedAssertions: []string{},
		slots: map[node.Slot]common.Hash{}, BalanceDeltas: map[common.Address]*big.Int{},
	}
	began, heap := r.clock.Now(), heapBytes()
	scratch, err := r.node.States.Scratch(baseline)
	if err != nil {
		out.Status, out.RevertReason = Failed, err.Error()
		return out
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(s.TimeoutSeconds*float64(time.Second)))
	defer cancel()
	for i, tx := range s.Transactions {
		if !out.step(limited, scratch, i, tx, s.MaxGas) {
			break
		}
		out.PeakMemoryBytes = max(out.PeakMemoryBytes, heapBytes()-min(heap, heapBytes()))
	}
	out.settle(ctx, scratch, s)
	out.WallTimeMS = float64(r.clock.Now().Sub(began)) / float64(time.Millisecond)
	return out
}

// step runs one transaction and reports whether the next one comes.
func (r *Result) step(ctx context.Context, s *node.Scratch, i int, tx Transaction, most uint64) bool {
	left := most - r.GasUsed
	out, err := s.Transact(ctx, tx.attempt(left))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		r.Status = Timeout
		return false
	case errors.Is(err, vm.ErrOutOfGas), errors.Is(out.Failed, vm.ErrOutOfGas) && out.GasUsed >= left:
		r.Status, r.GasUsed = GasExceeded, r.GasUsed+out.GasUsed
		return false
	case err != nil:
		r.Status, r.RevertReason = Failed, err.Error()
		return false
	}
	r.GasUsed += out.GasUsed
	if out.Failed != nil {
		r.Status, r.RevertReason, r.RevertData = Reverted, out.Failed.Error(), out.Return
		if reason, err := abi.UnpackRevert(out.Return); err == nil {
			r.RevertReason = reason
		}
		return false
	}
	for _, log := range out.Logs {
		r.Logs = append(r.Logs, Log{log.Address, log.Topics, log.Data, i})
		r.transfer(log)
	}
	return true
}

var transferTopic = common.HexToHash("0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef")

// transfer books an ERC-20 Transfer.
func (r *Result) transfer(log *types.Log) {
	if len(log.Topics) != 3 || log.Topics[0] != transferTopic || len(log.Data) != 32 {
		return
	}
	amount := new(big.Int).SetBytes(log.Data)
	from, to := common.BytesToAddress(log.Topics[1][:]), common.BytesToAddress(log.Topics[2][:])
	if r.TokenDeltas[log.Address] == nil {
		r.TokenDeltas[log.Address] = map[common.Address]*big.Int{}
	}
	deltas := r.TokenDeltas[log.Address]
	for who, sign := range map[common.Address]int64{from: -1, to: 1} {
		if from == to {
			continue
		}
		if deltas[who] == nil {
			deltas[who] = new(big.Int)
		}
		deltas[who].Add(deltas[who], new(big.Int).Mul(amount, big.NewInt(sign)))
	}
}

// settle reads what the scenario left: balances, slots, and what was asserted.
func (r *Result) settle(ctx context.Context, s *node.Scratch, sc Scenario) {
	tracked := sc.TrackAddresses
	if len(tracked) == 0 {
		tracked = s.Accounts()
	}
	before, err := s.Baseline()
	if err != nil {
		r.Status, r.RevertReason = Failed, err.Error()
		return
	}
	for _, account := range tracked {
		r.FinalBalances[account] = (*hexutil.Big)(s.Balance(account))
		r.BalanceDeltas[account] = new(big.Int).Sub(s.Balance(account), before.Balance(account))
	}
	for _, slot := range s.Writes() {
		if v := s.Storage(slot.Account, slot.Slot); v != before.Storage(slot.Account, slot.Slot) {
			r.slots[slot] = v
		}
	}
	asked := false
	for _, a := range sc.Assertions {
		asked = asked || a.Status != ""
		if why := a.failed(ctx, s, r); why != "" {
			r.FailedAssertions = append(r.FailedAssertions, why)
		}
	}
	if len(sc.Assertions) > 0 && !asked && r.Status != Success {
		r.FailedAssertions = append(r.FailedAssertions, "status is "+r.Status+", not "+Success)
	}
}

// heapBytes is what lives on the heap now.
func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
