// Package rollup knows what a chain of the OP stack charges beside gas (chain §7
// point 8): the fee for the data that it writes to the chain below it, and the
// operator's fee.
//
// It owns the formulas since the rules named Fjord, with the operator's fee of
// Isthmus and of Jovian, and the asking of the chain's own oracle. Whoever pays asks
// the oracle, so that the chain's rules hold whatever they are; the formulas are for
// a devnet that charges. It never guesses: a fee that cannot be read is an error.
package rollup
