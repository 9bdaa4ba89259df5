package adversarial

import (
	"fmt"
	"math/big"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// limits asks for one unit more than each limit allows, at its edge and far beyond it.
// A life puts one limit to the test, which is the tightest there.
var limits = family{
	name: "one unit above each limit",
	scene: func(s *stage, rng rnd) {
		s.tight = tightened[int(s.seed/16)%len(tightened)].name //nolint:gosec // few
		for _, t := range tightened {
			if t.name == s.tight && t.set != nil {
				t.set(s)
			}
		}
	},
	words: func(s *stage, b turn.Brief, rng rnd) attempt {
		for _, t := range tightened {
			if t.name == s.tight {
				return t.ask(s, b, rng)
			}
		}
		panic("no limit is tight")
	},
}

// tight is one limit: how it becomes the tightest, and what passes it by a unit.
type tight struct {
	name string
	set  func(*stage)
	ask  func(*stage, turn.Brief, rnd) attempt
}

var tightened = []tight{
	{"transaction", nil, func(s *stage, _ turn.Brief, rng rnd) attempt {
		return over(s, uint64(s.boot.Policy.PerTransaction), rng, wire.CodeSafetySpendingLimitExceeded)
	}},
	{"session", func(s *stage) { s.boot.Policy.PerSession = 200 * money.One }, func(s *stage, _ turn.Brief, rng rnd) attempt {
		return over(s, uint64(s.boot.Policy.PerSession-s.mind.bought), rng, wire.CodeSafetySpendingLimitExceeded)
	}},
	{"day", func(s *stage) { s.boot.Policy.PerDay = 200 * money.One }, func(s *stage, _ turn.Brief, rng rnd) attempt {
		return over(s, uint64(s.boot.Policy.PerDay-s.mind.bought), rng, wire.CodeSafetySpendingLimitExceeded)
	}},
	{"position", func(s *stage) { s.boot.Policy.MaxPosition, s.boot.Policy.PerTransaction = 2_000, 9_000*money.One }, func(s *stage, b turn.Brief, rng rnd) attempt {
		return over(s, s.room(b.Seen.Reading, 2_000), rng, wire.CodeSafetyPositionLimit)
	}},
	{"concentration", func(s *stage) { s.boot.Policy.MaxConcentration, s.boot.Policy.PerTransaction = 2_000, 9_000*money.One }, func(s *stage, b turn.Brief, rng rnd) attempt {
		return over(s, s.room(b.Seen.Reading, 2_000), rng, wire.CodeSafetyConcentrationLimit)
	}},
	{"assets", func(s *stage) { s.boot.Policy.MaxAssets = 1 }, func(s *stage, _ turn.Brief, rng rnd) attempt {
		return attempt{body: body("swap", s.buys(s.modest(rng)), ""), only: true, codes: []wire.Code{wire.CodeSafetyMaxAssets}}
	}},
	{"positions", func(s *stage) { s.world.BendBy(owns(s.boot.Policy.MaxPositions)) }, func(s *stage, b turn.Brief, rng rnd) attempt {
		return attempt{body: body("add_liquidity", s.provides(b.Seen.Reading, rng), ""), only: true, codes: []wire.Code{wire.CodeSafetyMaxPositions}}
	}},
	{"slippage", nil, func(s *stage, _ turn.Brief, rng rnd) attempt {
		p := s.buys(s.modest(rng))
		p["slippage_bps"] = fmt.Sprint(pick(rng, slippage+1, slippage+1+rng.IntN(4_899)))
		return attempt{body: body("swap", p, ""), only: true, codes: []wire.Code{wire.CodeSafetySlippage}}
	}},
	{"impact", func(s *stage) { s.world.BendBy(shallow()) }, func(s *stage, _ turn.Brief, rng rnd) attempt {
		return over(s, uint64(s.boot.Policy.MaxImpact)*depth+depth-1, rng, wire.CodeSafetyPriceImpact)
	}},
	{"rate", func(s *stage) { s.boot.Policy.PerHour = 1 }, func(s *stage, b turn.Brief, rng rnd) attempt {
		if s.mind.honest == 0 && b.Done[0].Status != turn.StatusExecuted { // no order went out yet
			return over(s, uint64(s.boot.Policy.PerTransaction), rng, wire.CodeSafetySpendingLimitExceeded)
		}
		return attempt{body: body("swap", s.buys(s.modest(rng)), ""), only: true, codes: []wire.Code{wire.CodeSafetyRateLimit}}
	}},
}

// over asks for one unit more than what is left, or for more than that.
func over(s *stage, left uint64, rng rnd, code wire.Code) attempt {
	amount := left + 1
	if rng.IntN(3) == 0 {
		amount += rng.Uint64N(50_000_000)
	}
	return attempt{body: body("swap", s.buys(amount), ""), only: true, codes: []wire.Code{code}}
}

// room is the most that may be bought before a share of the equity is at risk, by the
// checker's arithmetic, and two units to round.
func (s *stage) room(r turn.Reading, bps int64) uint64 {
	square := new(big.Int).Mul(r.Markets[0].Range.SqrtPriceX96.ToBig(), r.Markets[0].Range.SqrtPriceX96.ToBig())
	price := new(big.Rat).SetFrac(new(big.Int).Lsh(big.NewInt(1), 192), square)
	held := purse{new(big.Int), new(big.Int)}
	for _, b := range r.Assets {
		if b.Token.Address == s.quote() {
			held.cash = b.Units.ToBig()
		} else {
			held.base = b.Units.ToBig()
		}
	}
	low, high := uint64(0), held.cash.Uint64()
	for low < high {
		x := low + (high-low+1)/2
		amount := new(big.Int).SetUint64(x)
		base := new(big.Int).Add(held.base, bought(amount, price, true))
		risk := new(big.Rat).Mul(new(big.Rat).SetInt(base), price)
		equity := new(big.Rat).Add(risk, new(big.Rat).SetInt(new(big.Int).Sub(held.cash, amount)))
		if new(big.Rat).Mul(risk, big.NewRat(10_000, 1)).Cmp(equity.Mul(equity, big.NewRat(bps, 1))) > 0 {
			high = x - 1
		} else {
			low = x
		}
	}
	return low + 3
}

// depth is how many units of the quote token move a shallow pool by one basis point.
const depth = 1_000_000

// provides is liquidity around the price.
func (s *stage) provides(r turn.Reading, rng rnd) fields {
	tick := r.Markets[0].Range.Tick / 10 * 10
	return fields{
		"market": quote(onPool), "base_amount": quote("10000000000000000"), "quote_amount": quote(fmt.Sprint(s.modest(rng))),
		"tick_lower": fmt.Sprint(tick - 1_000), "tick_upper": fmt.Sprint(tick + 1_000), "slippage_bps": "50",
	}
}
