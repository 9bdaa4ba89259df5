// Package privy signs with a wallet whose key lies in a provider's enclave: Privy's REST
// API for server wallets (spec: provisioning §8.1, §8.9). Every request that uses the
// wallet is signed by a P-256 authorization key of ours, over its canonical form.
//
// It owns the client (what is sent, how often, how long is waited, what an answer may
// be), the authorization key, the rules of the provider's policies as it writes them, and
// Signer, which has the methods of evm/signer's. It promises that a Signer asks for
// nothing its checks refuse; that what comes back is exactly what was asked for, signed by
// the wallet, or an error that names the difference; that a request which is repeated is
// carried out once; and that neither secret is in an error, a log or a print.
//
// The provider is not trusted: whatever it answers is looked at as if a stranger sent
// it. What it cannot be kept from is using the key itself, or keeping it from us.
//
// The package decides no limits: those are a function it is given. It never sends a
// transaction to a chain, and keeps nothing on disk.
//
// The protocol is that of docs.privy.io, as of 2026: authorization signatures (ECDSA on
// P-256 over SHA-256 of RFC 8785 JSON, DER in base64), idempotency keys (24 h), request
// expiry (Unix milliseconds), and key quorums as owners and signers of wallets.
package privy
