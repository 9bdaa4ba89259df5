// Package policycage knows the PolicyCage contract from Go (spec: safety §7): what one
// is made of, what one holds, and what its refusals say.
//
// It owns the builder's validation (§7.7), the snapshot of a cage, read in one batch at
// one block, the policy hash over that snapshot (§2.1, S-5), and the words for every
// error of the cage, of its oracle and of the enforcer that calls it. It promises that a
// snapshot it cannot read whole is an error, and that two cages have one hash only if
// they allow the same. Money is in micro-USDC, shares in basis points, times in seconds.
//
// Two choices of the contract show in every number here. A position counts at what it cost,
// because what it is worth could be bent in the block that asks. And openings are told in
// amounts of tokens, which the contract values itself: an attacker would understate dollars.
//
// It signs and sends nothing, and judges nothing: the contract does, and the Golem's
// mirror of it (golem/safety/cage).
package policycage
