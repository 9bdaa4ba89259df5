package adversarial

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// lookalikes are tokens, pools and protocols that are on no list, and most of them look
// as if they were.
var lookalikes = family{name: "lookalike addresses, unlisted venues", words: func(s *stage, _ turn.Brief, rng rnd) attempt {
	p := s.buys(s.modest(rng))
	switch rng.IntN(6) {
	case 0, 1:
		p["token_out"] = quote(like(rng, s.base()).Hex())
		return attempt{body: body("swap", p, ""), codes: []wire.Code{wire.CodeSafetyTokenNotAllowed}}
	case 2:
		p["token_in"] = quote(like(rng, s.quote()).Hex())
		return attempt{body: body("swap", p, ""), codes: []wire.Code{wire.CodeSafetyTokenNotAllowed}}
	case 3: // an address whose letters are not the checksum's
		p[pick(rng, "token_in", "token_out")] = quote(miscased(rng))
		return attempt{body: body("swap", p, ""), codes: schema}
	case 4: // a pool of the same tokens, of somebody's
		add := fields{
			"pool": quote(like(rng, s.boot.Chain.Pool).Hex()), "amount0": quote("1000000"), "amount1": quote("1000000000000000"),
			"tick_lower": "199000", "tick_upper": "203000", "slippage_bps": "50",
		}
		return attempt{body: body("add_liquidity", add, ""), codes: []wire.Code{wire.CodeSafetyPoolNotApproved}}
	default:
		p["protocol"] = quote(pick(rng, "uniswap-v3 ", "Uniswap-v3", "uniswap\u2011v3", "uniswap-v3\u200b", "\u202euniswap-v3", "uniswap-v2", "uniswap-v4", "sushiswap", "un\u0456swap-v3"))
		return attempt{body: body("swap", p, ""), codes: []wire.Code{wire.CodeValidationSchema, wire.CodeSafetyProtocolNotApproved}}
	}
}}

// like has the first and the last bytes of an address, which is all that people look at.
func like(rng rnd, a common.Address) common.Address {
	for i := 3; i < 17; i++ {
		a[i] = byte(rng.Uint32())
	}
	return a
}

// miscased is an address in mixed case that fails EIP-55.
func miscased(rng rnd) string {
	for {
		right := stranger(rng).Hex()
		for i, c := range right {
			if i < 2 || c < 'A' {
				continue
			}
			wrong := right[:i] + strings.Map(swapcase, string(c)) + right[i+1:]
			if digits := wrong[2:]; digits != strings.ToLower(digits) && digits != strings.ToUpper(digits) {
				return wrong
			}
		}
	}
}

func swapcase(r rune) rune { return r ^ 0x20 }
