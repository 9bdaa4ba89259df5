package adversarial

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// gates are risks that the Golem knows too little of to take.
var gates = family{
	name: "risks that nobody predicted", scene: func(s *stage, _ rnd) { s.boot.Oracle = true },
	words: func(s *stage, b turn.Brief, rng rnd) attempt {
		a := attempt{only: true, codes: []wire.Code{wire.CodeOracleInsufficientData}, cause: pick(rng, "", "rule:entry-1@1", "death:settlement", "steer:owner", word(rng, 60))}
		a.body = body("swap", s.buys(s.modest(rng)), "")
		return a
	},
}
