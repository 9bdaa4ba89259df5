// Package sim executes transactions on a copy of a remote block, in this
// process, without sending anything: what would happen, what would move, what
// would it cost (spec: chain §7).
//
// State is loaded lazily through evm/remote, pinned to one block hash, and kept for
// as long as that block is the newest one asked for; code is kept for ever by
// its hash. A fault of the node ends the simulation with ErrUpstream: missing
// state is never read as zero. The same block and the same calls give the same
// result, byte for byte; no clock is read.
//
// The package has no key and no way to send: it does not import the signer, and
// a test holds it to that. It is one of the two places that may import
// go-ethereum's internals.
//
// A simulation runs in the block after the pinned one: number and time are one
// more, the base fee is the pinned block's. What a chain does around its blocks
// (system calls, the L1 data fee of an OP-stack chain) is not simulated; the L1
// fee is added to the cost by whoever prices the transaction.
package sim
