package rpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	gethrpc "github.com/ethereum/go-ethereum/rpc"
)

// kind is a kind of failure. Its code names it in journals: stable, whatever a
// node says.
type kind struct{ code, text string }

func (k *kind) Error() string     { return k.text }
func (k *kind) ErrorCode() string { return k.code }

// Kinds of failure, tested with errors.Is. They tell a caller what to do, not
// which node software answered.
var (
	// ErrTransport: no answer came. Another endpoint or a later try may do.
	ErrTransport error = &kind{"RPC_TRANSPORT", "no answer from the node"}
	// ErrRateLimited: the node asks to slow down (429 or -32005). Back off.
	ErrRateLimited error = &kind{"RPC_RATE_LIMITED", "the node limits the rate of requests"}
	// ErrNoBlock: the node does not have the pinned block or its state, or the
	// block left the canonical chain. Read the head again.
	ErrNoBlock error = &kind{"RPC_NO_BLOCK", "the node does not have the block"}
	// ErrMissing: the node answered, without the value asked for.
	ErrMissing error = &kind{"RPC_MISSING", "the answer is missing"}
	// ErrMalformed: the answer is not what the protocol allows.
	ErrMalformed error = &kind{"RPC_MALFORMED", "the answer is malformed"}
	// ErrWrongChain: the node serves another chain. Check the configuration.
	ErrWrongChain error = &kind{"CONFIG_CHAIN_MISMATCH", "the node serves another chain"}
	// ErrDisagree: two endpoints say different things of one block. One of them lies.
	ErrDisagree error = &kind{"RPC_DISAGREE", "the endpoints disagree about the state of one block"}
	// ErrNotFound: the node knows of no such transaction in the chain (yet). It
	// is no proof that there will never be one.
	ErrNotFound error = &kind{"RPC_NOT_FOUND", "not found"}
	// ErrLags: every endpoint that answers is behind blocks that were seen before.
	// What it says of an account is old. Ask again later.
	ErrLags error = &kind{"RPC_LAGS", "the node is behind blocks that were seen before"}
	// ErrReverted: the call ran and reverted; see RevertError.
	ErrReverted error = &kind{"RPC_REVERTED", "execution reverted"}
	// ErrUnsupported: the node does not know the method.
	ErrUnsupported error = &kind{CodeUnsupported, "the node does not support the method"}
	// ErrNode: any other error that the node reported.
	ErrNode error = &kind{"RPC_NODE", "the node reports an error"}
	// ErrUnread: Value was asked for before Batch.Do answered it.
	ErrUnread error = &kind{"RPC_UNREAD", "the read has not been executed"}
)

// Codes of refusals: after the first two a transaction waits nowhere, after the
// others it may be in the pool or in the chain.
const (
	CodeUnderpriced       = "UNDERPRICED"
	CodeInsufficientFunds = "INSUFFICIENT_FUNDS"
	CodeUnsupported       = "RPC_UNSUPPORTED"
	CodeAlreadyKnown      = "ALREADY_KNOWN"
	CodeNonceTooLow       = "NONCE_TOO_LOW"
)

// Kinds of refusal of a sent transaction.
var (
	ErrNonceTooLow       error = &kind{CodeNonceTooLow, "nonce too low"}
	ErrNonceTooHigh      error = &kind{"NONCE_TOO_HIGH", "nonce too high"}
	ErrAlreadyKnown      error = &kind{CodeAlreadyKnown, "transaction already known"}
	ErrUnderpriced       error = &kind{CodeUnderpriced, "transaction underpriced"}
	ErrInsufficientFunds error = &kind{CodeInsufficientFunds, "insufficient funds"}
)

// Error is a failed request. errors.Is finds its Kind and its Cause.
type Error struct {
	Method string // JSON-RPC method, or "dial"
	Kind   error  // one of the kinds of this package
	Code   int    // JSON-RPC error code or HTTP status, 0 if there is none
	Detail string // what was received, bounded; it is untrusted text
	Cause  error  // may be nil
	veil   *veil  // what of it nobody is told
}

// Error says what was asked, what kind of failure it was and what was received.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v", e.Method, e.Kind)
	if e.Code != 0 {
		fmt.Fprintf(&b, " (code %d)", e.Code)
	}
	if e.Detail != "" {
		fmt.Fprintf(&b, ": %s", e.Detail)
	}
	if e.Cause != nil {
		fmt.Fprintf(&b, ": %v", e.Cause)
	}
	return e.veil.over(b.String())
}

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}

