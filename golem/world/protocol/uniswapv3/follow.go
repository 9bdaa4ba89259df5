package uniswapv3

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// The logs of a pool, and those of the position manager.
var (
	begun     = hashed("Initialize(uint160,int24)")
	swapped   = hashed("Swap(address,address,int256,int256,uint160,uint128,int24)")
	minted    = hashed("Mint(address,address,int24,int24,uint128,uint256,uint256)")
	burnt     = hashed("Burn(address,int24,int24,uint128,uint256,uint256)")
	increased = hashed("IncreaseLiquidity(uint256,uint128,uint256,uint256)")
	decreased = hashed("DecreaseLiquidity(uint256,uint128,uint256,uint256)")
)

func hashed(event string) common.Hash { return crypto.Keccak256Hash([]byte(event)) }

// Watch implements protocol.Follower.
func (m *Reader) Watch() rpc.Filter {
	f := rpc.Filter{Topics: [][]common.Hash{{begun, swapped, minted, burnt, increased, decreased}}}
	for _, p := range m.pools {
		f.Contracts = append(f.Contracts, p.terms.Pool)
	}
	for _, h := range m.holdings {
		f.Contracts = append(f.Contracts, h.manager)
	}
	return f
}

// Follow implements protocol.Follower.
func (m *Reader) Follow(r *turn.Reading, l *types.Log) {
	for _, p := range m.pools {
		at, ok := r.Market(p.handle)
		if !ok || at.Range == nil {
			continue
		}
		if l.Address == p.terms.Pool {
			p.follow(at, l)
			p.revalue(r, at)
		}
		if l.Address == p.terms.Positions {
			p.resize(r, at, l)
		}
	}
}

// follow puts into a market what a log of its pool says. A swap tells all of it; liquidity that is put
// into a range, or taken out of it, is in use where the price is inside.
func (p *pool) follow(at *turn.Market, l *types.Log) {
	abi := bind.NewUniswapV3Pool()
	state := uniswap.Pool{SqrtPriceX96: at.Range.SqrtPriceX96, Liquidity: at.Range.Liquidity, Tick: at.Range.Tick}
	inside := func(lower, upper *big.Int) bool {
		return lower.Int64() <= int64(state.Tick) && int64(state.Tick) < upper.Int64()
	}
	if e, err := abi.UnpackSwapEvent(l); err == nil {
		state.SqrtPriceX96.SetFromBig(e.SqrtPriceX96)
		state.Liquidity.SetFromBig(e.Liquidity)
		state.Tick = int32(e.Tick.Int64()) //nolint:gosec // 24 bits
	} else if e, err := abi.UnpackInitializeEvent(l); err == nil {
		state.SqrtPriceX96.SetFromBig(e.SqrtPriceX96)
		state.Tick = int32(e.Tick.Int64()) //nolint:gosec // 24 bits
	} else if e, err := abi.UnpackMintEvent(l); err == nil && inside(e.TickLower, e.TickUpper) {
		state.Liquidity.Add(&state.Liquidity, uint256.MustFromBig(e.Amount))
	} else if e, err := abi.UnpackBurnEvent(l); err == nil && inside(e.TickLower, e.TickUpper) {
		state.Liquidity.Sub(&state.Liquidity, uint256.MustFromBig(e.Amount))
	} else {
		return
	}
	growth := at.Range.Growth
	*at = p.market(&state, false)
	at.Range.Growth = growth
}

// resize puts into a position what a log of the position manager says.
func (p *pool) resize(r *turn.Reading, at *turn.Market, l *types.Log) {
	npm := bind.NewNonfungiblePositionManager()
	var id, by *big.Int
	if e, err := npm.UnpackIncreaseLiquidityEvent(l); err == nil {
		id, by = e.TokenId, e.Liquidity
	} else if e, err := npm.UnpackDecreaseLiquidityEvent(l); err == nil {
		id, by = e.TokenId, new(big.Int).Neg(e.Liquidity)
	} else {
		return
	}
	if held, ok := r.Position(id.String()); ok && held.Protocol == Name && held.Market == p.handle {
		held.Liquidity.SetFromBig(by.Add(by, held.Liquidity.ToBig()))
		p.amounts(held, at)
	}
}

// revalue works out what lies in the positions of a market where its price went.
func (p *pool) revalue(r *turn.Reading, at *turn.Market) {
	for i := range r.Positions {
		if held := &r.Positions[i]; held.Protocol == Name && held.Market == p.handle {
			p.amounts(held, at)
		}
	}
}

func (p *pool) amounts(held *turn.Position, at *turn.Market) {
	amount0, amount1, err := uniswap.AmountsForLiquidity(&at.Range.SqrtPriceX96, held.Lower, held.Upper, &held.Liquidity, uniswap.Down)
	if err == nil {
		held.Base, held.Quote = p.sorted(amount0, amount1)
	}
}

// Told implements protocol.Follower. What liquidity earns is not among it: a swap does not tell how its
// fees were shared out between the ranges that it went through. Nor is what the pool keeps of them for
// its protocol, which no reading has.
func (m *Reader) Told(r *turn.Reading) (all []protocol.Figure) {
	for _, p := range m.pools {
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
