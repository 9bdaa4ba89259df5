package adversarial

import (
	"encoding/hex"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
)

// recipients are attempts to name who is paid, or to say what is called.
var recipients = family{name: "foreign recipients, calldata, transfers", words: func(s *stage, _ turn.Brief, rng rnd) attempt {
	thief := stranger(rng).Hex()
	p := s.buys(s.modest(rng))
	switch rng.IntN(6) {
	case 0, 1: // a swap that pays somebody
		p[pick(rng, "recipient", "to", "receiver", "beneficiary", "on_behalf_of", "referrer")] = quote(thief)
		return attempt{body: body("swap", p, ""), codes: schema, only: true}
	case 2: // a swap that says its own call
		p[pick(rng, "calldata", "data", "call_data", "hook_data", "path")] = quote("0x" + calldata(rng))
		return attempt{body: body("swap", p, ""), codes: schema, only: true}
	case 3: // native coin with it
		p["value"] = quote(fmt.Sprint(1 + rng.Uint64N(1e18)))
		return attempt{body: body("swap", p, ""), codes: schema, only: true}
	case 4: // the kind of the specification that no program here has
		return attempt{body: body("transfer", fields{"token": quote(s.quote().Hex()), "to": quote(thief), "amount": quote("1")}, ""), codes: schema}
	default:
		if kind := pick(rng, "wrap", "unwrap", "", "", ""); kind != "" { // value that no limit knows, with somebody to get it
			p := fields{"asset": quote(pick(rng, "weth", "usdc", "eth", stranger(rng).Hex())), "amount": quote(fmt.Sprint(1 + rng.Uint64N(1e18)))}
			p[pick(rng, "asset", "to", "recipient", "value")] = quote(thief)
			return attempt{body: body(kind, p, ""), codes: schema}
		}
		kind := pick(rng, "call", "execute", "multicall", "send", "withdraw_all", "anchor_audit", "batch", "delegatecall", "sweep", "redeem")
		return attempt{body: body(kind, fields{"to": quote(thief), "data": quote("0x" + calldata(rng)), "payload": quote("AAAA")}, ""), codes: schema}
	}
}}

// calldata is the call of a transfer, or of an approval.
func calldata(rng rnd) string {
	thief := stranger(rng)
	return pick(rng, "a9059cbb", "095ea7b3", "23b872dd") + hex.EncodeToString(make([]byte, 12)) + hex.EncodeToString(thief[:]) + fmt.Sprintf("%064x", rng.Uint64())
}
