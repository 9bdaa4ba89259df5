package history_test

import (
	"bytes"
	"crypto/ecdsa"
	"errors"
	"math/big"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/image/imagetest"
	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/node"
)

// The worlds of these tests begin in the evening, so that their first day ends while they live.
const (
	evening  = 1_100 * time.Minute
	midnight = (24*60 - 1_100) * history.Phases // blocks until then
)

// pictured are worlds with everything that moves in one.
func pictured(t *testing.T) map[string]history.Config {
	t.Helper()
	const minutes = 400 // more than are kept as blocks
	all := three(t, int(evening/time.Minute)+minutes)
	for i := range all {
		from := all[i].Start().Add(evening)
		all[i] = between(t, all[i], from, from.Add(minutes*time.Minute))
	}
	lenders := lent()
	for i := range lenders { // one use was, and one comes
		lenders[i].Uses = append(lenders[i].Uses, history.Use{Block: midnight + 2, Share: 0.6})
	}
	return map[string]history.Config{
		"one market": {Markets: all[:1]},
		"a crowd":    {Markets: all[:1], Traders: 5},
		"lenders":    {Markets: all[:1], Lenders: lenders},
		"several": {
			Markets: all, Followers: []history.Follower{{Protocol: follow.V2, Fee: 3000, Value: 100_000}, {Protocol: follow.V3, Fee: 3000, Value: 100_000}},
			Pulls: []history.Pull{{Start: 1_100, Blocks: 3, Pools: []string{"weth-usdc-5"}, By: 0.01}, {Start: midnight + 2, Blocks: 4, Pools: []string{"weth-usdc-30-v2"}, By: -0.02}},
		},
	}
}

// founded is a world with what is founded before its life: a Golem's purse, and price feeds.
func founded(t *testing.T, c history.Config) (*history.World, *golem) {
	t.Helper()
	w := openAll(t, c)
	g := newGolem(t, w, "image")
	if _, err := w.Report(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w, g
}

// A world that is made again from its image, in each of the four blocks of a minute and at the end of a day, has
// everything that the other one has, marked or not, and goes on as that does: the same blocks, the same figures,
// the same next image; also where somebody traded, and somebody's transaction waits.
func TestAWorldIsMadeAgainFromItsImage(t *testing.T) {
	for name, c := range pictured(t) {
		t.Run(name, func(t *testing.T) {
			first, g := founded(t, c)
			trades(t, first, g, midnight-2*history.Phases)
			g.swap(true, big.NewInt(1e6))
			all := map[int]*history.World{}
			for block := midnight - 2*history.Phases; block < midnight; block++ {
				if block < midnight-history.Phases {
					all[block] = again(t, first, c)
				}
				ends(t, first, 1)
			}
			all[midnight] = again(t, first, c)
			want := ends(t, first, 20)
			stats := first.Stats()
			img, err := history.ImageOf(first)
			if err != nil || len(all) != history.Phases+1 || stats.Others == 0 {
				t.Fatalf("%d worlds, %d blocks with others' trades: %v", len(all), stats.Others, err)
			}
			for block, second := range all {
				if got := ends(t, second, midnight+20-block); got != want {
					t.Errorf("made again at block %d, its last is %s, and %s in the other", block, got, want)
				}
				if got := second.Stats(); !reflect.DeepEqual(got, stats) {
					t.Errorf("made again at block %d, it came to\n%+v, the other to\n%+v", block, got, stats)
				}
				if next, err := history.ImageOf(second); err != nil || !bytes.Equal(next, img) {
					t.Errorf("made again at block %d, its next image has %d bytes, and %d in the other: %v", block, len(next), len(img), err)
				}
			}
		})
	}
}

// apart are what two worlds have each of their own, and what other programs keep: the chain, whose blocks are
// compared, and locks.
var apart = []reflect.Type{
	reflect.TypeFor[node.Node](), reflect.TypeFor[node.Chain](), reflect.TypeFor[ecdsa.PrivateKey](), reflect.TypeFor[sync.Mutex](),
}

// again is another world that is made what one is now.
func again(t *testing.T, first *history.World, c history.Config) *history.World {
	t.Helper()
	img, err := history.ImageOf(first)
	if err != nil {
		t.Fatal(err)
	}
	second, _ := founded(t, c)
	if err := history.Restore(second, img); err != nil {
		t.Fatal(err)
	}
	if img, err := history.ImageOf(first); err == nil { // its own has put its nodes in order
		again, err := history.ImageOf(second)
		if err != nil || !bytes.Equal(again, img) {
			t.Errorf("its image is %d bytes, and was %d: %v", len(again), len(img), err)
		}
	}
	if at := imagetest.Differences(first, second, "bardo.run/bardo", apart...); len(at) > 0 {
		t.Errorf("what was made again is another one: %v", at)
	}
	return second
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
