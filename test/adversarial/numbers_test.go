package adversarial

import (
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// numbers are those that are none, or none of that size.
var numbers = family{name: "huge, negative, zero, exponent numbers", words: func(s *stage, _ turn.Brief, rng rnd) attempt {
	p := s.buys(s.modest(rng))
	switch rng.IntN(6) {
	case 0, 1, 2: // one number that is not written as numbers are
		p["amount_in"] = quote(badNumber(rng))
		return attempt{body: body("swap", p, ""), codes: schema, only: true}
	case 3: // and one that is, of more than there is
		p["amount_in"] = quote(pick(rng, strings.Repeat("9", 77), "1"+strings.Repeat("0", 77), fmt.Sprint(uint64(1)<<63+rng.Uint64N(1<<62))))
		return attempt{body: body("swap", p, ""), codes: []wire.Code{wire.CodeSafetySimulationFailed}}
	case 4:
		p["slippage_bps"] = pick(rng, "-1", "5001", "1e2", "50.0", `"50"`, "18446744073709551617", "0x32", "null", "2147483698", "4294967346")
		return attempt{body: body("swap", p, ""), codes: schema, only: true}
	default: // a number that is no text: a reader of floats would round it
		p["amount_in"] = pick(rng, "10000000", "1e7", "10000000.0", "null", `["10000000"]`)
		return attempt{body: body("swap", p, ""), codes: schema, only: true}
	}
}}

// badNumber is no amount.
func badNumber(rng rnd) string {
	n := fmt.Sprint(1 + rng.Uint64N(30_000_000))
	return pick(rng, "-"+n, "+"+n, "0", "0"+strings.Repeat("0", rng.IntN(9)), n+"e0", "1e7", n+".0", "0x"+n, " "+n, n+" ", n+"\n", n+"\u200b", "\u0661\u0660", "",
		strings.Repeat("0", 78)+n, strings.Repeat("1", 79+rng.IntN(200)), n+"_000", n+",000", "all", "NaN", "Infinity",
		"115792089237316195423570985008687907853269984665640564039457584007913129639936")
}
