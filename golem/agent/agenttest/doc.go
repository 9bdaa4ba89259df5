// Package agenttest is a cheap outside for whole Golems: a chain without an EVM that
// answers observations, previews, transactions and receipts for one wallet, as fast as
// thousands of lives need it. Everything follows from a seed and from what is asked.
//
// It knows approvals and swaps in one pool, also as redemptions under a grant, whose
// caveats it does not ask; what no honest Golem sends, it notes. It
// never stands in for a chain where contracts matter: that is evm/evmtest.
package agenttest
