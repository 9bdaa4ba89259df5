package permit

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/wire"
)

// spec: safety §12.3, §1.4 S-1: an order of the Golem's own moves nothing, a sweep its asset
// alone and outwards; whatever else the simulation shows is refused before anything is set aside.
func TestAnOrderOfTheGolemsOwnMovesNothingElse(t *testing.T) {
	asset := common.Address{7}
	out := turn.Delta{Token: asset, Out: true, Units: *uint256.NewInt(5)}
	in := turn.Delta{Token: asset, Units: *uint256.NewInt(5)}
	for name, c := range map[string]struct {
		kind grammar.Kind
		s    turn.Simulation
		want bool
	}{
		"an anchor":               {grammar.Anchor, turn.Simulation{}, false},
		"an anchor of a value":    {grammar.Anchor, turn.Simulation{Value: 1}, true},
		"an anchor that pays":     {grammar.Anchor, turn.Simulation{Deltas: []turn.Delta{out}}, true},
		"an anchor that is paid":  {grammar.Anchor, turn.Simulation{Deltas: []turn.Delta{in}}, true},
		"a hand-over of a token":  {grammar.HandOver, turn.Simulation{Deltas: []turn.Delta{out}}, true},
		"a declaration that pays": {grammar.Declare, turn.Simulation{Deltas: []turn.Delta{out}}, true},
		"a sweep":                 {grammar.Sweep, turn.Simulation{Value: 1, Deltas: []turn.Delta{out}}, false},
		"a sweep that is paid":    {grammar.Sweep, turn.Simulation{Deltas: []turn.Delta{in}}, true},
		"a sweep of two":          {grammar.Sweep, turn.Simulation{Deltas: []turn.Delta{out, {Token: common.Address{8}, Out: true}}}, true},
	} {
		if got := strays(grammar.Action{Kind: c.kind, Payload: asset.Bytes()}, c.s); got != c.want {
			t.Errorf("%s strays: %v", name, got)
		}
	}
}

// spec: provisioning §8.5: what is declared goes the way of an anchor: its gas set aside, its
// permit on record, and watched like any order.
func TestADeclarationGoesTheOneWay(t *testing.T) {
	d, o, c, _ := watched(t, turn.Execution{Status: turn.StatusExecuted, TxHash: [32]byte{1}})
	o.sim = turn.Simulation{Block: reading().Block, Success: true, CallGas: []uint64{50_000}}
	records := len(c.kept)
	x, err := d.Own.Declare(t.Context(), []byte{1, 2})
	if err != nil || x.Status != turn.StatusExecuted || x.PermitID != "permit:10.2" {
		t.Fatalf("%+v, %v", x, err)
	}
	want := []string{
		"reserve permit:10.2 500000 false", "start commit_action 10 permit:10.2 declare_phase", "execute permit:10.2 10",
		"end commit_action 10 permit:10.2 declare_phase executed", "settle permit:10.2 executed 0",
	}
	if !slices.Equal(o.log, want) {
		t.Errorf("asked %q", o.log)
	}
	if got, want := string(c.kept[records].Event), `{"action":"declare_phase","permit_id":"permit:10.2","type":"PermitCreated","value_limit":0}`; got != want {
		t.Errorf("on record is %s", got)
	}
	got := tell(t, d, o, News{PermitID: "permit:10.2", Vanished: true})
	if p := got[0].Action.Preview; p.ExpiresAt != 61_000 || p.Kind != "declare_phase" || p.Simulation == nil {
		t.Errorf("told was %+v", got)
	}
}

// What ends a life ends an order of its own: there is no answer, and so none is on record.
func TestTheJournalsLastWordEndsAnAnchor(t *testing.T) {
	d, o, c := audited(1 << 20)
	o.simErr = journal.ErrInterrupted
	x, err := d.Own.Anchor(t.Context(), audit.Mark{Records: 1})
	if !errors.Is(err, journal.ErrInterrupted) || x.Refusal != nil || x.PermitID != "permit:0.1" || len(c.kept) != 0 {
		t.Errorf("%+v, %v, %d records", x, err, len(c.kept))
	}
	d, o, c = audited(4) // the answer itself cannot be taken down
	o.sim = turn.Simulation{Block: reading().Block, Success: true, CallGas: []uint64{23_000}}
	o.ends(turn.Execution{Status: turn.StatusExecuted, TxHash: [32]byte{1}})
	if _, err := d.Own.Anchor(t.Context(), audit.Mark{Records: 1}); !errors.Is(err, errRoom) || len(c.kept) != 4 {
		t.Errorf("%v, %d records", err, len(c.kept))
	}
	d, o, _ = audited(1 << 20)
	o.sim = turn.Simulation{Block: reading().Block, Success: true, CallGas: []uint64{23_000}}
	o.fails = map[string]error{"execute": errRoom}
	if _, err := d.Own.Anchor(t.Context(), audit.Mark{Records: 1}); !errors.Is(err, errRoom) {
		t.Errorf("a fault of the executor: %v", err)
	}
}

// spec: safety §1.4 S-9: what the cage refuses at the commit is on record as the cage's word, and
// an order that never was sent has no transaction there.
func TestTheRecordsSayWhoRefusedAndWhatWasSent(t *testing.T) {
	d, o, c := audited(1 << 20)
	id := permitted(t, d)
	o.write.Positions.Edit(func(p *turn.Positions) { p.Drawdown = 1_301 })
	if x, err := d.Commit(t.Context(), id); err != nil || code(x) != cage.CodeDrawdown {
		t.Fatalf("%+v, %v", x, err)
	}
	refusal := string(cage.CodeDrawdown)
	if got, want := c.last(t, 3), []string{"PermitTransition cancelled", "PolicyCageCheck " + refusal, "ToolCall commit_action " + refusal}; !slices.Equal(got, want) {
		t.Errorf("on record is %q", got)
	}
	d, o, c = audited(1 << 20)
	o.execute = func(*capability.Token, Order) (turn.Execution, error) {
		return turn.Execution{Status: turn.StatusBlocked}, nil
	}
	if _, err := d.Commit(t.Context(), permitted(t, d)); err != nil || strings.Contains(strings.Join(c.said(t, 0), " "), "Transaction ") {
		t.Errorf("%v, on record is %q", err, c.said(t, 0))
	}
}

// spec: safety §1.4 S-7: a phase that got worse since the preview stops what opens, never what
// closes.
func TestAnExitGoesOnInAWorsePhase(t *testing.T) {
	d, o, _ := setUp()
	o.holds(weth, 1e18)
	id := permits(t, d, sale())
	o.write.Vitality.Edit(func(v *turn.Vitality) { v.Phase = turn.Declining })
	if x := commit(t, d, id); x.Status != turn.StatusExecuted {
		t.Errorf("%+v", x)
	}
	if tried(t, d, buy()) != wire.CodeSafetyPhaseBlocked {
		t.Error("what opens is not stopped")
	}
}
