// Package chain is the Golem's access to one EVM chain: pinned reads of what the
// strategy trades and owns, and the one way to send (chain §2, §8).
//
// Chain reads. All values of one Observe come from one block, named by its hash,
// and a missing answer is an error, never a zero. Open checks chain id, code and
// what the contracts say of themselves.
//
// Hand sends. Its only method takes a capability.Token and consumes it before
// anything is signed; the signed bytes are in the journal, durably, before they
// leave, so that a crash cannot send twice.
package chain
