package library

import (
	"context"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// readGas is what a read may use.
const readGas = 10_000_000

// view reads contracts of a scratch.
type view struct {
	ctx context.Context
	*node.Scratch
}

// ask calls a contract and unpacks what it answers.
func ask[T any](v view, to common.Address, data []byte, unpack func([]byte) (T, error)) (T, error) {
	out, err := v.Call(v.ctx, node.Attempt{To: &to, Data: data, Gas: readGas})
	if err == nil {
		err = out.Failed
	}
	if err == nil {
		var value T
		if value, err = unpack(out.Return); err == nil {
			return value, nil
		}
	}
	var none T
	return none, fmt.Errorf("read %s with %x: %w", to, data[:4], err)
}

// word is a number of a contract, negative ones as two's complement.
func word(n *big.Int) uint256.Int {
	w, _ := uint256.FromBig(n) // an ABI word has no more than 256 bits
	return *w
}

// bitmap reads the ticks of a pool from a view.
type bitmap struct {
	view view
	at   common.Address
	id   [32]byte // of a pool of v4, whose state view is at; zero: at is a pool of v3
}

var _ uniswap.Ticks = bitmap{}

// Word implements uniswap.Ticks.
func (b bitmap) Word(_ context.Context, position int16) (uint256.Int, error) {
	v3, v4 := bind.NewUniswapV3Pool(), bind.NewV4StateView()
	data, unpack := v3.PackTickBitmap(position), v3.UnpackTickBitmap
	if b.id != [32]byte{} {
		data, unpack = v4.PackGetTickBitmap(b.id, position), v4.UnpackGetTickBitmap
	}
	n, err := ask(b.view, b.at, data, unpack)
	if err != nil {
		return uint256.Int{}, err
	}
	return word(n), nil
}

// Net implements uniswap.Ticks.
func (b bitmap) Net(_ context.Context, tick int32) (uint256.Int, error) {
	v3, v4, at := bind.NewUniswapV3Pool(), bind.NewV4StateView(), big.NewInt(int64(tick))
	if b.id != [32]byte{} {
		t, err := ask(b.view, b.at, v4.PackGetTickLiquidity(b.id, at), v4.UnpackGetTickLiquidity)
		if err != nil {
			return uint256.Int{}, err
		}
		return word(t.LiquidityNet), nil
	}
	t, err := ask(b.view, b.at, v3.PackTicks(at), v3.UnpackTicks)
	if err != nil {
		return uint256.Int{}, err
	}
	return word(t.LiquidityNet), nil
}
