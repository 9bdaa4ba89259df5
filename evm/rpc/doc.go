// Package rpc reads a chain through JSON-RPC and sends signed transactions to
// it. It is the only way the rest of the code talks to a node, be it remote
// (HTTP, WebSocket) or the devnet in the same process.
//
// Every read of state is pinned to a block hash (EIP-1898), and all the reads
// of one decision travel in one Batch, so that a decision never mixes two
// states of the chain (spec chain §2). An answer that is missing, malformed or
// about another block is an error, never a zero value.
//
// The package never holds a key, never retries and never waits: deadlines
// belong to the caller's context, retries and back-off to the caller's policy,
// which the kinds of Error are made for.
package rpc
