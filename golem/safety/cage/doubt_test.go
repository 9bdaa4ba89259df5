package cage

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// bent is an account with a WETH that was worth 2,000 USDC so many seconds ago, and for which the markets
// tell 1,500 now.
func bent(ago int64) turn.Reading {
	r := seen()
	believed := turn.Believed{Rate: r.Assets[1].Rate, Price: 2_000, Time: 9_900 - ago, Since: 10_000 - ago}
	root := new(uint256.Int).Mul(&r.Markets[0].Range.SqrtPriceX96, uint256.NewInt(11_547_005_383)) // of four thirds
	r = turntest.Moved(r, root.Div(root, uint256.NewInt(10_000_000_000)))
	r.Block.Time, r.Assets[1].Units = 10_000, *uint256.NewInt(1e18)
	r.Assets[1].Price, r.Assets[1].Value = 1_500, 1_500
	r.Assets[1].Doubt, r.Assets[1].Believed = "bent", &believed
	return r
}

// A sale at a price in doubt is worth what was believed of its asset last: what the bent market gives for
// it is refused, and what another gives that is not bent passes. At a death the same holds for a moment,
// and then nothing shuts the exit but the market's own price.
//
// spec: safety §16.8, §1.4 S-7
func TestASaleIsNotJudgedByAPriceInDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		ago   int64
		dying bool
		back  uint64 // dollars for half a WETH
		want  wire.Code
	}{
		"where it is bent":                          {2, false, 746, CodeLoss},
		"after an hour":                             {3_600, false, 746, CodeLoss},
		"where it is not bent":                      {2, false, 995, ""},
		"above what it was":                         {2, false, 1_200, ""},
		"a death, at once":                          {2, true, 746, CodeLoss},
		"a death, at the end of the moment":         {turn.Moment, true, 746, CodeLoss},
		"a death, after it":                         {turn.Moment + 1, true, 746, ""},
		"a death, after it, for less than its loss": {turn.Moment + 1, true, 700, CodeLoss},
	} {
		k := Case{Action: sell(), Seen: bent(c.ago), Now: noon, Dying: c.dying}
		s := got(k.Action, 0)
		s.Deltas[1].Units = *uint256.NewInt(c.back * 1e6)
		r := New(bounded()).After(k, s)
		if says(t, r, c.want, "%s", name); r != nil && !c.dying && !strings.Contains(r.Detail, "WETH trades at 1500.00, which is in doubt, and was worth 2000.00") {
			t.Errorf("%s: %s", name, r.Detail)
		}
	}
	if k := (Case{Action: sell(), Seen: bent(2)}); k.Seen.Assets[1].Believed == nil || (Case{Seen: k.Seen, Dying: true}).Seen.Within(1).Assets[1].Believed != nil || k.Seen.Assets[1].Believed == nil {
		t.Error("a reading that forgets what was believed changes the one that it was made of")
	}
}

// What a sale lost that went at such a price counts against the day and the session by that, too: half a
// WETH for 746 dollars lost 254 and not four.
//
// spec: safety §16.8, DESIGN §12.29
func TestWhatIsLostIsNotCountedByAPriceInDoubt(t *testing.T) {
	c, k := New(bounded()), Case{Action: sell(), Seen: bent(2), Now: noon}
	s := got(k.Action, 0)
	s.Deltas[1].Units = *uint256.NewInt(746e6)
	c.CountLoss("sale", k, s)
	if worst := c.lost.Today(noon); worst < 254*money.One {
		t.Errorf("before its receipt %s count", worst)
	}
	c.SettleLoss("sale", k, turn.Execution{Status: turn.StatusExecuted, Deltas: s.Deltas}, noon)
	if lost := c.lost.Today(noon); lost < 254*money.One || lost > 255*money.One {
		t.Errorf("%s count", lost)
	}
}
