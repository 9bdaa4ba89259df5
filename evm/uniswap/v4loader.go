package uniswap

import (
	"context"
	"fmt"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
)

// V4Loader reads one pool of Uniswap v4. It never changes and is safe for concurrent
// use.
type V4Loader struct {
	V4
	Manager common.Address
	Key     bind.PoolKey
	ID      common.Hash

	slot0, liquidity []byte
}

// OpenV4 finds the pool of two tokens, in the order of their addresses, at the given
// block. Router and state view must belong to one pool manager, and the pool must be
// open; else it is ErrExchange.
func OpenV4(ctx context.Context, client *rpc.Client, block common.Hash, v V4, token0, token1 common.Address) (*V4Loader, error) {
	l := &V4Loader{V4: v, Key: v.Key(token0, token1)}
	l.ID = PoolIDV4(l.Key)
	abi := bind.NewV4StateView()
	l.slot0, l.liquidity = abi.PackGetSlot0(l.ID), abi.PackGetLiquidity(l.ID)
	for _, step := range []func(context.Context, *rpc.Batch) error{l.belongs, l.open} {
		if err := step(ctx, client.At(block)); err != nil {
			return nil, fmt.Errorf("uniswap v4 router %s: %w", v.Router, err)
		}
	}
	return l, nil
}

// belongs checks that router and state view name one pool manager.
func (l *V4Loader) belongs(ctx context.Context, b *rpc.Batch) error {
	router, view := bind.NewUniversalRouter(), bind.NewV4StateView()
	one, other := b.Call(l.Router, router.PackPoolManager()), b.Call(l.StateView, view.PackPoolManager())
	if err := b.Do(ctx); err != nil {
		return err
	}
	var d decoder
	l.Manager = decode(&d, one, router.UnpackPoolManager)
	if err := unlike(d.err, "it names no pool manager"); err != nil {
		return err
	}
	seen := decode(&d, other, view.UnpackPoolManager)
	if d.err == nil && seen != l.Manager {
		return fmt.Errorf("%w: it belongs to pool manager %s, state view %s to %s", ErrExchange, l.Manager, l.StateView, seen)
	}
	return unlike(d.err, "state view "+l.StateView.Hex()+" names no pool manager")
}

// open checks that there is such a pool. Where there is only one of the native coin with
// this fee, it says so.
func (l *V4Loader) open(ctx context.Context, b *rpc.Batch) error {
	abi, own := bind.NewV4StateView(), l.Add(b)
	var native []*rpc.Read[[]byte]
	for _, token := range []common.Address{l.Key.Currency0, l.Key.Currency1} {
		native = append(native, b.Call(l.StateView, abi.PackGetSlot0(PoolIDV4(l.V4.Key(common.Address{}, token)))))
	}
	if err := b.Do(ctx); err != nil {
		return err
	}
	p, err := own.Pool()
	if err != nil || !p.SqrtPriceX96.IsZero() {
		return unlike(err, "its state view tells no price")
	}
	for _, read := range native {
		var d decoder
		if slot := decode(&d, read, abi.UnpackGetSlot0); d.err == nil && slot.SqrtPriceX96.Sign() > 0 {
			return fmt.Errorf("%w: the pool with fee %d and tick spacing %d is one of the native coin; only pools of two ERC-20 tokens are traded", ErrExchange, l.Fee, l.TickSpacing)
		}
	}
	return fmt.Errorf("%w: there is no pool of %s and %s with fee %d, tick spacing %d and no hook; a pool with a hook is not traded",
		ErrExchange, l.Key.Currency0, l.Key.Currency1, l.Fee, l.TickSpacing)
}

// V4Read is a v4 pool's state on its way from a batch.
type V4Read struct{ slot0, liquidity *rpc.Read[[]byte] }

// Add adds the reads of price and liquidity to a batch.
func (l *V4Loader) Add(b *rpc.Batch) V4Read {
	return V4Read{b.Call(l.StateView, l.slot0), b.Call(l.StateView, l.liquidity)}
}

// Pool returns the state, after the batch was executed. A pool that was never opened has
// price zero.
func (r V4Read) Pool() (PoolV4, error) {
	var d decoder
	abi := bind.NewV4StateView()
	slot := decode(&d, r.slot0, abi.UnpackGetSlot0)
	liquidity := decode(&d, r.liquidity, abi.UnpackGetLiquidity)
	p := PoolV4{SqrtPriceX96: d.word(slot.SqrtPriceX96), Tick: int32(d.small(slot.Tick)), Liquidity: d.word(liquidity)}
	p.Fee0, p.Fee1 = feesV4(uint64(d.small(slot.ProtocolFee)), uint64(d.small(slot.LpFee)))
	return p, d.err
}
