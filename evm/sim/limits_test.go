package sim_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"

	"github.com/holiman/uint256"
)

// spec: chain §7.7
func TestLimitsAreTimeouts(t *testing.T) {
	w := newWorld(t)
	loop := sim.Call{From: poor, To: &looper}
	if _, err := w.head(t).Run(t.Context(), one(sim.Call{From: poor, To: &glutton})); !errors.Is(err, sim.ErrTimeout) || !strings.Contains(err.Error(), "EXECUTION_SIM_TIMEOUT") {
		t.Errorf("all gas of a block: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), -1)
	defer cancel()
	if _, err := w.head(t).Run(ctx, one(w.transfer(poor, friend, 0))); !errors.Is(err, sim.ErrTimeout) {
		t.Errorf("a passed deadline: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := w.head(t).Run(stopped, one(loop)); !errors.Is(err, context.Canceled) || errors.Is(err, sim.ErrTimeout) {
		t.Errorf("a caller that gave up: %v", err)
	}
	loop.Gas = 100_000
	out, err := w.head(t).Run(t.Context(), one(loop))
	if err != nil || out.Success || out.Calls[0].Revert.Kind != rpc.RevertHalt || out.GasUsed != 100_000 {
		t.Errorf("its own gas: %+v (%v)", out, err)
	}
	loop.Gas = 31_000_000
	if _, err := w.head(t).Run(t.Context(), one(loop)); !errors.Is(err, sim.ErrInvalid) {
		t.Errorf("more gas than a block has: %v", err)
	}
	if _, err := w.head(t).Run(t.Context(), sim.Request{}); !errors.Is(err, sim.ErrInvalid) {
		t.Errorf("no call: %v", err)
	}
}

func TestTheSenderPaysWhenAskedTo(t *testing.T) {
	w := newWorld(t)
	call := w.transfer(w.node.Account, friend, 1)
	call.MaxFee, call.Tip = uint256.NewInt(20e9), uint256.NewInt(1e9)
	call.Gas = 100_000
	f := w.head(t)
	out, err := f.Run(t.Context(), one(call))
	if err != nil || !out.Success {
		t.Fatalf("%+v (%v)", out, err)
	}
	d, _ := out.Diff.Of(w.node.Account)
	before, after := uint256.MustFromDecimal(d.Balance.Before), uint256.MustFromDecimal(d.Balance.After)
	want := (f.Block().BaseFee.Uint64() + 1e9) * out.GasUsed
	if paid := new(uint256.Int).Sub(before, after); paid.Uint64() != want {
		t.Errorf("paid %s, want %d", paid.Dec(), want)
	}
	call.From = poor
	if _, err := f.Run(t.Context(), one(call)); !errors.Is(err, sim.ErrInvalid) {
		t.Errorf("a sender without ether pays: %v", err)
	}
	call.MaxFee = uint256.NewInt(1)
	if _, err := f.Run(t.Context(), one(call)); !errors.Is(err, sim.ErrInvalid) {
		t.Errorf("a fee below the base fee: %v", err)
	}
}
