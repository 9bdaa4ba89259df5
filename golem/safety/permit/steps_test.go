package permit

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// later is a desk at tick 10, a second into its life, with an order of two calls.
func later() (*Desk, *outside, *cage.Cage) {
	d, o, c := setUp()
	o.now = 1_000
	o.sim.CallGas = []uint64{200_000, 200_000}
	o.tick(10)
	return d, o, c
}

func (o *outside) tick(n uint64) { o.write.Heartbeat.Edit(func(h *turn.Heartbeat) { h.Tick = n }) }

// ends has every order end so, its token used.
func (o *outside) ends(x turn.Execution) {
	o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
		return x, token.Consume(order.Use())
	}
}

// endsWatched has every order end so, and be watched from then on.
func (o *outside) endsWatched(x turn.Execution) {
	o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
		o.watches[order.PermitID] = true
		return x, token.Consume(order.Use())
	}
}

// spec: heartbeat §14.2, safety §4.3: gas is set aside before, whoever watches is told, and what
// was set aside is settled by how the order ended: an owner pays for what was sent and for
// nothing else.
func TestACommitGoesStepByStep(t *testing.T) {
	const id, held = "permit:10.1", "reserve permit:10.1 2800000 false"
	const start, sent = "start commit_action 10 permit:10.1 swap", "execute permit:10.1 10"
	end := func(status string) string { return "end commit_action 10 permit:10.1 swap " + status }
	for name, c := range map[string]struct {
		x    turn.Execution
		want []string
	}{
		"executed":  {turn.Execution{Status: turn.StatusExecuted, Cost: 7}, []string{held, start, sent, end("executed"), "settle permit:10.1 executed 7"}},
		"failed":    {turn.Execution{Status: turn.StatusFailed, Cost: 9}, []string{held, start, sent, end("failed"), "settle permit:10.1 failed 9"}},
		"pending":   {turn.Execution{Status: turn.StatusPending}, []string{held, start, sent, end("pending"), "pend permit:10.1"}},
		"cancelled": {turn.Execution{Status: turn.StatusCancelled}, []string{held, start, sent, end("cancelled"), "release permit:10.1"}},
		"blocked": {
			turn.Execution{Status: turn.StatusBlocked, Refusal: &turn.Refusal{Code: wire.CodeExecutionReverted}},
			[]string{held, start, sent, end("blocked " + string(wire.CodeExecutionReverted)), "release permit:10.1"},
		},
	} {
		d, o, _ := later()
		o.ends(c.x)
		x, err := d.Commit(t.Context(), permitted(t, d))
		if err != nil || x.PermitID != id || x.Status != c.x.Status || !slices.Equal(o.log, c.want) {
			t.Errorf("%s: %+v, %v\n got %q\nwant %q", name, x, err, o.log, c.want)
		}
	}
}

// What goes wrong in the program is an error, and never a quiet outcome.
func TestAFaultOfOursIsTheCommitsError(t *testing.T) {
	fault := errors.New("the disk is gone")
	for what, status := range map[string]turn.Status{"execute": "", "settle": turn.StatusExecuted, "pend": turn.StatusPending, "release": turn.StatusBlocked} {
		d, o, _ := later()
		o.fails = map[string]error{what: fault}
		o.ends(turn.Execution{Status: status})
		if _, err := d.Commit(t.Context(), permitted(t, d)); !errors.Is(err, fault) {
			t.Errorf("%s: %v", what, err)
		}
		if ended := slices.ContainsFunc(o.log, func(line string) bool { return line[:3] == "end" }); ended != (what != "execute") {
			t.Errorf("%s: %q", what, o.log)
		}
	}
}

