// Package privytest has what tests of the wallet provider's API (evm/privy) need beside the
// devnet's provider (mirage/enclave): one that ends with the test, and a player of
// dialogues that lie in files.
//
// No account at the provider was at hand to record from. So the dialogue in
// evm/privy/testdata was recorded with mirage/enclave, and pins what we say, not what the
// provider answers; `go test ./evm/privy -run Dialogue -update` records it anew.
package privytest
