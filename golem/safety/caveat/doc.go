// Package caveat is the off-chain twin of the seven enforcers that bound a delegation
// on chain (spec: provisioning §8.4, safety §8): the same inputs give the same verdict
// in the same words, so that the Golem never pays for a call that the chain refuses.
//
// It owns the encodings of the enforcers' terms, the book of calls that an account may
// make (Book, the twin of contracts/src/caveats/ActionBook.sol), the judgement of a
// redemption, and attenuation: a child delegation is at least as strict as its parent,
// field by field. Everything is a function of its arguments; what the chain says comes
// in as Facts, and a fact that is missing refuses.
//
// Phases are turn.Phase, whose numbers are the ones of the VitalityOracle: thriving 0,
// stable 1, conservation 2, declining 3, terminal 4. The oracle's score is the vitality
// of mortality §5 (0 to 1) in basis points. Amounts of US dollars are millionths.
//
// What an action is and what its tokens cost is in the book alone, which the terms of the
// enforcers name. So the seven stand once on a chain for every Golem, and an owner signs
// which book holds; it cannot be changed.
//
// It never reads a chain, signs, or sends.
package caveat
