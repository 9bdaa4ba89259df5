// Package table has a row for each protocol: what its adapter makes, and how adapter and
// reader come from the contracts of a venue.
package table

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
)

// Contracts are those of every protocol. Router02 says that Router is SwapRouter02. Aave is the
// pool of a lending market and Morpho the contract of another, whose parameters were read from
// it; V2Router and V4 are other exchanges. What is not configured is zero.
type Contracts struct {
	Router       common.Address
	Router02     bool
	Positions    common.Address
	Aave         common.Address
	V2Router     common.Address
	V4           uniswap.V4
	Morpho       common.Address
	MorphoParams morpho.Params
}

// Entry is a protocol that is configured: its name, the kinds of actions that it makes, and by
// what.
type Entry struct {
	Name    string
	Kinds   []grammar.Kind
	Adapter protocol.Adapter
}

// Adapters makes the adapters of an account, in the order in which their calls are listed and
// proved. A kind of the grammar without a row is an error, so that no action can pass the
// grammar and find no one (safety §5).
func Adapters(at Contracts, a protocol.Account) (all []Entry, _ error) {
	for _, row := range rows {
		if row.has(at) {
			all = append(all, Entry{row.name, row.kinds, row.adapter(at, a)})
		}
	}
	return all, complete(rows)
}

// row is one protocol: whether contracts are configured, which actions its adapter makes, and
// how adapter and reader are made. Uniswap v3 has no reader here: its pool, whose tokens the
// others are read of, is opened before them.
type row struct {
	name    string
	has     func(Contracts) bool
	kinds   []grammar.Kind
	adapter func(Contracts, protocol.Account) protocol.Adapter
	reader  func(context.Context, *rpc.Client, common.Hash, Place, protocol.Pair) (protocol.Reader, error)
}

var none common.Address

var rows = []row{
	{
		grammar.UniswapV3, func(Contracts) bool { return true },
		[]grammar.Kind{grammar.Swap, grammar.AddLiquidity, grammar.RemoveLiquidity, grammar.ClaimFees},
		func(c Contracts, a protocol.Account) protocol.Adapter {
			return uniswapv3.New(a, uniswapv3.Contracts{Router: c.Router, Second: c.Router02, Positions: c.Positions})
		},
		nil,
	},
	{
		grammar.UniswapV2, func(c Contracts) bool { return c.V2Router != none },
		[]grammar.Kind{grammar.Swap},
		func(c Contracts, a protocol.Account) protocol.Adapter { return uniswapv2.New(a, c.V2Router) },
		func(ctx context.Context, client *rpc.Client, block common.Hash, at Place, pair protocol.Pair) (protocol.Reader, error) {
			return uniswapv2.Open(ctx, client, block, at.V2Router, at.NativePrice == 0, pair)
		},
	},
	{
		grammar.UniswapV4, func(c Contracts) bool { return c.V4 != (uniswap.V4{}) },
		[]grammar.Kind{grammar.Swap},
		func(c Contracts, _ protocol.Account) protocol.Adapter { return uniswapv4.New(c.V4) },
		func(ctx context.Context, client *rpc.Client, block common.Hash, at Place, pair protocol.Pair) (protocol.Reader, error) {
			return uniswapv4.Open(ctx, client, block, at.V4, pair)
		},
	},
	{
		grammar.AaveV3, func(c Contracts) bool { return c.Aave != none }, lending,
		func(c Contracts, a protocol.Account) protocol.Adapter { return aavev3.New(a, c.Aave) },
		func(ctx context.Context, client *rpc.Client, block common.Hash, at Place, pair protocol.Pair) (protocol.Reader, error) {
			return aavev3.Open(ctx, client, block, at.Aave, at.Account, pair)
		},
	},
	{
		grammar.MorphoBlue, func(c Contracts) bool { return c.Morpho != none }, lending,
		func(c Contracts, a protocol.Account) protocol.Adapter {
			return morphoblue.New(a, c.Morpho, c.MorphoParams)
		},
		func(ctx context.Context, client *rpc.Client, block common.Hash, at Place, pair protocol.Pair) (protocol.Reader, error) {
			return morphoblue.Open(ctx, client, block, at.Morpho, at.MorphoMarket, at.Account, at.Pool, pair)
		},
	},
}

var lending = []grammar.Kind{grammar.Supply, grammar.Withdraw, grammar.Borrow, grammar.Repay}

// complete refuses rows that leave out a kind of the grammar.
func complete(rows []row) error {
	for _, kind := range grammar.Kinds() {
		if !slices.ContainsFunc(rows, func(r row) bool { return slices.Contains(r.kinds, kind) }) {
			return fmt.Errorf("NO_ADAPTER: action %s has no executor", kind)
		}
	}
	return nil
}
