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
// Most attempts are made on a chain without an EVM, where a life of 500 attacks takes a tenth of
// a second. It asks no caveat under a grant, and its fence is wider than the Golem's limits, so
// that the Golem's own layers are what is tried.
//
// It is done in every custody whose key is the Golem's own. Under a grant the checker
// unwraps each redemption, which must be one of the life's own delegation, and holds what
// is in it to the same limits as a bare key's calls; the key itself may do nothing else.
//
// Lives that hold positions are lived in realms, on the real contracts: Uniswap v2, v3 and
// v4, Aave and Morpho, with the limits of the configuration as it is shipped. There the
// adversary moves the pool before, between and around an order, and an auditor values the
// whole account at the feed's price around every order. What counts are the cells that are
// reached: a kind of action, the layer that stopped it, the custody, the market's state. In
// each state every kind is asked for while one thing after the other ails the chain (moods),
// and in a storm of what is refused whatever the state: a kind again and again, or with one
// field changed. A cell that stays empty has a reason, or the test fails. Each of fourteen
// planted holes has to fail it (TestEachPlantedHoleFailsTheSuite).
//
// Portfolios live in a realm with five assets and eight markets (a basket), and a vault (a cellar). The
// adversary bends and drains markets, has one lie, owns the vault, and has the cage's own reader lie; an
// appraiser decodes and values by itself, and six more holes have to fail it. A haul takes a basket's worst day.
//
// `make test` makes 40,000 attempts on bare keys and 4,000 in each other custody, and
// 1,000 of the attacker's own orders reach the real contracts in each. `make hostile` makes
// 10,000,000 attempts, a quarter in each custody, a million of them on lives in realms, and a million
// more on portfolios; it keeps what is done, and goes on where it was cut off.
package adversarial
