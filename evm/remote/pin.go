package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/rpc"
)

// Pin reads a block of the node's chain and returns the state after it; a nil number is
// the latest block. The header is hashed here: one that does not have the hash it claims
// is rpc.ErrMalformed. The client stays the caller's.
func Pin(ctx context.Context, client *rpc.Client, chain uint64, number *uint64) (*State, error) {
	which := any("latest")
	if number != nil {
		which = hexutil.Uint64(*number)
	}
	raw, err := client.Ask(ctx, "eth_getBlockByNumber", which, false)
	if err != nil {
		return nil, err
	}
	block, header, err := readHeader(raw)
	if err != nil {
		return nil, err
	}
	if number != nil && block.Number != *number {
		return nil, &rpc.Error{Method: "eth_getBlockByNumber", Kind: rpc.ErrMalformed, Detail: fmt.Sprintf("asked for block %d, received %d", *number, block.Number)}
	}
	s := New(client, block, NewCodes())
	s.chain, s.header, s.raw, s.loads = chain, header, raw, 1
	return s, nil
}

// ParseHeader reads the header in the answer to eth_getBlockByHash or -ByNumber, and checks
// that it has the hash it claims; null is rpc.ErrNoBlock.
func ParseHeader(answer json.RawMessage) (*types.Header, error) {
	_, header, err := readHeader(answer)
	return header, err
}

// readHeader is ParseHeader with what a simulation needs of it.
func readHeader(raw json.RawMessage) (rpc.Block, *types.Header, error) {
	block, err := rpc.ParseBlock(raw)
	if err != nil {
		return block, nil, err
	}
	header := new(types.Header)
	if err := json.Unmarshal(raw, header); err != nil {
		return block, nil, &rpc.Error{Method: "eth_getBlock", Kind: rpc.ErrMalformed, Detail: fmt.Sprintf("block %d", block.Number), Cause: err}
	}
	if got := header.Hash(); got != block.Hash {
		return block, nil, &rpc.Error{Method: "eth_getBlock", Kind: rpc.ErrMalformed, Detail: fmt.Sprintf("block %d claims hash %s, its header has %s", block.Number, block.Hash, got)}
	}
	return block, header, nil
}

// Chain returns the id of the chain of a pinned block.
func (s *State) Chain() uint64 { return s.chain }

// Header returns the header of a pinned block. The caller must not change it.
func (s *State) Header() *types.Header { return s.header }

// Ask passes on a question whose answer cannot change any more, about a block or a
// transaction at or below the pinned one, and remembers the answer.
func (s *State) Ask(ctx context.Context, method string, params ...any) (json.RawMessage, error) {
	text, err := plain(params)
	if err != nil {
		return nil, err
	}
	question := method + " " + text
	s.mu.Lock()
	answer, known := s.answers[question]
	s.mu.Unlock()
	if known {
		return answer, nil
	}
	if err := s.count(question); err != nil {
		return nil, err
	}
	if answer, err = s.client.Ask(ctx, method, params...); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[question] = answer
	return answer, nil
}

// plain encodes without white space and without escapes.
func plain(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return string(bytes.TrimSpace(b.Bytes())), nil
}
