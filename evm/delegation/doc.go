// Package delegation speaks the protocol of MetaMask's DelegationManager (ERC-7710): what
// a delegation is, what its owner signs, how a delegate redeems one, and whether it still
// holds (spec: provisioning §8.3).
//
// It owns the encodings: hash and typed data of a delegation, the bytes of a redemption,
// the manager's refusals in words. It promises the same hashes and signatures as
// MetaMask's own kit, byte for byte. It knows nothing of what a caveat means, and it
// never holds a key or sends.
package delegation
