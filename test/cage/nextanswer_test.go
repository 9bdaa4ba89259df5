package cage

import (
	"testing"

	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/internal/money"
)

// A loss is counted at the feeds' last answers. Whoever sees the next one before it lands, and
// has the key, buys before the price falls and sells behind it, at prices that the feeds name:
// the cage counts nothing, as of any market that moves, and it is no part of the worst day. What
// bounds it is how far an answer is from the one before, of all that may be moved in a day.
func TestWhoKnowsTheNextAnswerIsBoundedByWhatMayBeMoved(t *testing.T) {
	const high, low, deviation = 2_000e8, 1_990e8, 50 // basis points
	p := shippedTo(t, 10_000, 0)
	r := &robber{play: begin(newWorld(newKit(t), today(t), p), 0, tally{}), t: t}
	start, since, answers := r.worth(), r.now, 0
	for ; r.now+3*pause < since+86_400; answers++ {
		r.purchase(ether, min(r.room(ether), r.worth()/10_000*(p.position-5)), 0)
		r.says(low)
		r.sale(ether, r.held(ether), 0)
		r.says(high)
	}
	lost := money.USDC(start - r.worth()) //nolint:gosec // small
	most := money.USDC(share(2*p.perDay*1_000_000+share(start, p.concentration), deviation))
	t.Logf("%d answers of half a percent within %.1f h: %s lost, of %s at most; the cage counts %s", answers, float64(r.now-since)/3_600,
		worstday.Dollars(lost), worstday.Dollars(most), worstday.Dollars(money.USDC(r.counted("dailyLost")))) //nolint:gosec // small
	if lost > most || 3*lost < most || r.counted("dailyLost") > 5_000_000 {
		t.Errorf("%s were lost of %s", worstday.Dollars(lost), worstday.Dollars(most))
	}
}

// says has the feed of ether give another answer.
func (r *robber) says(price int64) {
	r.prices[ether] = price
	r.w.answer(r.machine, ether, price)
	r.end()
	r.wealthy = nil
}
