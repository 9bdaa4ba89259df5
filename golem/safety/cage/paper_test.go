package cage

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// A life on paper sends nothing, neither what opens nor what leaves; one in shadow leaves what it
// holds. Both read what a limit says before they read that nothing would have been sent.
func TestOnPaperNothingIsSent(t *testing.T) {
	const paper, shadow = "on paper: simulated, not sent", "stage shadow: simulated, not sent"
	r := seen()
	r.Assets[1].Units, r.Positions = *uint256.NewInt(1e18), []turn.Position{{ID: "7"}}
	for name, c := range map[string]struct {
		paper, shadow     bool
		opens, sells, out string
	}{
		"neither": {},
		"paper":   {paper: true, opens: paper, sells: paper, out: paper},
		"shadow":  {shadow: true, opens: shadow},
		"both":    {paper: true, shadow: true, opens: paper, sells: paper, out: paper},
	} {
		p := bounded()
		p.Paper, p.Shadow = c.paper, c.shadow
		for _, a := range []struct {
			grammar.Action
			s    turn.Simulation
			want string
		}{
			{buy(), got(buy(), 9_990), c.opens}, {sell(), got(sell(), 9_990), c.sells}, {leave(7), turn.Simulation{Success: true}, c.out},
		} {
			refused := New(p).judge(Case{Action: a.Action, Seen: r, Now: noon}, a.s)
			if (refused == nil) != (a.want == "") || refused != nil && (refused.Detail != a.want || (refused.Code == CodePaper) != c.paper) {
				t.Errorf("%s, %s of %s: %+v, want %q", name, a.Kind, a.TokenIn, refused, a.want)
			}
		}
		for _, a := range []grammar.Action{buy(), sell()} {
			says(t, New(p).judge(Case{Action: a, Seen: r, Now: noon}, got(a, 9_000)), CodeLoss, "%s, %s at a tenth less", name, a.TokenIn)
		}
	}
}

// What is lent or borrowed counts against the budget at the feed's price where that is more than
// the pool's: who bends the pool moves no more for it. What is bought counts as what is paid.
func TestALoanCountsAtTheDearerPrice(t *testing.T) {
	const pools = 2_001 * money.One // what the simulation says
	ether := lends(grammar.Borrow, weth, 1e18)
	for name, c := range map[string]struct {
		a    grammar.Action
		edit func(*turn.Reading)
		want money.USDC
	}{
		"no feed":             {ether, func(r *turn.Reading) { *r = fed(*r, nil) }, pools},
		"a feed above":        {ether, func(*turn.Reading) {}, 2_500 * money.One},
		"an old feed above":   {ether, func(r *turn.Reading) { r.Assets[1].Feed.Updated = 1 }, 2_500 * money.One},
		"a feed below":        {ether, func(r *turn.Reading) { r.Assets[1].Feed.Answer = *uint256.NewInt(1_500e8) }, pools},
		"a feed that is mute": {ether, func(r *turn.Reading) { r.Assets[1].Feed.Unread = "it reverts" }, pools},
		"no price at all":     {ether, func(r *turn.Reading) { *r = unpriced(*r) }, pools},
		"a purchase":          {buy(), func(*turn.Reading) {}, pools},
		"a supply":            {lends(grammar.Supply, weth, 1e18), func(*turn.Reading) {}, 2_500 * money.One},
	} {
		k := Case{Action: c.a, Seen: rich(true, 0), Now: noon}
		k.Seen.Assets[1].Feed.Answer = *uint256.NewInt(2_500e8)
		c.edit(&k.Seen)
		gate := New(limits())
		gate.Committed(k, pools)
		if gate.spent.session != c.want || gate.spent.inDay(noon) != c.want {
			t.Errorf("%s: %s of the session, %s of the day, want %s", name, gate.spent.session, gate.spent.inDay(noon), c.want)
		}
		p := limits()
		p.PerTransaction = c.want
		says(t, New(p).affordable(k, pools), "", "%s, a limit of as much", name)
		p.PerTransaction--
		says(t, New(p).affordable(k, pools), CodeSpend, "%s, a limit of a millionth less", name)
	}
}
