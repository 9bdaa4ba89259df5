// Package rpc reads a chain through JSON-RPC and sends signed transactions to
// it. It is the only way the rest of the code talks to a node, be it remote
// (HTTP, WebSocket) or the devnet in the same process, which may answer by value
// (Node, Taker).
//
// Every read of state is pinned to a block hash (EIP-1898), and all the reads
// of one decision travel in one Batch, so that a decision never mixes two
// states of the chain (spec chain §2), whichever endpoint answers. An answer that
// is missing, malformed or about another block is an error, never a zero value.
//
// A Client of one node (Dial, New) never retries and never waits. A Client of
// several endpoints (Connect) has the same methods, so that no caller knows how many
// there are: it asks them in their order, leaves alone what fails or asks to slow
// down, and believes no head that lies in the future or lags behind the others. It
// checks an endpoint's chain before it asks it anything. What all of them refuse is
// an error of the kinds below; when to ask again is the caller's policy.
//
// Where a WebSocket for heads is configured (chain §10.1), it says how high the chain
// is and nothing else: what is behind it counts as old, nothing is read through it, and
// without it, or with one that lies low, everything is as the endpoints say.
//
// The package never holds a key, and prints no URL: there may be one in it.
package rpc