// spec: surfaces §permits: what whoever looks on is told of a permit, from its making to its
// end.
func TestAPermitsWayIsAnnounced(t *testing.T) {
	at := func(n string) (string, string, string, wire.Optional[string], int64) {
		return "permit:10." + n, "swap", "standard", wire.Some(common.Hash{1}.Hex()), 61_000
	}
	made := func(n string) wire.PermitCreated {
		id, kind, risk, hash, until := at(n)
		return wire.PermitCreated{PermitID: id, ActionKind: kind, RiskTier: risk, SimulationHash: hash, ExpiresAt: until}
	}
	cancelled := func(n, source string) wire.PermitCancelled {
		id, kind, risk, hash, until := at(n)
		return wire.PermitCancelled{PermitID: id, ActionKind: kind, RiskTier: risk, SimulationHash: hash, ExpiresAt: until, Source: source}
	}
	d, o, _ := later()
	commit(t, d, permitted(t, d))
	dropped := permitted(t, d)
	for _, id := range []string{dropped, dropped, "permit:9.9"} { // the last two are not open
		check(t, d.Cancel(t.Context(), id, "steer"))
	}
	permitted(t, d)
	permitted(t, d)
	d.CancelAll("halt")
	late := permitted(t, d)
	o.now = 61_000
	commit(t, d, late)
	o.sim.Success = false
	if _, err := d.Preview(t.Context(), buy()); err != nil {
		t.Fatal(err)
	}
	id, kind, grade, hash, until := at("1")
	committed := wire.PermitCommitted{PermitID: id, ActionKind: kind, RiskTier: grade, SimulationHash: hash, ExpiresAt: until}
	want := []wire.Payload{
		made("1"), committed, made("2"), cancelled("2", "steer"), made("3"), made("4"), cancelled("3", "halt"), cancelled("4", "halt"),
		made("5"), wire.PermitExpired(made("5")),
		wire.PermitBlocked{PermitID: "permit:10.6", ActionKind: "swap", RiskTier: "standard", BlockReason: string(wire.CodeSafetySimulationFailed)},
	}
	if !reflect.DeepEqual(o.events, want) {
		t.Errorf("\n got %+v\nwant %+v", o.events, want)
	}
	o.tick(11)
	if o.sim.Success = true; permitted(t, d) != "permit:11.1" {
		t.Error("the numbers go on into the next tick")
	}
}

// spec: safety §2.1: a token opens for the three ticks of its order, for nothing later, and for
// nothing at all once the executor gave it back.
func TestATokenLivesThreeTicksAndEndsWithItsOrder(t *testing.T) {
	for ticks, want := range map[uint64]error{0: nil, 2: nil, 3: capability.ErrExpired} {
		d, o, _ := later()
		o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
			order.Tick += ticks
			if err := token.Consume(order.Use()); !errors.Is(err, want) {
				t.Errorf("%d ticks later: %v", ticks, err)
			}
			return turn.Execution{Status: turn.StatusBlocked}, nil
		}
		commit(t, d, permitted(t, d))
	}
	d, o, _ := later()
	var kept *capability.Token
	var use capability.Use
	o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
		kept, use = token, order.Use()
		return turn.Execution{Status: turn.StatusBlocked}, nil
	}
	if _, err := d.Commit(t.Context(), permitted(t, d)); err != nil || kept.Consume(use) == nil {
		t.Errorf("a token that was kept opens behind its order, %v", err)
	}
}

// spec: safety §7.4: the hour counts what went to the chain, however it ended there, and the
// day what may have moved.
func TestTheHourCountsWhatWasSent(t *testing.T) {
	for status, want := range map[turn.Status]wire.Code{
		turn.StatusExecuted: cage.CodeRate, turn.StatusFailed: cage.CodeRate, turn.StatusBlocked: "", turn.StatusCancelled: "",
	} {
		d, o, c := later()
		p := policy()
		p.PerHour = 1
		c.Tighten(p)
		o.ends(turn.Execution{Status: status})
		commit(t, d, permitted(t, d))
		if got := tried(t, d, buy()); got != want {
			t.Errorf("behind one that was %s: %q, want %q", status, got, want)
		}
	}
	d, o, c := later()
	p := policy()
	p.PerDay = 1_500 * money.One
	c.Tighten(p)
	o.endsWatched(turn.Execution{Status: turn.StatusPending})
	id := permitted(t, d)
	commit(t, d, id)
	o.watches[id] = false
	tell(t, d, o, News{PermitID: id, Outcome: &turn.Execution{Status: turn.StatusExecuted}})
	if got := tried(t, d, buy()); got != cage.CodeSpend {
		t.Errorf("behind one that was pending: %q", got)
	}
	d, o, c = later()
	c.Tighten(p)
	o.ends(turn.Execution{Status: turn.StatusFailed, Deltas: bought(1000e6, 5e17).Deltas[:1]})
	if got := tried(t, d, buy()); got != "" {
		t.Fatal(got)
	}
	if got := tried(t, d, buy()); got != cage.CodeSpend {
		t.Errorf("behind one that failed after one token had moved: %q", got)
	}
}

