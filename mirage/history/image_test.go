package history_test

import (
	"bytes"
	"errors"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/history"
)

// pictured are worlds with everything that moves in one.
func pictured(t *testing.T) map[string]history.Config {
	t.Helper()
	const minutes = 400 // more than are kept as blocks
	all := three(t, minutes)
	return map[string]history.Config{
		"one market": {Markets: all[:1]},
		"a crowd":    {Markets: all[:1], Traders: 5},
		"several": {
			Markets: all, Followers: []history.Follower{{Protocol: follow.V2, Fee: 3000, Value: 100_000}, {Protocol: follow.V3, Fee: 3000, Value: 100_000}},
			Pulls: []history.Pull{{Start: 1_100, Blocks: 3, Pools: []string{"weth-usdc-5"}, By: 0.01}, {Start: 1_300, Blocks: 4, Pools: []string{"weth-usdc-30-v2"}, By: -0.02}},
		},
	}
}

// A world that is made again from its image goes on as the other one does: the same blocks, the same
// figures, the same next image; also where somebody traded, and somebody's transaction waits.
func TestAWorldIsMadeAgainFromItsImage(t *testing.T) {
	for name, c := range pictured(t) {
		t.Run(name, func(t *testing.T) {
			first := openAll(t, c)
			g := newGolem(t, first, "image")
			trades(t, first, g, 1_201)
			g.swap(true, big.NewInt(1e6))
			img, err := history.ImageOf(first)
			if err != nil {
				t.Fatal(err)
			}
			second := openAll(t, c)
			newGolem(t, second, "image") // the same is founded
			if err := history.Restore(second, img); err != nil {
				t.Fatal(err)
			}
			again, err := history.ImageOf(second)
			if err != nil || !bytes.Equal(again, img) {
				t.Errorf("its image is %d bytes, and was %d: %v", len(again), len(img), err)
			}
			t.Logf("%.1f MB", float64(len(img))/1e6)
			if a, b := ends(t, first, 300), ends(t, second, 300); a != b || first.Head().Number.Uint64() < 1_500 {
				t.Errorf("block %d is %s, and %s in the other", first.Head().Number, a, b)
			}
			if a, b := first.Stats(), second.Stats(); !reflect.DeepEqual(a, b) || a.Others == 0 {
				t.Errorf("it came to\n%+v, the other to\n%+v", b, a)
			}
			a, err := history.ImageOf(first)
			b, bad := history.ImageOf(second)
			if err != nil || bad != nil || !bytes.Equal(a, b) {
				t.Errorf("the next images are of %d and %d bytes: %v, %v", len(a), len(b), err, bad)
			}
		})
	}
}

// trades lets a Golem trade now and then, until a block.
func trades(t *testing.T, w *history.World, g *golem, blocks int) {
	t.Helper()
	for n := range blocks {
		switch {
		case n == 10:
			g.approve()
		case n == 30:
			tick, _ := slot(t, w, w.Book().Pools[0].Address)
			g.provide(tick)
		case n%100 == 50:
			g.swap(n%200 == 50, big.NewInt(1e6))
		}
		if _, err := w.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// ends lets a world go on for some blocks, and is the hash of the last.
func ends(t *testing.T, w *history.World, blocks int) (hash common.Hash) {
	t.Helper()
	for range blocks {
		b, err := w.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		hash = b.Hash
	}
	return hash
}

// What is no image of a world leaves it as it was.
func TestWhatIsNoImageOfAWorldIsRefused(t *testing.T) {
	m := loaded(t, "dead", 0, time.Hour)
	w := openAll(t, history.Config{Markets: []history.Market{m}})
	ends(t, w, 20)
	img, err := history.ImageOf(w)
	if err != nil {
		t.Fatal(err)
	}
	other := openAll(t, history.Config{Markets: []history.Market{loaded(t, "chop", 0, time.Hour)}})
	before := other.Head().Hash()
	begun := openAll(t, history.Config{Markets: []history.Market{m}})
	ends(t, begun, 1)
	if err := history.Restore(begun, img); !errors.Is(err, history.ErrImage) {
		t.Errorf("a world that has begun: %v", err)
	}
	for what, b := range map[string][]byte{"another world's": img, "nothing": nil, "half": img[:len(img)/2]} {
		if err := history.Restore(other, b); !errors.Is(err, history.ErrImage) || other.Head().Hash() != before {
			t.Errorf("%s: %v", what, err)
		}
	}
	ends(t, other, 20)
}
