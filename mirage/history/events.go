package history

import (
	"context"
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

// position is liquidity of somebody else than the market between two ticks.
type position struct {
	low, high int
	liquidity *uint256.Int
}

// event books one event of the pool.
func (w *World) event(l *types.Log, ours bool) error {
	switch l.Topics[0] {
	case topicSwap:
		return w.swapped(l, ours)
	case topicMint, topicBurn:
		return w.provided(l)
	}
	return nil
}

// swapped reads a Swap without the reflection of an ABI: it is the hot path. Its data
// are amount0, amount1, price, liquidity and tick, a word each.
func (w *World) swapped(l *types.Log, ours bool) error {
	if len(l.Data) != 5*32 {
		return fmt.Errorf("swap of %d bytes", len(l.Data))
	}
	word := func(i int) *uint256.Int { return new(uint256.Int).SetBytes32(l.Data[32*i : 32*i+32]) }
	if in := word(0); in.Sign() > 0 && w.in0 != nil {
		w.in0.Add(w.in0, in)
	}
	if in := word(1); in.Sign() > 0 && w.in1 != nil {
		w.in1.Add(w.in1, in)
	}
	w.price = word(2)
	switch {
	case !ours:
		w.stats.Others++
		w.disturbed = true
	case w.disturbed:
		w.stats.Repegs++
		w.disturbed = false
		w.stats.Swaps++
	default:
		w.stats.Swaps++
	}
	return nil
}

// provided books a change of liquidity, the market's own or somebody else's.
func (w *World) provided(l *types.Log) error {
	owner, low, high, amount, minted, err := change(l)
	if err != nil {
		return err
	}
	held := w.held
	if owner != w.account {
		held = w.positionAt(low, high)
	}
	next := new(uint256.Int).Add(held, amount)
	if !minted {
		next.Sub(held, amount)
	}
	if owner == w.account {
		w.held = next
		return nil
	}
	held.Set(next)
	w.positions = slices.DeleteFunc(w.positions, func(p position) bool { return p.liquidity.IsZero() })
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
func (w *World) positionAt(low, high int) *uint256.Int {
	for _, p := range w.positions {
		if p.low == low && p.high == high {
			return p.liquidity
		}
	}
	w.positions = append(w.positions, position{low, high, new(uint256.Int)})
	return w.positions[len(w.positions)-1].liquidity
}

// others returns the liquidity that everybody else has active in a tick.
func (w *World) others(tick int) *uint256.Int {
	total := new(uint256.Int)
	for _, p := range w.positions {
		if p.low <= tick && tick < p.high {
			total.Add(total, p.liquidity)
		}
	}
	return total
}

// close checks what every minute promises and books its figures.
func (w *World) close(ctx context.Context, m Minute, i int) error {
	if err := w.check(ctx, m); err != nil {
		return err
	}
	if i >= len(w.market.Minutes) {
		return nil
	}
	day := w.day(m)
	if day == nil {
		w.stats.Days = append(w.stats.Days, Day{dateOf(m.Time), new(uint256.Int), new(uint256.Int)})
		day = w.day(m)
	}
	day.Recorded.Add(day.Recorded, w.today.Recorded)
	day.Paid.Add(day.Paid, w.market.Spec.valuer(m.Close).of(w.in0, w.in1))
	w.stats.Minutes++
	w.stats.Recorded.Add(w.stats.Recorded, w.today.Recorded)
	if m.Missing {
		w.stats.Missing++
	}
	if w.today.Short {
		w.stats.Short++
		w.stats.ShortBy.Add(w.stats.ShortBy, new(uint256.Int).Sub(w.today.Need, w.today.Recorded))
	}
	if w.today.Silent {
		w.stats.Silent++
	}
	if w.today.Floored {
		w.stats.Floored++
	}
	return nil
}

// Storage slots of a Uniswap v3 pool.
var (
	slotPrice     = common.Hash{}                   // sqrtPriceX96 (160 bits), tick (24), …
	slotLiquidity = common.BigToHash(big.NewInt(4)) // active liquidity (128 bits)
)

// check reads the pool itself at a minute's close: it must stand in the recorded tick,
// with the recorded liquidity and everybody else's, within 0.1 %.
func (w *World) check(ctx context.Context, m Minute) error {
	if root := w.node.Chain.Head().Root; root != w.readAt { // an equal root is an equal pool
		slots, err := w.read(ctx, slotPrice, slotLiquidity)
		if err != nil {
			return fmt.Errorf("read the pool: %w", err)
		}
		w.slots, w.readAt = slots, root
	}
	tick := int(int32(new(uint256.Int).Rsh(w.slots[0], 160).Uint64()<<8) >> 8)
	if tick != m.Close {
		return fmt.Errorf("the pool closed in tick %d, recorded is %d", tick, m.Close)
	}
	active := new(uint256.Int).And(w.slots[1], mask128)
	want := new(uint256.Int).Add(m.Liquidity, w.others(tick))
	off := distance(active, want)
	if off.Mul(off, uint256.NewInt(1000)).Gt(want) {
		return fmt.Errorf("the pool closed with liquidity %s, want %s recorded plus %s of others", active.Dec(), m.Liquidity.Dec(), w.others(tick).Dec())
	}
	return nil
}

var mask128 = new(uint256.Int).SubUint64(new(uint256.Int).Lsh(uint256.NewInt(1), 128), 1)
