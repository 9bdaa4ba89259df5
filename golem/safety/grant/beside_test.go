package grant_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
)

// spec: DESIGN §12.29 — what stands beside a grant comes on top of what its plan counts, but
// where the contracts keep one sum for both; another key's own coin always does.
func TestWhatStandsBesideAGrantIsSaidWithItsSums(t *testing.T) {
	const cages, others = "it shares the limits and sums of the account's cage, and nothing more is lost through it", ", unless it is for other tokens or pools: what it sells of those beyond the day's limit comes on top"
	const days, own = "it counts on the same sum of a day, and nothing more is spent through it", " but what its key itself holds"
	for name, c := range map[string]struct {
		mode grant.Mode
		edit func(*grant.Wish, *grant.Standing, *grant.Grant)
		want string
		more bool
	}{
		"a renewal under the cage":    {grant.Delegation, nil, cages + others, false},
		"another key under the cage":  {grant.Delegation, func(w *grant.Wish, _ *grant.Standing, _ *grant.Grant) { w.Key = common.Address{77} }, cages + own + others, true},
		"another cage":                {grant.Delegation, func(_ *grant.Wish, at *grant.Standing, _ *grant.Grant) { at.Cage = common.Address{9} }, "lets be lost comes on top", true},
		"the same day":                {grant.LocalKey, nil, days, false},
		"another key's, the same day": {grant.LocalKey, func(w *grant.Wish, _ *grant.Standing, _ *grant.Grant) { w.Key = common.Address{77} }, days + own, true},
		"a day with a millionth more": {grant.LocalKey, func(w *grant.Wish, _ *grant.Standing, _ *grant.Grant) { w.Daily-- }, "it lets the same sum of a day come to 500 USD, and not to 499.999999", true},
		"a day with a millionth less": {grant.LocalKey, func(w *grant.Wish, _ *grant.Standing, _ *grant.Grant) { w.Daily++ }, days, false},
		"a day that another counts":   {grant.LocalKey, func(_ *grant.Wish, at *grant.Standing, _ *grant.Grant) { at.Daily[0]++ }, "the 500 USD a day that it lets be spent, at any price, come on top", true},
		"one that counts no day":      {grant.LocalKey, func(_ *grant.Wish, _ *grant.Standing, g *grant.Grant) { g.Enforcers = g.Enforcers[:1] }, "what it allows comes on top", true},
		"a day that no contract counts": {grant.LocalKey, func(_ *grant.Wish, at *grant.Standing, g *grant.Grant) {
			at.Daily, g.Enforcers = common.Address{}, g.Enforcers[:1]
		}, "what it allows comes on top", true},
	} {
		w, g := wished(c.mode), signed(t, c.mode)
		at, err := stood[c.mode]()
		check(t, err)
		if c.edit != nil {
			c.edit(&w, &at, &g)
		}
		said, more := w.Beside(at, g)
		if more != c.more || !strings.HasSuffix(said, c.want) {
			t.Errorf("%s: %q, %v", name, said, more)
		}
	}
	if wished(grant.LocalKey).Daily != 500*money.One {
		t.Error("the cases are about 500 USD a day")
	}
}
