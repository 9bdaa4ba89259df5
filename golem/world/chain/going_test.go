package chain

import (
	"math/big"
	"strconv"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// spec: chain §10.3, check: depth 1, 2, 64, 65 — on a chain on paper, where a hundred blocks
// cost nothing.
func TestAReorgIsToldOnceWithWhereItBegan(t *testing.T) {
	for _, depth := range []uint64{1, 2, 63, 64, 65, 66} {
		p := newStall(t)
		c := p.opens(plainConfig())
		observed(t, c)
		for range depth {
			p.head++
			if r := observed(t, c); r.Reorg != (turn.Reorg{}) || r.Before.Number != p.head-1 || r.Before.Hash != p.hash(p.head-1) {
				t.Fatalf("a chain that only grew: %+v, before %+v", r.Reorg, r.Before)
			}
		}
		p.trunk, p.branch = 100, 7
		if r, err := c.Look(t.Context()); err != nil || r.Reorg != (turn.Reorg{}) || r.Before.Hash != p.hash(p.head) {
			t.Errorf("a simulation tells of %+v, %v", r.Reorg, err)
		}
		kept := 100 + depth - min(depth, remembered)
		want := turn.Reorg{From: kept + 1, To: p.head, Depth: p.head - kept}
		if got := observed(t, c).Reorg; got != want {
			t.Errorf("depth %d: %+v, want %+v", depth, got, want)
		}
		if got := observed(t, c).Reorg; got != (turn.Reorg{}) {
			t.Errorf("depth %d: told twice: %+v", depth, got)
		}
		if want := 1 + max(0, remembered-int(depth)); len(c.past.seen) > want || depth >= remembered && len(c.past.seen) != 1 {
			t.Errorf("depth %d: %d blocks are remembered", depth, len(c.past.seen))
		}
	}
}

// A head that went back on the same blocks lags; on others it is a reorg at once, down to
// the last block that stays.
func TestAHeadThatWentBackIsAReorgWhereItsBlocksAreOthers(t *testing.T) {
	p := newStall(t)
	c := p.opens(plainConfig())
	for range 5 { // 100, 102, ... 108
		observed(t, c)
		p.head += 2
	}
	p.head = 105
	if r := observed(t, c); r.Reorg != (turn.Reorg{}) || r.Before != (turn.Block{}) || c.past.top().Number != 108 {
		t.Errorf("a head that lags: %+v", r)
	}
	p.trunk, p.branch, p.head = 102, 3, 107
	if got, want := observed(t, c).Reorg, (turn.Reorg{From: 103, To: 107, Depth: 6}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if c.past.top().Number != 107 || len(c.past.seen) != 3 || c.past.last != 107 {
		t.Errorf("remembered are %+v, last %d", c.past.seen, c.past.last)
	}
	p.head = 99 // below everything that is remembered
	if r := observed(t, c); r.Reorg != (turn.Reorg{}) || r.Block.Number != 99 {
		t.Errorf("%+v", r.Reorg)
	}
}

// maxPositions and maxLooked are how many positions are followed, and looked at for that.
const maxPositions, maxLooked = 64, 512

// A crowd of positions that strangers sent hides none of the Golem's own: the dearest are
// read, in the order of their ids, and the reading says how many there are.
//
// spec: safety §1.4 (S-7)
func TestTheDearestOfACrowdAreRead(t *testing.T) {
	lots := func(n int) (all []lot) {
		for i := range n {
			l := ours(int64(i+1), big.NewInt(1))
			l.last0, l.last1, l.owed0, l.owed1 = grown(7), grown(9), 1, 1
			all = append(all, l)
		}
		return all
	}
	for _, c := range []struct {
		n     int
		crowd uint64
	}{{maxPositions, 0}, {maxPositions + 1, maxPositions + 1}, {maxLooked, maxLooked}, {maxLooked + 1, maxLooked + 1}} {
		t.Run(strconv.Itoa(c.n), func(t *testing.T) {
			p := newStall(t)
			eyes, all := p.opens(plainConfig()), lots(c.n)
			own := map[string]bool{}
			for i, dear := range map[int]func(*lot){ // in amount, in USDC owed, in WETH owed
				maxPositions - 1: func(l *lot) { l.liquidity = big.NewInt(1e12) },
				3:                func(l *lot) { l.owed0 = 5 },
				7:                func(l *lot) { l.owed1 = 1e16 },
			} {
				dear(&all[i])
				own[strconv.Itoa(i+1)] = true
			}
			all[5].fee, all[5].owed0 = 3_000, 1e15 // dear, and in another pool
			read := maxPositions
			if c.n == maxPositions {
				read-- // the other pool's is among them
			}
			for i := maxLooked - 1; i < c.n; i++ { // the last that is looked at, and one that is not
				all[i].owed0 = 1e6
				own[strconv.Itoa(maxLooked)] = true
			}
			p.holds(all...)
			for about, eyes := range map[string]*Chain{"enumerated": eyes, "remembered": eyes, "after a restart": p.opens(plainConfig())} {
				r := observed(t, eyes)
				if r.Crowd != c.crowd || len(r.Positions) != read {
					t.Errorf("%s: %d positions, crowd %d", about, len(r.Positions), r.Crowd)
				}
				seen, last := 0, 0
				for _, at := range r.Positions {
					id, err := strconv.Atoi(at.ID)
					if err != nil || id <= last || id > maxLooked || id == 6 {
						t.Errorf("%s: position %s behind %d", about, at.ID, last)
					}
					if last = id; own[at.ID] {
						seen++
					}
				}
				if seen != len(own) {
					t.Errorf("%s: %d of the wallet's own are seen", about, seen)
				}
			}
		})
	}
}
