package uniswap

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// ErrExchange: a router, or what it leads to, is not the exchange it was taken for,
// or has no pool of the two tokens.
var ErrExchange = errors.New("not such an exchange")

// PairLoader reads the pair of two tokens that a Uniswap v2 router swaps in. It never
// changes and is safe for concurrent use.
type PairLoader struct {
	Address, Router, Factory, WETH common.Address
	Token0, Token1                 common.Address

	reserves []byte
}

// OpenPair finds the pair of two tokens, in the order of their addresses, behind a
// Router02 at the given block. A factory without such a pair, and a router that quotes
// another price than the pair's reserves do, is ErrExchange.
func OpenPair(ctx context.Context, client *rpc.Client, block common.Hash, router, token0, token1 common.Address) (*PairLoader, error) {
	l := &PairLoader{Router: router, Token0: token0, Token1: token1, reserves: bind.NewUniswapV2Pair().PackGetReserves()}
	for _, step := range []func(context.Context, *rpc.Batch) error{l.behind, l.listed, l.own, l.reached} {
		if err := step(ctx, client.At(block)); err != nil {
			return nil, fmt.Errorf("uniswap v2 router %s: %w", router, err)
		}
	}
	return l, nil
}

// behind asks the router for its factory and for the wrapped coin.
func (l *PairLoader) behind(ctx context.Context, b *rpc.Batch) error {
	abi := bind.NewUniswapV2Router02()
	factory, weth := b.Call(l.Router, abi.PackFactory()), b.Call(l.Router, abi.PackWETH())
	if err := b.Do(ctx); err != nil {
		return err
	}
	var d decoder
	l.Factory, l.WETH = decode(&d, factory, abi.UnpackFactory), decode(&d, weth, abi.UnpackWETH)
	return unlike(d.err, "it names no factory and wrapped coin")
}

// listed asks the factory for the pair.
func (l *PairLoader) listed(ctx context.Context, b *rpc.Batch) error {
	abi := bind.NewUniswapV2Factory()
	pair := b.Call(l.Factory, abi.PackGetPair(l.Token0, l.Token1))
	if err := b.Do(ctx); err != nil {
		return err
	}
	var d decoder
	l.Address = decode(&d, pair, abi.UnpackGetPair)
	if d.err == nil && l.Address == (common.Address{}) {
		return fmt.Errorf("%w: its factory %s has no pair of %s and %s", ErrExchange, l.Factory, l.Token0, l.Token1)
	}
	return unlike(d.err, "its factory names no pair")
}

// own asks the pair who it is.
func (l *PairLoader) own(ctx context.Context, b *rpc.Batch) error {
	abi := bind.NewUniswapV2Pair()
	factory := b.Call(l.Address, abi.PackFactory())
	token0, token1 := b.Call(l.Address, abi.PackToken0()), b.Call(l.Address, abi.PackToken1())
	if err := b.Do(ctx); err != nil {
		return err
	}
	var d decoder
	f, t0, t1 := decode(&d, factory, abi.UnpackFactory), decode(&d, token0, abi.UnpackToken0), decode(&d, token1, abi.UnpackToken1)
	if d.err == nil && (f != l.Factory || t0 != l.Token0 || t1 != l.Token1) {
		return fmt.Errorf("%w: pair %s says it trades %s and %s for factory %s", ErrExchange, l.Address, t0, t1, f)
	}
	return unlike(d.err, "the pair does not say what it trades")
}

// reached checks that orders reach the pair that is read: the router computes the
// pair's address by itself. An empty pair quotes nothing, and nothing is traded there.
func (l *PairLoader) reached(ctx context.Context, b *rpc.Batch) error {
	abi, read := bind.NewUniswapV2Router02(), l.Add(b)
	probe := uint256.NewInt(1e6)
	quoted := b.Call(l.Router, abi.PackGetAmountsOut(probe.ToBig(), []common.Address{l.Token0, l.Token1}))
	if err := b.Do(ctx); err != nil {
		return err
	}
	pair, err := read.Pair()
	if err != nil {
		return unlike(err, "the pair has no reserves")
	}
	want, err := pair.QuoteExactInput(true, probe)
	if errors.Is(err, ErrLiquidity) {
		return nil // it may be filled later
	}
	if err != nil {
		return err
	}
	var d decoder
	got := decode(&d, quoted, abi.UnpackGetAmountsOut)
	if d.err == nil && (len(got) != 2 || got[1].Cmp(want.ToBig()) != 0) {
		return fmt.Errorf("%w: it does not quote the price of pair %s", ErrExchange, l.Address)
	}
	return unlike(d.err, "it quotes nothing")
}

// unlike calls an answer that no such contract gives ErrExchange; a fault of the
// network stays one.
func unlike(err error, what string) error {
	if !errors.Is(err, rpc.ErrMalformed) && !errors.Is(err, rpc.ErrReverted) {
		return err
	}
	return fmt.Errorf("%w: %s: %w", ErrExchange, what, err)
}

// PairRead is a pair's state on its way from a batch.
type PairRead struct{ reserves *rpc.Read[[]byte] }

// Add adds the read of the reserves to a batch.
func (l *PairLoader) Add(b *rpc.Batch) PairRead { return PairRead{b.Call(l.Address, l.reserves)} }

// Pair returns the state, after the batch was executed.
func (r PairRead) Pair() (Pair, error) {
	var d decoder
	got := decode(&d, r.reserves, bind.NewUniswapV2Pair().UnpackGetReserves)
	return Pair{d.word(got.Reserve0), d.word(got.Reserve1)}, d.err
}

// SellCallV2 encodes the router's swap of an exact amount of one of the two tokens, for
// at least so much of the other. to receives it; until is in unix seconds.
func SellCallV2(in, out, to common.Address, amount, least, until *big.Int) []byte {
	return bind.NewUniswapV2Router02().PackSwapExactTokensForTokens(amount, least, []common.Address{in, out}, to, until)
}
