package agenttest

import (
	"math/rand/v2"

	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// walk is the way of the pool's price and of what gas costs.
type walk struct {
	rng     *rand.Rand // of the whole world
	tick    int32
	baseFee uint64
	wild    float64 // ticks a block, typically
	jump    int32   // of the price, with the next block
	growth  uint256.Int
	prices  map[int64]uint256.Int // by the time of the block
}

func newWalk(rng *rand.Rand) walk {
	return walk{
		rng: rng, tick: 200_000 + rng.Int32N(2_000), baseFee: 10_000_000 + rng.Uint64N(200_000_000), wild: 1 + 20*rng.Float64(),
		prices: map[int64]uint256.Int{},
	}
}

// step moves the price as a market does; a nil one wanders.
func (k *walk) step(m Market, block uint64, at int64) {
	if m != nil {
		k.grow(m.Step(block))
	} else {
		k.wander()
	}
	k.tick, k.jump = k.tick+k.jump, 0
	k.prices[at] = k.sqrt()
}

func (k *walk) grow(tick int32, growth, fee uint64) {
	k.tick, k.baseFee = min(max(k.tick+tick, 190_000), 212_000), fee
	k.growth.Add(&k.growth, new(uint256.Int).Lsh(uint256.NewInt(growth), 64))
}

// wander is a step of the random walk.
func (k *walk) wander() {
	step := k.rng.NormFloat64() * k.wild
	if k.rng.IntN(200) == 0 {
		step *= 20 // a shock
	}
	k.tick = min(max(k.tick+int32(step), 190_000), 212_000)
}

// sqrt is the price as the pool has it.
func (k *walk) sqrt() uint256.Int {
	p, err := uniswap.SqrtPriceAtTick(k.tick)
	if err != nil {
		panic("agenttest: " + err.Error())
	}
	return p
}

func (k *walk) price() float64 {
	p := k.sqrt()
	return 1 / uniswap.ApproxPrice(&p, USDC.Decimals, WETH.Decimals)
}

// swapped is what an amount buys at the pool's price, after its fee.
func (k *walk) swapped(in common.Address, amount *uint256.Int) uint256.Int {
	sqrt := k.sqrt()
	square := new(uint256.Int).Rsh(&sqrt, 48)
	square.Mul(square, square) // price in Q96
	var out uint256.Int
	net := new(uint256.Int).Mul(amount, uint256.NewInt(1_000_000-fee))
	net.Div(net, uint256.NewInt(1_000_000))
	if in == USDC.Address {
		out.Mul(net, square)
		out.Rsh(&out, 96)
	} else {
		out.Lsh(net, 96)
		out.Div(&out, square)
	}
	return out
}
