package cage

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/loss"
)

// book is a portfolio valued in raw units of the quote token, exactly, at the price of the feed
// where there is one, which nobody bends, else at the pool's. big.Int holds intermediate results
// of any size.
type book struct {
	pool     turn.Pool
	loose    *big.Int // base tokens held as a balance
	pooled   *big.Int // everything inside liquidity positions
	cash     *big.Int
	lent     *big.Int // supplied to lending markets, whatever the token
	owed     *big.Int // to them
	notes    map[common.Address]note
	priceNum *big.Int // base units × priceNum / priceDen = quote units
	priceDen *big.Int
}

// newBook counts at the feed's price where there is one, as the cage on the chain does: at a bent
// pool a loan in ether would look small, and be sold at what it is worth.
func newBook(r turn.Reading) (book, bool) {
	b := book{pool: r.Pool, loose: new(big.Int), pooled: new(big.Int), cash: new(big.Int), lent: new(big.Int), owed: new(big.Int)}
	prices, err := loss.Latest(r)
	if err != nil {
		return b, false
	}
	b.priceNum, b.priceDen = prices.Rate()
	for _, held := range r.Balances {
		switch held.Token.Address {
		case r.Pool.Base().Address:
			b.loose.Add(b.loose, b.value(held.Token.Address, &held.Units))
		case r.Pool.Quote().Address:
			b.cash.Add(b.cash, held.Units.ToBig())
		}
	}
	for _, p := range r.Positions {
		for _, part := range []struct {
			token common.Address
			units uint256.Int
		}{
			{r.Pool.Token0.Address, p.Amount0},
			{r.Pool.Token1.Address, p.Amount1},
			{r.Pool.Token0.Address, p.Fees0},
			{r.Pool.Token1.Address, p.Fees1},
		} {
			b.pooled.Add(b.pooled, b.value(part.token, &part.units))
		}
	}
	b.lending(r.Lending)
	return b, true
}

// value returns the quote value of units of a pool token, rounded down.
func (b book) value(token common.Address, units *uint256.Int) *big.Int {
	v := units.ToBig()
	if token == b.pool.Base().Address {
		v.Mul(v, b.priceNum)
		v.Quo(v, b.priceDen)
	}
	return v
}

func (b book) equity() *big.Int {
	sum := new(big.Int).Add(b.loose, b.pooled)
	sum.Add(sum, b.cash).Add(sum, b.lent)
	return sum.Sub(sum, b.owed)
}

// assets counts what is held; a position holds both tokens of its pool, and what is
// supplied counts as both.
func (b book) assets() (n int) {
	if b.pooled.Sign() > 0 || b.lent.Sign() > 0 {
		return 2
	}
	for _, held := range []*big.Int{b.loose, b.cash} {
		if held.Sign() > 0 {
			n++
		}
	}
	return n
}

// after applies a simulation's deltas. Liquidity added moves value from the
// balances into the pooled part; liquidity removed is not asked for.
func (b book) after(deltas []turn.Delta, pools bool) book {
	n := b
	n.loose, n.pooled, n.cash = new(big.Int).Set(b.loose), new(big.Int).Set(b.pooled), new(big.Int).Set(b.cash)
	n.lent, n.owed = new(big.Int).Set(b.lent), new(big.Int).Set(b.owed)
	for _, d := range deltas {
		if n.noted(d) {
			continue
		}
		v := b.value(d.Token, &d.Units)
		if d.Out {
			v.Neg(v)
		}
		switch d.Token {
		case b.pool.Base().Address:
			n.loose.Add(n.loose, v)
		case b.pool.Quote().Address:
			n.cash.Add(n.cash, v)
		default:
			continue
		}
		if pools {
			n.pooled.Sub(n.pooled, v)
		}
	}
	return n
}

// within reports whether part is at most bps of whole.
func within(part, whole *big.Int, bps int64) bool {
	left := new(big.Int).Mul(part, big.NewInt(10_000))
	right := new(big.Int).Mul(whole, big.NewInt(bps))
	return left.Cmp(right) <= 0
}
