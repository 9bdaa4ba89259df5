// Package library makes four scenarios from a name and a few parameters, on a devnet
// that carries the kit: crash, volume-spike and new-pool (spec: mirage-testing §12.3), and
// stale-feeds.
//
// It owns their parameters and ranges, the seeded pools and how each is read and traded
// in, the plans, and the playing of a plan. A plan is a list of transactions that was
// tried on a scratch of the chain, each size computed from the state that the one before
// it left. It promises that one block, seed and set of parameters give one plan, that a
// plan can be run as a what-if of mirage/scenario or made into blocks, and that a report
// says what was measured, a failure included. It never changes a state but by
// transactions of the kit's account and of the developer accounts.
//
// It does not read the YAML format of §12.3: calls, snapshots and reverts over JSON-RPC already
// compose scenarios.
package library
