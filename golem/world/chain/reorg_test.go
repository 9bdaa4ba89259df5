package chain

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol/table"
)

// opened is a market and eyes on it.
func opened(t *testing.T) (*evmtest.Market, *Chain) {
	t.Helper()
	m := evmtest.NewMarket(t)
	ether := uint256.NewInt(1e18)
	m.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(ether, uint256.NewInt(10_000)))
	c, err := Open(t.Context(), rpc.New(m.RPC), marketConfig(m))
	check(t, err)
	return m, c
}

// marketConfig is the configuration of the devnet's pool alone.
func marketConfig(m *evmtest.Market) Config {
	v := table.Venue{Pools: []table.Pool{{At: m.Pool}}, Router: m.Router, Positions: m.Positions}
	return Config{ChainID: evmtest.ChainID, Account: m.Account, Numeraire: m.USDC, Deployments: v.Deployments()}
}

func observed(t testing.TB, c *Chain) turn.Reading {
	t.Helper()
	r, err := c.Observe(t.Context())
	check(t, err)
	return r
}

// spec: chain §10.3, check: depth 1, 2; 64 and 65 are asked of a chain on paper.
func TestAReorgIsReadWithItsDepth(t *testing.T) {
	for _, depth := range []uint64{1, 2} {
		m, c := opened(t)
		stays := observed(t, c).Block
		back := m.Snapshot()
		for range depth {
			m.Mine()
			if r := observed(t, c); r.Reorg != (turn.Reorg{}) {
				t.Fatalf("a chain that only grew: %+v", r.Reorg)
			}
		}
		back()
		check(t, m.Chain().Pace.SetCoinbase(common.Address{9}))
		for range depth {
			m.Mine()
		}
		if _, err := c.Look(t.Context()); err != nil { // a simulation leaves it to the observation
			t.Fatal(err)
		}
		kept := stays.Number + depth - min(depth, remembered) // nothing below is remembered
		want := turn.Reorg{From: kept + 1, To: stays.Number + depth, Depth: stays.Number + depth - kept}
		if got := observed(t, c).Reorg; got != want {
			t.Errorf("depth %d: %+v, want %+v", depth, got, want)
		}
		if got := observed(t, c).Reorg; got != (turn.Reorg{}) {
			t.Errorf("depth %d: told twice: %+v", depth, got)
		}
	}
}

// A chain that went back to a lower head is found out at once, and one that only lags
// is none.
func TestALowerHeadIsAReorgOnlyOnOtherBlocks(t *testing.T) {
	m, c := opened(t)
	observed(t, c)
	back := m.Snapshot()
	for range 3 {
		m.Mine()
		observed(t, c)
	}
	top := c.past.top()
	back()
	if got := observed(t, c).Reorg; got != (turn.Reorg{}) { // as one that lags would be read
		t.Errorf("a block that was read before: %+v", got)
	}
	if c.past.top() != top {
		t.Error("what was read is forgotten")
	}
	check(t, m.Chain().Pace.SetCoinbase(common.Address{9}))
	m.Mine()
	if got := observed(t, c).Reorg; got.Depth != 3 || got.From != top.Number-2 || got.To != top.Number-2 {
		t.Errorf("%+v under block %d", got, top.Number)
	}
}
