package cheat

import (
	"errors"
	"fmt"

	"bardo.run/bardo/mirage/fork"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/rpc"
)

// Codes of the reference (spec: mirage-testing §6.4).
const (
	CodeInvalidParams = -32602
	CodeUnknownMethod = -32601
	CodeRejected      = -32000
	CodeNonceTooLow   = -32003
	CodeNonceTooHigh  = -32004
	CodeInvalidFrom   = -32010
	CodeUpstream      = fork.CodeUpstream
	// CodeExecutionReverted is what go-ethereum and every client use; with the reference's
	// own −32015 viem decodes no reason and no custom error.
	CodeExecutionReverted = 3
)

// Error is a JSON-RPC error. Data is nil or ready to be marshalled.
type Error struct {
	Code    int
	Message string
	Data    any
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// ErrorCode implements rpc.Error.
func (e *Error) ErrorCode() int { return e.Code }

// ErrorData implements rpc.DataError.
func (e *Error) ErrorData() any { return e.Data }

var _ rpc.DataError = (*Error)(nil)

func invalid(format string, args ...any) *Error {
	return &Error{Code: CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}

// codes is the first match of an error to its code.
var codes = []struct {
	is   error
	code int
}{
	{core.ErrNonceTooLow, CodeNonceTooLow},
	{core.ErrNonceTooHigh, CodeNonceTooHigh},
	{node.ErrNotImpersonated, CodeInvalidFrom},
	{node.ErrTime, CodeInvalidParams},
	{node.ErrState, CodeInvalidParams},
	{node.ErrSimulatedClock, CodeInvalidParams},
	{node.ErrGasLimit, CodeInvalidParams},
	{node.ErrDepth, CodeInvalidParams},
	{fork.ErrUpstream, CodeUpstream},
}

// coded gives err the reference's code and keeps its words; nil stays nil.
func coded(err error) error {
	if err == nil {
		return nil
	}
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	out := &Error{Code: CodeRejected, Message: err.Error()}
	var data rpc.DataError
	if errors.As(err, &data) {
		out.Data = data.ErrorData()
	}
	for _, c := range codes {
		if errors.Is(err, c.is) {
			out.Code = c.code
			return out
		}
	}
	var known rpc.Error
	if errors.As(err, &known) {
		switch code := known.ErrorCode(); {
		case code == CodeExecutionReverted:
			out.Code = CodeExecutionReverted
		case code <= -32600 && code >= -32700:
			out.Code = code
		}
	}
	return out
}

// answer gives a stock method's error the reference's code.
func answer(v any, err error) (any, error) {
	if err != nil {
		return nil, coded(err)
	}
	return v, nil
}
