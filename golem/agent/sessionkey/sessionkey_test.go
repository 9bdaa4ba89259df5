package sessionkey

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/chronicle"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/grant/granttest"
	"bardo.run/bardo/golem/safety/rotation"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

// spec: provisioning §9.1, chain §10.3: coin that goes over counts from when its outcome is
// known; one that never will is tried again; one that a reorg took back is under way once
// more. What was of a key before changes nothing.
func TestTheCoinIsOverWhenItsOutcomeIsKnown(t *testing.T) {
	state, write := turn.NewState(turn.Identity{})
	write.Heartbeat.Edit(func(h *turn.Heartbeat) { h.Tick = 12 })
	a := New(&grant.Grant{}, 0, Ports{State: state})
	a.key = key{need: rotation.Need{Reason: rotation.Age, Next: common.Address{7}}, order: "p"}
	stands := func(what, order string, handed bool, attempt uint64) {
		t.Helper()
		if k := a.key; k.order != order || k.handed != handed || k.attempt != attempt {
			t.Errorf("%s: order %q, handed over %v, failed in %d", what, k.order, k.handed, k.attempt)
		}
	}
	told := func(permit string, s turn.Status, vanished bool) {
		a.HandedOver(turn.Execution{PermitID: permit, Status: s}, vanished)
	}
	told("another", turn.StatusExecuted, false)
	stands("one that is not under way", "p", false, 0)
	told("p", turn.StatusExecuted, false)
	stands("executed", "", true, 0)
	told("p", turn.StatusExecuted, true)
	stands("taken back", "p", false, 0)
	told("p", turn.StatusBlocked, false)
	stands("lost", "", false, 12)
	a.key = key{} // another key is in force
	told("p", turn.StatusExecuted, true)
	stands("of a key before", "", false, 0)
	New(nil, 0, Ports{}).HandedOver(turn.Execution{}, false) // a life without a grant
}

