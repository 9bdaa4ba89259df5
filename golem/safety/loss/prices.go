package loss

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Nothing tells what a token is worth.
var (
	ErrSilent   = errors.New("the price feed is silent") // which is configured
	ErrUnpriced = errors.New("nothing tells the price")
)

// Prices value assets at one moment. The numeraire is taken as a dollar.
type Prices struct {
	cash turn.Token
	all  []price // in the order of a reading's assets
}

// price is how many of the smallest units of the numeraire one of a token's is worth, as a
// fraction; nil where nothing tells it.
type price struct {
	token    common.Address
	num, den *big.Int
}

// At returns the prices of a reading: of each asset's feed, whose answer may be as old as ages
// say, or of the markets where none is configured, and while these are in doubt what they were last
// believed at. A market's own price hides what a bent one takes.
// The error is about the tokens alone; what else has no price is worth nothing.
//
// spec: safety §1.4 S-10, §16.8
func At(r turn.Reading, ages Ages, tokens ...common.Address) (Prices, error) {
	p := Prices{cash: r.Numeraire()}
	var first error
	for i := range r.Assets {
		a := &r.Assets[i]
		at, err := answered(r, a, ages.Of(a.Token.Address))
		if err != nil && first == nil && slices.Contains(tokens, a.Token.Address) {
			first = err
		}
		p.all = append(p.all, at)
	}
	for _, t := range tokens {
		if _, known := r.Asset(t); !known && first == nil {
			first = fmt.Errorf("%w of token %s at block %d", ErrUnpriced, t, r.Block.Number)
		}
	}
	return p, first
}

// Latest are the prices of the feeds' answers, however old, or where no feed is configured or it has
// none those of the markets, of an asset in doubt what was believed of it last: what an account is worth, where nothing is bought or sold at it. ok is
// false where something that the account holds or owes has no price.
func Latest(r turn.Reading) (p Prices, ok bool) {
	p, ok = Prices{cash: r.Numeraire()}, len(r.Assets) > 0
	for i := range r.Assets {
		a := r.Assets[i]
		at, err := answered(r, &a, math.MaxInt64)
		if err != nil {
			a.Feed = nil
			at, err = answered(r, &a, 0)
		}
		p.all = append(p.all, at)
		ok = ok && (err == nil || !holds(r, a))
	}
	return p, ok
}

// holds says that a reading has something of an asset.
func holds(r turn.Reading, a turn.Asset) bool {
	if !a.Units.IsZero() {
		return true
	}
	for i := range r.Positions {
		if m, ok := r.Market(r.Positions[i].Market); ok && (m.Base.Address == a.Token.Address || m.Quote.Address == a.Token.Address) {
			return true
		}
	}
	for _, l := range r.Lending {
		if reserve, ok := l.Reserve(a.Token.Address); ok && !(reserve.Supplied.IsZero() && reserve.Owed.IsZero()) {
			return true
		}
	}
	return false
}

// answered is the price of one asset by its feed, or by the markets where it has none.
func answered(r turn.Reading, a *turn.Asset, age int64) (price, error) {
	p, f := price{token: a.Token.Address}, a.Feed
	switch {
	case p.token == r.Numeraire().Address:
		p.num, p.den = big.NewInt(1), big.NewInt(1)
		return p, nil
	case a.Rate.IsZero() && (f != nil || a.Believed == nil):
		return p, fmt.Errorf("%w of %s at block %d", ErrUnpriced, a.Token.Symbol, r.Block.Number)
	case f == nil && a.Believed != nil:
		p.num, p.den = a.Believed.Rate.ToBig(), one()
		return p, nil
	case f == nil:
		p.num, p.den = a.Rate.ToBig(), one()
		return p, nil
	case f.Unread != "":
		return p, fmt.Errorf("%w: %s", ErrSilent, f.Unread)
	case f.Answer.IsZero():
		return p, fmt.Errorf("%w: it has no exact answer", ErrSilent)
	case f.Age(r.Block.Time) > age:
		return p, fmt.Errorf("%w: it answered %d s ago, %d s are allowed", ErrSilent, f.Age(r.Block.Time), age)
	}
	p.num = new(big.Int).Mul(f.Answer.ToBig(), power(r.Numeraire().Decimals))
	p.den = new(big.Int).Mul(power(f.Decimals), power(a.Token.Decimals))
	return p, nil
}

// Cash is the numeraire.
func (p Prices) Cash() turn.Token { return p.cash }

// one is what rates are counted in.
func one() *big.Int { return new(big.Int).Lsh(big.NewInt(1), 128) }

func power(n uint8) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// Rate is how many of the smallest units of the numeraire one of a token's is worth, as a
// fraction, which belongs to the prices; ok is false where nothing tells it.
func (p Prices) Rate(token common.Address) (num, den *big.Int, ok bool) {
	for _, at := range p.all {
		if at.token == token {
			return at.num, at.den, at.num != nil
		}
	}
	return nil, nil, false
}

// Cost is what units of a token are worth in micro-USDC, rounded up; ok is false for a token
// that has no price.
func (p Prices) Cost(token common.Address, units *big.Int) (money.USDC, bool) {
	return p.value(token, units, true)
}

// Worth is the same, rounded down.
func (p Prices) Worth(token common.Address, units *big.Int) (money.USDC, bool) {
	return p.value(token, units, false)
}

func (p Prices) value(token common.Address, units *big.Int, up bool) (money.USDC, bool) {
	num, den, ok := p.Rate(token)
	if !ok {
		return 0, false
	}
	v := new(big.Int).Mul(units, big.NewInt(int64(money.One)))
	return divide(v.Mul(v, num), new(big.Int).Mul(den, power(p.cash.Decimals)), up), true
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

// relative is what one of the smallest units of a market's base token is worth in those of its
// quote token by these prices, as a fraction; ok is false where one of them has none.
func (p Prices) relative(m *turn.Market) (num, den *big.Int, ok bool) {
	bn, bd, known := p.Rate(m.Base.Address)
	qn, qd, ok := p.Rate(m.Quote.Address)
	if !known || !ok || qn.Sign() == 0 {
		return nil, nil, false
	}
	return new(big.Int).Mul(bn, qd), new(big.Int).Mul(bd, qn), true
}

// deviation is how far a market's price is from these prices, as a fraction of the larger: all
// of it where one of them is not known.
func (p Prices) deviation(m *turn.Market) (num, den *big.Int) {
	ours, den, ok := p.relative(m)
	if !ok || ours.Sign() == 0 && m.Rate.IsZero() {
		return big.NewInt(1), big.NewInt(1)
	}
	there := den.Mul(den, m.Rate.ToBig())
	ours.Mul(ours, one())
	num = new(big.Int).Sub(there, ours)
	if den = there; ours.Cmp(there) > 0 {
		den = ours
	}
	return num.Abs(num), den
}

// sqrtPrice is the square-root price of these prices, as a market with ranges writes it; zero
// where it is not known.
func (p Prices) sqrtPrice(m *turn.Market) *uint256.Int {
	num, den, ok := p.relative(m)
	if !ok || num.Sign() == 0 || den.Sign() == 0 {
		return new(uint256.Int)
	}
	return m.Root(num, den)
}
