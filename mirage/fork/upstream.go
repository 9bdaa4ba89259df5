package fork

import (
	"context"
	"errors"
	"sync"

	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/rpc"
)

// CodeUpstream is the JSON-RPC code of an UpstreamError (spec: mirage-testing §6.4).
const CodeUpstream = -32099

// ErrUpstream is wrapped where the chain below a fork did not answer, or lied.
var ErrUpstream = errors.New("the chain below this fork did not give what is needed")

// UpstreamError is a read of the chain below a fork that failed. Nothing was changed, and
// nothing was taken for zero: the same request may be made again.
type UpstreamError struct{ Err error }

var _ rpc.Error = (*UpstreamError)(nil)

// Error implements error.
func (e *UpstreamError) Error() string { return ErrUpstream.Error() + ": " + e.Err.Error() }

// Unwrap returns ErrUpstream and the reason.
func (e *UpstreamError) Unwrap() []error { return []error{ErrUpstream, e.Err} }

// ErrorCode implements rpc.Error.
func (e *UpstreamError) ErrorCode() int { return CodeUpstream }

// Faults remembers the first read of one request that failed. go-ethereum turns such a
// read into a zero and goes on, so whoever made the request asks here before it believes
// the answer. A nil Faults never fails. It is safe for concurrent use.
type Faults struct {
	mu  sync.Mutex // guards what follows
	err error
	evm []*vm.EVM // to be stopped
}

// fail notes an error and returns the first one.
func (f *Faults) fail(err error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = &UpstreamError{err}
		for _, evm := range f.evm {
			evm.Cancel()
		}
	}
	return f.err
}

// First returns the first error, or nil.
func (f *Faults) First() error {
	if f == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// Watch lets the first error stop an EVM.
func (f *Faults) Watch(evm *vm.EVM) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.evm = append(f.evm, evm)
}

type faultsKey struct{}

// WithFaults gives the reads of a request one place to fail in.
func WithFaults(ctx context.Context) (context.Context, *Faults) {
	f := &Faults{}
	return context.WithValue(ctx, faultsKey{}, f), f
}

// faultsOf returns where the reads of a request fail, a place of its own where nobody
// looks.
func faultsOf(ctx context.Context) *Faults {
	if f, ok := ctx.Value(faultsKey{}).(*Faults); ok {
		return f
	}
	return &Faults{}
}
