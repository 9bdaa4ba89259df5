package stock

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/eth/tracers"

	// The tracers that debug_trace* names register themselves.
	_ "github.com/ethereum/go-ethereum/eth/tracers/native"
)

// ErrNotServed is what a method answers that touches the machine's files.
var ErrNotServed = errors.New("this method touches files of the machine and is not served")

// Traces is the part of debug_ that only reads. go-ethereum's methods that read and
// write files of the machine are not served.
type Traces struct{ *tracers.API }

// TraceBlockFromFile is not served.
func (Traces) TraceBlockFromFile(context.Context) error { return ErrNotServed }

// StandardTraceBlockToFile is not served.
func (Traces) StandardTraceBlockToFile(context.Context) error { return ErrNotServed }

// StandardTraceBadBlockToFile is not served.
func (Traces) StandardTraceBadBlockToFile(context.Context) error { return ErrNotServed }
