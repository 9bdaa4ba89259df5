// Package fork lets a chain go on from a block of another one (spec: mirage-testing §3.1).
//
// It owns what is between the two: what is written lies in tries of its own over that
// block, and what was not written is read from there, at that block and no later. It
// answers JSON-RPC about what lies below, and lets go-ethereum's services look at both as
// one chain. It makes no block and holds no pool.
//
// It promises that a read that failed is an UpstreamError for whoever asked, never a zero,
// and that nothing the other chain did later is seen.
package fork
