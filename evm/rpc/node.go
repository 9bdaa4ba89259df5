package rpc

import (
	"context"

	gethrpc "github.com/ethereum/go-ethereum/rpc"
)

// Node answers requests: go-ethereum's client does, of a node over a connection, and a chain in
// this process, which may give its answers as values (see Taker).
type Node interface {
	// CallContext asks for one result, which decodes itself from JSON.
	CallContext(ctx context.Context, result any, method string, args ...any) error
	// BatchCallContext asks for several in one request. Each element holds its own error.
	BatchCallContext(ctx context.Context, batch []gethrpc.BatchElem) error
	Close()
}

// Taker is a result that takes its value as well as its JSON. The arguments of such a request are
// of this package and of go-ethereum's common: Call, Pin, addresses, hashes, hexutil's numbers.
type Taker interface {
	// Take reports whether the value is of the type that was asked for.
	Take(value any) bool
}
