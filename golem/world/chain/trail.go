package chain

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

const (
	// longest is how many blocks logs are asked of in one reading: many nodes refuse more.
	longest = 64
	// grudge is for how many seconds logs that contradict what is read are believed no less than that.
	grudge = 3_600
)

// trail leads from reading to reading by the logs of the blocks between, and holds what is read to
// that: a node that tells a price which nobody's trade made, or a trade that left the price where it was,
// is wrong about one of the two, or late.
//
// spec: chain §12
type trail struct {
	followers []protocol.Follower
	at        turn.Reading // from where logs lead on; of no block: nothing
	last      common.Hash  // the block of the last reading
	agreed    int64        // the unix second of the last reading that nothing contradicted
}

func newTrail(readers []protocol.Reader) (t trail) {
	for _, r := range readers {
		if f, ok := r.(protocol.Follower); ok {
			t.followers = append(t.followers, f)
		}
	}
	return t
}

// add asks for the logs after the last reading, in the batch of a block. What it returns notes in a
// reading what they contradict, where the node told them, and goes on from there.
func (t *trail) add(b *rpc.Batch, head rpc.Block) func(*turn.Reading) {
	if len(t.followers) == 0 {
		return func(*turn.Reading) {}
	}
	behind := t.at.Block.Number
	if behind == 0 || head.Number < behind || head.Number-behind > longest {
		return t.begin
	}
	reads := make([]*rpc.Read[[]types.Log], len(t.followers))
	if head.Number > behind {
		for i, f := range t.followers {
			reads[i] = b.Logs(f.Watch(), behind+1, head.Number)
		}
	}
	return func(r *turn.Reading) {
		if r.Before.Hash != t.last || r.Block.Time-t.agreed > grudge {
			t.begin(r) // another chain, or one of them has to be believed
			return
		}
		led := kept(r.Block, t.at)
		for i, f := range t.followers {
			logs, ok := heard(reads[i], behind, r.Block)
			if !ok {
				t.begin(r)
				return
			}
			for j := range logs {
				f.Follow(&led, &logs[j])
			}
		}
		for _, f := range t.followers {
			for _, c := range protocol.Contradicted(f, &led, r) {
				if _, ok := r.Contradicted(c.Market); !ok { // one figure of a market is enough
					r.Contrary = append(r.Contrary, c)
				}
			}
		}
		if len(r.Contrary) == 0 {
			t.begin(r)
			return
		}
		if t.last = r.Block.Hash; r.Block.Number-behind >= longest/2 { // until then they are asked for again: some nodes tell them late
			t.at = led
		}
	}
}

// begin goes on from what was read alone. A reading of an older block is left alone.
func (t *trail) begin(r *turn.Reading) {
	if r.Block.Number >= t.at.Block.Number {
		t.at, t.last, t.agreed = kept(r.Block, *r), r.Block.Hash, r.Block.Time
	}
}

// heard are the logs that a node told; false: it did not, or told what is none of the blocks after one up
// to another in their order.
func heard(read *rpc.Read[[]types.Log], behind uint64, last turn.Block) ([]types.Log, bool) {
	if read == nil {
		return nil, true
	}
	logs, err := read.Value()
	if err != nil {
		return nil, false
	}
	number, index := behind+1, -1
	for _, l := range logs {
		if l.BlockNumber < number || l.BlockNumber > last.Number || l.Removed || l.BlockNumber == last.Number && l.BlockHash != last.Hash ||
			l.BlockNumber == number && int(l.Index) <= index {
			return nil, false
		}
		number, index = l.BlockNumber, int(l.Index)
	}
	return logs, true
}

// kept is what logs lead on of a reading, as it stands, for a block.
func kept(at turn.Block, r turn.Reading) turn.Reading {
	k := turn.Reading{Block: at, Markets: slices.Clone(r.Markets), Positions: slices.Clone(r.Positions), Lending: slices.Clone(r.Lending)}
	for i := range k.Lending {
		k.Lending[i].Reserves = slices.Clone(k.Lending[i].Reserves)
	}
	return k
}
