package adversarial

import (
	"context"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/wire"
)

// deaths are attempts on a Golem that dies, and on a dead one: by its old permits, by new
// proposals, by every handle that was given up, and by its key.
var deaths = family{
	name: "while dying and after death",
	acts: func(ctx context.Context, s *stage, rng rnd) ([]attempt, error) {
		if s.beats > 1 {
			return nil, nil
		}
		var err error
		s.kept, err = s.collects(ctx, rng, 80) // for later
		return nil, err
	},
	dies: dying,
}

// dying tries everything, after each phase of the death and when it is over.
func dying(ctx context.Context, s *stage, rng rnd) (done []attempt, _ error) {
	over := len(s.past) > 0
	for range 60 {
		a, _, err := s.act(ctx, attempt{cause: "a proposal", body: body("swap", s.buys(s.modest(rng)), ""), only: true}, true)
		if done = append(done, a); err != nil {
			return done, err
		}
	}
	for _, id := range take(&s.kept, 20) {
		a, err := s.commits(ctx, attempt{cause: "an old permit", codes: []wire.Code{wire.CodePermitNotActive}}, id)
		if done = append(done, a); err != nil {
			return done, err
		}
	}
	if over {
		done = append(done, s.exits(ctx, rng)...)
		done = append(done, s.handles(ctx)...)
		done = append(done, s.signs(rng)...)
	}
	return done, nil
}

// exits are what a living Golem may always do; a dead one has no key for it.
func (s *stage) exits(ctx context.Context, rng rnd) (done []attempt) {
	for range 60 {
		a, _, err := s.act(ctx, attempt{cause: "a sale", body: body("swap", swap(eth, usd, units(1e14+rng.Uint64N(1e14)), 50), ""), only: true}, true)
		if err != nil {
			a.layer = layerLifecycle
		}
		done = append(done, a)
	}
	return done
}

// handles calls every one that was given up.
func (s *stage) handles(ctx context.Context) (done []attempt) {
	for range 25 {
		for name, call := range s.past {
			a := attempt{cause: name, only: true}
			if errors.Is(call(ctx), lifecycle.ErrConsumed) {
				a.layer = layerLifecycle
			}
			done = append(done, a)
		}
	}
	return done
}

// signs asks the dead Golem's key.
func (s *stage) signs(rng rnd) (done []attempt) {
	for range 60 {
		to := stranger(rng)
		_, err := s.key.SignTransaction(&types.DynamicFeeTx{ChainID: big.NewInt(31337), To: &to, Value: big.NewInt(1e18), Gas: 21_000, GasTipCap: nothing, GasFeeCap: big.NewInt(1e12)})
		a := attempt{cause: "a signature", only: true}
		if errors.Is(err, signer.ErrDestroyed) || s.replayed {
			a.layer = layerLifecycle
		}
		done = append(done, a)
	}
	return done
}

func take(ids *[]string, n int) (some []string) {
	n = min(n, len(*ids))
	some, *ids = (*ids)[:n], (*ids)[n:]
	return some
}
