package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// heart counts what it was asked to do and fails on command.
type heart struct {
	ticks, dreams int
	died          []Phase
	bootErr       error
	dieErr        map[Phase]error
	stopAt        Phase // cancel the context inside this phase
	cancel        context.CancelFunc
	path          []State
	passed        []Phase
	released      int
}

func (h *heart) Boot(context.Context) error            { return h.bootErr }
func (h *heart) Tick(context.Context) error            { h.ticks++; return nil }
func (h *heart) Dream(context.Context) error           { h.dreams++; return nil }
func (h *heart) Release(context.Context, string) error { h.released++; return nil }

func (h *heart) Die(_ context.Context, p Phase, _ Cause) error {
	h.died = append(h.died, p)
	if h.cancel != nil && p == h.stopAt {
		h.cancel()
	}
	return h.dieErr[p]
}

func (h *heart) Moved(_, to State, _ Cause) { h.path = append(h.path, to) }
func (h *heart) Passed(p Phase, _ error)    { h.passed = append(h.passed, p) }

func alive(t *testing.T, h *heart) *Active {
	t.Helper()
	a, err := Provision(h, h).Activate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func dead(t *testing.T, h *heart) *Dead {
	t.Helper()
	dying, err := alive(t, h).BeginDeath(PaidTimeOver)
	if err != nil {
		t.Fatal(err)
	}
	d, err := dying.Thanatopsis(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// spec: runtime §1.3 — after BeginDeath, Tick answers ErrConsumed, nothing is
// emitted and the tick counter is unchanged.
func TestAConsumedHandleTouchesNothing(t *testing.T) {
	h := &heart{}
	a := alive(t, h)
	if err := a.Tick(t.Context()); err != nil || h.ticks != 1 {
		t.Fatalf("%d ticks, %v", h.ticks, err)
	}
	if _, err := a.BeginDeath(OwnerKill); err != nil {
		t.Fatal(err)
	}
	moves := len(h.path)
	_, dreamErr := a.BeginDream()
	_, deathErr := a.BeginDeath(OwnerKill)
	for call, err := range map[string]error{
		"tick":  a.Tick(t.Context()),
		"dream": dreamErr, "death": deathErr, "shutdown": a.Shutdown(t.Context(), "x"),
	} {
		if !errors.Is(err, ErrConsumed) {
			t.Errorf("%s: got %v, want ErrConsumed", call, err)
		}
	}
	if h.ticks != 1 || len(h.path) != moves || h.released != 0 {
		t.Errorf("%d ticks, path %v, %d releases after the handle was consumed", h.ticks, h.path, h.released)
	}
}

func TestZeroAndNilHandlesAreConsumed(t *testing.T) {
	_, death := (*Dreaming)(nil).BeginDeath(OwnerKill)
	_, cause := new(Dead).Cause()
	_, activate := new(Provisioning).Activate(t.Context())
	for i, err := range []error{new(Active).Tick(t.Context()), death, cause, activate} {
		if !errors.Is(err, ErrConsumed) {
			t.Errorf("%d: got %v, want ErrConsumed", i, err)
		}
	}
}

func TestDeathRunsItsFourPhasesInOrderWhateverFails(t *testing.T) {
	h := &heart{dieErr: map[Phase]error{Settlement: errors.New("pool is dry")}}
	d := dead(t, h)
	if want := []Phase{Acceptance, Settlement, Reflection, Legacy}; !slices.Equal(h.died, want) || !slices.Equal(h.passed, want) {
		t.Errorf("died %v, passed %v, want %v", h.died, h.passed, want)
	}
	for range 2 {
		if cause, err := d.Cause(); err != nil || cause != PaidTimeOver {
			t.Errorf("cause %q, %v", cause, err)
		}
	}
}

func TestAnInterruptedDeathGoesOnAfterTheLastFinishedPhase(t *testing.T) {
	h := &heart{stopAt: Reflection}
	dying, _ := alive(t, h).BeginDeath(OwnerKill)
	ctx, cancel := context.WithCancel(t.Context())
	h.cancel = cancel
	if _, err := dying.Thanatopsis(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want the context's end", err)
	}
	h.cancel = nil
	if _, err := dying.Thanatopsis(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []Phase{Acceptance, Settlement, Reflection, Legacy}; !slices.Equal(h.passed, want) {
		t.Errorf("passed %v, want %v", h.passed, want)
	}
}

// A phase that could not be lived to its end is not passed, and no later one runs:
// Legacy would destroy the key on words that nobody wrote down.
func TestADeathThatIsCutOffStaysInItsPhase(t *testing.T) {
	h := &heart{dieErr: map[Phase]error{Settlement: fmt.Errorf("%w: the disk is full", ErrCutOff)}}
	dying, _ := alive(t, h).BeginDeath(OwnerKill)
	if _, err := dying.Thanatopsis(t.Context()); !errors.Is(err, ErrCutOff) {
		t.Fatalf("got %v, want that the death was cut off", err)
	}
	if want := []Phase{Acceptance}; !slices.Equal(h.passed, want) || slices.Contains(h.path, StateDead) {
		t.Errorf("passed %v, path %v, want only %v", h.passed, h.path, want)
	}
	h.dieErr = nil
	if _, err := dying.Thanatopsis(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := []Phase{Acceptance, Settlement, Settlement, Reflection, Legacy}; !slices.Equal(h.died, want) {
		t.Errorf("died %v, want %v", h.died, want)
	}
}

func TestAFailedBootStaysProvisioning(t *testing.T) {
	h := &heart{bootErr: errors.New("no strategy")}
	p := Provision(h, h)
	if _, err := p.Activate(t.Context()); err == nil || len(h.path) != 0 {
		t.Fatalf("activated with %v, path %v", err, h.path)
	}
	h.bootErr = nil
	if _, err := p.Activate(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestOneOfManyConcurrentDeathsWins(t *testing.T) {
	a := alive(t, &heart{})
	var wg sync.WaitGroup
	won := make([]bool, 50)
	for i := range won {
		wg.Go(func() {
			_, err := a.BeginDeath(OwnerKill)
			won[i] = err == nil
		})
	}
	wg.Wait()
	if n := len(slices.DeleteFunc(won, func(w bool) bool { return !w })); n != 1 {
		t.Fatalf("%d transitions succeeded, want 1", n)
	}
}

var legal = map[State][]State{
	StateProvisioning: {StateActive},
	StateActive:       {StateDreaming, StateTerminal},
	StateDreaming:     {StateActive, StateTerminal},
	StateTerminal:     {StateDead},
}

// spec: runtime §1.3 — from any random sequence of 200 calls the visited states
// are a path in the table, and Terminal is left only to Dead.
func TestAnySequenceOfCallsStaysInTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := &heart{}
		p := Provision(h, h)
		var a *Active
		var d *Dreaming
		var dying *Terminal
		var tomb *Dead
		ctx := context.Background()
		for range 200 {
			switch rapid.IntRange(0, 8).Draw(t, "call") {
			case 0:
				if next, err := p.Activate(ctx); err == nil {
					a = next
				}
			case 1:
				_ = a.Tick(ctx)
			case 2:
				if next, err := a.BeginDream(); err == nil {
					d = next
				}
			case 3:
				_ = d.DreamCycle(ctx)
			case 4:
				if next, err := d.Wake(); err == nil {
					a = next
				}
			case 5:
				if next, err := a.BeginDeath(OwnerKill); err == nil {
					dying = next
				}
			case 6:
				if next, err := d.BeginDeath(OwnerKill); err == nil {
					dying = next
				}
			case 7:
				if next, err := dying.Thanatopsis(ctx); err == nil {
					tomb = next
				}
			case 8:
				_, _ = tomb.Cause()
			}
		}
		at := StateProvisioning
		for _, next := range h.path {
			if !slices.Contains(legal[at], next) {
				t.Fatalf("%s → %s in %v", at, next, h.path)
			}
			at = next
		}
	})
}

// spec: runtime §1.3 — programs that call a method a state does not have must
// not compile.
func TestWrongCallsDoNotCompile(t *testing.T) {
	files, err := filepath.Glob("testdata/reject/*.go")
	if err != nil || len(files) < 9 {
		t.Fatalf("found %d programs (%v)", len(files), err)
	}
	fset := token.NewFileSet()
	from := importer.ForCompiler(fset, "source", nil)
	for _, file := range files {
		parsed, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.TrimSpace(strings.TrimPrefix(parsed.Comments[0].Text(), "want:"))
		_, err = (&types.Config{Importer: from}).Check("reject", fset, []*ast.File{parsed}, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", file, err, want)
		}
	}
}
