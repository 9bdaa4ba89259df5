package protocoltest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// fault is what is wrong with an adapter and its reader; the zero one is nothing.
type fault struct {
	name  string
	reads func(r *turn.Reading) // what is told
	order func(o *protocol.Order)
	calls func(account common.Address, calls []protocol.Call)
	lost  int  // which form is missing, from 1
	blind bool // no log is followed
	bit   *bool
	spare bool // a protocol whose amounts are exact has no such fault
}

// faults are those that the suite must notice.
func faults() []fault {
	return []fault{
		{name: "a reading a unit off", reads: func(r *turn.Reading) {
			for i := range r.Markets {
				r.Markets[i].Rate.AddUint64(&r.Markets[i].Rate, 1)
			}
			for i := range r.Lending {
				r.Lending[i].Reserves[0].Supplied.AddUint64(&r.Lending[i].Reserves[0].Supplied, 1)
			}
		}},
		{name: "a stranger is paid", calls: func(account common.Address, calls []protocol.Call) {
			for i := range calls {
				calls[i].Data = bytes.ReplaceAll(calls[i].Data, account[:], common.Address{19: 0xee}.Bytes())
			}
		}},
		{name: "no log is followed", blind: true},
		{name: "no minimum", spare: true, order: func(o *protocol.Order) { o.Expect = nil }},
		{name: "a part of what is named", order: func(o *protocol.Order) {
			half := func(v *uint256.Int) *uint256.Int { return new(uint256.Int).Rsh(v, 1) }
			a := &o.Action
			switch {
			case a.Kind == grammar.Swap:
				a.AmountIn = half(a.AmountIn)
			case a.Kind == grammar.RemoveLiquidity:
				a.Percent /= 2
			case a.Kind == grammar.Withdraw && a.All():
				if market, ok := o.Seen.Lender(a.Market); ok {
					r, _ := market.Reserve(a.Asset)
					a.Amount = half(&r.Supplied)
				}
			case a.Amount != nil:
				a.Amount = half(a.Amount)
			}
		}},
	}
}

// few is how many states a fault has to be noticed in.
const few = 15

// sabotage puts each fault into the adapter or the reader of a subject of its own, which must
// fail the suite.
//
// spec: mirage-testing §8.7
func sabotage(t *testing.T, open func(testing.TB) Subject) {
	honest := start(t, open(t), fault{})
	if err := honest.whole(); err != nil {
		t.Fatal(err)
	}
	for _, form := range slices.Sorted(maps.Keys(honest.used)) {
		honest.fault.lost = form
		if !honest.misses() {
			t.Errorf("form %d is missing, and every call has one", form)
		}
	}
	for _, f := range faults() {
		f.bit = new(bool)
		s := start(t, open(t), f)
		err := s.whole()
		switch {
		case err != nil && *f.bit:
			t.Logf("%s: %v", f.name, err)
		case err != nil:
			t.Errorf("%s: without the fault: %v", f.name, err)
		case *f.bit:
			t.Errorf("%s: the suite passes", f.name)
		case f.spare:
			t.Logf("%s: there is no such fault in it", f.name)
		default:
			t.Errorf("%s: it changes nothing here", f.name)
		}
	}
	if len(honest.used) == 0 {
		t.Error("no call was made whose form could be missing")
	}
}

// whole is the suite in a few states.
func (s *suite) whole() error {
	if err := s.leaving(); err != nil {
		return err
	}
	_, err := s.states(few)
	return err
}

// misses reports whether a call that was made has no form.
func (s *suite) misses() bool {
	for _, n := range s.noted {
		if s.matches(n.forms, n.call) != nil {
			return true
		}
	}
	return false
}

// builds puts the fault into an adapter.
func (f fault) builds(a protocol.Adapter, account common.Address) protocol.Adapter {
	if f.order == nil && f.calls == nil {
		return a
	}
	bad := faulty{a, f, account}
	if lender, ok := a.(protocol.Lender); ok {
		return faultyLender{lender, bad}
	}
	return bad
}

// faulty is an adapter with a fault.
type faulty struct {
	protocol.Adapter
	fault   fault
	account common.Address
}

// Calls implements protocol.Adapter.
func (x faulty) Calls(o protocol.Order) ([]protocol.Call, error) {
	right, err := x.Adapter.Calls(o)
	if err != nil {
		return nil, err
	}
	if x.fault.order != nil {
		x.fault.order(&o)
	}
	wrong, err := x.Adapter.Calls(o)
	if err != nil {
		return nil, err
	}
	if x.fault.calls != nil {
		x.fault.calls(x.account, wrong)
	}
	for i := range wrong {
		*x.fault.bit = *x.fault.bit || len(wrong) != len(right) || !bytes.Equal(wrong[i].Data, right[i].Data)
	}
	return wrong, nil
}

// faultyLender is one of a lender.
type faultyLender struct {
	protocol.Lender
	faulty faulty
}

// Calls implements protocol.Adapter.
func (x faultyLender) Calls(o protocol.Order) ([]protocol.Call, error) { return x.faulty.Calls(o) }

// told puts the fault into a reader.
func (f fault) told(r protocol.Reader) protocol.Reader {
	if f.reads == nil {
		return r
	}
	return liar{r, f}
}

// liar is a reader with a fault.
type liar struct {
	protocol.Reader
	fault fault
}

// Add implements protocol.Reader.
func (x liar) Add(b *rpc.Batch, at uint64) func(context.Context, *turn.Reading) error {
	into := x.Reader.Add(b, at)
	return func(ctx context.Context, r *turn.Reading) error {
		err := into(ctx, r)
		x.fault.reads(r)
		*x.fault.bit = true
		return err
	}
}

// led puts the fault into a follower.
func (f fault) led(r protocol.Reader) (protocol.Follower, error) {
	follower, ok := r.(protocol.Follower)
	switch {
	case !ok:
		return nil, fmt.Errorf("%T follows no logs", r)
	case f.blind:
		return blind{follower, f.bit}, nil
	}
	return follower, nil
}

// blind is a follower that sees no log.
type blind struct {
	protocol.Follower
	bit *bool
}

// Follow implements protocol.Follower.
func (x blind) Follow(*turn.Reading, *types.Log) { *x.bit = true }
