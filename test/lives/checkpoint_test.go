package lives

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/replay"
)

// lines are those of a log.
type lines struct {
	mu  sync.Mutex // guards all
	all []string
}

func (w *lines) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, string(b))
	return len(b), nil
}

// count is how many lines have a text in them.
func (w *lines) count(text string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, l := range w.all {
		if strings.Contains(l, text) {
			n++
		}
	}
	return n
}

// housed is a life in a folder, which a process lives until it is stopped.
type housed struct {
	*life
	dir     string
	every   time.Duration
	edits   []owner.Source
	log     lines
	stop    func(error)
	left    int  // ticks until it is stopped; below 0: it is not
	atBirth bool // it is stopped before its first tick
	how     error
	ran     int // ticks that were not played back
}

// The Watch of a process.
func (h *housed) Born(*agent.Agent) {
	if h.atBirth {
		h.stop(h.how)
	}
}
func (h *housed) Moved(lifecycle.State)         {}
func (h *housed) Passed(lifecycle.Phase, error) {}
func (h *housed) Draining()                     {}
func (h *housed) Ticked(replayed bool) {
	if replayed {
		return
	}
	h.ran++
	if h.left--; h.left == 0 {
		h.stop(h.how)
	}
}

// run is one process: until the life ends, or it is stopped after some ticks.
func (h *housed) run(ctx context.Context, ticks int, how error) (process.Result, error) {
	client, closed, err := h.world.Serve()
	if err != nil {
		return process.Result{}, err
	}
	defer closed()
	folder, err := home.Open(h.dir)
	if err != nil {
		return process.Result{}, err
	}
	defer folder.Close()
	ctx, h.stop = context.WithCancelCause(ctx)
	h.left, h.how = ticks, how
	return process.Run(ctx, process.Config{
		Home: folder, Policy: journal.Live, Checkpoints: h.every, Clock: h.world, Watch: h, Stops: still{},
		Boot: func(context.Context, *agent.Boot) (agent.Boot, error) { return h.boot, nil },
		Outside: func(context.Context, agent.Boot, func() bool) (agent.Outside, error) {
			return agent.Outside{
				Eyes: h.world, Foresight: h.world, Client: rpc.New(client), Signer: lasting{h.key}, Identity: h.identity, Clock: h.world, Dice: h.dice(),
				Letters: []owner.Source{h.life}, Edits: h.edits,
			}, nil
		},
		Log: slog.New(slog.NewTextHandler(&h.log, nil)),
	})
}

// still is a clock that stands: no phase of a stop is late by it, however busy the machine is.
type still struct{}

func (still) Now() time.Time { return time.Unix(0, 0) }

func (still) WaitUntil(ctx context.Context, _ time.Time) error {
	<-ctx.Done()
	return ctx.Err()
}

// errAsked is how a platform asks a process to stop.
var errAsked = errors.New("asked to stop")

// interrupted lives a life in many processes, each of which ends after some ticks, as it was asked
// to or at once.
func (h *housed) interrupted(ctx context.Context, rng *rand.Rand) error {
	for {
		how := errAsked
		if rng.IntN(2) == 0 {
			how = killswitch.ErrPulled
		}
		r, err := h.run(ctx, 1+rng.IntN(25), how)
		if r.Cause != "" {
			return err
		}
		if !errors.Is(err, how) {
			return err
		}
	}
}

// spec: runtime §14.3: whatever checkpoints a life went on from, its journal leads to every byte
// that it left, and to every checkpoint.
func TestALifeThatGoesOnFromCheckpointsIsTheOneOfItsJournal(t *testing.T) {
	var from, asked, ran int
	for n := range 12 {
		l, err := newLife(seed.Seed(n), "")
		if err == nil {
			err = l.destined()
		}
		if err != nil {
			t.Fatal(err)
		}
		if !l.diesByItself() {
			continue
		}
		h := &housed{life: l, dir: filepath.Join(t.TempDir(), "life"), every: 3 * time.Minute}
		if err := h.interrupted(t.Context(), seed.Seed(n).Stream("stops")); err != nil {
			t.Fatalf("life %d (%s): %v\n%s", n, l.blow, err, strings.Join(h.log.all, ""))
		}
		r, err := replay.Run(t.Context(), h.dir, replay.Options{})
		if err != nil || r.Absent != 0 || r.Testament != "equal" {
			t.Errorf("life %d (%s): %d of %d records, testament %s: %v", n, l.blow, r.Equal, r.Equal+r.Absent, r.Testament, err)
		}
		if again := h.log.count("set aside"); again > 0 {
			t.Errorf("life %d: %d checkpoints were set aside\n%s", n, again, strings.Join(h.log.all, ""))
		}
		from, ran = from+h.log.count("goes on from a checkpoint"), ran+h.ran
		asked += int(r.Boots) - 1
	}
	t.Logf("%d restarts, %d of them from a checkpoint, %d ticks", asked, from, ran)
	if asked < 20 || from*2 < asked {
		t.Errorf("only %d of %d restarts went on from a checkpoint", from, asked)
	}
}

// lasting is a key that outlives a process, as a keystore does.
type lasting struct{ chain.Signer }

func (lasting) Destroy() {}
