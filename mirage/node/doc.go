// Package node is the devnet: go-ethereum's real EVM, transaction pool, filters
// and JSON-RPC in this process, with a block builder of our own (spec:
// mirage-testing §3, DESIGN §5).
//
// It owns the chain, its clock (the time of the next block), the transaction
// pool and the endpoint. It promises that blocks are made only when somebody asks
// (Mine, automine, interval mining), that a block named by its transactions holds
// exactly these, in this order, or is not made at all, and that the same calls
// give the same block hashes. It has no peers, and asks no other node but the one below
// a fork; it never finalises a block and never verifies a header: that is what lets two
// blocks share a timestamp and a cheat change the state.
//
// A chain may begin on a block of another one (Config.Fork): it goes on from that block's
// number, hash, time and chain id, and what it did not write is read from there, at that
// block and no later. A read that fails is a fork.UpstreamError; no block is made of one.
//
// It refuses to start where BARDO_ENV is "production".
package node
