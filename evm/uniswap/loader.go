package uniswap

import (
	"context"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Loader reads one pool from a chain. It is safe for concurrent use.
type Loader struct {
	Address        common.Address
	Token0, Token1 common.Address
	Fee            uint32 // hundredths of a basis point
	TickSpacing    int32

	abi *bind.UniswapV3Pool
	// Calls without arguments, packed once.
	slot0, liquidity, growth0, growth1 []byte
}

// Open reads what never changes in a pool, at the given block.
func Open(ctx context.Context, client *rpc.Client, block common.Hash, pool common.Address) (*Loader, error) {
	abi := bind.NewUniswapV3Pool()
	l := &Loader{
		Address: pool, abi: abi, slot0: abi.PackSlot0(), liquidity: abi.PackLiquidity(),
		growth0: abi.PackFeeGrowthGlobal0X128(), growth1: abi.PackFeeGrowthGlobal1X128(),
	}
	b := client.At(block)
	token0, token1 := b.Call(pool, abi.PackToken0()), b.Call(pool, abi.PackToken1())
	fee, spacing := b.Call(pool, abi.PackFee()), b.Call(pool, abi.PackTickSpacing())
	if err := b.Do(ctx); err != nil {
		return nil, fmt.Errorf("open pool %v: %w", pool, err)
	}
	var d decoder
	l.Token0 = decode(&d, token0, abi.UnpackToken0)
	l.Token1 = decode(&d, token1, abi.UnpackToken1)
	l.Fee = uint32(d.small(decode(&d, fee, abi.UnpackFee)))
	l.TickSpacing = int32(d.small(decode(&d, spacing, abi.UnpackTickSpacing)))
	if d.err != nil {
		return nil, fmt.Errorf("open pool %v: %w", pool, d.err)
	}
	return l, nil
}

// Reading is a pool's state on its way from a batch.
type Reading struct {
	loader                             *Loader
	client                             *rpc.Client
	block                              common.Hash
	slot0, liquidity, growth0, growth1 *rpc.Read[[]byte]
}

// Add adds the reads of the pool's state to a batch, so that they travel with
// the other reads of a decision.
func (l *Loader) Add(b *rpc.Batch) *Reading {
	return &Reading{
		loader: l, client: b.Client(), block: b.Block(),
		slot0: b.Call(l.Address, l.slot0), liquidity: b.Call(l.Address, l.liquidity),
		growth0: b.Call(l.Address, l.growth0), growth1: b.Call(l.Address, l.growth1),
	}
}

// Pool returns the state, after the batch was executed. Its ticks are read
// from the same block when a quote needs them.
func (r *Reading) Pool() (*Pool, error) {
	l, d := r.loader, decoder{}
	at := decode(&d, r.slot0, unpackSlot0)
	liquidity := decode(&d, r.liquidity, l.abi.UnpackLiquidity)
	growth0 := decode(&d, r.growth0, l.abi.UnpackFeeGrowthGlobal0X128)
	growth1 := decode(&d, r.growth1, l.abi.UnpackFeeGrowthGlobal1X128)
	if d.err != nil {
		return nil, fmt.Errorf("pool %v: %w", l.Address, d.err)
	}
	p := &Pool{Fee: l.Fee, TickSpacing: l.TickSpacing, Ticks: newChainTicks(r.client, l, r.block)}
	p.SqrtPriceX96, p.Tick = at.sqrt, at.tick
	p.Liquidity = d.word(liquidity)
	p.FeeGrowthGlobal0X128, p.FeeGrowthGlobal1X128 = d.word(growth0), d.word(growth1)
	return p, d.err
}

// Load reads the pool's state after a block.
func (l *Loader) Load(ctx context.Context, client *rpc.Client, block common.Hash) (*Pool, error) {
	b := client.At(block)
	r := l.Add(b)
	if err := b.Do(ctx); err != nil {
		return nil, fmt.Errorf("pool %v: %w", l.Address, err)
	}
	return r.Pool()
}

// Price reads only the square-root price and the tick after a block.
func (l *Loader) Price(ctx context.Context, client *rpc.Client, block common.Hash) (sqrt uint256.Int, tick int32, _ error) {
	b := client.At(block)
	read := b.Call(l.Address, l.slot0)
	if err := b.Do(ctx); err != nil {
		return sqrt, 0, fmt.Errorf("pool %v: %w", l.Address, err)
	}
	var d decoder
	at := decode(&d, read, unpackSlot0)
	if d.err != nil {
		return sqrt, 0, fmt.Errorf("pool %v: %w", l.Address, d.err)
	}
	return at.sqrt, at.tick, nil
}

// decoder keeps the first error of a row of decodings.
type decoder struct{ err error }

// decode unpacks one answer; after an error it returns the zero value, which
// the caller must not use.
func decode[T any](d *decoder, read *rpc.Read[[]byte], unpack func([]byte) (T, error)) T {
	var zero T
	if d.err != nil {
		return zero
	}
	data, err := read.Value()
	if err != nil {
		d.err = err
		return zero
	}
	v, err := unpack(data)
	if err != nil {
		d.err = fmt.Errorf("%w: %d bytes: %w", rpc.ErrMalformed, len(data), err)
		return zero
	}
	return v
}

// word returns n as 256 bits, negative numbers in two's complement.
func (d *decoder) word(n *big.Int) uint256.Int {
	var w uint256.Int
	if d.err == nil {
		w.SetFromBig(n)
	}
	return w
}

func (d *decoder) small(n *big.Int) int64 {
	if d.err != nil {
		return 0
	}
	return n.Int64()
}
