// Package stock is go-ethereum's own JSON-RPC services as a devnet serves them: they look
// into its pool in place of go-ethereum's, find every log in the receipts, resolve a range
// of blocks before it is bounded, and can be called from Go by their names.
//
// It owns no chain, no state and no pool, and never lets a method touch files of the
// machine.
package stock
