package uniswap

import (
	"math/big"

	"bardo.run/bardo/evm/rpc"
)

// AddTicks adds the reads of a range's two ticks to a batch, for Inside.
func (l *Loader) AddTicks(b *rpc.Batch, lower, upper int32) (low, high *rpc.Read[[]byte]) {
	return b.Call(l.Address, l.abi.PackTicks(big.NewInt(int64(lower)))), b.Call(l.Address, l.abi.PackTicks(big.NewInt(int64(upper))))
}

// Inside returns the fee growth inside a range from reads of one block: the
// pool's state and the two ticks of AddTicks.
func (l *Loader) Inside(p *Pool, lower, upper int32, low, high *rpc.Read[[]byte]) (Growth, error) {
	if err := checkRange(lower, upper); err != nil {
		return Growth{}, err
	}
	var d decoder
	a, z := decode(&d, low, l.abi.UnpackTicks), decode(&d, high, l.abi.UnpackTicks)
	if d.err != nil {
		return Growth{}, d.err
	}
	global := Growth{p.FeeGrowthGlobal0X128, p.FeeGrowthGlobal1X128}
	return GrowthInside(p.Tick, lower, upper, global,
		Growth{d.word(a.FeeGrowthOutside0X128), d.word(a.FeeGrowthOutside1X128)},
		Growth{d.word(z.FeeGrowthOutside0X128), d.word(z.FeeGrowthOutside1X128)}), d.err
}
