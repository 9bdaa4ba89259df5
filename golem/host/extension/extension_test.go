package extension

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// stage is one after_turn hook that writes down its name.
type stage struct {
	name string
	log  *[]string
	err  error
}

func (s stage) OnAfterTurn(context.Context, *turn.AfterTurn) error {
	*s.log = append(*s.log, s.name)
	if s.err != nil && s.err.Error() == "panic" {
		panic("stage fell over")
	}
	return s.err
}

// only returns the hook of an extension for exactly the moments whose explicit
// order lists it.
func only(name string, log *[]string) any {
	if slices.Contains(Orders()[AfterTurn], name) {
		return stage{name: name, log: log}
	}
	return caller{name: name, log: log}
}

type caller struct {
	name    string
	log     *[]string
	refusal *turn.Refusal
	err     error
}

func (c caller) OnToolExecutionStart(context.Context, turn.ToolProgress) error {
	*c.log = append(*c.log, c.name)
	return nil
}

type judge struct{ caller }

func (j judge) OnToolCall(context.Context, *turn.ToolCall) (*turn.Refusal, error) {
	*j.log = append(*j.log, j.name)
	return j.refusal, j.err
}

func build(t *testing.T, xs ...Extension) *Host {
	t.Helper()
	r := NewRegistry()
	for _, x := range xs {
		r.Register(x)
	}
	h, err := r.Build()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func whole(log *[]string) []Extension {
	var xs []Extension
	for _, row := range Table() {
		xs = append(xs, Extension{row.Name, only(row.Name, log)})
	}
	return xs
}

// spec: runtime §6.2, §6.3 — 21 moments, 28 extensions, counts per layer.
func TestTheTableIsTheSpecification(t *testing.T) {
	if n := len(Moments()); n != 21 {
		t.Errorf("%d moments, want 21", n)
	}
	counts := make([]int, 8)
	names := map[string]bool{}
	for _, row := range Table() {
		counts[row.Layer]++
		names[row.Name] = true
	}
	if want := []int{6, 1, 4, 8, 4, 2, 2, 1}; !slices.Equal(counts, want) || len(names) != 28 {
		t.Errorf("%d names with layers %v, want 28 with %v", len(names), counts, want)
	}
	for m, list := range Orders() {
		for _, name := range list {
			if !names[name] {
				t.Errorf("the order of %s names %q, which is not in the table", m, name)
			}
		}
	}
}

// spec: runtime §6.4
func TestAfterTurnIsTheExplicitNineStageList(t *testing.T) {
	want := strings.Fields("heartbeat lifespan daimon memory risk dream cybernetics clade telemetry")
	if got := build(t, whole(new([]string))...).Order(AfterTurn); !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// spec: runtime §6.5 — 100 random permutations give identical order tables.
func TestRegistrationOrderDoesNotMatter(t *testing.T) {
	tables := func(xs []Extension) map[Moment][]string {
		h, out := build(t, xs...), map[Moment][]string{}
		for _, m := range Moments() {
			out[m] = h.Order(m)
		}
		return out
	}
	xs := whole(new([]string))
	want := tables(xs)
	random := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		random.Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] })
		if got := tables(xs); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

// spec: runtime §6.5
func TestBuildRefusesABrokenGraph(t *testing.T) {
	row := func(name string, layer int, needs ...string) Row { return Row{name, layer, needs, ""} }
	for _, c := range []struct {
		name  string
		table []Row
		give  []string
		want  error
		says  string
	}{
		{"grimoire removed", Table(), without("grimoire"), ErrDependency, `"context" needs "grimoire"`},
		{"upward", []Row{row("low", 2, "high"), row("high", 3)}, []string{"low", "high"}, ErrUpward, `"low" (layer 2) needs "high" (layer 3)`},
		{"cycle", []Row{row("a", 1, "c"), row("b", 1, "a"), row("c", 1, "b")}, []string{"a", "b", "c"}, ErrCycle, "a, b, c"},
		{"twice", Table(), []string{"tools", "tools"}, ErrDuplicate, "tools"},
		{"unknown", Table(), []string{"oracle"}, ErrUnknown, "oracle"},
		{"layer 8", []Row{row("a", 8)}, []string{"a"}, ErrLayer, "a"},
	} {
		r := &Registry{table: c.table, orders: Orders()}
		for _, name := range c.give {
			r.Register(Extension{name, caller{name: name, log: new([]string)}})
		}
		if _, err := r.Build(); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %v, want %v with %q", c.name, err, c.want, c.says)
		}
	}
}

func without(name string) []string {
	var names []string
	for _, row := range Table() {
		if row.Name != name {
			names = append(names, row.Name)
		}
	}
	return names
}

func TestAHookOutsideItsExplicitOrderIsRefused(t *testing.T) {
	r := NewRegistry()
	r.Register(Extension{"tools", stage{name: "tools", log: new([]string)}})
	if _, err := r.Build(); !errors.Is(err, ErrUnlisted) {
		t.Fatalf("got %v, want ErrUnlisted", err)
	}
}

// spec: runtime §6.6 — nine probes, the nine names in order.
func TestEveryStageFiresInOrderWhateverFailsBefore(t *testing.T) {
	log := new([]string)
	xs := whole(log)
	for i, x := range xs {
		switch x.Name {
		case "lifespan":
			xs[i].Hook = stage{x.Name, log, errors.New("clock stopped")}
		case "memory":
			xs[i].Hook = stage{x.Name, log, errors.New("panic")}
		}
	}
	h, record := build(t, xs...), &turn.Record{Tick: 3}
	h.FireAfterTurn(t.Context(), &turn.AfterTurn{Record: record})
	if want := Orders()[AfterTurn]; !slices.Equal(*log, want) {
		t.Errorf("fired %v, want %v", *log, want)
	}
	if len(record.Faults) != 2 || record.Faults[0].Kind != "lifespan" || record.Faults[1].Kind != "memory" {
		t.Errorf("faults %v, want one of lifespan and one of memory", record.Faults)
	}
}

// spec: runtime §6.6 — block in safety: risk and permits are not called, audit
// still records the block.
func TestARefusalEndsTheChainButAuditSeesIt(t *testing.T) {
	for _, c := range []struct {
		name    string
		refusal *turn.Refusal
		err     error
		code    wire.Code
	}{
		{"refusal", &turn.Refusal{Layer: "safety", Code: "SAFETY_PHASE_BLOCKED"}, nil, "SAFETY_PHASE_BLOCKED"},
		{"error fails closed", nil, errors.New("policy unreadable"), "HOOK_FAILED"},
	} {
		log := new([]string)
		xs := whole(log)
		for i, x := range xs {
			if slices.Contains(Orders()[ToolCall], x.Name) && x.Name != "telemetry" && x.Name != "risk" {
				xs[i].Hook = judge{caller{name: x.Name, log: log}}
			}
			if x.Name == "safety" {
				xs[i].Hook = judge{caller{x.Name, log, c.refusal, c.err}}
			}
		}
		got := build(t, xs...).FireToolCall(t.Context(), &turn.ToolCall{})
		if got == nil || got.Code != c.code || !slices.Equal(*log, []string{"safety", "audit"}) {
			t.Errorf("%s: got %v after %v, want %s after safety, audit", c.name, got, *log, c.code)
		}
	}
}
