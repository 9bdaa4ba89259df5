// Package adversarial sets a hostile deliberator on whole Golems. Every word that a
// model, a token, a page or a contract could say is the attacker's; the Golem is the real
// one, with its desk, grammar, gate, cage, permits, capabilities, books, journal and
// audit. A family is one kind of attack; all of them are deterministic by seed.
//
// What is held is held by a checker that shares nothing with the layers: it decodes each
// call that was signed and computes from the chain's own prices what it moved, against
// the limits in force. Nothing may move outside of them, and nothing may be signed
// without a permit that stands in the audit. What was stopped, and where, is printed as a
// table.
//
// `make test` makes 100,000 attempts, `make hostile` 10,000,000.
package adversarial
