package probe

import "math"

// The periods of the indicators, in candles: Wilder's 14 for the RSI, and
// 12, 26 and 9 for the MACD.
const (
	rsiPeriod  = 14
	fastPeriod = 12
	slowPeriod = 26
	signPeriod = 9
)

// candles closes a candle whenever its time has passed and keeps both
// indicators up to date in constant time. A candle without a tick is skipped.
type candles struct {
	open  int64   // start of the candle being formed
	last  float64 // newest price in it
	close float64 // of the last closed candle
	n     int     // closed candles

	gain, loss float64 // Wilder averages, sums during warm-up
	fast, slow float64
	signal     float64
	hist       float64 // MACD minus signal, at the last close
	crossed    bool    // the last close crossed, and this is the first look at it
}

func (c *candles) add(now int64, price float64, length int64) {
	c.crossed = false
	if !(price > 0) || math.IsInf(price, 0) {
		return
	}
	start := now - now%length
	if c.last > 0 && start > c.open {
		c.shut(c.last)
	}
	c.open, c.last = start, price
}

func (c *candles) shut(price float64) {
	if c.n == 0 {
		c.fast, c.slow = price, price
	} else {
		c.strength(price - c.close)
		c.fast += (price - c.fast) * 2 / (fastPeriod + 1)
		c.slow += (price - c.slow) * 2 / (slowPeriod + 1)
	}
	c.close = price
	c.n++
	c.converge()
}

func (c *candles) strength(change float64) {
	gain, loss := max(change, 0), max(-change, 0)
	if c.n <= rsiPeriod {
		c.gain += gain / rsiPeriod
		c.loss += loss / rsiPeriod
		return
	}
	c.gain += (gain - c.gain) / rsiPeriod
	c.loss += (loss - c.loss) / rsiPeriod
}

func (c *candles) converge() {
	macd := c.fast - c.slow
	before := c.hist
	c.signal += (macd - c.signal) * 2 / (signPeriod + 1)
	c.hist = macd - c.signal
	c.crossed = c.n > slowPeriod+signPeriod && (before < 0 && c.hist > 0 || before > 0 && c.hist < 0)
}

// rsi returns the relative strength index, 0 to 100; 50 where nothing moved.
func (c *candles) rsi() (index float64, known bool) {
	if c.n <= rsiPeriod {
		return 0, false
	}
	if c.gain+c.loss <= 0 {
		return 50, true
	}
	return 100 * c.gain / (c.gain + c.loss), true
}

// macd returns the histogram in quote tokens.
func (c *candles) macd() (divergence float64, crossed, known bool) {
	return c.hist, c.crossed, c.n > slowPeriod+signPeriod
}
