package chain

import (
	"slices"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// Anybody can send an account positions: however many they are, the Golem still sees its
// own, before and behind a restart, and knows that it is in a crowd.
//
// spec: safety §1.4 (S-7)
func TestAGolemSeesItsOwnPositionsInACrowd(t *testing.T) {
	m, c := opened(t)
	dust := func(n int) {
		for range n {
			m.Provide(-10_000, 400_000, uint256.NewInt(1000), uint256.NewInt(1e9))
		}
	}
	dust(40)
	m.Provide(100_000, 300_000, uint256.NewInt(1_000_000_000), uint256.NewInt(1e18))
	dust(maxPositions - 42)
	r := observed(t, c)
	if len(r.Positions) != maxPositions || r.Crowd != 0 {
		t.Fatalf("%d positions, crowd %d", len(r.Positions), r.Crowd)
	}
	own := []turn.Position{r.Positions[0], r.Positions[41]}
	for n := uint64(1); n < 4; n++ {
		dust(1)
		fresh, err := Open(t.Context(), rpc.New(m.RPC), Config{ChainID: evmtest.ChainID, Account: m.Account, Pool: m.Pool, Quote: m.USDC, Router: m.Router, Positions: m.Positions})
		if err != nil {
			t.Fatal(err)
		}
		for _, eyes := range []*Chain{c, c, fresh, fresh} { // enumerated, and remembered
			r := observed(t, eyes)
			if r.Crowd != maxPositions+n || len(r.Positions) != maxPositions {
				t.Errorf("%d positions, crowd %d", len(r.Positions), r.Crowd)
			}
			for _, o := range own {
				if !slices.ContainsFunc(r.Positions, func(p turn.Position) bool { return p.ID == o.ID && p.Liquidity.Eq(&o.Liquidity) }) {
					t.Errorf("its own position %s is lost in the crowd", o.ID)
				}
			}
		}
	}
}
