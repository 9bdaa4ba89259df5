package uniswap

import (
	"context"
	"fmt"
	"math/big"
	"sync"

	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// ticksPerLoad is how many ticks travel together: the one that is crossed and
// the nearest of its bitmap word, which a larger swap crosses next.
const ticksPerLoad = 16

// chainTicks reads a pool's ticks of one block lazily and keeps them.
type chainTicks struct {
	client *rpc.Client
	loader *Loader
	block  common.Hash

	mu    sync.Mutex // guards the maps; held while loading, so that no word is asked for twice
	words map[int16]uint256.Int
	net   map[int32]uint256.Int
}

func newChainTicks(client *rpc.Client, l *Loader, block common.Hash) *chainTicks {
	return &chainTicks{
		client: client, loader: l, block: block,
		words: map[int16]uint256.Int{}, net: map[int32]uint256.Int{},
	}
}

// Word implements Ticks.
func (t *chainTicks) Word(ctx context.Context, position int16) (uint256.Int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w, known := t.words[position]; known {
		return w, nil
	}
	abi, pool := t.loader.abi, t.loader.Address
	b := t.client.At(t.block)
	read := b.Call(pool, abi.PackTickBitmap(position))
	if err := b.Do(ctx); err != nil {
		return uint256.Int{}, fmt.Errorf("pool %v: %w", pool, err)
	}
	var d decoder
	word := d.word(decode(&d, read, abi.UnpackTickBitmap))
	if d.err == nil {
		t.words[position] = word
	}
	return word, d.err
}

// Net implements Ticks.
func (t *chainTicks) Net(ctx context.Context, tick int32) (uint256.Int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if net, known := t.net[tick]; known {
		return net, nil
	}
	abi, pool := t.loader.abi, t.loader.Address
	b := t.client.At(t.block)
	ticks := t.neighbours(tick)
	reads := make([]*rpc.Read[[]byte], len(ticks))
	for i, at := range ticks {
		reads[i] = b.Call(pool, abi.PackTicks(big.NewInt(int64(at))))
	}
	if err := b.Do(ctx); err != nil {
		return uint256.Int{}, fmt.Errorf("pool %v: %w", pool, err)
	}
	for i, at := range ticks {
		var d decoder
		got := decode(&d, reads[i], abi.UnpackTicks)
		if d.err != nil {
			return uint256.Int{}, fmt.Errorf("pool %v tick %d: %w", pool, at, d.err)
		}
		t.net[at] = d.word(got.LiquidityNet)
	}
	return t.net[tick], nil
}

// neighbours returns tick and the initialised ticks of its word nearest to it.
func (t *chainTicks) neighbours(tick int32) []int32 {
	compressed := floorDiv(tick, t.loader.TickSpacing)
	position, bit := wordOf(compressed)
	word := t.words[position]
	ticks := []int32{tick}
	for distance := 1; distance < 256 && len(ticks) < ticksPerLoad; distance++ {
		for _, at := range [2]int{int(bit) - distance, int(bit) + distance} {
			if at >= 0 && at < 256 && word[at/64]>>(at%64)&1 == 1 {
				ticks = append(ticks, (compressed+int32(at)-int32(bit))*t.loader.TickSpacing)
			}
		}
	}
	return ticks
}
