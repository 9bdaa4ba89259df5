// Package node is the devnet: go-ethereum's real EVM, transaction pool, filters
// and JSON-RPC in this process, with a block builder of our own (spec:
// mirage-testing §3, DESIGN §5).
//
// It owns the chain, its clock (the time of the next block), the transaction
// pool and the endpoint. It promises that blocks are made only when somebody asks
// (Mine, automine, interval mining), that a block named by its transactions holds
// exactly these, in this order, or is not made at all, and that the same calls
// give the same block hashes. It never talks to another node, never finalises a
// block and never verifies a header: that is what lets two blocks share a
// timestamp and a cheat change the state.
//
// It refuses to start where BARDO_ENV is "production".
package node
