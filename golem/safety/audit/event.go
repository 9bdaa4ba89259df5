package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// Event is what a record tells (safety §12.2), made by the functions of this file only.
// The zero value is none.
type Event struct {
	fields map[string]any
	// lasting is durable before anything goes on: a transaction, a death.
	lasting bool
}

// The types of the events. PermitTransition, CapabilityMinted and PolicyChanged are beside
// those of safety §12.2: without them a reader could not tell what was refused.
const (
	TypeToolCall         = "ToolCall"
	TypeTransaction      = "Transaction"
	TypePermitCreated    = "PermitCreated"
	TypePermitTransition = "PermitTransition"
	TypePermitConsumed   = "PermitConsumed"
	TypeCapabilityMinted = "CapabilityMinted"
	TypePolicyCageCheck  = "PolicyCageCheck"
	TypePolicyChanged    = "PolicyChanged"
	TypeIntervention     = "InterventionReceived"
	TypePhaseTransition  = "PhaseTransition"
	TypeDeathInitiated   = "DeathInitiated"
	TypeTaintViolation   = "TaintViolationBlocked"
	TypeDifference       = "BalanceDifference"
	TypeSessionKey       = "SessionKey"
)

// ToolCall is a call of the write path and its answer, both by hash. Refused is the code
// of a refusal and PermitID the permit, where there is one; they stay empty else.
func ToolCall(tool string, params, result Hash, permitID, refused string) Event {
	e := event(TypeToolCall, "tool", word(tool), "params_hash", hexed(params), "result_hash", hexed(result))
	return e.with("permit_id", permitID).with("refused", refused)
}

// Transaction is what became of a permitted order on the chain. Value is what it moves,
// in micro-USDC.
func Transaction(permitID string, tx Hash, value money.USDC, status string) Event {
	e := event(TypeTransaction, "tx_hash", "0x"+hexed(tx), "value", int64(value), "status", word(status)).with("permit_id", permitID)
	e.lasting = true
	return e
}

// PermitCreated is a preview that was allowed. Limit is the value it was simulated to
// move, in micro-USDC.
func PermitCreated(permitID, action string, limit money.USDC) Event {
	return event(TypePermitCreated, "permit_id", word(permitID), "action", word(action), "value_limit", int64(limit))
}

// PermitTransition is the end of a permit: committed, cancelled or expired.
func PermitTransition(permitID, to, reason string) Event {
	return event(TypePermitTransition, "permit_id", word(permitID), "from", "created", "to", word(to)).with("reason", reason)
}

// CapabilityMinted is the token for one call, up to a value in micro-USDC, before a tick
// and under a policy.
func CapabilityMinted(permitID, action string, limit money.USDC, expires uint64, policy Hash) Event {
	return event(TypeCapabilityMinted, "permit_id", word(permitID), "action", word(action), "value_limit", int64(limit),
		"expires_at", expires, "policy_hash", hexed(policy))
}

// PermitConsumed is the use of a token, right before a signature. Refused is why it did
// not open; empty where it did.
func PermitConsumed(permitID, refused string) Event {
	return event(TypePermitConsumed, "permit_id", word(permitID)).with("refused", refused)
}

// PolicyCageCheck is the cage's word on an action. Constraint is the code of the limit
// that did not hold; empty where all did.
func PolicyCageCheck(constraint string) Event {
	return event(TypePolicyCageCheck, "passed", constraint == "", "constraint", word(constraint))
}

// PolicyChanged is a change of the limits, by the hashes of the policies.
func PolicyChanged(from, to Hash) Event {
	return event(TypePolicyChanged, "from", hexed(from), "to", hexed(to))
}

// Intervention is what somebody outside did to the life: an order, a restart.
func Intervention(source, severity string) Event {
	return event(TypeIntervention, "source", word(source), "severity", word(severity))
}

// PhaseTransition is a transition of the lifecycle.
func PhaseTransition(from, to string) Event {
	return event(TypePhaseTransition, "from", word(from), "to", word(to))
}

// DeathInitiated begins the death.
func DeathInitiated(cause string) Event {
	e := event(TypeDeathInitiated, "cause", word(cause))
	e.lasting = true
	return e
}

// TaintViolationBlocked is a flow that a label forbade, by the names of label and sink. The
// value is in no record.
func TaintViolationBlocked(label, sink string) Event {
	return event(TypeTaintViolation, "label", word(label), "sink", word(strings.ReplaceAll(sink, " ", "_")))
}

// SessionKey is a step of the rotation of the key that acts under a grant, by addresses:
// triggered, generated, granted, rotated (provisioning §9.1). Why is the reason, in a word.
func SessionKey(step, why, key, next string) Event {
	e := event(TypeSessionKey, "step", word(step), "reason", word(why), "key", word(key)).with("next", next)
	e.lasting = true
	return e
}

// Difference is money that no order explains: kind is what it was booked as, asset a
// token's address or "native", units its raw units.
func Difference(kind, asset string, units *uint256.Int, block uint64) Event {
	e := event(TypeDifference, "kind", word(kind), "asset", word(asset), "units", units.Dec(), "block_number", block)
	e.lasting = true
	return e
}

func event(kind string, pairs ...any) Event {
	e := Event{fields: map[string]any{"type": kind}}
	for i := 0; i < len(pairs); i += 2 {
		e.fields[pairs[i].(string)] = pairs[i+1]
	}
	return e
}

// with adds a field that some events of a type have.
func (e Event) with(name, value string) Event {
	if value != "" {
		e.fields[name] = word(value)
	}
	return e
}

// canonical is the event as UTF-8 JSON: keys sorted bytewise, no white space, integers. No
// word has a letter that JSON escapes.
func (e Event) canonical() ([]byte, error) { return json.Marshal(e.fields) }

// plain is what an id, a code or a name of ours looks like.
var plain = regexp.MustCompile(`^[A-Za-z0-9_:./#-]{0,48}$`)

// word lets a plain word pass and hashes whatever else it is given: what comes from
// outside is known by its hash, and cannot be read here.
func word(s string) string {
	if plain.MatchString(s) {
		return s
	}
	return "sha256:" + hexed(sha256.Sum256([]byte(s)))
}

func hexed(h Hash) string { return hex.EncodeToString(h[:]) }
