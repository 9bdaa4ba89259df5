// Package chain is the Golem's access to one EVM chain: pinned reads of what the
// strategy trades and owns, and the one way to send (chain §2, §8).
//
// Chain reads. All values of one Observe come from one block, named by its hash,
// and a missing answer is an error, never a zero. A reading says how far its block
// is behind the chain, and what the chain left since the reading before. Open checks
// chain id, code and what the contracts say of themselves.
//
// Hand sends. Send and Replace take a capability.Token and consume it before
// anything is signed; the signed bytes are in the journal, durably, before they
// leave, so that a crash cannot send twice. Look follows what was sent: until its
// receipts are there, and until no reorg can take it back.
package chain
