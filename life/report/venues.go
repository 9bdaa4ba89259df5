package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"bardo.run/bardo/life/report/venue"
)

// elsewhere sums up what trades would have had in other markets of their pairs.
type elsewhere struct {
	trades int     // that had a choice
	better int     // that another market would have given more
	more   float64 // on the best venue each time
	own    int     // whose own market's offer is known
	off    float64 // how far that was from what came, on average, as a share
}

func (a Acts) elsewhere() (e elsewhere) {
	for i := range a.Trades {
		t := &a.Trades[i]
		if len(t.Venues) == 0 {
			continue
		}
		e.trades++
		if more := t.Venues[0].More; more > 0 {
			e.better, e.more = e.better+1, e.more+more
		}
		got, is := leading(t.In)
		if quoted, ok := offered(t.Own); ok && is && got > 0 {
			e.own, e.off = e.own+1, e.off+math.Abs(quoted/got-1)
		}
	}
	if e.own > 0 {
		e.off /= float64(e.own)
	}
	return e
}

func offered(o *venue.Offer) (float64, bool) {
	if o == nil {
		return 0, false
	}
	return leading(o.Gives)
}

// leading is the number that an exact amount begins with.
func leading(amount string) (float64, bool) {
	number, _, _ := strings.Cut(amount, " ")
	x, err := strconv.ParseFloat(number, 64)
	return x, err == nil
}

// venues is a line of the summary, where a trade had a choice.
func (a Acts) venues(s *sheet, quote string) {
	if e := a.elsewhere(); e.trades > 0 {
		s.rows("venues", fmt.Sprintf("on the best venue each time: %s %s, better for %d of %s%s", signed(e.more), quote, e.better, count(e.trades, "trade", "trades"), e.alone(a)), 2)
	}
}

// alone says of how many trades no other market was seen.
func (e elsewhere) alone(a Acts) string {
	if n := len(a.Trades) - e.trades; n > 0 {
		return fmt.Sprintf(", for %d there was no other", n)
	}
	return ""
}

// note is the same for the page, and how far such figures can be trusted.
func (e elsewhere) note(s *sink, a Acts, quote string) {
	s.put(`<p class="note">Elsewhere is the best other market of the same two tokens: what it would have given for the same amount beyond what came, after its fee, by its price and its depth in the reading that the trade was decided on. Gas is not in it, and a market of ranges may give less beyond its range in use. `)
	if e.own > 0 {
		s.put(`The same reckoning of the markets that were used is % off what came, on average. `, fmt.Sprintf("%.3f %%", 100*e.off))
	}
	s.put(`<strong>On the best venue each time: % %, better for % of %%.</strong></p>`, signed(e.more), quote, fmt.Sprint(e.better), count(e.trades, "trade", "trades"), e.alone(a))
}

// elsewhere is what a trade would have had elsewhere.
func (t *Trade) elsewhere() (text, all string) {
	if len(t.Venues) == 0 {
		return "–", ""
	}
	best := t.Venues[0]
	list := make([]string, len(t.Venues))
	for i, v := range t.Venues {
		list[i] = v.Gives + " on " + v.Market
	}
	return signed(best.More) + " on " + label(best.Market), clean(strings.Join(list, ", "), textLength)
}
