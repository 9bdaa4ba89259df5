package uniswapv4

import (
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// The logs of the pool manager, each of which names its pool first.
var (
	swapped  = crypto.Keccak256Hash([]byte("Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)"))
	modified = crypto.Keccak256Hash([]byte("ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)"))
)

// Watch implements protocol.Follower.
func (x *Reader) Watch() rpc.Filter {
	var ids []common.Hash
	f := rpc.Filter{}
	for _, p := range x.pools {
		if ids = append(ids, p.loader.ID); !slices.Contains(f.Contracts, p.loader.Manager) {
			f.Contracts = append(f.Contracts, p.loader.Manager)
		}
	}
	f.Topics = [][]common.Hash{{swapped, modified}, ids}
	return f
}

// Follow implements protocol.Follower.
func (x *Reader) Follow(r *turn.Reading, l *types.Log) {
	for _, p := range x.pools {
		at, ok := r.Market(p.handle)
		if ok && at.Range != nil && l.Address == p.loader.Manager && len(l.Topics) > 1 && l.Topics[1] == p.loader.ID {
			p.follow(r, at, l)
		}
	}
}

// follow puts into a market, and into the account's positions there, what a log of its pool says.
func (p *pool) follow(r *turn.Reading, at *turn.Market, l *types.Log) {
	abi, is := bind.NewV4PoolManager(), *at.Range
	at.Range = &is // what was read stays as it is
	if e, err := abi.UnpackSwapEvent(l); err == nil {
		is.SqrtPriceX96.SetFromBig(e.SqrtPriceX96)
		is.Liquidity.SetFromBig(e.Liquidity)
		is.Tick = int32(e.Tick.Int64()) //nolint:gosec // 24 bits
	} else if e, err := abi.UnpackModifyLiquidityEvent(l); err == nil {
		if tick := int64(is.Tick); e.TickLower.Int64() <= tick && tick < e.TickUpper.Int64() {
			is.Liquidity.SetFromBig(new(big.Int).Add(is.Liquidity.ToBig(), e.LiquidityDelta))
		}
		name := id(e.Sender, new(big.Int).SetBytes(e.Salt[:])).Dec()
		if held, ok := r.Position(name); ok && e.Sender == p.positions && held.Market == p.handle {
			held.Liquidity.SetFromBig(new(big.Int).Add(held.Liquidity.ToBig(), e.LiquidityDelta))
		}
	}
	at.Rate = uniswap.Rate(&is.SqrtPriceX96, p.inverse)
	at.Depth = uniswap.Depth(&is.SqrtPriceX96, &is.Liquidity, p.inverse)
	for i := range r.Positions {
		if held := &r.Positions[i]; held.Protocol == Name && held.Market == p.handle {
			amount0, amount1, err := uniswap.AmountsForLiquidity(&is.SqrtPriceX96, held.Lower, held.Upper, &held.Liquidity, uniswap.Down)
			if err == nil {
				held.Base, held.Quote = p.sorted(amount0, amount1)
			}
		}
	}
}

// Told implements protocol.Follower. What liquidity earns is not among it, for a swap does not tell how
// its fees were shared out, nor is a position that was opened or left in between.
func (x *Reader) Told(r *turn.Reading) (all []protocol.Figure) {
	for _, p := range x.pools {
		at, ok := r.Market(p.handle)
		if !ok || at.Range == nil {
			continue
		}
		all = append(all, protocol.Ranged(at)...)
		for i := range r.Positions {
			if held := &r.Positions[i]; held.Protocol == Name && held.Market == p.handle {
				all = append(all, protocol.Lying(held)...)
			}
		}
	}
	return all
}

var _ protocol.Follower = (*Reader)(nil)
