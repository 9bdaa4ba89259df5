package rpc

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
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

// AccessList asks the node which accounts and slots a call touches, so that
// they can be fetched in one batch. Nodes may not support it: ErrUnsupported.
func (c *Client) AccessList(ctx context.Context, block common.Hash, call Call) (types.AccessList, error) {
	type list struct {
		AccessList *types.AccessList `json:"accessList"`
	}
	got := answer[list]{parse: parseJSON[list]}
	if err := c.call(ctx, &got, "eth_createAccessList", call, pinned(block)); err != nil {
		return nil, err
	}
	if got.value.AccessList == nil {
		return nil, &Error{Method: "eth_createAccessList", Kind: ErrMissing}
	}
	return *got.value.AccessList, nil
}
