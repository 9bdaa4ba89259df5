// Package remote is the state of one block of a chain elsewhere, fetched on demand
// (spec: mirage-testing §3.1, DESIGN §5 "fork").
//
// It owns what was fetched: accounts, each with balance, nonce and code in one batch,
// slots, block hashes, and whole answers about blocks and transactions. The block is
// pinned by hash (EIP-1898), so nothing that was read ever changes and nothing is
// dropped; code is kept by its own hash and may be shared between blocks.
//
// It promises that what the node does not say is an error, never zero and never "no
// code", and that a block whose header does not have the hash it claims is refused. What
// was fetched can be written to a fixture; a State that is read from one answers the same
// without a network, and refuses what is not in it with ErrNotRecorded.
//
// It never sends a transaction, never follows the chain, and never executes anything.
package remote