// RevertError is a call that ran and reverted.
type RevertError struct {
	Method string
	Revert Revert
}

// Error gives the decoded reason of the revert.
func (e *RevertError) Error() string { return e.Method + ": execution reverted: " + e.Revert.String() }

// Unwrap makes errors.Is(err, ErrReverted) true.
func (e *RevertError) Unwrap() error { return ErrReverted }

// classify turns an error of go-ethereum's client into one of this package, which does
// not repeat the endpoint's keys.
func classify(ctx context.Context, method string, err error) error {
	return veilOf(ctx).on(kindOf(ctx, method, err))
}

func kindOf(ctx context.Context, method string, err error) error {
	var already *Error
	if errors.As(err, &already) {
		already.Method = method
		return already
	}
	if ended := ended(ctx, err); ended != nil {
		return fmt.Errorf("%s: %w", method, ended)
	}
	var status gethrpc.HTTPError
	if errors.As(err, &status) {
		return classifyHTTP(veilOf(ctx), method, status)
	}
	var node gethrpc.Error
	if errors.As(err, &node) {
		return classifyNode(veilOf(ctx), method, node)
	}
	if errors.Is(err, gethrpc.ErrNoResult) || errors.Is(err, gethrpc.ErrMissingBatchResponse) {
		return &Error{Method: method, Kind: ErrMissing, Cause: err}
	}
	if lost := (*url.Error)(nil); errors.As(err, &lost) { // its EOF is the connection's, not the answer's
		return &Error{Method: method, Kind: ErrTransport, Cause: lost.Err} // without the URL: it may hold a key
	}
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &typ) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return &Error{Method: method, Kind: ErrMalformed, Detail: received(ctx), Cause: err}
	}
	return &Error{Method: method, Kind: ErrTransport, Cause: err}
}

// ended returns the context's error if that is why the request failed. A
// connection's own deadline is set from the context's and can pass a moment
// earlier.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, limited := ctx.Deadline(); limited && errors.Is(err, os.ErrDeadlineExceeded) {
		return context.DeadlineExceeded
	}
	return nil
}

func received(ctx context.Context) string {
	rec, ok := ctx.Value(recordKey{}).(*record)
	if !ok || rec.text() == "" {
		return ""
	}
	return fmt.Sprintf("received %q", veilOf(ctx).short(rec.text()))
}

func classifyHTTP(v *veil, method string, status gethrpc.HTTPError) error {
	body := v.short(string(status.Body))
	e := &Error{Method: method, Kind: ErrTransport, Code: status.StatusCode, Detail: fmt.Sprintf("received %q", body)}
	if status.StatusCode == http.StatusTooManyRequests {
		e.Kind = ErrRateLimited
	}
	return e
}

// messageKinds maps what nodes say to kinds. Nodes agree on the words more
// than on the codes: -32000 alone means anything.
var messageKinds = []struct {
	words string
	kind  error
}{
	{"header not found", ErrNoBlock},
	{"header for hash not found", ErrNoBlock},
	{"block not found", ErrNoBlock},
	{"unknown block", ErrNoBlock},
	{"not currently canonical", ErrNoBlock},
	{"missing trie node", ErrNoBlock},
	{"state not available", ErrNoBlock},
	{"state is not available", ErrNoBlock},
	{"indexing is in progress", ErrNotFound},
	{"nonce too low", ErrNonceTooLow},
	{"nonce too high", ErrNonceTooHigh},
	{"already known", ErrAlreadyKnown},
	{"already imported", ErrAlreadyKnown},
	{"underpriced", ErrUnderpriced},
	{"less than block base fee", ErrUnderpriced},
	{"insufficient funds", ErrInsufficientFunds},
	{"rate limit", ErrRateLimited},
	{"too many requests", ErrRateLimited},
}

func classifyNode(v *veil, method string, node gethrpc.Error) error {
	message := v.short(node.Error())
	lower := strings.ToLower(message)
	if revert, reverted := revertOf(node, lower); reverted {
		return &RevertError{Method: method, Revert: revert}
	}
	e := &Error{Method: method, Kind: ErrNode, Code: node.ErrorCode(), Detail: fmt.Sprintf("%q", message)}
	switch e.Code {
	case -32005:
		e.Kind = ErrRateLimited
		return e
	case -32601:
		e.Kind = ErrUnsupported
		return e
	}
	for _, m := range messageKinds {
		if strings.Contains(lower, m.words) {
			e.Kind = m.kind
			return e
		}
	}
	return e
}
