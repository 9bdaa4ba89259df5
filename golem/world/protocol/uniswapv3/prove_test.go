package uniswapv3

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// minting is what the position manager returns for a mint: id, liquidity and two amounts.
func minting(liquidity *big.Int) (out []byte) {
	for _, v := range []*big.Int{big.NewInt(12), liquidity, big.NewInt(3), big.NewInt(4)} {
		out = append(out, common.BigToHash(v).Bytes()...)
	}
	return out
}

// A position is opened ten spacings to either side of the price, and all of it is left; one
// that was not made, or that no pool could hold, is none.
func TestAProofOpensAPositionAndLeavesIt(t *testing.T) {
	const what, swap = "put USDC and WETH into a position and take them out at 3: ", "swap USDC for WETH on uniswap-v3 and back at 2: <nil>"
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	reverted := errors.New("reverted")
	for name, c := range map[string]struct {
		minted      []byte
		open, leave error
		reversed    bool // the quote token is token1
		asked       int
		trip        string
	}{
		"opened and left":          {minted: minting(big.NewInt(1)), asked: 2, trip: "<nil>"},
		"the other way round":      {minted: minting(big.NewInt(7)), reversed: true, asked: 2, trip: "<nil>"},
		"the most there can be":    {minted: minting(most), asked: 2, trip: "<nil>"},
		"more":                     {minted: minting(new(big.Int).Add(most, big.NewInt(1))), asked: 1, trip: "it makes no position"},
		"nothing":                  {minted: minting(new(big.Int)), asked: 1, trip: "it makes no position"},
		"no answer":                {asked: 1, trip: "it makes no position"},
		"not opened":               {minted: minting(big.NewInt(1)), open: reverted, asked: 1, trip: "reverted"},
		"not left":                 {minted: minting(big.NewInt(1)), leave: reverted, asked: 2, trip: "reverted"},
		"nothing is bought before": {open: reverted},
	} {
		in := turntest.Pool{
			Address: common.Address{7}, Token0: turn.Token{Address: common.Address{4}, Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Address: common.Address{5}, Symbol: "WETH"}, QuoteIsZero: true,
			FeePips: 500, Tick: 20_009, TickSpacing: 10,
		}
		p := &protocol.Proof{Account: common.Address{9}, Loans: []protocol.Loan{{Token: in.Token0.Address, From: in.Address, Units: uint256.NewInt(10_000_000)}}}
		amounts := "8 10000000"
		if c.reversed {
			in.Token0, in.Token1, in.QuoteIsZero = in.Token1, in.Token0, false
		}
		p.Seen = in.Seen(nil, nil)
		asked, bought := 0, name != "nothing is bought before"
		p.Simulate = func(orders ...grammar.Action) (o sim.Outcome, _ error) {
			if orders[0].Kind == grammar.Swap {
				if !bought {
					return o, reverted
				}
				o.Deltas = []sim.Delta{{Account: p.Account, Token: orders[0].TokenOut, Amount: big.NewInt(8)}}
				return o, nil
			}
			asked++
			add := orders[0]
			if got := fmt.Sprintf("%s %s %d..%d", add.Base.Dec(), add.Quote.Dec(), add.TickLower/10, add.TickUpper/10); add.Kind != grammar.AddLiquidity || add.Market != "weth-usdc-5" || add.Protocol != Name || got != amounts+" 1990..2010" {
				t.Errorf("%s: it opens %s of %s, want %s 1990..2010", name, got, add.Market, amounts)
			}
			o.Calls = []sim.Result{{Return: []byte{1}}, {Return: c.minted}}
			if len(orders) == 1 {
				return o, c.open
			}
			held := p.Seen.Positions
			if leave := orders[1]; leave.Kind != grammar.RemoveLiquidity || leave.Market != "weth-usdc-5" || leave.Protocol != Name || leave.PositionID.Uint64() != 12 || leave.Percent != 100 || len(held) != 1 || held[0].ID != "12" || held[0].Market != "weth-usdc-5" || held[0].Lower != add.TickLower || held[0].Upper != add.TickUpper {
				t.Errorf("%s: it leaves by %+v of %+v", name, leave, held)
			}
			return o, c.leave
		}
		adapter, err := New(protocol.Account{}, []protocol.Deployment{protocol.Deploy(Name, "weth-usdc-5", Terms{Pool: in.Address, Router: common.Address{2}, Positions: common.Address{3}})})
		if err != nil {
			t.Fatal(err)
		}
		adapter.Prove(p)
		var says []string
		for _, trip := range p.Trips {
			says = append(says, fmt.Sprintf("%s at %d: %v", trip.What, trip.At[0], trip.Err))
		}
		want := []string{swap, what + c.trip}
		if c.reversed {
			want[1] = "put WETH and USDC into a position and take them out at 3: <nil>"
		}
		if !bought {
			want = []string{"swap USDC for WETH on uniswap-v3 and back at 2: reverted"}
		}
		if !slices.Equal(says, want) || asked != c.asked {
			t.Errorf("%s: says %q, want %q, after %d simulations", name, says, want, asked)
		}
	}
}
