// Package bind packs calls and unpacks answers, errors and events of the
// contracts we call: tokens, Permit2, Multicall3, Uniswap v3, and our Market.
//
// It is generated from ABIs reduced to what is called (contracts/gen), one file
// a contract, by abigen version 2: pure functions over bytes, with no client and
// no signer. Every type is made once by its New function and is safe for
// concurrent use. Prefer TryPack to Pack: the latter panics on an argument that
// does not fit. It promises equality with the deployed contracts' interfaces and
// never carries third-party creation code.
package bind

//go:generate sh ../../contracts/generate.sh
