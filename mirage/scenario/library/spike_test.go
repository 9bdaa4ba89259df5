package library_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// logs are those of the blocks of a report, at an address or anywhere.
func (s stage) logs(first, last uint64) (out []*types.Log) {
	s.t.Helper()
	for n := first; n <= last; n++ {
		var head struct{ Hash common.Hash }
		check(s.t, s.Server.Client().CallContext(s.t.Context(), &head, "eth_getBlockByNumber", hexutil.Uint64(n), false))
		for _, r := range s.Chain.Receipts(head.Hash) {
			out = append(out, r.Logs...)
		}
	}
	return out
}

// swap is what an event of a pool says: ether that the pool got, negative for what it
// gave.
func (s stage) swap(log *types.Log) (ether *big.Int, protocol string) {
	b := s.ground.Book
	if e, err := bind.NewUniswapV2Pair().UnpackSwapEvent(log); err == nil && log.Address == b.Address("UniswapV2Pair") {
		return new(big.Int).Sub(e.Amount1In, e.Amount1Out), "v2"
	}
	if e, err := bind.NewUniswapV3Pool().UnpackSwapEvent(log); err == nil {
		return e.Amount1, "v3"
	}
	if e, err := bind.NewV4PoolManager().UnpackSwapEvent(log); err == nil {
		if e.Amount0.CmpAbs(e.Amount1) > 0 { // ether has the larger number: its units are smaller
			return new(big.Int).Neg(e.Amount0), "v4"
		}
		return new(big.Int).Neg(e.Amount1), "v4"
	}
	return nil, ""
}

// spec: mirage-testing §12.3 (two thirds buys, 0.1–5 ETH, several accounts)
func TestAVolumeSpikeIsTwoThirdsBuysOfTheSizesAndPlacesAskedFor(t *testing.T) {
	whole := raise(t)
	for _, c := range []struct {
		swaps, protocol string
		buys, sells     int
	}{{"10", "all", 7, 3}, {"100", "all", 67, 33}, {"500", "v2", 333, 167}, {"30", "v3", 20, 10}, {"31", "v4", 21, 10}} {
		t.Run(c.swaps+" in "+c.protocol, func(t *testing.T) {
			s := whole.part(t)
			r := s.play(order("volume-spike", 7, "swap_count", c.swaps, "protocol", c.protocol))
			if len(r.LeftOut) != 0 || r.Buys != c.buys || r.Sells != c.sells || len(r.Accounts) < 5 {
				t.Fatalf("%d buys, %d sells of %d accounts, left out %q", r.Buys, r.Sells, len(r.Accounts), r.LeftOut)
			}
			buys, sells, where := 0, 0, map[string]int{}
			for _, log := range s.logs(r.First, r.Last) {
				ether, protocol := s.swap(log)
				if ether == nil {
					continue
				}
				where[protocol]++
				if ether.Sign() < 0 {
					buys++
				} else {
					sells++
				}
				if size := new(big.Int).Abs(ether); size.Cmp(big.NewInt(99_999e12)) < 0 || size.Cmp(big.NewInt(5_000_001e12)) > 0 {
					t.Errorf("a swap of %s wei in %s", size, protocol)
				}
			}
			if buys != c.buys || sells != c.sells {
				t.Errorf("the chain has %d buys and %d sells", buys, sells)
			}
			if c.protocol != "all" && where[c.protocol] != buys+sells || c.protocol == "all" && len(where) != 3 {
				t.Errorf("swaps by protocol: %v", where)
			}
		})
	}
}

func TestAVolumeSpikeSaysWhatItLeftOut(t *testing.T) {
	s := raise(t)
	s.ground.Accounts = nil
	if r := s.play(order("volume-spike", 7, "swap_count", "10")); len(r.LeftOut) != 10 || r.Buys+r.Sells != 0 || r.First != 0 {
		t.Errorf("without accounts: %+v", r)
	}
}
