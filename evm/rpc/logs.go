package rpc

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// Logs returns the logs of one block, in order, that were emitted by any of
// the addresses and begin with any of the first topics. Empty lists match
// everything.
func (c *Client) Logs(ctx context.Context, block common.Hash, addresses []common.Address, first []common.Hash) ([]types.Log, error) {
	const method = "eth_getLogs"
	filter := map[string]any{"blockHash": block}
	if len(addresses) > 0 {
		filter["address"] = addresses
	}
	if len(first) > 0 {
		filter["topics"] = [][]common.Hash{first}
	}
	got := answer[[]types.Log]{parse: parseJSON[[]types.Log]}
	if err := c.call(ctx, &got, method, filter); err != nil {
		return nil, err
	}
	for _, l := range got.value {
		if l.BlockHash != block || l.Removed {
			return nil, &Error{
				Method: method, Kind: ErrMalformed,
				Detail: fmt.Sprintf("asked for logs of block %v, received one of %v", block, l.BlockHash),
			}
		}
	}
	return got.value, nil
}

// Filter chooses logs: of any of the contracts, and at each place with any of the topics that stand
// there. Empty lists match everything.
type Filter struct {
	Contracts []common.Address
	Topics    [][]common.Hash
}

// Logs adds a read of the logs that a filter chooses in the blocks from one height to another, in
// order, of the chain as the node has it now, whatever block the batch is pinned to. A node that
// refuses them, as many do where there are too many, does not fail the batch.
func (b *Batch) Logs(f Filter, from, to uint64) *Read[[]types.Log] {
	r := add(b, "eth_getLogs", parseJSON[[]types.Log], map[string]any{
		"fromBlock": hexutil.Uint64(from), "toBlock": hexutil.Uint64(to), "address": f.Contracts, "topics": f.Topics,
	})
	r.spare = true
	return r
}

// Span returns the logs of a contract in a span of blocks, both ends included, in order, with these
// topics each in its place; a topic of zero is any. Nothing pins them to a branch of the chain: what
// they lead to has to be read at a block.
func (c *Client) Span(ctx context.Context, from, to uint64, address common.Address, topics []common.Hash) ([]types.Log, error) {
	const method = "eth_getLogs"
	places := make([]any, len(topics))
	for i, t := range topics {
		if t != (common.Hash{}) {
			places[i] = t
		}
	}
	filter := map[string]any{"fromBlock": hexutil.Uint64(from), "toBlock": hexutil.Uint64(to), "address": address, "topics": places}
	got := answer[[]types.Log]{parse: parseJSON[[]types.Log]}
	if err := c.call(ctx, &got, method, filter); err != nil {
		return nil, err
	}
	for _, l := range got.value {
		if l.Address != address || l.BlockNumber < from || l.BlockNumber > to || len(l.Topics) < len(topics) {
			return nil, &Error{
				Method: method, Kind: ErrMalformed,
				Detail: fmt.Sprintf("asked for logs of %v in blocks %d to %d, received one of %v in block %d", address, from, to, l.Address, l.BlockNumber),
			}
		}
	}
	return got.value, nil
}

// AccessList asks the node which accounts and slots a call touches, so that
// they can be fetched in one batch. Nodes may not support it: ErrUnsupported.
func (c *Client) AccessList(ctx context.Context, block common.Hash, call Call) (types.AccessList, error) {
	type list struct {
		AccessList *types.AccessList `json:"accessList"`
	}
	got := answer[list]{parse: parseJSON[list]}
	if err := c.call(ctx, &got, "eth_createAccessList", call, Pin{block}); err != nil {
		return nil, err
	}
	if got.value.AccessList == nil {
		return nil, &Error{Method: "eth_createAccessList", Kind: ErrMissing}
	}
	return *got.value.AccessList, nil
}
