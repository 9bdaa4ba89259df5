package stock

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/eth/tracers"
	"github.com/ethereum/go-ethereum/params"

	// The tracers that debug_trace* names register themselves.
	_ "github.com/ethereum/go-ethereum/eth/tracers/native"
)

// ErrNotServed is what a method answers that touches the machine's files.
var ErrNotServed = errors.New("this method touches files of the machine and is not served")

// Traces is the part of debug_ that only reads. go-ethereum's methods that read and
// write files of the machine are not served.
type Traces struct {
	*tracers.API
	chain   tracers.Backend
	methods *Methods // the API's
}

// NewTraces traces what a backend has. A tracer that go-ethereum does not know is an error.
func NewTraces(b tracers.Backend) Traces {
	noScripts()
	api := tracers.NewAPI(b)
	return Traces{api, b, NewMethods(api)}
}

// noScripts registers an evaluator of scripts that refuses them all. Where there is none, go-ethereum
// calls it all the same, and for a block in a goroutine of its own, where that ends the process.
var noScripts = sync.OnceFunc(func() {
	tracers.DefaultDirectory.RegisterJSEval(func(name string, _ *tracers.Context, _ json.RawMessage, _ *params.ChainConfig) (*tracers.Tracer, error) {
		return nil, fmt.Errorf("no tracer is named %.64q: take callTracer, prestateTracer or another of go-ethereum's native ones; scripts are not run", name)
	})
})

// TraceBlockFromFile is not served.
func (Traces) TraceBlockFromFile(context.Context) error { return ErrNotServed }

// StandardTraceBlockToFile is not served.
func (Traces) StandardTraceBlockToFile(context.Context) error { return ErrNotServed }

// StandardTraceBadBlockToFile is not served.
func (Traces) StandardTraceBadBlockToFile(context.Context) error { return ErrNotServed }
