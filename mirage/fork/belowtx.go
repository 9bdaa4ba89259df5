package fork

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
)

// feesBelow answers the fees of blocks up to one at or below the fork's.
func (f *Answers) feesBelow(ctx context.Context, params []json.RawMessage) (any, bool, error) {
	var last rpc.BlockNumber
	if len(params) < 2 || json.Unmarshal(params[1], &last) != nil {
		return nil, false, nil
	}
	if last < 0 {
		last = rpc.BlockNumber(f.chain.CurrentBlock().Number.Int64())
	}
	if uint64(last) > f.block.Number.Uint64() {
		return nil, false, nil
	}
	params = slices.Clone(params)
	params[1] = json.RawMessage(fmt.Sprintf("%q", hexutil.Uint64(last)))
	answer, err := f.ask(ctx, "FeeHistory", params)
	if err != nil {
		return nil, true, wrapped(err)
	}
	return answer, true, nil
}

// aboutTransaction answers a question about a transaction that is not a local one. One
// that the chain below has above the fork's block does not exist here.
func (f *Answers) aboutTransaction(ctx context.Context, name string, params []json.RawMessage) (any, bool, error) {
	var hash common.Hash
	if json.Unmarshal(params[0], &hash) != nil || f.known(hash) {
		return nil, false, nil
	}
	answer, err := f.ask(ctx, "GetTransactionByHash", params[:1])
	if err != nil {
		return nil, true, wrapped(err)
	}
	var place struct {
		Hash   common.Hash     `json:"hash"`
		Number *hexutil.Uint64 `json:"blockNumber"`
	}
	if err := json.Unmarshal(answer, &place); err != nil {
		return nil, true, wrapped(err)
	}
	if string(answer) == "null" || place.Number == nil || uint64(*place.Number) > f.block.Number.Uint64() {
		return nil, true, nil
	}
	if place.Hash != hash {
		return nil, true, wrapped(fmt.Errorf("asked for transaction %s, received %s", hash, place.Hash))
	}
	if name != "GetTransactionByHash" {
		if answer, err = f.ask(ctx, name, params[:1]); err != nil {
			return nil, true, wrapped(err)
		}
	}
	return answer, true, nil
}
