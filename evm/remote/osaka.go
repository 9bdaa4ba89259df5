package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
)

// probe is creation code that returns CLZ(0), an instruction that Osaka brought.
const probe = "0x5f1e5f5260205ff3"

// Asker passes on questions to a node: an rpc.Client, or a State.
type Asker interface {
	Ask(ctx context.Context, method string, params ...any) (json.RawMessage, error)
}

// Osaka reports whether calls on a block run under the rules of Osaka or later. The chain
// itself is asked, because a list of chains and dates would soon be out of date. A node that
// refuses the call knows no such rules, and a recording has no answer of one that did; a node
// that does not answer is an error.
func Osaka(ctx context.Context, node Asker, block common.Hash) (bool, error) {
	pin := json.RawMessage(fmt.Sprintf(`{"blockHash":%q}`, block))
	answer, err := node.Ask(ctx, "eth_call", map[string]string{"data": probe}, pin)
	for _, refused := range []error{rpc.ErrReverted, rpc.ErrNode, rpc.ErrUnsupported, ErrNotRecorded} {
		if errors.Is(err, refused) {
			return false, nil
		}
	}
	return err == nil && string(answer) == fmt.Sprintf(`"0x%064x"`, 256), err
}
