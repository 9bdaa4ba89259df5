package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
)

// said is a node that answers, or does not.
type said struct {
	answer string
	err    error
}

func (s said) Ask(context.Context, string, ...any) (json.RawMessage, error) {
	return json.RawMessage(s.answer), s.err
}

// A chain that refuses the instruction is one before Osaka; what did not answer is no chain at
// all.
func TestOnlyTheRightNumberIsOsaka(t *testing.T) {
	number := fmt.Sprintf(`"0x%064x"`, 256)
	for name, c := range map[string]struct {
		said
		osaka, fault bool
	}{
		"the number":           {said: said{answer: number}, osaka: true},
		"another":              {said: said{answer: fmt.Sprintf(`"0x%064x"`, 255)}},
		"nothing":              {said: said{answer: `"0x"`}},
		"reverted":             {said: said{err: rpc.ErrReverted}},
		"an error of the node": {said: said{err: rpc.ErrNode}},
		"no such call":         {said: said{err: rpc.ErrUnsupported}},
		"not recorded":         {said: said{err: fmt.Errorf("asked: %w", ErrNotRecorded)}},
		"no answer":            {said: said{answer: number, err: rpc.ErrTransport}, fault: true},
		"too many questions":   {said: said{err: rpc.ErrRateLimited}, fault: true},
		"endpoints that argue": {said: said{err: rpc.ErrDisagree}, fault: true},
		"out of time":          {said: said{err: context.DeadlineExceeded}, fault: true},
	} {
		got, err := Osaka(t.Context(), c.said, common.Hash{1})
		if got != c.osaka || (err != nil) != c.fault || c.fault && !errors.Is(err, c.err) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
