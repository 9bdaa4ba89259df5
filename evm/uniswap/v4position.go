package uniswap

import (
	"context"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// PositionsV4 returns the position manager that a Universal Router knows, zero where it knows none
// that belongs to the pool manager.
func PositionsV4(ctx context.Context, client *rpc.Client, block common.Hash, l *V4Loader) (at common.Address, _ error) {
	router, npm := bind.NewUniversalRouter(), bind.NewV4PositionManager()
	b := client.At(block)
	known := b.Call(l.Router, router.PackV4POSITIONMANAGER())
	if err := b.Do(ctx); err != nil {
		return at, err
	}
	var d decoder
	if at = decode(&d, known, router.UnpackV4POSITIONMANAGER); d.err != nil || at == (common.Address{}) {
		return common.Address{}, nil
	}
	b = client.At(block)
	owner := b.Call(at, npm.PackPoolManager())
	if err := b.Do(ctx); err != nil {
		return common.Address{}, err
	}
	if manager := decode(&d, owner, npm.UnpackPoolManager); d.err != nil || manager != l.Manager {
		return common.Address{}, nil
	}
	return at, nil
}

// GrowthV4Read is what liquidity of a pool earned, on its way from a batch.
type GrowthV4Read struct{ read *rpc.Read[[]byte] }

// AddGrowth adds the read of what one unit of liquidity earned since the pool began.
func (l *V4Loader) AddGrowth(b *rpc.Batch) GrowthV4Read {
	return GrowthV4Read{b.Call(l.StateView, bind.NewV4StateView().PackGetFeeGrowthGlobals(l.ID))}
}

// Growth returns it, after the batch was executed.
func (r GrowthV4Read) Growth() (Growth, error) {
	var d decoder
	g := decode(&d, r.read, bind.NewV4StateView().UnpackGetFeeGrowthGlobals)
	return Growth{d.word(g.FeeGrowthGlobal0), d.word(g.FeeGrowthGlobal1)}, d.err
}

// PlaceV4 is where the liquidity of a position lies: the position manager that keeps it for its owner,
// by its id, and two ticks.
type PlaceV4 struct {
	Manager      common.Address
	ID           *big.Int
	Lower, Upper int32
}

// PlacedV4Read is the state of a position on its way from a batch.
type PlacedV4Read struct{ info, inside *rpc.Read[[]byte] }

// AddPlaced adds the reads of a position's liquidity and of what was earned between its ticks.
func (l *V4Loader) AddPlaced(b *rpc.Batch, p PlaceV4) PlacedV4Read {
	view, lower, upper := bind.NewV4StateView(), big.NewInt(int64(p.Lower)), big.NewInt(int64(p.Upper))
	return PlacedV4Read{
		b.Call(l.StateView, view.PackGetPositionInfo(l.ID, p.Manager, lower, upper, common.BigToHash(p.ID))),
		b.Call(l.StateView, view.PackGetFeeGrowthInside(l.ID, lower, upper)),
	}
}

// PlacedV4 is the liquidity of a position, and what it earned since it was last changed.
type PlacedV4 struct {
	Liquidity    uint256.Int
	Inside, Last Growth
}

// Placed returns the state, after the batch was executed.
func (r PlacedV4Read) Placed() (PlacedV4, error) {
	var d decoder
	view := bind.NewV4StateView()
	info, inside := decode(&d, r.info, view.UnpackGetPositionInfo), decode(&d, r.inside, view.UnpackGetFeeGrowthInside)
	p := PlacedV4{
		Liquidity: d.word(info.Liquidity),
		Inside:    Growth{d.word(inside.FeeGrowthInside0X128), d.word(inside.FeeGrowthInside1X128)},
		Last:      Growth{d.word(info.FeeGrowthInside0LastX128), d.word(info.FeeGrowthInside1LastX128)},
	}
	return p, d.err
}

// RangeV4 decodes the ticks of a position as its manager packs them: its pool's id comes first, then
// the upper and the lower tick, in 24 bits each, and a flag.
func RangeV4(info *big.Int) (lower, upper int32) {
	tick := func(shift uint) int32 {
		v := new(big.Int).Rsh(info, shift)
		return int32(uint32(v.And(v, big.NewInt(0xffffff)).Uint64())<<8) >> 8 //nolint:gosec // 24 bits
	}
	return tick(8), tick(32)
}
