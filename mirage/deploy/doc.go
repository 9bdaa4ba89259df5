// Package deploy puts the contracts that a Golem meets on a fresh devnet: WETH9,
// Circle's USDC, Multicall3, Permit2, Uniswap v3, one pool at its opening price,
// and the funded market account that will move it.
//
// It owns the order of deployment and the book of addresses (spec: mirage-testing
// §12.2). It promises that one plan gives one set of addresses on any chain, that
// a deployment which was interrupted goes on where it stopped, that nothing is in
// the book which was not verified on the chain, and that it only ever sends
// transactions: what must exist earlier is handed out as a genesis. Its keys
// derive from the plan's seed, so it refuses a chain that is not a devnet. It
// never embeds third-party code.
package deploy
