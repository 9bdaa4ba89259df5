package tool

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/permit"
)

// handed is the order of a key with so many wei at 10 wei per gas, on a chain that charges
// so many for data.
func handed(native, data uint64) (grammar.Action, permit.Order) {
	next := common.Address{7}
	a := grammar.Action{Kind: grammar.HandOver, Payload: next.Bytes()}
	return a, permit.Order{
		Action: a, Simulation: turn.Simulation{DataFee: *uint256.NewInt(data)},
		Seen: turn.Reading{Native: *uint256.NewInt(native), MaxFee: *uint256.NewInt(10), Tip: *uint256.NewInt(1)},
	}
}

// spec: provisioning §9.1: all coin goes over but what the transaction may cost, which is
// what it does cost where a chain charges for gas alone.
func TestAKeyHandsOverAllButWhatThatMayCost(t *testing.T) {
	adapters := on(t, Venue{Grant: &grant.Grant{}})
	for name, c := range map[string]struct {
		native, data, paid uint64
		value, left        uint64
	}{
		"gas alone":                    {1_000_000, 0, 210_000, 790_000, 0},
		"data, twice what it was":      {1_000_000, 100, 210_000 + 200, 789_800, 0},
		"data, at what it was":         {1_000_000, 100, 210_000 + 100, 789_800, 100},
		"one wei more than what it is": {210_001, 0, 210_000, 1, 0},
	} {
		a, o := handed(c.native, c.data)
		calls, err := adapters.Calls(a, o.Seen, &o.Simulation)
		if err != nil || len(calls) != 1 || calls[0].To != (common.Address{7}) || calls[0].Gas != 21_000 || len(calls[0].Data) != 0 || calls[0].Value.Uint64() != c.value {
			t.Errorf("%s: %+v, %v", name, calls, err)
			continue
		}
		if got := bounded(calls, []uint64{21_000})[0].Gas; got != 21_000 {
			t.Errorf("%s: it is sent with %d gas", name, got)
		}
		if left := adapters.mandate.left(o, uint256.NewInt(c.paid)); left.Uint64() != c.left {
			t.Errorf("%s: %s wei stay, want %d", name, &left, c.left)
		}
		if f := offer(o); !f.Tip.Eq(&f.Max) || !f.Max.Eq(&o.Seen.MaxFee) {
			t.Errorf("%s: it offers %+v", name, f)
		}
	}
}

// Nothing is handed over without a grant, to no address, or where it costs all there is.
func TestWithoutAGrantOrCoinNothingIsHandedOver(t *testing.T) {
	under := on(t, Venue{Grant: &grant.Grant{}})
	alone := on(t, Venue{})
	a, o := handed(1_000_000, 0)
	if calls, err := alone.Calls(a, o.Seen, nil); err == nil {
		t.Errorf("without a grant: %+v", calls)
	}
	short := a
	short.Payload = short.Payload[:19]
	if calls, err := under.Calls(short, o.Seen, nil); err == nil {
		t.Errorf("to no address: %+v", calls)
	}
	for _, native := range []uint64{0, 209_999, 210_000} {
		if a, o := handed(native, 0); len(a.Payload) > 0 {
			if calls, err := under.Calls(a, o.Seen, nil); err == nil {
				t.Errorf("with %d wei: %+v", native, calls)
			}
		}
	}
	if a, o := handed(1_000_000, 0); len(a.Payload) > 0 {
		o.Seen.MaxFee = *new(uint256.Int).Lsh(uint256.NewInt(1), 255) // times 21,000 it is nothing, modulo 2^256
		if calls, err := under.Calls(a, o.Seen, nil); err == nil {
			t.Errorf("at a cost that cannot be counted: %+v", calls)
		}
	}
	home := o
	home.Action.Kind = grammar.Sweep
	if left := under.mandate.left(home, uint256.NewInt(1)); !left.IsZero() {
		t.Errorf("what is sent home leaves %s", &left)
	}
	buys := permit.Order{Action: grammar.Action{Kind: grammar.Swap}, Seen: o.Seen}
	left, fees := under.mandate.left(buys, uint256.NewInt(1)), offer(buys)
	if !left.IsZero() || !fees.Tip.Eq(&o.Seen.Tip) {
		t.Errorf("a swap leaves %s", &left)
	}
}

// Whom the coin goes to is part of what a capability is bound to.
func TestACapabilityIsBoundToWhoTakesOver(t *testing.T) {
	a, _ := handed(1, 0)
	b := a
	b.Payload = common.Address{8}.Bytes()
	if a.Hash() == b.Hash() {
		t.Error("two keys, one hash")
	}
}
