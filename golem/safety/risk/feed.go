package risk

import (
	"fmt"
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// trimmed is what is left of a size where a feed's answer is too old (heartbeat §15 layer 5).
const trimmed = 0.75

// second is the second source of a market's price: the feed of its base token, held against its
// mean.
type second struct {
	feed *turn.Feed // nil: none is configured
	at   int64      // of the block, unix seconds
	off  float64    // of the mean, as a share of the feed's price; of a fresh answer alone
}

// second is what the feed of a market's base token says. The feed is in dollars and the market
// in quote tokens, which are worth what the reading says: the numeraire is taken as a dollar, and
// one that is not worth a dollar shows as a distance.
func (m *market) second(r *turn.Reading) second {
	s := second{at: r.Block.Time}
	there, ok := r.Market(m.handle)
	if !ok {
		return s
	}
	base, _ := r.Asset(there.Base.Address)
	quote, ok := r.Asset(there.Quote.Address)
	if base == nil || !ok {
		return s
	}
	s.feed = base.Feed
	if mean, seen := m.prices.Mean(); seen && s.fresh() {
		s.off = math.Abs(mean*quote.Price/s.feed.Price - 1)
	}
	return s
}

// known says that there is an answer, however old.
func (s second) known() bool { return s.feed != nil && s.feed.Unread == "" && s.feed.Price > 0 }

func (s second) fresh() bool { return s.feed.Fresh(s.at) }

// leaves is how much of what one position may be the second source leaves.
func (s second) leaves() float64 {
	switch {
	case s.off > half:
		return 0.5
	case s.feed != nil && !s.fresh():
		return trimmed
	}
	return 1
}

func (s second) String() string {
	switch {
	case s.feed == nil:
		return "no price feed is configured"
	case !s.known():
		return "the price feed could not be read: " + s.feed.Unread
	case !s.fresh():
		return fmt.Sprintf("the price feed is %d s old", s.feed.Age(s.at))
	}
	return fmt.Sprintf("the mean is %.2f %% off the price feed", 100*s.off)
}

// doubts blocks what the second source speaks against, and what needs one and has none.
// Where no feed is configured the pool's own mean stands for it; the cage refuses what needs
// one all the same (cage.Policy.Sourced).
//
// spec: heartbeat §15 layer 5, safety §16.8
func (s second) doubts(v *verdict, elevated bool) bool {
	switch {
	case s.off > block:
		v.stop(5, wire.CodeSafetyPriceDeviation, "%s", s)
	case elevated && s.feed != nil && !s.fresh():
		v.stop(5, wire.CodeSafetyPriceMissing, "%s, and this action needs a second source", s)
	default:
		return false
	}
	return true
}

// compared says what the second source says, and lets less pass where it is off or old: of
// most, which one position may be.
func (s second) compared(v *verdict, most float64) {
	v.add(s.String())
	if f := s.leaves(); f < 1 {
		v.shrink(fmt.Sprintf("that leaves %.0f %% of what may be held", 100*f), f*most)
	}
}

// trim is what of it a rule may stake, where one position may be limit.
func (s second) trim(most, limit money.BPS) money.BPS {
	if f := s.leaves(); f < 1 {
		return min(most, bps(f*float64(limit)))
	}
	return most
}
