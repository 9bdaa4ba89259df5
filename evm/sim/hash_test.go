package sim_test

import (
	"errors"
	"testing"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/sim"

	"github.com/holiman/uint256"
)

// spec: safety §4.1
func TestSimulationHash(t *testing.T) {
	w := newWorld(t)
	call := w.transfer(w.node.Account, friend, 1_000_000)
	out, err := w.head(t).Run(t.Context(), one(call))
	check(t, err)
	base, err := sim.SimulationHash(evmtest.ChainID, call, out)
	check(t, err)
	swapped := out
	swapped.Deltas = []sim.Delta{out.Deltas[1], out.Deltas[0]}
	if h, err := sim.SimulationHash(evmtest.ChainID, call, swapped); err != nil || h != base {
		t.Errorf("the order of the deltas changes the hash (%v)", err)
	}
	mutants := map[string]func(c *sim.Call, o *sim.Outcome){
		"block":  func(_ *sim.Call, o *sim.Outcome) { o.Block.Number++ },
		"from":   func(c *sim.Call, _ *sim.Outcome) { c.From[0]++ },
		"to":     func(c *sim.Call, _ *sim.Outcome) { c.To = &friend },
		"value":  func(c *sim.Call, _ *sim.Outcome) { c.Value = uint256.NewInt(1) },
		"data":   func(c *sim.Call, _ *sim.Outcome) { c.Data = append([]byte{}, c.Data[1:]...) },
		"result": func(_ *sim.Call, o *sim.Outcome) { o.Success = false },
		"gas":    func(_ *sim.Call, o *sim.Outcome) { o.GasUsed++ },
		"deltas": func(_ *sim.Call, o *sim.Outcome) { o.Deltas = o.Deltas[:1] },
	}
	for name, mutate := range mutants {
		c, o := call, out
		mutate(&c, &o)
		if h, err := sim.SimulationHash(evmtest.ChainID, c, o); err != nil || h == base {
			t.Errorf("%s is not part of the hash (%v)", name, err)
		}
	}
	if h, err := sim.SimulationHash(1, call, out); err != nil || h == base {
		t.Errorf("the chain is not part of the hash (%v)", err)
	}
}

func TestUnknownRulesAreRefused(t *testing.T) {
	for _, r := range []sim.Rules{{}, {ChainID: 1}, {ChainID: 1, Hardfork: "shapella"}, {Hardfork: sim.Osaka}} {
		if _, err := sim.New(nil, r); !errors.Is(err, sim.ErrRules) {
			t.Errorf("%+v: %v", r, err)
		}
	}
	for _, f := range []sim.Hardfork{sim.Cancun, sim.Prague, sim.Osaka} {
		if _, err := sim.New(nil, sim.Rules{ChainID: 8453, Hardfork: f}); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}
