// Package privytest is a double of the wallet provider's API (evm/privy) for tests: a
// server in the process that holds wallets, policies and key quorums, and a player of
// dialogues that lie in files.
//
// The double takes nothing on trust: it checks the app's credentials, verifies every
// authorization signature over the request it received, keeps idempotency keys and
// expiries, evaluates policies by their rules, and signs with real keys. Its canonical
// JSON and its evaluation are its own, so that it can disagree with what it is there to
// test. It can be told to fail, once for each Fault.
//
// What it does was written after the provider's documentation and after what others
// measured on the service; no account was at hand to record from. So the dialogue in
// evm/privy/testdata was recorded with this double, and pins what we say, not what the
// provider answers; `go test ./evm/privy -run Dialogue -update` records it anew.
package privytest
