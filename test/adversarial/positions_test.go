package adversarial

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// positions are those of others, and none at all. The wallet has number 700.
var positions = family{
	name:  "positions of others, and none",
	scene: func(s *stage, _ rnd) { s.world.BendBy(owns(1)) },
	words: func(_ *stage, _ turn.Brief, rng rnd) attempt {
		id := pick(rng, "701", "7000", "70", "1", fmt.Sprint(1+rng.Uint64N(1<<40)+1_000), strings.Repeat("7", 1+rng.IntN(70))+"1", "340282366920938463463374607431768212156")
		p := fields{"position_id": quote(id)}
		kind := "claim_fees"
		if rng.IntN(2) == 0 {
			kind, p["percent"], p["slippage_bps"] = "remove_liquidity", fmt.Sprint(1+rng.IntN(100)), "50"
		}
		switch rng.IntN(5) {
		case 0:
			p["position_id"] = pick(rng, "700", `"all"`, `"-700"`, `"0"`, `"7e2"`, `"700 "`, `["700"]`, `"0x2bc"`)
			return attempt{body: body(kind, p, ""), codes: schema}
		case 1: // its own, and for somebody
			p["position_id"], p[pick(rng, "recipient", "to", "owner")] = `"700"`, quote(stranger(rng).Hex())
			return attempt{body: body(kind, p, ""), codes: schema}
		}
		return attempt{body: body(kind, p, ""), only: true, codes: []wire.Code{wire.CodeSafetyUnknownPosition}}
	},
}
