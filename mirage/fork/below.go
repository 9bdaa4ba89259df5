package fork

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/remote"
)

// errNoProof is what eth_getProof answers on a fork.
var errNoProof = errors.New("eth_getProof is not served on a fork: the tries of the chain below are not here, ask it for blocks up to the fork's")

// byBlock are the eth_ methods, by their Go names, whose first parameter names a block,
// and byTransaction those whose names a transaction. At and below the fork's block their
// answers are the chain's below, as they come.
var (
	byBlock = []string{
		"GetBlockByNumber", "GetBlockByHash", "GetHeaderByNumber", "GetHeaderByHash", "GetBlockReceipts",
		"GetBlockTransactionCountByNumber", "GetBlockTransactionCountByHash",
		"GetTransactionByBlockNumberAndIndex", "GetTransactionByBlockHashAndIndex",
		"GetRawTransactionByBlockNumberAndIndex", "GetRawTransactionByBlockHashAndIndex",
		"GetUncleCountByBlockNumber", "GetUncleCountByBlockHash", "GetUncleByBlockNumberAndIndex", "GetUncleByBlockHashAndIndex",
	}
	byTransaction = []string{"GetTransactionByHash", "GetTransactionReceipt", "GetRawTransactionByHash"}
)

// Answers is what a fork answers of the chain below it, at and under its block: blocks,
// transactions, fees and logs, as they come.
type Answers struct {
	*Fork
	known func(common.Hash) bool // a block or a transaction that is here
}

// Answers returns what JSON-RPC answers of the chain below. known reports whether a hash is
// that of a local block, or of a local transaction or one that waits.
func (f *Fork) Answers(known func(common.Hash) bool) *Answers { return &Answers{f, known} }

// wire is the JSON-RPC name of a method's Go name.
func wire(name string) string { return "eth_" + strings.ToLower(name[:1]) + name[1:] }

// answer answers a method from the chain below. ok is false where it is not the one to ask.
func (f *Answers) answer(ctx context.Context, name string, params []json.RawMessage) (v any, ok bool, err error) {
	switch {
	case name == "GetProof":
		return nil, true, errNoProof
	case len(params) == 0:
		return nil, false, nil
	case name == "FeeHistory":
		return f.feesBelow(ctx, params)
	case slices.Contains(byBlock, name):
		return f.aboutBlock(ctx, name, params)
	case slices.Contains(byTransaction, name):
		return f.aboutTransaction(ctx, name, params)
	}
	return nil, false, nil
}

// aboutBlock answers a question about a block at or below the fork's.
func (f *Answers) aboutBlock(ctx context.Context, name string, params []json.RawMessage) (any, bool, error) {
	var at rpc.BlockNumberOrHash
	if json.Unmarshal(params[0], &at) != nil {
		return nil, false, nil // go-ethereum says what is wrong with it
	}
	if hash, named := at.Hash(); named {
		h := f.chain.GetHeaderByHash(hash)
		if h != nil && hash != f.block.Hash() {
			return nil, false, nil
		}
		found, err := f.hashBelow(ctx, hash)
		if err != nil || !found {
			return nil, true, wrapped(err)
		}
	} else {
		number, _ := at.Number()
		if number == rpc.EarliestBlockNumber {
			number = 0
		}
		if number == rpc.LatestBlockNumber && f.chain.CurrentBlock().Number.Cmp(f.block.Number) == 0 {
			number = rpc.BlockNumber(f.block.Number.Int64())
		}
		if number < 0 || uint64(number) > f.block.Number.Uint64() {
			return nil, false, nil
		}
		if _, err := f.headerBelow(ctx, uint64(number)); err != nil {
			return nil, true, wrapped(err)
		}
		params = slices.Clone(params)
		params[0] = json.RawMessage(fmt.Sprintf("%q", hexutil.Uint64(number)))
	}
	answer, err := f.ask(ctx, name, params)
	if err != nil {
		return nil, true, wrapped(err)
	}
	return answer, true, nil
}

// headerBelow returns the header of a block at or below the fork's, whose hash is checked.
func (f *Fork) headerBelow(ctx context.Context, number uint64) (*types.Header, error) {
	if number == f.block.Number.Uint64() {
		return f.block, nil
	}
	answer, err := f.state.Ask(ctx, "eth_getBlockByNumber", hexutil.Uint64(number), false)
	if err != nil {
		return nil, err
	}
	header, err := remote.ParseHeader(answer)
	if err == nil && header.Number.Uint64() != number {
		err = fmt.Errorf("asked for block %d, received %d", number, header.Number)
	}
	return header, err
}

// hashBelow reports whether a hash is that of a block at or below the fork's.
func (f *Answers) hashBelow(ctx context.Context, hash common.Hash) (bool, error) {
	if hash == f.block.Hash() {
		return true, nil
	}
	answer, err := f.state.Ask(ctx, "eth_getBlockByHash", hash, false)
	if err != nil || string(answer) == "null" {
		return false, err
	}
	header, err := remote.ParseHeader(answer)
	if err != nil {
		return false, err
	}
	if header.Hash() != hash {
		return false, fmt.Errorf("asked for block %s, received %s", hash, header.Hash())
	}
	return header.Number.Cmp(f.block.Number) <= 0, nil
}

func (f *Answers) ask(ctx context.Context, name string, params []json.RawMessage) (json.RawMessage, error) {
	all := make([]any, len(params))
	for i, p := range params {
		all[i] = p
	}
	return f.state.Ask(ctx, wire(name), all...)
}

// wrapped makes an error of the chain below one of the fork; nil stays nil.
func wrapped(err error) error {
	if err == nil {
		return nil
	}
	return &UpstreamError{err}
}