// spec: heartbeat §14.2: what a hook made of a proposal is judged like any proposal, and is what
// is simulated and sent.
func TestWhatAHookChangesIsReadAgain(t *testing.T) {
	for name, c := range map[string]struct {
		body, kind string
		code       wire.Code
		detail     string
	}{
		"the same":       {string(buy().Body), "swap", "", ""},
		"another action": {string(sale().Body), "swap", "", ""},
		"another tool":   {adds, "add_liquidity", wire.CodeSafetyCapabilityRequired, "no tool of this Golem is named add_liquidity"},
		"no action":      {"{", "swap", grammar.Code, "after a hook: "},
	} {
		d, o, _ := later()
		d.judge.tools = func(tool string) (tier.Row, bool) {
			row, _ := tier.Of(tool)
			return row, tool == "swap"
		}
		o.holds(weth, 1e18)
		o.rewrite = func(call *turn.ToolCall) {
			if call.Tool == ToolPreview {
				call.Proposal.Body = []byte(c.body)
			}
		}
		p, err := d.Preview(t.Context(), buy())
		check(t, err)
		got := turn.Execution{Refusal: p.Refusal}
		if code(got) != c.code || p.Kind != c.kind || c.code != "" && (len(p.Refusal.Detail) < len(c.detail) || p.Refusal.Detail[:len(c.detail)] != c.detail) {
			t.Errorf("%s: %+v, %+v", name, p, p.Refusal)
		}
		if c.code == "" {
			if made, _ := d.book.Find(p.PermitID); made.Params != action(t, turn.Proposal{Body: []byte(c.body)}).Hash() {
				t.Errorf("%s: permitted was %+v", name, made.Action)
			}
		}
	}
}

// spec: safety §1.4 S-9: an audit that failed once ends the desk, whatever it is asked and
// whether or not the disk has room again: nothing is simulated, sent or asked.
func TestADeskWhoseAuditFailedDoesNothingMore(t *testing.T) {
	d, o, _ := later()
	id := permitted(t, d)
	noted := 0
	d.scribe.audit = noter(func(audit.Event) error {
		if noted++; noted == 1 {
			return errRoom
		}
		return nil
	})
	if _, err := d.Preview(t.Context(), buy()); !errors.Is(err, errRoom) {
		t.Fatal(err)
	}
	before, simulated, told := len(o.log), o.simulated, len(o.events)
	for name, ask := range map[string]func() (turn.Execution, error){
		"preview":   func() (turn.Execution, error) { _, err := d.Preview(t.Context(), buy()); return turn.Execution{}, err },
		"commit":    func() (turn.Execution, error) { return d.Commit(t.Context(), id) },
		"anchor":    func() (turn.Execution, error) { return d.Own.Anchor(t.Context(), audit.Mark{Records: 1}) },
		"declare":   func() (turn.Execution, error) { return d.Own.Declare(t.Context(), []byte{1}) },
		"hand over": func() (turn.Execution, error) { return d.Own.HandOver(t.Context(), common.Address{7}) },
		"sweep":     func() (turn.Execution, error) { return d.Own.Sweep(t.Context(), common.Address{7}) },
		"reconcile": func() (turn.Execution, error) {
			_, err := d.Orders.Reconcile(t.Context())
			return turn.Execution{}, err
		},
	} {
		if _, err := ask(); !errors.Is(err, errRoom) || len(o.log) != before || o.simulated != simulated || len(o.events) != told || noted != 1 {
			t.Errorf("%s: %v, %q, %d simulations, noted %d times", name, err, o.log[before:], o.simulated-simulated, noted)
		}
	}
}

type noter func(audit.Event) error

func (n noter) Note(e audit.Event) error { return n(e) }

// spec: heartbeat §14.2: a simulation is as good as its block, and is asked for again where the
// head is another or is not known; the journal's last word ends the commit.
func TestASimulationHoldsForItsBlock(t *testing.T) {
	down := errors.New("link down")
	for name, c := range map[string]struct {
		head, sim error
		hash      common.Hash
		again     int
		code      wire.Code
		err       error
	}{
		"the same block":                        {nil, down, common.Hash{7}, 0, "", nil},
		"another block":                         {nil, nil, common.Hash{8}, 1, "", nil},
		"a head that is not known":              {down, nil, common.Hash{7}, 1, "", nil},
		"nothing that is known":                 {down, down, common.Hash{7}, 1, wire.CodeExecutionSimUnavailable, nil},
		"an interrupted journal at the head":    {journal.ErrInterrupted, nil, common.Hash{7}, 0, "", journal.ErrInterrupted},
		"an interrupted journal behind a block": {nil, journal.ErrInterrupted, common.Hash{8}, 1, "", journal.ErrInterrupted},
	} {
		d, o, _ := later()
		id := permitted(t, d)
		o.simulated, o.headErr, o.simErr, o.head.Hash = 0, c.head, c.sim, c.hash
		x, err := d.Commit(t.Context(), id)
		if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || code(x) != c.code || o.simulated != c.again || x.PermitID != id {
			t.Errorf("%s: %+v, %v, %d simulations", name, x, err, o.simulated)
		}
	}
}
