// Package signing is the policy of a signer that is not ours: what a wallet in a
// provider's enclave may sign (spec: provisioning §8.8, safety §8).
//
// It owns the policy document with its hash, its way into the rules that the enclave
// evaluates (evm/privy), and its twin, Guard, which refuses the same before the enclave
// is asked, and more: what the enclave cannot know. One source makes both: the forms of
// call that the adapters make (golem/safety/caveat).
//
// It promises that nothing is allowed which is not named: a contract, a function, and
// every argument that the forms hold fixed. A function with an argument that cannot be
// held is left out and said so, never let through. Native money goes to recipients alone,
// and nothing is signed after the policy's end.
//
// No contract holds these limits (safety §8, DESIGN §12.6): package plan says which
// are the enclave's and which our own program's. This one never signs, sends or asks anybody.
package signing
