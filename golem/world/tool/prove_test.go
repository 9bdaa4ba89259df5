package tool

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// A feed up to a twentieth from the pool's price may be right; further off, or without a price, it
// is refused.
func TestAFeedIsHeldAgainstThePool(t *testing.T) {
	for _, c := range []struct {
		feed turn.Feed
		fits bool
	}{
		{turn.Feed{Price: 2000}, true},
		{turn.Feed{Price: 1925}, true},
		{turn.Feed{Price: 2080}, true},
		{turn.Feed{Price: 1885}, false},
		{turn.Feed{Price: 2130}, false},
		{turn.Feed{Price: 1}, false},
		{turn.Feed{}, false},
		{turn.Feed{Price: 2000, Unread: "it has no answer"}, false},
	} {
		a := turn.Asset{Token: weth, Price: 2000, Feed: &c.feed}
		if err := compared(&a); (err == nil) != c.fits {
			t.Errorf("%+v beside a pool at 2000: %v", c.feed, err)
		}
	}
}
