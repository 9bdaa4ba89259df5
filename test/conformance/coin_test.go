package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/weth9"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/seed"
)

// On the real contract what is wrapped and unwrapped is what the preview says, of the asset and of
// the coin, and no more gas is paid than the receipt names; and what cannot be done is refused
// before it is sent.
//
// spec: tools-archetypes §4
func TestCoinAndTheAssetThatStandsForItBecomeOneAnother(t *testing.T) {
	k := evmtest.NewKit(t)
	client, weth := rpc.New(k.RPC), k.At("WETH9")
	c := configOf(k.Account, k.At("USDC"), venueOfKit(k))
	c.Deployments = append(c.Deployments, table.Wrapping([]string{weth9.Name}, weth)...)
	eyes, err := chain.Open(t.Context(), client, c)
	if err != nil {
		t.Fatal(err)
	}
	adapters, err := tool.NewAdapters(tool.Venue{Account: k.Account, Deployments: eyes.Deployments()})
	if err != nil {
		t.Fatal(err)
	}
	fork, err := sim.New(client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka})
	if err != nil {
		t.Fatal(err)
	}
	simulator := &tool.Simulator{Adapters: adapters, Chain: eyes, Client: client, Fork: fork, ChainID: evmtest.ChainID}
	ask := func(kind grammar.Kind, units *uint256.Int) (grammar.Action, turn.Simulation) {
		t.Helper()
		a := parsed(t, eyes, fmt.Appendf(nil, `{"type":%q,"params":{"asset":"weth","amount":%q},"constraints":{}}`, kind, units.Dec()))
		s, err := simulator.Simulate(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		return a, s
	}
	look := func() turn.Reading {
		t.Helper()
		seen, err := eyes.Observe(t.Context())
		if err != nil || seen.Wrapper != (turn.Wrapper{Token: weth, Protocol: weth9.Name}) {
			t.Fatalf("%+v, %v", seen.Wrapper, err)
		}
		return seen
	}
	rng, done := seed.Seed(20261128).Stream("conformance/coin"), map[grammar.Kind]int{}
	for range 40 {
		before := look()
		kind := []grammar.Kind{grammar.Wrap, grammar.Unwrap}[rng.IntN(2)]
		units := uint256.NewInt(1 + rng.Uint64N(1<<uint(1+rng.IntN(58))))
		if held := before.Held(weth); kind == grammar.Unwrap && rng.IntN(4) == 0 && !held.IsZero() {
			units = &held // to the last unit
		}
		a, s := ask(kind, units)
		held := before.Held(weth)
		if kind == grammar.Unwrap && units.Gt(&held) {
			if s.Success {
				t.Fatalf("%s of %s held", a.Canonical(), held.Dec())
			}
			continue
		}
		if !s.Success || len(s.Deltas) != 2 {
			t.Fatalf("%s: %s, %+v", a.Canonical(), s.Revert, s.Deltas)
		}
		calls, err := adapters.Calls(a, before, &s)
		if err != nil || len(calls) != 1 {
			t.Fatalf("%d calls, %v", len(calls), err)
		}
		value := int64(0)
		if calls[0].Value != nil {
			value = int64(calls[0].Value.Uint64())
		}
		r := k.Pay(calls[0].To, value, calls[0].Data)
		var logs []protocol.Log
		for _, l := range r.Logs {
			logs = append(logs, protocol.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
		}
		if mined := adapters.Moved(nil, before, logs); r.Status != 1 || !sameDeltas(mined, s.Deltas) {
			t.Fatalf("%s: mined %+v, the preview says %+v", a.Canonical(), mined, s.Deltas)
		}
		after := look()
		coin, asset := new(uint256.Int).Sub(&before.Native, &after.Native), after.Held(weth)
		gas := new(uint256.Int).Mul(uint256.NewInt(r.GasUsed), uint256.MustFromBig(r.EffectiveGasPrice))
		wrapped := new(uint256.Int).Sub(&asset, &held) // below zero it wraps around, as coin does
		if coin.Sub(coin, gas); !coin.Eq(wrapped) || kind == grammar.Wrap && !wrapped.Eq(units) {
			t.Fatalf("%s: %s wei left, %s units came", a.Canonical(), coin.Dec(), wrapped.Dec())
		}
		done[kind]++
	}
	if done[grammar.Wrap] < 10 || done[grammar.Unwrap] < 5 {
		t.Errorf("orders: %v", done)
	}
	trips, err := simulator.Prove(t.Context())
	if err != nil || tool.Proven(trips) != nil || !strings.Contains(fmt.Sprint(trips), "unwrap the coin") {
		t.Errorf("%+v, %v", trips, err)
	}
	native := look().Native
	a := parsed(t, eyes, fmt.Appendf(nil, `{"type":"wrap","params":{"asset":"weth","amount":%q},"constraints":{}}`, native.AddUint64(&native, 1).Dec()))
	if s, err := simulator.Simulate(t.Context(), a); err == nil && s.Success {
		t.Error("more than there is")
	}
}
