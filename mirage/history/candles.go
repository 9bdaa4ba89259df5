package history

import (
	"fmt"
	"math/big"

	"github.com/holiman/uint256"
)

// candleColumns are the columns of candles, in the order of a file without a header: prices of the base token in quote
// tokens, volume in base tokens.
var candleColumns = []string{"timestamp", "open", "high", "low", "close", "volume"}

// maxCandleTick leaves room beside a candle for what measures its depth.
const maxCandleTick = MaxTick - 1000

// candleRow reads one candle. Its volume is taken as half bought and half sold at the
// closing price; its liquidity is filled in by deepen.
func (r *reader) candleRow(row row) (Minute, error) {
	var m Minute
	ticks := map[string]int{}
	var closing *big.Rat
	for _, field := range []string{"open", "high", "low", "close"} {
		price, err := row.decimal(field, "a price above 0")
		if err != nil {
			return m, err
		}
		if price.Sign() == 0 {
			return m, row.wrong(field, "a price above 0")
		}
		if ticks[field], err = r.spec.tickOf(price); err != nil || max(ticks[field], -ticks[field]) > maxCandleTick {
			return m, row.wrong(field, "a price inside Uniswap's ticks")
		}
		if from, what, ok := r.near(ticks[field], ticks["open"]); !ok {
			return m, row.wrong(field, fmt.Sprintf("at most a factor of two from the %s, which is %.6g", what, r.spec.Price(from)))
		}
		closing = price
	}
	m.Open, m.Low, m.High, m.Close = ticks["open"], ticks["low"], ticks["high"], ticks["close"]
	if r.spec.Quote == 0 {
		m.Low, m.High = m.High, m.Low
	}
	if m.Low > m.High {
		return m, row.wrong("low", "at most high, which is "+row.text("high"))
	}
	if low, high := min(m.Low, m.Open, m.Close), max(m.High, m.Open, m.Close); low != m.Low || high != m.High {
		m.Low, m.High = low, high
		r.widened++
	}
	return m, r.volumeOf(row, closing, &m)
}

// tickOf returns the tick of a price of the base token in quote tokens.
func (s Spec) tickOf(price *big.Rat) (int, error) {
	base, quote := tenTo(s.Base().Decimals), tenTo(s.QuoteToken().Decimals)
	num := new(big.Int).Mul(price.Num(), quote)
	den := new(big.Int).Mul(price.Denom(), base)
	if s.Quote == 0 {
		num, den = den, num
	}
	return ratioTick(num, den)
}

func tenTo(n uint8) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

func (r *reader) volumeOf(row row, price *big.Rat, m *Minute) error {
	const want = "a volume in base tokens, not negative"
	volume, err := row.decimal("volume", want)
	if err != nil {
		return err
	}
	half := volume.Quo(volume, big.NewRat(2, 1))
	base, err := rawAmount(half, r.spec.Base())
	if err != nil {
		return row.wrong("volume", want)
	}
	quote, err := rawAmount(new(big.Rat).Mul(half, price), r.spec.QuoteToken())
	if err != nil {
		return row.wrong("volume", want)
	}
	m.In0, m.In1 = quote, base
	if r.spec.Quote == 1 {
		m.In0, m.In1 = base, quote
	}
	return nil
}

// rawAmount converts whole tokens to raw units, rounded down.
func rawAmount(tokens *big.Rat, t Token) (*uint256.Int, error) {
	raw := new(big.Int).Mul(tokens.Num(), tenTo(t.Decimals))
	raw.Div(raw, tokens.Denom())
	if raw.BitLen() > 128 {
		return nil, fmt.Errorf("%s %s do not fit 128 bits", tokens.FloatString(0), t.Symbol)
	}
	return uint256.MustFromBig(raw), nil
}

// deepen gives candles their liquidity: constant, from liquidity_usd, or else the
// default depth, raised so far that the busiest minute's volume passes within
// maxTrips round trips of its range.
func (r *reader) deepen() error {
	depth, how := r.depth, "liquidity_usd of "+SpecFile
	if depth == 0 {
		depth, how = DefaultDepth, "assumed"
	}
	first := r.minutes[0].Close
	l := r.spec.LiquidityOf(first, depth)
	if r.depth == 0 {
		for _, m := range r.minutes {
			if need := r.spec.busy(m); need.Gt(l) {
				l, how = need, "assumed, so that the busiest minute's volume fits its range"
			}
		}
	}
	if l.IsZero() || l.Gt(maxLiquidity) {
		return fmt.Errorf("%s: liquidity_usd: want a depth that gives a liquidity from 1 to 10^30, this one gives %s", SpecFile, l.Dec())
	}
	for i := range r.minutes {
		r.minutes[i].Liquidity = l
	}
	r.depthNote = fmt.Sprintf("candles without liquidity: constant liquidity %s (%s)", l.Dec(), how)
	return nil
}

// Depth is what moves the price of a market by 1 % as it opens, in whole quote tokens.
func (m Market) Depth() float64 {
	first := m.Minutes[0]
	const whole = 1_000_000
	return first.Liquidity.Float64() / m.Spec.LiquidityOf(first.Open, whole).Float64() * whole
}

// LiquidityOf returns the liquidity at which the given value in quote tokens moves the
// price by 1 % from a tick: 100 ticks.
func (s Spec) LiquidityOf(tick int, depth float64) *uint256.Int {
	unit := uint256.NewInt(1_000_000_000_000)
	in0, in1 := inflow(sqrtAt(tick), sqrtAt(tick+100), unit, 0)
	perUnit := s.valuer(tick).of(in0, in1)
	raw, _ := new(big.Float).Mul(big.NewFloat(depth), new(big.Float).SetInt(tenTo(s.QuoteToken().Decimals))).Int(nil)
	for perUnit.CmpUint64(1_000_000) < 0 { // too coarse to divide by
		unit = new(uint256.Int).Mul(unit, uint256.NewInt(1_000_000))
		in0, in1 = inflow(sqrtAt(tick), sqrtAt(tick+100), unit, 0)
		perUnit = s.valuer(tick).of(in0, in1)
	}
	value, overflow := uint256.FromBig(raw)
	if overflow {
		value = new(uint256.Int).SetAllOne()
	}
	return mulDiv(value, unit, perUnit)
}
