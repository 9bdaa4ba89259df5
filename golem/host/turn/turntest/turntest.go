// Package turntest makes readings for tests out of what a pool's contract says.
package turntest

import (
	"math/big"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
)

// Pool is a pool of Uniswap v3 as its contract tells it, and which of its tokens is the money.
// Price is only needed where SqrtPriceX96 is left out.
type Pool struct {
	Address        common.Address
	Token0, Token1 turn.Token
	QuoteIsZero    bool
	FeePips        uint32
	TickSpacing    int32
	SqrtPriceX96   uint256.Int
	Tick           int32
	Liquidity      uint256.Int
	Price          float64
	Growth         []uint256.Int // of token0 and token1
}

// Market returns the market, with the handle that its tokens and its fee give it.
func (p Pool) Market() turn.Market {
	base, quote := p.Token0, p.Token1
	g := &turn.Range{Tick: p.Tick, Spacing: p.TickSpacing, SqrtPriceX96: p.SqrtPriceX96, Liquidity: p.Liquidity, Inverse: p.QuoteIsZero}
	if p.QuoteIsZero {
		base, quote = quote, base
	}
	if len(p.Growth) == 2 {
		inBase, inQuote := g.Sorted(p.Growth[0], p.Growth[1])
		g.Growth = []uint256.Int{inBase, inQuote}
	}
	m := turn.Market{
		Handle:   base.Handle() + "-" + quote.Handle() + "-" + strconv.Itoa(int(p.FeePips/100)),
		Protocol: "uniswap-v3", Address: p.Address, Base: base, Quote: quote, BaseFee: p.FeePips, QuoteFee: p.FeePips,
		Rate: uniswap.Rate(&p.SqrtPriceX96, p.QuoteIsZero), Price: p.Price, Range: g,
	}
	if m.Rate.IsZero() && p.Price > 0 {
		m.Rate = rate(p.Price, base, quote)
	}
	if m.Price == 0 {
		m.Price = m.Rate.Float64() / 0x1p128 * ten(base.Decimals) / ten(quote.Decimals)
	}
	m.Depth = depth(g)
	return m
}

// Seen returns a reading of the pool alone: its money is the numeraire, of which, and of the
// other token, the account holds so many raw units.
func (p Pool) Seen(quote, base *uint256.Int) turn.Reading {
	return Reading([]turn.Market{p.Market()}, quote, base)
}

// Reading returns a reading of markets that price their base tokens in one numeraire. units are
// what the account holds of that and then of each base token, in the order in which they come.
func Reading(markets []turn.Market, units ...*uint256.Int) (r turn.Reading) {
	r.Markets = markets
	hold := func(t turn.Token, price float64, rate uint256.Int) {
		if _, known := r.Asset(t.Address); known {
			return
		}
		a := turn.Asset{Token: t, Price: price, Rate: rate}
		if len(r.Assets) < len(units) && units[len(r.Assets)] != nil {
			a.Units = *units[len(r.Assets)]
			a.Value = a.Units.Float64() / ten(t.Decimals) * price
		}
		r.Assets = append(r.Assets, a)
	}
	for _, m := range markets {
		hold(m.Quote, 1, turn.One())
		hold(m.Base, m.Price, m.Rate)
	}
	return r
}

// rate is a price in whole tokens as a rate of raw units.
func rate(price float64, base, quote turn.Token) uint256.Int {
	v, _ := new(big.Float).Mul(big.NewFloat(price*ten(quote.Decimals)/ten(base.Decimals)), new(big.Float).SetMantExp(big.NewFloat(1), 128)).Int(nil)
	return *uint256.MustFromBig(v)
}

// depth is both sides of the liquidity in use, in quote units.
func depth(g *turn.Range) (v uint256.Int) {
	if g.SqrtPriceX96.IsZero() {
		return v
	}
	num, den := &g.SqrtPriceX96, new(uint256.Int).Lsh(uint256.NewInt(1), 96)
	if g.Inverse {
		num, den = den, num
	}
	v.MulDivOverflow(&g.Liquidity, num, den)
	return *v.Lsh(&v, 1)
}

func ten(decimals uint8) float64 {
	v := 1.0
	for range decimals {
		v *= 10
	}
	return v
}
