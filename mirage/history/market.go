package history

import (
	"time"

	"bardo.run/bardo/mirage/deploy"

	"github.com/holiman/uint256"
)

// Limits of what a recorded market may hold. Beyond them a row is an error.
const (
	// MaxTick is Uniswap v3's highest tick; the lowest is its negative.
	MaxTick = 887272
	// MaxJump is how far a tick may lie from the close before it: a factor of two
	// in price within one minute.
	MaxJump = 6932
	// MaxGap is the longest run of missing minutes inside a history: one day.
	MaxGap = 24 * 60
)

// Token is one of the two tokens of a pool.
type Token struct {
	Symbol   string
	Decimals uint8
}

// Native is the coin that pays for gas.
type Native struct {
	Symbol string
	// USD is its price in the quote token; 0 means that of the base token.
	USD float64
}

// Spec says what a market's numbers mean.
type Spec struct {
	Token0, Token1 Token
	// Fee of the pool in hundredths of a basis point: 500 is 0.05 %.
	Fee uint32
	// Quote is the index of the token in which values are counted, 0 or 1.
	Quote  int
	Native Native
}

// Base returns the token that is priced.
func (s Spec) Base() Token {
	if s.Quote == 0 {
		return s.Token1
	}
	return s.Token0
}

// QuoteToken returns the token in which the base is priced.
func (s Spec) QuoteToken() Token {
	if s.Quote == 0 {
		return s.Token0
	}
	return s.Token1
}

// Handle names the market by its pair and its fee in basis points: weth-usdc-5.
func (s Spec) Handle() string { return deploy.Handle(s.Base().Symbol, s.QuoteToken().Symbol, s.Fee) }

// Minute is what was recorded of one minute. The uint256 values are never nil and
// are shared, not copied: treat them as constants.
type Minute struct {
	// Time is the minute's first second, UTC.
	Time time.Time
	// Missing marks a minute without a record: the market stands still. Its ticks
	// and liquidity are those of the minute before, its inflow is zero.
	Missing bool
	// Ticks. Low and High include Open and Close.
	Open, Low, High, Close int
	// In0 and In1 are the gross inflow into the pool in raw units, fees included.
	In0, In1 *uint256.Int
	// Liquidity is the active liquidity at the minute's end, at least 1.
	Liquidity *uint256.Int
	// GasPrice in wei.
	GasPrice *uint256.Int
}

// Market is recorded or generated history: one Minute for every minute from the
// first to the last, without a gap.
type Market struct {
	Spec Spec
	// Minutes are nil in a market that is lived: it keeps them in less memory, and Minute returns them.
	Minutes []Minute
	// Notes say in plain words what was assumed or accepted while reading. They are
	// printed, and no decision follows from them.
	Notes []string
	// Warnings are the notes that an owner should read before the life begins.
	Warnings []string

	kept roll // of the minutes, where Minutes is nil
}

// Start returns the first second of the history.
func (m Market) Start() time.Time {
	if m.Minutes == nil {
		return m.kept.start
	}
	return m.Minutes[0].Time
}

// End returns the first second after the history.
func (m Market) End() time.Time { return m.Start().Add(time.Duration(m.length()) * time.Minute) }

// length is the number of minutes.
func (m Market) length() int { return max(len(m.Minutes), len(m.kept.rows)) }

// timeOf returns the time of a block, counted from 0 at the start.
func (m Market) timeOf(block int) time.Time {
	return BlockTime(m.Start().Add(time.Duration(block/Phases)*time.Minute), block%Phases)
}

// Minute returns the record of a minute; beyond the history the market stands still.
func (m Market) Minute(i int) Minute {
	if last := m.length() - 1; i > last {
		still := stillMinute(m.Minute(last), m.Start().Add(time.Duration(i)*time.Minute))
		still.GasPrice = m.Minute(last).GasPrice
		return still
	}
	if m.Minutes == nil {
		return m.kept.minute(i)
	}
	return m.Minutes[i]
}

// lived is the market as a world keeps it.
func (m Market) lived() Market {
	m.kept, m.Minutes = rolled(m.Minutes), nil
	return m
}

// Price returns the price of one base token in quote tokens at a tick. It is for
// people and for thinking, never for paying.
func (s Spec) Price(tick int) float64 {
	sqrt := sqrtAt(tick).Float64() / two96
	raw := sqrt * sqrt * pow10(s.Token0.Decimals) / pow10(s.Token1.Decimals)
	if s.Quote == 0 {
		return 1 / raw
	}
	return raw
}
