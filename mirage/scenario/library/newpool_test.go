package library_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/scenario/library"

	"github.com/ethereum/go-ethereum/common"
)

// holds is a balance of a token.
func (s stage) holds(token, who common.Address) *big.Int {
	return new(big.Int).SetBytes(s.ask(token, bind.NewERC20().PackBalanceOf(who)))
}

// spec: mirage-testing §12.3 (new-pool: token and pools; decimals 6/8/18, price 0.001 to
// 10,000, tvl 10 k to 10 M)
func TestANewPoolOpensAtItsPriceWithItsValueOnEveryVersion(t *testing.T) {
	whole := raise(t)
	for _, c := range []struct{ symbol, decimals, price, tvl string }{
		{"NEW", "18", "1.0", "500000"}, {"DEAR", "6", "10000", "10000"}, {"CHEAP", "8", "0.001", "10000000"}, {"DUST", "18", "0.001", "10000000"},
	} {
		t.Run(c.symbol, func(t *testing.T) {
			s := whole.part(t)
			usdc, manager := s.ground.Book.Address("USDC"), s.ground.Book.Address("V4PoolManager")
			before := s.holds(usdc, manager)
			r := s.play(order("new-pool", 0, "symbol", c.symbol, "decimals", c.decimals, "price", c.price, "tvl", c.tvl))
			erc20, token := bind.NewERC20(), *r.Token
			if name, err := erc20.UnpackSymbol(s.ask(token, erc20.PackSymbol())); err != nil || name != c.symbol {
				t.Errorf("its symbol is %q, %v", name, err)
			}
			if got := new(big.Int).SetBytes(s.ask(token, erc20.PackDecimals())); got.String() != c.decimals {
				t.Errorf("it has %s decimals", got)
			}
			if len(r.Pools) != 3 || r.Pools[2].ID == nil || r.First == 0 {
				t.Fatalf("pools %+v", r.Pools)
			}
			for _, p := range r.Pools {
				if !near(t, p.End, number(t, c.price), 1) {
					t.Errorf("%s stands at %s", p.Name, p.End)
				}
			}
			s.worth(t, r, c.decimals, c.price, c.tvl, new(big.Int).Sub(s.holds(usdc, manager), before))
		})
	}
}

// worth checks what the pools hold: half of a third of the value in each asset.
func (s stage) worth(t *testing.T, r library.Report, decimals, price, tvl string, v4 *big.Int) {
	t.Helper()
	usdc, manager := s.ground.Book.Address("USDC"), s.ground.Book.Address("V4PoolManager")
	half := new(big.Rat).Quo(number(t, tvl), big.NewRat(6, 1))
	tokens := new(big.Rat).Quo(half, number(t, price))
	for _, h := range []struct {
		who    common.Address
		dollar *big.Int
	}{
		{*r.Pools[0].Address, s.holds(usdc, *r.Pools[0].Address)}, {*r.Pools[1].Address, s.holds(usdc, *r.Pools[1].Address)}, {manager, v4},
	} {
		unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), number(t, decimals).Num(), nil))
		if got := new(big.Rat).Quo(new(big.Rat).SetInt(h.dollar), big.NewRat(1_000_000, 1)); !near(t, got.FloatString(12), half, 1) {
			t.Errorf("%s holds %s USDC, not %s", h.who, got.FloatString(6), half.FloatString(6))
		}
		if got := new(big.Rat).Quo(new(big.Rat).SetInt(s.holds(*r.Token, h.who)), unit); !near(t, got.FloatString(18), tokens, 1) {
			t.Errorf("%s holds %s tokens, not %s", h.who, got.FloatString(6), tokens.FloatString(6))
		}
	}
}

// A second token of the same name is another token.
func TestNewPoolsCanBeMadeAgain(t *testing.T) {
	s := raise(t)
	one, other := s.play(order("new-pool", 0)), s.play(order("new-pool", 0))
	if *one.Token == *other.Token || *one.Pools[0].Address == *other.Pools[0].Address {
		t.Errorf("token %s twice", one.Token)
	}
}
