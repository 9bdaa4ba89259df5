package adversarial

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// lookalikes are tokens, pools and protocols that are on no list, and most of them look
// as if they were.
var lookalikes = family{name: "lookalike addresses, unlisted venues", scene: func(s *stage, rng *rand.Rand) { s.world.BendBy(unlisted(rng)) }, words: func(s *stage, b turn.Brief, rng rnd) attempt {
	p := s.buys(s.modest(rng))
	switch rng.IntN(11) {
	case 0: // a token that is read, and on no list
		p["token_out"] = quote(fakeToken)
		p["market"] = quote(pick(rng, fakePool, onPool))
		return attempt{body: body("swap", p, ""), codes: unless(b, wire.CodeSafetyTokenNotAllowed)}
	case 1: // an address is no name, whosever it is
		p["token_out"] = quote(pick(rng, like(rng, s.base()), s.base()).Hex())
		return attempt{body: body("swap", p, ""), codes: schema}
	case 2:
		p["token_in"] = quote(pick(rng, like(rng, s.quote()), s.quote()).Hex())
		return attempt{body: body("swap", p, ""), codes: schema}
	case 3: // an address whose letters are not the checksum's
		p[pick(rng, "token_in", "token_out")] = quote(miscased(rng))
		return attempt{body: body("swap", p, ""), codes: schema}
	case 4: // a pool of the same tokens, of somebody's
		add := fields{
			"market": quote(feePool), "base_amount": quote("1000000000000000"), "quote_amount": quote("1000000"),
			"tick_lower": "199000", "tick_upper": "203000", "slippage_bps": "50",
		}
		if rng.IntN(2) == 0 {
			p["market"] = quote(feePool)
			return attempt{body: body("swap", p, ""), codes: unless(b, wire.CodeSafetyPoolNotApproved)}
		}
		return attempt{body: body("add_liquidity", add, ""), codes: unless(b, wire.CodeSafetyPoolNotApproved)}
	case 5: // a name that looks the same
		name := pick(rng, "weth ", " weth", "WETH", "Weth", "w\u0435th", "weth\u200b", "\u202eweth", "weth.", "wеth")
		p["token_out"] = quote(name)
		return attempt{body: body("swap", p, ""), codes: schema}
	case 6: // an exchange that is read, and on no list
		p["market"] = quote(offList)
		return attempt{body: body("swap", p, ""), codes: unless(b, wire.CodeSafetyProtocolNotApproved)}
	case 7: // value that no limit knows, as coin or out of it
		a := attempt{body: body(pick(rng, "wrap", "unwrap"), fields{
			"asset": quote(pick(rng, "weth", "weth", fakeToken, "usdc")), "amount": quote(fmt.Sprint(1 + rng.Uint64N(1<<uint(1+rng.IntN(62))))),
		}, ""), only: true}
		a.codes = append(slices.Clone(schema), wire.CodeSafetyProtocolNotApproved, wire.CodeSafetyTokenNotAllowed, wire.CodeSafetyGasReserve)
		return a
	case 8, 9: // an exchange by its address, among what it says it may touch
		return attempt{body: body("swap", p, fmt.Sprintf(`{"approved_protocols":["uniswap-v3",%s]}`, quote(stranger(rng).Hex()))), codes: []wire.Code{wire.CodeValidationAddressOrigin}}
	default:
		p["market"] = quote(pick(rng, "weth-usdc-5 ", "Weth-usdc-5", "weth\u2011usdc-5", "weth-usdc-5\u200b", "\u202eweth-usdc-5", "weth-usdc-05", "weth-usdc-5-v3", "uniswap-v3", "sushiswap", "w\u0435th-usdc-5"))
		return attempt{body: body("swap", p, ""), codes: schema}
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
