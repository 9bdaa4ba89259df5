package golem

import (
	"fmt"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// spec: chain §10.3, heartbeat §3 step 8: a chain that leaves 1, 2 or 10 blocks is on
// record with its depth, the next tick thinks, and what is held and what it is worth is
// read again from the new blocks. The Golem's own transactions stand below them.
func TestALifeGoesOnOverAReorg(t *testing.T) {
	for _, depth := range []int{1, 2, 10} {
		t.Run(fmt.Sprint(depth), func(t *testing.T) {
			t.Parallel()
			o := newOutage(t, false)
			o.follow("holding.md")
			o.live()
			o.reorg(depth)
			o.ending.Store(true)
			o.wake()
			o.end()
		})
	}
}

// reorg lets the Golem read blocks in which the price moved, and puts others in their
// place.
func (o *outage) reorg(depth int) {
	o.Helper()
	chain := o.m.Chain()
	if err := chain.Miner.SetInterval(0); err != nil {
		o.Fatal(err)
	}
	o.until("a reading before it", o.more(figures{ticks: 2}))
	stays := chain.Chain.Head()
	back := o.m.Snapshot()
	o.m.Submit(o.m.Sign(o.m.Router, 0, o.m.SellCall(true, uint256.NewInt(50_000_000_000))))
	for range depth {
		o.m.Mine()
	}
	old := chain.Chain.Head().Hash()
	o.expect(1, "the block that the chain will leave", func(r turn.Record) bool { return r.Seen.Reading.Block.Hash == old })
	o.until("a reading of the old blocks", o.more(figures{ticks: 2}))
	back()
	if err := chain.Pace.SetCoinbase(common.Address{9}); err != nil {
		o.Fatal(err)
	}
	for range depth + 1 {
		o.m.Mine()
	}
	top := stays.Number.Uint64() + uint64(depth) + 1
	want := turn.Reorg{From: stays.Number.Uint64() + 1, To: top, Depth: uint64(depth)}
	o.expect(1, fmt.Sprintf("the reorg %+v", want), func(r turn.Record) bool {
		return r.Seen.Reading.Reorg == want && r.Gating.Tier == turn.T2 && r.Gating.Reason == "reorg"
	})
	o.wants = append(o.wants, func(kept []turn.Record) { o.reread(kept, stays.Hash(), old) })
	o.until("a reading of the new blocks", o.more(figures{ticks: 2}))
	o.said("the chain went back")
	if err := chain.Miner.SetInterval(500 * time.Millisecond); err != nil {
		o.Fatal(err)
	}
}

// reread holds what was read after the reorg against what was read before it: the old
// blocks moved the price, the new ones did not.
func (o *outage) reread(kept []turn.Record, stays, old common.Hash) {
	o.Helper()
	var before, left, after turn.Reading
	for _, r := range kept {
		switch seen := r.Seen.Reading; {
		case seen.Block.Hash == stays:
			before = seen
		case seen.Block.Hash == old:
			left = seen
		case seen.Reorg != (turn.Reorg{}):
			after = seen
		}
	}
	if before.Primary().Rate == left.Primary().Rate || before.Primary().Rate != after.Primary().Rate {
		o.Errorf("the price was %v, %v in the old blocks and %v in the new ones", before.Primary().Price, left.Primary().Price, after.Primary().Price)
	}
	if after.Assets[1].Units.IsZero() || after.Assets[1].Units != before.Assets[1].Units {
		o.Errorf("it held %s and reads %s", before.Assets[1].Units.Dec(), after.Assets[1].Units.Dec())
	}
}
