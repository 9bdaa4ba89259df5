package chain

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// pricer is a follower that no log tells anything, and for which a market's rate never changes.
type pricer struct{}

func (pricer) Add(*rpc.Batch, uint64) func(context.Context, *turn.Reading) error { return nil }
func (pricer) Watch() rpc.Filter                                                 { return rpc.Filter{} }
func (pricer) Follow(*turn.Reading, *types.Log)                                  {}
func (pricer) Told(r *turn.Reading) []protocol.Figure {
	return []protocol.Figure{{Market: "weth-usdc-5", What: "rate", Value: r.Markets[0].Rate.ToBig()}}
}

// A reading that logs contradict is in doubt for an hour, and then it is believed: what the logs tell may
// be what is wrong. One of an older block is never led on from.
//
// spec: chain §12
func TestLogsAreBelievedForAnHourAtMost(t *testing.T) {
	at := func(number uint64, second int64, rate uint64) *turn.Reading {
		r := &turn.Reading{Block: turn.Block{Number: number, Time: second, Hash: common.BigToHash(uint256.NewInt(number).ToBig())}}
		r.Before.Hash = r.Block.Hash
		r.Markets = []turn.Market{{Handle: "weth-usdc-5", Rate: *uint256.NewInt(rate)}}
		return r
	}
	x := trail{followers: []protocol.Follower{pricer{}}}
	x.begin(at(9, 1_000, 3))
	x.begin(at(8, 2_000, 4))
	for _, c := range []struct {
		second   int64
		rate     uint64
		contrary int
	}{{1_010, 3, 0}, {1_020, 4, 1}, {1_010 + grudge, 4, 1}, {1_011 + grudge, 4, 0}, {1_012 + grudge, 4, 0}, {1_013 + grudge, 3, 1}} {
		r := at(9, c.second, c.rate)
		if x.add(nil, rpc.Block{Number: 9})(r); len(r.Contrary) != c.contrary {
			t.Errorf("at %d a rate of %d: %v", c.second, c.rate, r.Contrary)
		}
	}
}

// What logs lead on shares nothing with the reading that it began as, which others have.
func TestWhatLogsLeadOnIsNoOtherReading(t *testing.T) {
	r := turn.Reading{
		Markets: []turn.Market{{Handle: "a"}}, Positions: []turn.Position{{ID: "1"}},
		Lending: []turn.Lending{{Handle: "b", Reserves: []turn.Reserve{{Supplied: *uint256.NewInt(1)}}}},
	}
	k := kept(turn.Block{Number: 2}, r)
	k.Markets[0].Handle, k.Positions[0].ID, k.Lending[0].Handle = "", "", ""
	k.Lending[0].Reserves[0].Supplied.Clear()
	if r.Markets[0].Handle != "a" || r.Positions[0].ID != "1" || r.Lending[0].Handle != "b" || r.Lending[0].Reserves[0].Supplied.IsZero() {
		t.Errorf("%+v", r)
	}
}
