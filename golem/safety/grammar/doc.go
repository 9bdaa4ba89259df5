// Package grammar is the one door from text to an action (safety §5): whatever
// wrote a proposal, a rule, a model, an owner's steer or the death settlement,
// its bytes are parsed here or refused.
//
// A proposal is JSON with exactly type, params and constraints. Unknown, missing
// and repeated fields are errors, names are matched by case, amounts are decimal
// digits, and there is no field that could carry calldata. Parse never panics,
// reads at most MaxBody bytes and has no side effect.
package grammar
