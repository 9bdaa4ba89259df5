package caveat

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// What the contracts' arithmetic holds.
const (
	amountBits = 128
	priceBits  = 96
	wordBits   = 256
)

// overflow is where the contracts' checked arithmetic reverts, in the words of go-ethereum.
const overflow = Refusal("arithmetic underflow or overflow")

// price is a token's price of 10^decimals units, in US dollars.
func (b *Book) price(f Facts, token common.Address) (price *big.Int, decimals uint8, _ error) {
	n, _ := b.number(token)
	if n == 0 {
		return nil, 0, Refusal("ActionBook: the token has no price")
	}
	if err := b.up(f); err != nil {
		return nil, 0, err
	}
	t := b.tokens[n-1]
	p := f.Prices[token]
	switch {
	case p.Answer == nil:
		return nil, 0, Refusal("the feed of a token does not answer")
	case p.Answer.Sign() <= 0 || p.Answer.BitLen() > priceBits:
		return nil, 0, Refusal("ActionBook: the price is out of range")
	case p.Updated > f.Now || f.Now-p.Updated > uint64(t.MaxAge):
		return nil, 0, Refusal("ActionBook: the price is stale")
	}
	return p.Answer, t.Decimals, nil
}

// grace is how long after its sequencer came up a rollup has no price, in seconds.
const grace = 3_600

// up refuses what the sequencer's feed does not vouch for.
func (b *Book) up(f Facts) error {
	if b.sequencer == (common.Address{}) {
		return nil
	}
	p := f.Uptime[b.sequencer]
	switch {
	case p.Answer == nil:
		return Refusal("the feed of the sequencer does not answer")
	case p.Answer.Sign() != 0 || p.Updated == 0 || p.Updated > f.Now || f.Now-p.Updated <= grace:
		return Refusal("ActionBook: the sequencer is down, or has not been up for an hour")
	}
	return nil
}

// worth is what units of a token are worth in millionths of a US dollar, rounded up.
func (b *Book) worth(f Facts, token common.Address, units *big.Int) (*big.Int, error) {
	if token == (common.Address{}) {
		return new(big.Int), nil
	}
	if units.BitLen() > amountBits {
		return nil, Refusal("ActionBook: the amount is out of range")
	}
	price, decimals, err := b.price(f, token)
	if err != nil {
		return nil, err
	}
	return divideUp(new(big.Int).Mul(units, price), power(decimals-6)), nil
}

// value is what an action pays. The contract looks at the second token first.
func (b *Book) value(f Facts, a Action) (*big.Int, error) {
	w, err := b.worth(f, a.Token2, a.Amount2)
	if err != nil {
		return nil, err
	}
	v, err := b.worth(f, a.Token, a.Amount)
	if err != nil {
		return nil, err
	}
	return v.Add(v, w), nil
}

// units are those of an asset that units of a token are worth, rounded up.
func (b *Book) units(f Facts, asset, token common.Address, units *big.Int) (*big.Int, error) {
	if token == (common.Address{}) {
		return new(big.Int), nil
	}
	if token == asset {
		return units, nil
	}
	price, decimals, err := b.price(f, asset)
	if err != nil {
		return nil, err
	}
	v, err := b.worth(f, token, units)
	if err != nil {
		return nil, err
	}
	if v = new(big.Int).Mul(v, power(decimals-6)); new(big.Int).Add(v, price).BitLen() > wordBits {
		return nil, overflow
	}
	return divideUp(v, price), nil
}

func divideUp(v, by *big.Int) *big.Int {
	q, r := new(big.Int).QuoRem(v, by, new(big.Int))
	if r.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

func power(n uint8) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// product multiplies as the contracts do: a number that does not fit 256 bits refuses.
func product(first *big.Int, factors ...*big.Int) (*big.Int, error) {
	p := new(big.Int).Set(first)
	for _, f := range factors {
		if p.Mul(p, f); p.BitLen() > wordBits {
			return nil, overflow
		}
	}
	return p, nil
}
