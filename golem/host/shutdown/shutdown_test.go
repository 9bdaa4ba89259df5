package shutdown

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

// heard takes the events.
type heard []wire.Payload

func (h *heard) EmitIdle(p wire.Payload) { *h = append(*h, p) }

// phases lists the phase events as "1 2! 3-", with a mark where one was not ok, and where
// it had nothing to do.
func (h heard) phases() string {
	var all []string
	for _, p := range h {
		if p, ok := p.(wire.LifecycleShutdownPhase); ok {
			mark := "!"
			switch {
			case p.OK && p.Idle:
				mark = "-"
			case p.OK:
				mark = ""
			}
			all = append(all, fmt.Sprint(p.Phase, mark))
		}
	}
	return strings.Join(all, " ")
}

// stage is a plan whose works note when they began and what they were given.
type stage struct {
	mu    sync.Mutex
	clock clock.Clock
	begun time.Time
	order []int
	began [count + 1]time.Duration
	until [count + 1]time.Duration

	running sync.WaitGroup
}

func (s *stage) note(n int, until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order = append(s.order, n)
	s.began[n], s.until[n] = s.clock.Now().Sub(s.begun), until.Sub(s.begun)
}

// ran lists the phases whose work began, as "[1 2 3]".
func (s *stage) ran() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(s.order)
}

// at returns when a phase began and until when its work may run.
func (s *stage) at(n int) (began, until time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.began[n], s.until[n]
}

// plan gives every phase the work after its note.
func (s *stage) plan(work func(n int) Work) (p Plan) {
	for n := 1; n <= count; n++ {
		inner := work(n)
		p[n] = func(ctx context.Context, until time.Time) error {
			s.running.Add(1)
			defer s.running.Done()
			s.note(n, until)
			return inner(ctx, until)
		}
	}
	return p
}

// newStage begins now and ends with the last work, also an abandoned one.
func newStage(t *testing.T, c clock.Clock) *stage {
	s := &stage{clock: c, begun: c.Now()}
	t.Cleanup(s.running.Wait)
	return s
}

func nothing(context.Context, time.Time) error { return nil }

// takes works for d and does not listen to its context.
func takes(d time.Duration) Work {
	return func(context.Context, time.Time) error {
		c := clock.System{}
		return c.WaitUntil(context.Background(), c.Now().Add(d))
	}
}

// spec: runtime §12
func TestTheBudgetsAreThoseOfTheSpecification(t *testing.T) {
	var got []string
	var sum time.Duration
	for i, p := range Phases() {
		got = append(got, p.Budget.String())
		sum += p.Budget
		if p.Number != i+1 || p.Name == "" || p.Why == "" {
			t.Errorf("row %d is %+v", i, p)
		}
	}
	if want := "1s 2s 3s 10s 8s 2s 1s 2s 0s 0s"; strings.Join(got, " ") != want || sum != Total-time.Second {
		t.Errorf("budgets %v, %v in all; want %s", got, sum, want)
	}
}

// spec: runtime §12
func TestWithNothingToDoAllPhasesPassInOrderAtOnce(t *testing.T) {
	for name, plan := range map[string]func(*stage) Plan{
		"no work":         func(*stage) Plan { return Plan{} },
		"work of no time": func(s *stage) Plan { return s.plan(func(int) Work { return nothing }) },
	} {
		want := map[string]string{"no work": "1- 2- 3- 4- 5- 6- 7- 8- 9- 10-", "work of no time": "1 2 3 4 5 6 7 8 9 10"}[name]
		synctest.Test(t, func(t *testing.T) {
			var events heard
			s := newStage(t, clock.System{})
			r := (&Sequence{clock.System{}, &events}).Run(t.Context(), "owner", plan(s))
			if r.Err() != nil || r.Elapsed >= time.Second || len(r.Phases) != 10 {
				t.Errorf("%s: %+v", name, r)
			}
			if first, ok := events[0].(wire.LifecycleShutdown); !ok || first.Reason != "owner" || events.phases() != want {
				t.Errorf("%s: events %v", name, events)
			}
			if got := s.ran(); name != "no work" && got != "[1 2 3 4 5 6 7 8 9 10]" {
				t.Errorf("%s: ran %s", name, got)
			}
		})
	}
}

// spec: runtime §12
func TestWhenEveryPhaseHangsTheManifestIsWrittenAndTheEndIsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events heard
		s := newStage(t, clock.System{})
		free := make(chan struct{})
		r := (&Sequence{clock.System{}, &events}).Run(t.Context(), "sigterm", s.plan(func(n int) Work {
			return func(ctx context.Context, until time.Time) error {
				<-free // deaf to its context
				if ctx.Err() == nil {
					t.Errorf("the context of phase %d outlived the phase", n)
				}
				return nil
			}
		}))
		if r.Elapsed > Total || r.Elapsed < Total-time.Second {
			t.Errorf("the end was after %v", r.Elapsed)
		}
		if got := s.ran(); got != "[1 2 3 4 5 6 7 8 9 10]" || events.phases() != "1! 2! 3! 4! 5! 6! 7! 8! 9! 10!" {
			t.Errorf("ran %s, announced %s", got, events.phases())
		}
		if began, _ := s.at(Manifest); began > ReserveFrom {
			t.Errorf("the manifest began at %v", began)
		}
		for _, o := range r.Phases {
			if !errors.Is(o.Err, ErrOverran) || !errors.Is(r.Err(), o.Err) {
				t.Errorf("phase %d: %v", o.Phase.Number, o.Err)
			}
		}
		close(free)
	})
}

