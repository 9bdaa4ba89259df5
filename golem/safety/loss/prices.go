package loss

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Nothing tells what a token is worth.
var (
	ErrSilent   = errors.New("the price feed is silent") // which is configured
	ErrUnpriced = errors.New("the pool has no price")
)

// Prices value the two tokens of a pool at one moment. The quote token is taken as a dollar.
type Prices struct {
	pool     turn.Pool
	num, den *big.Int // quote units of one base unit
}

// At returns the prices of a reading: of the feed, whose answer may be so many seconds old,
// or of the pool where no feed is configured. The pool's own price hides what a bent pool takes.
//
// spec: safety §1.4 S-10, §16.8
func At(r turn.Reading, age int64) (Prices, error) {
	p, err := answered(r)
	if f := r.Feed; err == nil && f != nil && f.Age(r.Block.Time) > age {
		err = fmt.Errorf("%w: it answered %d s ago, %d s are allowed", ErrSilent, f.Age(r.Block.Time), age)
	}
	return p, err
}

// Latest are the prices of the feed's answer, however old, or of the pool where no feed is
// configured or it has none: what an account is worth, where nothing is bought or sold at it.
func Latest(r turn.Reading) (Prices, error) {
	if p, err := answered(r); err == nil {
		return p, nil
	}
	r.Feed = nil
	return answered(r)
}

func answered(r turn.Reading) (Prices, error) {
	p := Prices{pool: r.Pool}
	f := r.Feed
	switch {
	case r.Pool.SqrtPriceX96.IsZero():
		return p, fmt.Errorf("%w at block %d", ErrUnpriced, r.Block.Number)
	case f == nil:
		p.num, p.den = rate(r.Pool)
		return p, nil
	case f.Unread != "":
		return p, fmt.Errorf("%w: %s", ErrSilent, f.Unread)
	case f.Answer.IsZero():
		return p, fmt.Errorf("%w: it has no exact answer", ErrSilent)
	}
	p.num = new(big.Int).Mul(f.Answer.ToBig(), power(r.Pool.Quote().Decimals))
	p.den = new(big.Int).Mul(power(f.Decimals), power(r.Pool.Base().Decimals))
	return p, nil
}

// rate is the pool's price of base units in quote units: sqrtPrice² / 2^192 is token1 per
// token0.
func rate(p turn.Pool) (num, den *big.Int) {
	square := p.SqrtPriceX96.ToBig()
	square.Mul(square, square)
	scale := new(big.Int).Lsh(big.NewInt(1), 192)
	if p.QuoteIsZero {
		return scale, square
	}
	return square, scale
}

func power(n uint8) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// Rate is how many of the smallest quote units one of the smallest base units is worth, as a
// fraction.
func (p Prices) Rate() (num, den *big.Int) { return new(big.Int).Set(p.num), new(big.Int).Set(p.den) }

// Cost is what units of a token are worth in micro-USDC, rounded up; ok is false for a token
// that the pool does not trade.
func (p Prices) Cost(token common.Address, units *big.Int) (money.USDC, bool) {
	return p.value(token, units, true)
}

// Worth is the same, rounded down.
func (p Prices) Worth(token common.Address, units *big.Int) (money.USDC, bool) {
	return p.value(token, units, false)
}

func (p Prices) value(token common.Address, units *big.Int, up bool) (money.USDC, bool) {
	v, den := new(big.Int).Mul(units, big.NewInt(int64(money.One))), power(p.pool.Quote().Decimals)
	switch token {
	case p.pool.Quote().Address:
	case p.pool.Base().Address:
		v.Mul(v, p.num)
		den.Mul(den, p.den)
	default:
		return 0, false
	}
	return divide(v, den, up), true
}

// divide divides; more than can be counted is the most there is.
func divide(v, by *big.Int, up bool) money.USDC {
	q, rest := new(big.Int).QuoRem(v, by, new(big.Int))
	if up && rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	if !q.IsInt64() {
		return math.MaxInt64
	}
	return money.USDC(q.Int64())
}

// deviation is how far the pool's price is from these prices, as a fraction of the larger.
func (p Prices) deviation() (num, den *big.Int) {
	n, d := rate(p.pool)
	pool, ours := n.Mul(n, p.den), d.Mul(d, p.num)
	num = new(big.Int).Sub(pool, ours)
	if den = pool; ours.Cmp(pool) > 0 {
		den = ours
	}
	return num.Abs(num), den
}

// sqrtPrice is the square-root price of these prices, as the pool writes it.
func (p Prices) sqrtPrice() *uint256.Int {
	num, den := p.num, p.den
	if p.pool.QuoteIsZero {
		num, den = den, num
	}
	v := new(big.Int).Lsh(num, 192)
	v.Quo(v, den)
	root, over := uint256.FromBig(v.Sqrt(v))
	if over {
		return new(uint256.Int).SetAllOne()
	}
	return root
}
