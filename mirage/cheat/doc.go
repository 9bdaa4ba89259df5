// Package cheat is what a devnet answers beyond go-ethereum's own JSON-RPC (spec:
// mirage-testing §6, chain §19.2): the anvil_, hardhat_, evm_ and mirage_ cheats, the
// developer accounts of the well-known mnemonic, sending with automine, estimates in
// the next block, and the reference's error codes.
//
// It owns no chain state: every cheat is a call of mirage/node, which refuses all of
// them once they are closed. It never holds a key that is not public already.
//
// A method that could not do what it says is absent, so that a client hears of it: mirage_getDirtySlots,
// because tries know slots by their hashes alone. Those that tools send unasked, as setLoggingEnabled, are
// there and do nothing (Silent).
package cheat
