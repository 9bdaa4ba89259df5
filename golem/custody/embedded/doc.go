// Package embedded puts the parts of Embedded custody together: a wallet whose key lies in
// a provider's enclave, and the Golem's own checks in front of it (spec: provisioning §8.1,
// §8.8, §8.9, safety §8).
//
// It owns the compilation of one Golem's policy from its adapters' calls, the proof that
// the provider holds that wallet and exactly that policy, and Wallet, a chain.Signer. It
// promises that nothing is asked for before the proof, after the session's end, or beyond
// the policy; and that what was signed in the last day counts after a restart, because the
// journal tells it again.
//
// The dollars and the gas of a day are held by this program alone, and no limit by the
// chain (DESIGN §12.6). The package never sends, and keeps nothing on disk.
package embedded
