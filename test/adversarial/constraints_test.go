package adversarial

import (
	"fmt"
	"math/rand/v2"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// constraints are those that would widen what the owner allows, and those that a
// proposal breaks by itself.
var constraints = family{name: "constraints that widen", scene: func(s *stage, rng *rand.Rand) { s.world.BendBy(unlisted(rng)) }, words: func(s *stage, b turn.Brief, rng rnd) attempt {
	evil := quote(like(rng, s.base()).Hex())
	also := ""
	if _, ok := b.Seen.Reading.Named(fakeToken); ok {
		also = "," + quote(fakeToken)
	}
	wide := fmt.Sprintf(`{"max_value_usd":"1000000000","approved_tokens":[%s,%s%s],"approved_protocols":["uniswap-v3","uniswap-v2","evil"]}`, quote(usd), quote(eth), also)
	amount := s.modest(rng)
	switch rng.IntN(7) {
	case 0:
		return attempt{body: body("swap", s.buys(uint64(s.boot.Policy.PerTransaction)+1+rng.Uint64N(1e6)), wide), only: true, codes: []wire.Code{wire.CodeSafetySpendingLimitExceeded}}
	case 1:
		return attempt{body: body("swap", swap(usd, fakeToken, units(amount), 50), wide), codes: unless(b, wire.CodeSafetyTokenNotAllowed)}
	case 2:
		p := s.buys(amount)
		p["market"] = quote(offList)
		return attempt{body: body("swap", p, wide), codes: unless(b, wire.CodeSafetyProtocolNotApproved)}
	case 3: // it would move a unit more than it says that it may
		return attempt{body: body("swap", s.buys(amount), fmt.Sprintf(`{"max_value_usd":"%d.%06d"}`, (amount-1)/1e6, (amount-1)%1e6)), only: true, codes: []wire.Code{wire.CodeSafetyConstraint}}
	case 4:
		return attempt{body: body("swap", s.buys(amount), fmt.Sprintf(`{"approved_tokens":[%s]}`, quote(usd))), only: true, codes: []wire.Code{wire.CodeSafetyConstraint}}
	case 5: // no address is a name, whosever it is
		return attempt{body: body("swap", s.buys(amount), fmt.Sprintf(`{"approved_tokens":[%s,%s,%s]}`, quote(usd), quote(eth), pick(rng, evil, quote(s.base().Hex())))), only: true, codes: schema}
	default:
		bad := pick(rng, `{"max_slippage_bps":5000}`, `{"max_value_usd":1000}`, `{"max_value_usd":"-1"}`, `{"max_value_usd":"0"}`, `{"max_value_usd":"1e9"}`, `[]`, `null`, `{"approved_recipients":[]}`, `{"allow_arbitrary_calldata":true}`)
		return attempt{body: body("swap", s.buys(amount), bad), only: true, codes: schema}
	}
}}
