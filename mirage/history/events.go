package history

import (
	"fmt"
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Topics of the pool's events that change price or liquidity.
var (
	topicSwap = crypto.Keccak256Hash([]byte("Swap(address,address,int256,int256,uint160,uint128,int24)"))
	topicMint = crypto.Keccak256Hash([]byte("Mint(address,address,int24,int24,uint128,uint256,uint256)"))
	topicBurn = crypto.Keccak256Hash([]byte("Burn(address,int24,int24,uint128,uint256,uint256)"))

	poolABI = bind.NewUniswapV3Pool()
)

// venue is the pool as its events tell of it: where it stands, who provides liquidity, and
// what was paid into it in this minute.
type venue struct {
	pool, account common.Address // account is the market's
	price         *uint256.Int   // sqrtPriceX96
	held          *uint256.Int   // liquidity of the market account
	positions     []position     // of everybody else, in the order of their first mint
	in0, in1      *uint256.Int   // gross inflow of this minute so far; nil before the first
	disturbed     bool           // somebody else moved the price since the market's last step

	swaps, repegs, foreign int // the market's swaps, those that undo another's, another's
}

// position is liquidity of somebody else than the market between two ticks.
type position struct {
	low, high int
	liquidity *uint256.Int
}

// whose says who sent a transaction.
type whose int

const (
	ours whose = iota
	byOthers
	byManipulator
)

// book takes the pool's events of somebody's transaction.
func (v *venue) book(r *types.Receipt, by whose) error {
	for _, l := range r.Logs {
		if l.Address != v.pool {
			continue
		}
		if err := v.event(l, by); err != nil {
			return fmt.Errorf("event of the pool in %s: %w", r.TxHash, err)
		}
	}
	return nil
}

func (v *venue) event(l *types.Log, by whose) error {
	switch l.Topics[0] {
	case topicSwap:
		return v.swapped(l, by)
	case topicMint, topicBurn:
		return v.provided(l)
	}
	return nil
}

// swapped reads a Swap without the reflection of an ABI: it is the hot path. Its data
// are amount0, amount1, price, liquidity and tick, a word each.
func (v *venue) swapped(l *types.Log, by whose) error {
	if len(l.Data) != 5*32 {
		return fmt.Errorf("swap of %d bytes", len(l.Data))
	}
	word := func(i int) *uint256.Int { return new(uint256.Int).SetBytes32(l.Data[32*i : 32*i+32]) }
	v.price = word(2)
	if by == byManipulator {
		return nil
	}
	if in := word(0); in.Sign() > 0 && v.in0 != nil {
		v.in0.Add(v.in0, in)
	}
	if in := word(1); in.Sign() > 0 && v.in1 != nil {
		v.in1.Add(v.in1, in)
	}
	switch {
	case by == byOthers:
		v.foreign++
		v.disturbed = true
	case v.disturbed:
		v.repegs++
		v.disturbed = false
		v.swaps++
	default:
		v.swaps++
	}
	return nil
}

// provided books a change of liquidity, the market's own or somebody else's.
func (v *venue) provided(l *types.Log) error {
	owner, low, high, amount, minted, err := change(l)
	if err != nil {
		return err
	}
	held := v.held
	if owner != v.account {
		held = v.positionAt(low, high)
	}
	next := new(uint256.Int).Add(held, amount)
	if !minted {
		next.Sub(held, amount)
	}
	if owner == v.account {
		v.held = next
		return nil
	}
	held.Set(next)
	v.positions = slices.DeleteFunc(v.positions, func(p position) bool { return p.liquidity.IsZero() })
	return nil
}

// change reads a Mint or a Burn.
func change(l *types.Log) (owner common.Address, low, high int, amount *uint256.Int, minted bool, err error) {
	var a, b, n *big.Int
	if l.Topics[0] == topicMint {
		e, err := poolABI.UnpackMintEvent(l)
		if err != nil {
			return owner, 0, 0, nil, false, err
		}
		owner, a, b, n, minted = e.Owner, e.TickLower, e.TickUpper, e.Amount, true
	} else {
		e, err := poolABI.UnpackBurnEvent(l)
		if err != nil {
			return owner, 0, 0, nil, false, err
		}
		owner, a, b, n = e.Owner, e.TickLower, e.TickUpper, e.Amount
	}
	return owner, int(a.Int64()), int(b.Int64()), uint256.MustFromBig(n), minted, nil
}

// positionAt returns the liquidity between two ticks, to be changed in place.
func (v *venue) positionAt(low, high int) *uint256.Int {
	for _, p := range v.positions {
		if p.low == low && p.high == high {
			return p.liquidity
		}
	}
	v.positions = append(v.positions, position{low, high, new(uint256.Int)})
	return v.positions[len(v.positions)-1].liquidity
}

// others returns the liquidity that everybody else has active in a tick.
func (v *venue) others(tick int) *uint256.Int {
	total := new(uint256.Int)
	for _, p := range v.positions {
		if p.low <= tick && tick < p.high {
			total.Add(total, p.liquidity)
		}
	}
	return total
}
