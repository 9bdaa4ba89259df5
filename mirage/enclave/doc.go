// Package enclave is a wallet provider for a devnet: the part of Privy's HTTP API that
// evm/privy uses, over HTTP on this machine, with wallets, policies and key quorums of its
// own (spec: provisioning §8.1, §8.9; DESIGN §12.5). It shares no type with that client.
//
// It takes nothing on trust: it checks the app's credentials, verifies every
// authorization signature over the request it received, keeps idempotency keys and
// expiries, evaluates policies by their rules, and signs with real keys, of which nothing
// but signatures comes out. Its canonical JSON and its evaluation are its own, so that it
// can disagree with what it is there to test. Signatures are deterministic (RFC 6979). It
// can be told to fail, once for each Fault.
//
// What it does was written after the provider's documentation and after what others
// measured on the service. It keeps nothing on disk, listens on the loopback interface
// alone, and is no place for a key that anything real hangs on.
//
// It is no test kit, because bardo live talks to it too, as a Golem would to the real one.
package enclave
