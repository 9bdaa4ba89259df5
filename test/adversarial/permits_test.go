package adversarial

import (
	"context"
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// permits are those of others, used ones, old ones, and ones whose ground is gone. Every
// life spoils its permits in one way.
var permits = family{
	name: "permits of others, used, old, overtaken",
	scene: func(s *stage, _ rnd) {
		s.mood = int(s.seed/16) % len(spoils) //nolint:gosec // few
		s.boot.Strategy.HotReload = true
		s.boot.Permit.TTL = pickBy(s.mood == 0, 1_000, int64(60*minute)) // only the first shall be too old
	},
	acts: func(ctx context.Context, s *stage, rng rnd) (done []attempt, err error) {
		codes := []wire.Code{spoils[s.mood].code}
		if spoils[s.mood].code == wire.CodePermitExpired {
			codes = append(codes, wire.CodePermitNotActive)
		}
		if spoils[s.mood].code == wire.CodeSafetySimulationDiverged && s.tick() > s.asked-300 {
			s.kept = nil // the market jumped back: nothing was overtaken
		}
		for _, id := range s.kept {
			a, err := s.commits(ctx, attempt{cause: spoils[s.mood].name + " " + id, only: true, codes: codes}, id)
			if done = append(done, a); err != nil {
				return done, err
			}
			if a, err = s.commits(ctx, attempt{cause: "again " + id, codes: []wire.Code{wire.CodePermitNotActive}}, id); err != nil {
				return done, err
			}
			done = append(done, a)
		}
		for range 8 {
			a, err := s.commits(ctx, attempt{cause: "of others", codes: []wire.Code{wire.CodePermitNotActive}}, foreign(rng))
			if done = append(done, a); err != nil {
				return done, err
			}
		}
		if s.kept, err = s.collects(ctx, rng, 28); err != nil {
			return done, err
		}
		s.asked = s.tick()
		twice, err := s.twice(ctx, rng)
		done = append(done, twice...)
		if err == nil && spoils[s.mood].by != nil {
			err = spoils[s.mood].by(ctx, s)
		}
		return done, err
	},
}

// spoils are how a permit loses its ground, between preview and commit.
var spoils = []struct {
	name string
	code wire.Code
	by   func(context.Context, *stage) error
}{
	{"expired", wire.CodePermitExpired, nil}, // the next tick is a minute later
	{"policy changed", wire.CodePermitPolicyChanged, func(_ context.Context, s *stage) error {
		stricter := slippage - 1 - int(s.beats)          //nolint:gosec // small
		s.strategy = fmt.Sprintf(strategyText, stricter) // from the next tick on
		next := s.boot.Policy
		next.MaxSlippage = money.BPS(stricter)
		s.limits = append(s.limits, inForce{len(s.chain.events), next})
		return nil
	}},
	{"restarted", wire.CodePermitExpired, func(_ context.Context, s *stage) error {
		s.golem.Rebooted(uint64(2 + s.ticked)) //nolint:gosec // small
		return nil
	}},
	{"phase changed", wire.CodePhaseChanged, func(_ context.Context, s *stage) error {
		// From one phase to the worse one, and back for the next permits.
		_, err := s.books.Funds.Reconcile(s.boot.Birth.Start, pickBy(s.ticked%2 == 0, 100*money.One, 500*money.One))
		return err
	}},
	{"cancelled", wire.CodePermitNotActive, func(ctx context.Context, s *stage) error {
		for _, id := range s.kept {
			if err := s.direct.Cancel(ctx, id, "the owner changed his mind"); err != nil {
				return err
			}
		}
		return nil
	}},
	{"outcome moved", wire.CodeSafetySimulationDiverged, func(_ context.Context, s *stage) error {
		// Up by 3 % from where the permits were asked for, however far the market has gone
		// since: more than the tolerance, and less than what would have the
		// price doubted; a fall would be the drawdown's.
		s.world.Shift(min(s.tick(), s.asked) - 300 - s.tick())
		return nil
	}},
}

// tickOf is where the pool stands in a reading; 0 before there is one.
func tickOf(r turn.Reading) int32 {
	if len(r.Markets) == 0 {
		return 0
	}
	return r.Markets[0].Range.Tick
}

// tick is the pool's, as the Golem read it last.
func (s *stage) tick() int32 { return tickOf(s.golem.State().Positions().Reading) }

func pickBy[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// collects asks for permits and uses none.
func (s *stage) collects(ctx context.Context, rng rnd, n int) (ids []string, err error) {
	if s.golem.State().Vitality().Phase >= turn.Conservation {
		return nil, nil
	}
	for range n {
		_, id, err := s.act(ctx, attempt{body: body("swap", s.buys(s.modest(rng)), "")}, false)
		if err != nil {
			return ids, err
		}
		if id != "" {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// commits tries a permit.
func (s *stage) commits(ctx context.Context, a attempt, id string) (attempt, error) {
	x, err := s.direct.Commit(ctx, id)
	a.stopped(turn.Action{Execution: &x, Status: x.Status})
	return a, err
}

// twice uses a permit as it may be, and then again.
func (s *stage) twice(ctx context.Context, rng rnd) ([]attempt, error) {
	_, id, err := s.act(ctx, attempt{body: body("swap", swap(eth, usd, units(1e15+rng.Uint64N(1e14)), 50), "")}, true)
	if err != nil || id == "" {
		return nil, err
	}
	a, err := s.commits(ctx, attempt{cause: "used " + id, codes: []wire.Code{wire.CodePermitNotActive}}, id)
	return []attempt{a}, err
}

// foreign is a permit that this desk never gave.
func foreign(rng rnd) string {
	return pick(rng, fmt.Sprintf("permit:%d.%d", rng.IntN(90), 200+rng.IntN(90)), "", "permit:0.0", "permit:", "permit:-1.1", "permit:1.1/gas-1", word(rng, 20),
		strings.Repeat("permit:1.1", 400), "permit:1.1\x00", "0198c5f2-7f6e-7c8e-b1ab-2d4f5a6b7c8d", "*", "permit:1.*")
}
