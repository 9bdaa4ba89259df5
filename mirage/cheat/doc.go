// Package cheat is what a devnet answers beyond go-ethereum's own JSON-RPC (spec:
// mirage-testing §6, chain §19.2): the anvil_, hardhat_, evm_ and mirage_ cheats, the
// developer accounts of the well-known mnemonic, sending with automine, estimates in
// the next block, and the reference's error codes.
//
// It owns no chain state: every cheat is a call of mirage/node, which refuses all of
// them once they are closed. It never holds a key that is not public already.
//
// A method that would do nothing is absent, so that a client hears of it: anvil_setLoggingEnabled
// and its like, and mirage_getDirtySlots, because tries know slots by their hashes alone.
package cheat
