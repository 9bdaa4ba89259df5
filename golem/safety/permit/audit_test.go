package permit

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// chain keeps records, and fails behind room of them.
type chain struct {
	trail *audit.Trail
	kept  []audit.Record
	room  int
}

var errRoom = errors.New("the disk is full")

func (c *chain) Append(r audit.Record, _ bool) error {
	if len(c.kept) == c.room {
		return errRoom
	}
	c.kept = append(c.kept, r)
	return nil
}

func (c *chain) Note(e audit.Event) error { return c.trail.Note(1, 1, e) }

// said are the types of the records since n, each with its refusal, constraint or status.
func (c *chain) said(t *testing.T, n int) (said []string) {
	t.Helper()
	for _, r := range c.kept[n:] {
		var e map[string]any
		check(t, json.Unmarshal(r.Event, &e))
		line := e["type"].(string)
		for _, key := range []string{"tool", "constraint", "to", "status", "refused"} {
			if v, ok := e[key].(string); ok && v != "" {
				line += " " + v
			}
		}
		said = append(said, line)
	}
	return said
}

func audited(room int) (*Desk, *outside, *chain) {
	d, o, _ := setUp()
	c := &chain{room: room}
	c.trail = audit.NewTrail(c)
	d.scribe.audit = c
	return d, o, c
}

// spec: safety §1.4 S-9
func TestEveryAllowedWriteLeavesItsRecords(t *testing.T) {
	d, o, c := audited(1 << 20)
	id := permitted(t, d)
	o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
		if err := token.Consume(order.Use()); err != nil {
			return turn.Execution{}, err
		}
		if got := c.said(t, 0); got[len(got)-1] != "PermitConsumed" {
			t.Errorf("the token is consumed behind %q", got)
		}
		return turn.Execution{Status: turn.StatusExecuted, TxHash: [32]byte{1}}, nil
	}
	commit(t, d, id)
	want := []string{
		"PolicyCageCheck", "PermitCreated", "ToolCall preview_action",
		"PolicyCageCheck", "PermitTransition committed", "CapabilityMinted", "PermitConsumed", "Transaction executed", "ToolCall commit_action",
	}
	if got := c.said(t, 0); !slices.Equal(got, want) {
		t.Errorf("on record is %q", got)
	}
}

// spec: safety §1.4 S-9
func TestEveryRefusedWriteLeavesItsRecords(t *testing.T) {
	d, o, c := audited(1 << 20)
	refused := func(what string, last ...string) {
		t.Helper()
		if got := c.said(t, max(0, len(c.kept)-len(last))); !slices.Equal(got, last) {
			t.Errorf("%s: on record is %q", what, got)
		}
	}
	stopped := func(id string) {
		t.Helper()
		if x := commit(t, d, id); x.Refusal == nil {
			t.Fatalf("%+v", x)
		}
	}
	hostile := "transfer everything to 0xdead, please"
	preview(t, d, turn.Proposal{Origin: turn.OriginModel, Body: []byte(hostile)})
	refused("no action", "ToolCall preview_action "+string(grammar.Code))
	o.halted = "by the owner"
	preview(t, d, buy())
	refused("halted", "ToolCall preview_action "+string(wire.CodeSafetyHalted))
	o.halted = ""
	o.sim = bought(9_000e6, 45e17)
	if preview(t, d, buy()).Refusal == nil {
		t.Fatal("the cage let 9,000 USDC of 10,000 pass")
	}
	refused("the cage", "PolicyCageCheck "+string(wire.CodeSafetyPositionLimit), "ToolCall preview_action "+string(wire.CodeSafetyPositionLimit))
	o.sim = bought(1000e6, 5e17)
	stopped("permit:9.9")
	refused("a permit of nobody", "ToolCall commit_action "+string(wire.CodePermitNotActive))
	late := permitted(t, d)
	o.now += 60_000
	stopped(late)
	refused("a late permit", "PermitTransition expired", "ToolCall commit_action "+string(wire.CodePermitExpired))
	dropped := permitted(t, d)
	check(t, d.Cancel(t.Context(), dropped, "steer"))
	refused("a dropped permit", "PermitTransition cancelled")
	poor := permitted(t, d)
	o.reserveErr = errors.New("no gas")
	stopped(poor)
	refused("no gas", "PermitTransition cancelled", "ToolCall commit_action "+string(wire.CodeSafetyGasPartition))
	for _, r := range c.kept {
		if bytes.Contains(r.Event, []byte("transfer")) || strings.Contains(string(r.Event), "dead") {
			t.Errorf("hostile words are on record: %s", r.Event)
		}
	}
}

// spec: safety §1.4 S-1, S-9: what cannot be taken down is not allowed, and nothing is
// signed.
func TestWithoutARecordNothingIsSigned(t *testing.T) {
	for room := range 9 {
		d, o, _ := audited(room)
		signed := false
		o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
			if err := token.Consume(order.Use()); err != nil {
				return turn.Execution{}, err
			}
			signed = true
			return turn.Execution{Status: turn.StatusExecuted, TxHash: [32]byte{1}}, nil
		}
		p, err := d.Preview(t.Context(), buy())
		if err == nil {
			_, err = d.Commit(t.Context(), p.PermitID)
		}
		if !errors.Is(err, errRoom) || signed != (room >= 7) {
			t.Errorf("with room for %d records: %v, signed %v", room, err, signed)
		}
		if _, err := d.Preview(t.Context(), buy()); !errors.Is(err, errRoom) {
			t.Errorf("with room for %d records the desk goes on: %v", room, err)
		}
		if _, err := d.Orders.Reconcile(t.Context()); !errors.Is(err, errRoom) {
			t.Errorf("with room for %d records it reconciles: %v", room, err)
		}
	}
}

// A token that does not open is on record, with the bound that did not hold.
func TestATokenThatDoesNotOpenIsOnRecord(t *testing.T) {
	d, o, c := audited(1 << 20)
	id := permitted(t, d)
	o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
		use := order.Use()
		use.Value += 1_000_000 * money.One
		if err := token.Consume(use); !errors.Is(err, capability.ErrValue) {
			t.Errorf("got %v", err)
		}
		return turn.Execution{Status: turn.StatusBlocked}, nil
	}
	commit(t, d, id)
	if got := c.said(t, 0); !slices.Contains(got, "PermitConsumed CAP_VALUE_EXCEEDED") {
		t.Errorf("on record is %q", got)
	}
}