// spec: provisioning §8.9: dust is less than twice what its transfer costs, data included.
func TestDustIsLeft(t *testing.T) {
	for name, c := range map[string]struct {
		native, data uint64
		want         bool
	}{
		"nothing":                {0, 0, true},
		"one wei less":           {419_999, 0, true},
		"twice the gas":          {420_000, 0, false},
		"twice the gas, no data": {420_000, 1, true},
		"twice of both":          {420_002, 1, false},
	} {
		r := turn.Reading{Native: *uint256.NewInt(c.native), MaxFee: *uint256.NewInt(10), SwapFee: *uint256.NewInt(c.data)}
		if got := dust(r); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// ring is a Keyring whose next key does not take over, for what it has for a reason.
type ring struct {
	why     string
	needs   rotation.Need // instead of what is known
	retired []common.Address
}

func (r *ring) Due(_ rotation.Key, _ int64, known rotation.Need) (rotation.Need, bool) {
	if r.needs == (rotation.Need{}) {
		return known, false
	}
	return r.needs, r.needs != known
}

func (r *ring) Succeed(context.Context, grant.Grant) error { return errors.New(r.why) }
func (*ring) Signer(common.Address) chain.Signer           { return nil }

func (r *ring) Retire(key common.Address) error {
	r.retired = append(r.retired, key)
	return nil
}

// rotating is keys of which one waits for next to take over from it, and what they log.
func rotating(t *testing.T, r *ring, next common.Address) (*Keys, *bytes.Buffer) {
	t.Helper()
	j, err := journal.Open(t.TempDir(), journal.Options{Boot: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	old, granted := granttest.Signed(t, common.Address{1}, 0), granttest.Signed(t, next, 0)
	adapters, err := tool.NewAdapters(tool.Venue{Account: granttest.Account, Grant: &old})
	if err != nil {
		t.Fatal(err)
	}
	said := &bytes.Buffer{}
	state, write := turn.NewState(turn.Identity{Wallet: old.Key()})
	clock := tape.NewClock(j, nil, false)
	a := New(&old, 0, Ports{
		Journal: j, Clock: clock, Ring: r, Adapters: adapters, Hand: &chain.Hand{},
		State: state, Identity: write.Identity, Standing: write.Standing, Positions: write.Positions,
		Chronicle: chronicle.New(chronicle.Life{Journal: j, Clock: clock, State: state}, nil), Log: slog.New(slog.NewTextHandler(said, nil)),
	})
	a.key = key{need: rotation.Need{Reason: rotation.Age, Next: next}, next: &granted}
	return a, said
}

// spec: provisioning §8.9, §9.1: coin that is worth a dollar is not left with a key that ends
// because gas is dear when it does: the switch waits, as behind a refusal. What is worth less,
// or what nobody knows the worth of, is left.
func TestDearGasMakesNoCoinDust(t *testing.T) {
	const ether = 1_000_000_000_000_000_000
	for name, c := range map[string]struct {
		native   uint64
		price    money.USDC
		succeeds bool
	}{
		"a dollar":           {ether / 4_000, 4_000 * money.One, false},
		"less than a dollar": {ether/4_000 - ether/4_000_000_000, 4_000 * money.One, true},
		"of no known price":  {ether / 4_000, 0, true},
		"nothing":            {0, 4_000 * money.One, true},
	} {
		r := &ring{why: "the endpoint is away"}
		a, said := rotating(t, r, common.Address{7})
		state, write := turn.NewState(a.ports.State.Identity())
		write.Heartbeat.Edit(func(h *turn.Heartbeat) { h.Tick = 12 })
		a.ports.State = state
		a.ports.Look = func(context.Context) (turn.Reading, error) { // 0.0189 a transfer
			return turn.Reading{Native: *uint256.NewInt(c.native), NativePrice: c.price, MaxFee: *uint256.NewInt(900_000_000_000)}, nil
		}
		if err := a.handOver(t.Context()); err != nil {
			t.Fatal(err)
		}
		if succeeds := strings.Contains(said.String(), "did not take over"); succeeds != c.succeeds || (a.key.attempt == 12) == c.succeeds || a.key.passes() {
			t.Errorf("%s: taken over %v, tried again behind tick %d\n%s", name, succeeds, a.key.attempt, said)
		}
	}
}

// At a death a keystore is kept as long as coin is with its key, or may be: the hand-over is
// under way, or is done and the next key did not take over (without the chain it cannot).
// The testament says so.
//
// spec: provisioning §9.1, DESIGN §10
func TestADeathKeepsTheKeyThatMayHoldTheCoin(t *testing.T) {
	const said = "in the owner's safe"
	next := common.Address{7}
	for name, c := range map[string]struct {
		order  string
		handed bool
		kept   bool
	}{
		"nothing went":  {"", false, false},
		"under way":     {"p", false, true},
		"handed over":   {"", true, true},
		"told as taken": {"p", true, true},
	} {
		r := &ring{why: "the death is finished without the chain"}
		a, _ := rotating(t, r, next)
		a.key.order, a.key.handed = c.order, c.handed
		if err := a.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		names := strings.Contains(a.Recovery(said, a.ports.State.Identity().Wallet), next.Hex())
		a.Abandon()
		if kept := len(r.retired) == 0; kept != c.kept || names != c.kept || !strings.HasPrefix(a.Recovery(said, a.ports.State.Identity().Wallet), said) {
			t.Errorf("%s: kept %v, the testament says %q", name, kept, a.Recovery(said, a.ports.State.Identity().Wallet))
		}
		if !c.kept && !slices.Equal(r.retired, []common.Address{next}) {
			t.Errorf("%s: %s ended", name, r.retired)
		}
	}
}

// Another next key in the place of one that is lost waits for a grant of its own.
func TestAKeyInThePlaceOfALostOneWaitsForItsGrant(t *testing.T) {
	r := &ring{}
	a, _ := rotating(t, r, common.Address{7})
	rotates := true
	in := owner.NewInbox(owner.Ports{Journal: a.ports.Journal, Now: a.ports.Clock.Last, Tick: func() uint64 { return 0 }})
	in.Watch(a.Listen(in, nil, func() bool { return rotates })...)
	if err := in.Look(t.Context()); err != nil || a.key.next == nil || a.key.need.Next != (common.Address{7}) {
		t.Fatalf("%+v, %v", a.key, err)
	}
	r.needs = rotation.Need{Reason: rotation.Age, Next: common.Address{8}}
	rotates = false
	if err := in.Look(t.Context()); err != nil || a.key.need == r.needs {
		t.Errorf("where no key may be replaced: %+v, %v", a.key, err)
	}
	rotates = true
	if err := in.Look(t.Context()); err != nil || a.key.next != nil || a.key.need != r.needs || !strings.Contains(a.ports.State.Standing().Key, r.needs.Next.Hex()) {
		t.Errorf("%+v, %v", a.key, err)
	}
}

// A next key that does not take over is no fault of the tick, which tries again with each;
// its owner is told why, once.
func TestWhyAKeyDoesNotTakeOverIsTold(t *testing.T) {
	r := &ring{why: "no keystore is there"}
	a, said := rotating(t, r, common.Address{7})
	a.key.handed = true
	for _, want := range []int{1, 1, 2, 2} {
		if want == 2 {
			r.why = "the endpoint is away"
		}
		if err := a.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(said.String(), "did not take over"); n != want || !strings.Contains(said.String(), r.why) {
			t.Errorf("told %d times, want %d\n%s", n, want, said)
		}
	}
}
