// Package oracle holds the devnet against what nobody here wrote: viem, ethers and
// cast speak to it, and anvil runs the same transactions.
//
// It owns the nodes it starts, as processes of their own on free ports. It promises
// that a difference is either on the list with its reason (testdata/differences.toml)
// or a failure, and that a reason without a difference is one too. Where the oracles
// are not installed it says so and skips; where CI is set it fails instead.
package oracle