func TestThePhasesBeforeHangAndTheManifestStillHasItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events heard
		s := newStage(t, clock.System{})
		r := (&Sequence{clock.System{}, &events}).Run(t.Context(), "sigterm", s.plan(func(n int) Work {
			return takes(map[int]time.Duration{Manifest: 1999 * time.Millisecond, Seal: 999 * time.Millisecond, Sync: 0, Wipe: 0, Exit: 0}[n] +
				map[bool]time.Duration{true: time.Hour}[n < Manifest])
		}))
		if events.phases() != "1! 2! 3! 4! 5! 6 7 8 9 10" || r.Elapsed > Total {
			t.Errorf("announced %s after %v", events.phases(), r.Elapsed)
		}
	})
}

func TestUnusedTimeIsPassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events heard
		s := newStage(t, clock.System{})
		r := (&Sequence{clock.System{}, &events}).Run(t.Context(), "x", s.plan(func(n int) Work {
			if n == Settle {
				return takes(23 * time.Second) // of its own it has eight
			}
			return nothing
		}))
		_, until := s.at(Settle)
		began, _ := s.at(Manifest)
		if r.Err() != nil || until != 24*time.Second || began != 23*time.Second {
			t.Errorf("%v; settlements until %v, manifest at %v", r.Err(), until, began)
		}
	})
}

func TestAFailureInAnyPhaseStopsNoOther(t *testing.T) {
	broken := errors.New("broken")
	for n := 1; n <= count; n++ {
		for how, work := range map[string]Work{
			"error": func(context.Context, time.Time) error { return broken },
			"panic": func(context.Context, time.Time) error { panic("broken") },
			"late":  takes(time.Hour),
		} {
			synctest.Test(t, func(t *testing.T) {
				var events heard
				s := newStage(t, clock.System{})
				r := (&Sequence{clock.System{}, &events}).Run(t.Context(), "x", s.plan(func(m int) Work {
					if m == n {
						return work
					}
					return nothing
				}))
				if got := s.ran(); got != "[1 2 3 4 5 6 7 8 9 10]" {
					t.Errorf("%s in phase %d: ran %s", how, n, got)
				}
				if strings.Count(events.phases(), "!") != 1 || !strings.Contains(events.phases(), fmt.Sprint(n, "!")) {
					t.Errorf("%s in phase %d: announced %s", how, n, events.phases())
				}
				if err := r.Err(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("phase %d, %s", n, order[n-1].Name)) {
					t.Errorf("%s in phase %d: %v", how, n, err)
				}
			})
		}
	}
}

func TestASecondSignalDoesNotShortenTheSequence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var events heard
		s := newStage(t, clock.System{})
		r := (&Sequence{clock.System{}, &events}).Run(ctx, "sigterm", s.plan(func(int) Work {
			return func(ctx context.Context, _ time.Time) error { return ctx.Err() }
		}))
		if r.Err() != nil || s.ran() != "[1 2 3 4 5 6 7 8 9 10]" {
			t.Errorf("%v, ran %v", r.Err(), s.ran())
		}
	})
}

// stalled is a clock on which the process can stand still.
type stalled struct {
	clock.System
	mu  sync.Mutex
	off time.Duration
}

func (c *stalled) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.System.Now().Add(c.off)
}

func (c *stalled) WaitUntil(ctx context.Context, t time.Time) error {
	c.mu.Lock()
	t = t.Add(-c.off)
	c.mu.Unlock()
	return c.System.WaitUntil(ctx, t)
}

func (c *stalled) stall(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off += d
}

func TestAProcessThatStoodStillWritesItsManifestFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events heard
		c := new(stalled)
		s := newStage(t, c)
		r := (&Sequence{c, &events}).Run(t.Context(), "preempted", s.plan(func(n int) Work {
			switch n {
			case Flush:
				return func(context.Context, time.Time) error { c.stall(29 * time.Second); return nil }
			case Manifest:
				return takes(1900 * time.Millisecond)
			case Seal:
				return takes(900 * time.Millisecond)
			case Wipe, Exit:
				return takes(400 * time.Millisecond)
			}
			return nothing
		}))
		if got := s.ran(); got != "[1 2 3 6 7 9 10]" || events.phases() != "1 2 3 4! 5! 6 7 8! 9 10" {
			t.Errorf("ran %s, announced %s", got, events.phases())
		}
		for _, n := range []int{Triage, Settle, Sync} {
			if err := r.Phases[n-1].Err; !errors.Is(err, ErrNoTime) {
				t.Errorf("phase %d: %v", n, err)
			}
		}
	})
}

// However long each phase takes, all run once and in order, the manifest begins
// by T+27 s and has its time, and the end is at T+30 s at the latest.
func TestAnyDurationsKeepTheOrderAndTheTimes(t *testing.T) {
	for seed := range uint64(200) {
		synctest.Test(t, func(t *testing.T) {
			draw := rand.New(rand.NewPCG(seed, 1))
			var events heard
			s := newStage(t, clock.System{})
			r := (&Sequence{clock.System{}, &events}).Run(t.Context(), "x", s.plan(func(int) Work {
				return takes(time.Duration(draw.Int64N(int64(12 * time.Second))))
			}))
			manifest, _ := s.at(Manifest)
			if got := s.ran(); got != "[1 2 3 4 5 6 7 8 9 10]" || r.Elapsed > Total || manifest > ReserveFrom {
				t.Errorf("seed %d: ran %s, manifest at %v, end at %v", seed, got, manifest, r.Elapsed)
			}
			for _, n := range []int{Manifest, Seal} {
				if began, until := s.at(n); until-began < order[n-1].Budget {
					t.Errorf("seed %d: phase %d has %v", seed, n, until-began)
				}
			}
			for _, o := range r.Phases {
				if o.Took < 0 || (o.Err != nil && !errors.Is(o.Err, ErrOverran)) {
					t.Errorf("seed %d: %+v", seed, o)
				}
			}
		})
	}
}
