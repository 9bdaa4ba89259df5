package adversarial

import (
	"os"
	"testing"

	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

// halves are the limits that a figure is made of, each to half of what is shipped, where it
// binds. test/cage has those of a stolen key in delegation custody.
var halves = []struct {
	name     string
	custody  grant.Mode
	attacker worstday.Attacker
	dollars  int64
	change   func(*deal)
	short    bool // it is tried without BARDO_LONG too
}{
	{"what a day may lose", "", worstday.Mind, 10_000, func(d *deal) { d.config.Safety.MaxLossDay /= 2 }, true},
	{"what a sale may lose beyond it", "", worstday.Mind, 10_000, func(d *deal) { d.config.Safety.MaxExitLoss /= 2 }, false},
	{"what may be anything but cash", "", worstday.Mind, 10_000, func(d *deal) { d.config.Safety.MaxConcentration /= 2 }, false},
	{"what the key holds", "", worstday.Mind, 10_000, func(d *deal) { d.config.Custody.MaxKeyBalance /= 2 }, false},
	{"what a move may lose", "", worstday.Mind, 1_000_000, func(d *deal) { d.config.Safety.MaxMoveLoss /= 2 }, false},
	{"what may be spent in a day", "", worstday.Mind, 1_000_000, func(d *deal) { d.config.Safety.SpendingLimits.PerDay /= 2 }, false},
	{"what a day may lose", grant.Delegation, worstday.Mind, 10_000, func(d *deal) { d.config.Safety.MaxLossDay /= 2 }, false},
	{"what may be spent in a day", grant.Delegation, worstday.Mind, 1_000_000, func(d *deal) { d.config.Safety.SpendingLimits.PerDay /= 2 }, false},
	{"the day's sum", grant.LocalKey, worstday.Mind, 10_000, func(d *deal) { d.daily /= 2 }, false},
	{"the day's sum", grant.LocalKey, worstday.Key, 10_000, func(d *deal) { d.daily /= 2 }, true},
	{"what the key may hold", grant.LocalKey, worstday.Key, 10_000, func(d *deal) { d.config.Custody.MaxKeyBalance /= 2 }, true},
}

// Half of a limit that binds is another figure, another sentence and another loss, which the
// same attacker reaches and does not pass.
func TestAnotherLimitIsAnotherWorstDay(t *testing.T) {
	for _, h := range halves {
		if !h.short && os.Getenv("BARDO_LONG") == "" {
			continue // each is a life of some seconds: with BARDO_LONG=1
		}
		for _, c := range custodies {
			if c.mode != h.custody || c.enclosed {
				continue
			}
			whole := worstdaytest.Cell{Custody: c.ofFigure(), Attacker: h.attacker, Dollars: h.dollars}
			t.Run(whole.String()+", half of "+h.name, func(t *testing.T) {
				var lost money.USDC
				var said worstday.Figure
				if h.attacker == worstday.Key {
					lost, said = burgled(t, c, h.dollars, h.change)
				} else {
					var p *plunder
					p, said = plundered(t, c, fortune(c, h.dollars), h.change)
					lost = p.lost()
				}
				worstdaytest.Near(t, t.Name(), said, lost)
				before := worstdaytest.Shipped(whole.Custody, h.dollars).Worst(h.attacker)
				if said.Amount >= before.Amount || said.Sentence() == before.Sentence() || 100*lost >= 99*whole.Lost(t) {
					t.Errorf("%s were lost, of the whole %s; %s", worstday.Dollars(lost), worstday.Dollars(whole.Lost(t)), said.Sentence())
				}
			})
		}
	}
}
