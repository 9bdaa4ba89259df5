package adversarial

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
)

// attempts is how many a life sees, about.
const attempts = 512

// ticks bounds a life whose attacker has little to do.
const ticks = 60

// lived is one life, from birth to death, with everything that was tried on it.
func lived(ctx context.Context, c custody, n uint64, f family, dir string) (*stage, error) {
	s, err := newStage(c, n, f, filepath.Join(dir, "journal"))
	if err != nil {
		return nil, err
	}
	if c.enclosed {
		if err := s.enclosed(ctx, s.seen(), s.world); err != nil {
			return s, err
		}
	}
	client, stop, err := s.world.Serve()
	if err != nil {
		return nil, err
	}
	defer stop()
	s.client = rpc.New(client)
	j, err := s.record()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	s.mind.left = attempts
	if err = s.opens(j, s.outside()); err == nil {
		err = s.lives(ctx)
	}
	return s, err
}

// again computes the life from its journal, with nothing outside, and no attacker.
func (s *stage) again(ctx context.Context) (*stage, error) {
	j, err := journal.Open(s.dir, journal.Options{Mode: journal.Replay})
	if err != nil {
		return nil, err
	}
	defer j.Close()
	r, err := newStage(s.custody, uint64(s.seed), s.family, s.dir)
	if err != nil {
		return nil, err
	}
	r.replayed, r.until, r.boot.Venue.Steps = true, s.ticked, s.boot.Venue.Steps
	if err := r.opens(j, agent.Outside{}); err != nil {
		return nil, err
	}
	return r, r.lives(ctx)
}

// lives drives the Golem until the attacker is done, and lets it die.
func (s *stage) lives(ctx context.Context) error {
	rng := s.seed.Stream("acts")
	unborn := lifecycle.Provision(s.golem, witness{s, ctx, rng})
	active, err := unborn.Activate(ctx)
	if err != nil {
		return err
	}
	s.limits = append(s.limits, inForce{0, s.boot.Policy})
	for ; s.goesOn(); s.ticked++ {
		if err := active.Tick(ctx); err != nil {
			return fmt.Errorf("tick %d: %w", s.ticked, err)
		}
		if beats := s.golem.State().Heartbeat().Tick; beats == s.beats {
			continue // a glance only
		} else {
			s.beats = beats
		}
		if err := s.acts(ctx, rng, s.family.acts); err != nil {
			return fmt.Errorf("acts after tick %d: %w", s.ticked, err)
		}
	}
	dying, err := active.BeginDeath(lifecycle.OwnerKill)
	if err != nil {
		return err
	}
	dead, err := dying.Thanatopsis(ctx)
	if err != nil || s.trouble != nil {
		return errors.Join(err, s.trouble)
	}
	s.past = map[string]func(context.Context) error{
		"activate": func(ctx context.Context) error { _, err := unborn.Activate(ctx); return err }, "tick": active.Tick,
		"dream": func(context.Context) error { _, err := active.BeginDream(); return err },
		"die":   func(ctx context.Context) error { _, err := dying.Thanatopsis(ctx); return err }, "shut down": func(ctx context.Context) error { return active.Shutdown(ctx, "now") },
	}
	if err := s.acts(ctx, rng, s.family.dies); err != nil {
		return fmt.Errorf("acts after death: %w", err)
	}
	return dead.Close(ctx)
}

// goesOn says that the attacker is not done; a replay goes as far as the life went.
func (s *stage) goesOn() bool {
	if s.replayed {
		return s.ticked < s.until
	}
	busy := s.ticked < 3 || s.acting() || s.mind.left > 0 && s.family.words != nil
	return busy && s.ticked < ticks && s.golem.Dying() == ""
}

// acting says that there is more to do between ticks.
func (s *stage) acting() bool {
	return s.family.acts != nil && s.family.words == nil && len(s.done) < attempts
}

func (s *stage) acts(ctx context.Context, rng rnd, do func(context.Context, *stage, rnd) ([]attempt, error)) error {
	if do == nil || len(s.done) >= attempts {
		return nil
	}
	done, err := do(ctx, s, rng)
	s.done = append(s.done, done...)
	for _, a := range done {
		if a.layer == "" || !a.named() {
			s.mind.slipped = append(s.mind.slipped, fmt.Sprintf("%s: %s by %q (%s), not by %v", a.cause, a.body, a.layer, a.code, a.codes))
		}
	}
	return err
}

// all are the attempts of the life.
func (s *stage) all() []attempt {
	return append(s.mind.done[:len(s.mind.done):len(s.mind.done)], s.done...)
}

// witness lets the attacker act after each phase of a death.
type witness struct {
	s   *stage
	ctx context.Context //nolint:containedctx // an observer is given none
	rng rnd
}

func (witness) Moved(_, _ lifecycle.State, _ lifecycle.Cause) {}

// Passed implements lifecycle.Observer.
func (w witness) Passed(p lifecycle.Phase, _ error) {
	if p != lifecycle.Legacy {
		w.s.trouble = errors.Join(w.s.trouble, w.s.acts(w.ctx, w.rng, w.s.family.dies))
	}
}
