package adversarial

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// phases are openings by a Golem that may only close: it has too little credit left, or
// has lost too much.
var phases = family{
	name: "openings of a phase that closes",
	scene: func(s *stage, rng rnd) {
		if s.mood = rng.IntN(2); s.mood == 1 {
			s.boot.Policy.MaxDrawdown = 1 // what it loses soon is too much
		}
	},
	words: func(s *stage, b turn.Brief, rng rnd) attempt {
		codes := []wire.Code{wire.CodeSafetyPhaseBlocked}
		switch {
		case s.golem.State().Standing().Level >= turn.LevelWatching: // before anybody asks for the phase
			codes = []wire.Code{wire.CodeSafetyDegraded}
		case s.mood == 1 && s.golem.State().Positions().Drawdown > 1: // its own trade lost that much
			codes = []wire.Code{wire.CodeSafetyDrawdown}
		case s.mood == 1, s.golem.State().Vitality().Phase < turn.Conservation:
			return attempt{body: noise(rng), codes: schema} // the first ticks
		}
		a := attempt{only: true, codes: codes}
		if rng.IntN(4) == 0 {
			a.body = body("add_liquidity", s.provides(b.Seen.Reading, rng), "")
		} else {
			a.body = body("swap", s.buys(s.modest(rng)), pick(rng, "", `{"max_value_usd":"1000000"}`))
		}
		return a
	},
	acts: func(_ context.Context, s *stage, _ rnd) ([]attempt, error) {
		if s.mood == 1 {
			if s.beats == 4 { // three blocks showed what it had
				s.world.Shift(100)
			}
			return nil, nil
		}
		if s.beats > 1 {
			return nil, nil
		}
		_, err := s.books.Funds.Reconcile(s.boot.Birth.Start, pickBy(s.seed%64 < 32, 100*money.One, 140*money.One)) // it declines, or saves
		return nil, err
	},
}
