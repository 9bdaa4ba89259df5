package library

import (
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/uniswap"
)

// read reads the pool's state.
func (p pool) read(v view) (market, error) {
	switch p.protocol {
	case "v2":
		return p.readV2(v)
	case "v3":
		return p.readV3(v)
	}
	return p.readV4(v)
}

func (p pool) readV2(v view) (market, error) {
	pair := bind.NewUniswapV2Pair()
	r, err := ask(v, p.at, pair.PackGetReserves(), pair.UnpackGetReserves)
	if err != nil {
		return nil, err
	}
	if p.turned() {
		return product{token: r.Reserve1, usdc: r.Reserve0}, nil
	}
	return product{token: r.Reserve0, usdc: r.Reserve1}, nil
}

func (p pool) readV3(v view) (market, error) {
	c := bind.NewUniswapV3Pool()
	slot, err := ask(v, p.at, c.PackSlot0(), c.UnpackSlot0)
	if err != nil {
		return nil, err
	}
	liquidity, err := ask(v, p.at, c.PackLiquidity(), c.UnpackLiquidity)
	if err != nil {
		return nil, err
	}
	fee, err := ask(v, p.at, c.PackFee(), c.UnpackFee)
	if err != nil {
		return nil, err
	}
	spacing, err := ask(v, p.at, c.PackTickSpacing(), c.UnpackTickSpacing)
	if err != nil {
		return nil, err
	}
	return ticked{uniswap.Pool{
		SqrtPriceX96: word(slot.SqrtPriceX96), Tick: int32(slot.Tick.Int64()), Liquidity: word(liquidity),
		Fee: uint32(fee.Uint64()), TickSpacing: int32(spacing.Int64()), Ticks: bitmap{view: v, at: p.at},
	}, p.turned()}, nil
}

// readV4 takes the pool's own fee for the whole: the kit's manager takes none beside it.
func (p pool) readV4(v view) (market, error) {
	c, id := bind.NewV4StateView(), uniswap.PoolIDV4(p.key)
	slot, err := ask(v, p.at, c.PackGetSlot0(id), c.UnpackGetSlot0)
	if err != nil {
		return nil, err
	}
	liquidity, err := ask(v, p.at, c.PackGetLiquidity(id), c.UnpackGetLiquidity)
	if err != nil {
		return nil, err
	}
	return ticked{uniswap.Pool{
		SqrtPriceX96: word(slot.SqrtPriceX96), Tick: int32(slot.Tick.Int64()), Liquidity: word(liquidity),
		Fee: uint32(slot.LpFee.Uint64()), TickSpacing: int32(p.key.TickSpacing.Int64()), Ticks: bitmap{v, p.at, id},
	}, p.turned()}, nil
}
