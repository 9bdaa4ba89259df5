package owner_test

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/owner"
)

// The cage that a run makes has the limits of the plan that the owner has just read, whatever
// a run that was cut off before had asked for, in whichever mode, and whatever the account was
// worth then.
func TestARunThatGoesOnMakesTheCageOfItsOwnPlan(t *testing.T) {
	for name, c := range map[string]struct {
		before, between func(*desk)
		day             money.USDC
		says            string
	}{
		"the same limits": {func(*desk) {}, func(*desk) {}, 200 * money.One, ""},
		"a tighter day": {
			func(d *desk) { d.ask.Config.Safety.MaxLossDay = 2_000 }, func(d *desk) { d.ask.Config.Safety.MaxLossDay = 200 }, 200 * money.One, "",
		},
		"a looser day": {
			func(*desk) {}, func(d *desk) { d.ask.Config.Safety.MaxLossDay = 400 }, 400 * money.One, "",
		},
		"money has left": {
			func(*desk) {}, (*desk).spends, 200 * money.One, "when the account was worth 10,000.00 USD",
		},
		"another mode": {
			func(d *desk) { d.ask.Mode = grant.LocalKey }, func(d *desk) {
				d.ask.Mode = grant.Delegation
				d.spends()
			}, 20 * money.One, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			c.before(d)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			if _, err := d.grants(ctx, func(string) {
				if len(d.said) == 3 { // contracts stand, the account's cage holds nothing yet
					stop()
				}
			}); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			c.between(d)
			n := d.notary(func(string) {})
			o, err := n.Offer(t.Context(), d.ask)
			if err != nil {
				t.Fatal(err)
			}
			g, err := n.Grant(t.Context(), d.ask, o)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, d, g, o, c.day)
			if said := strings.Join(o.Transactions, "\n"); c.says == "" && strings.Contains(said, "cut off") || !strings.Contains(said, c.says) {
				t.Errorf("the offer says %s", said)
			}
		})
	}
}

// compare holds a cage's day to the plan's.
func compare(t *testing.T, d *desk, g grant.Grant, o owner.Offer, want money.USDC) {
	t.Helper()
	s, err := policycage.Read(t.Context(), rpc.New(d.RPC), d.Chain().Chain.Head().Hash(), g.Cage)
	if err != nil {
		t.Fatal(err)
	}
	if s.Limits.DayLoss != want || o.Plan.WorstDay[1].Parts[0].Amount != want {
		t.Errorf("the cage lets %s be lost in a day, the plan says %s, want %s", s.Limits.DayLoss, o.Plan.WorstDay[1].Parts[0].Amount, want)
	}
}

// spends has the owner pay 9,000 of his 10,000 dollars to somebody.
func (d *desk) spends() {
	d.Chain().Miner.SetAutomine(false) // a party's transaction is mined as it comes
	defer d.Chain().Miner.SetAutomine(true)
	d.owner.Must(d.At("USDC"), bind.NewERC20().PackTransfer(d.At("UniswapV3Pool"), big.NewInt(9_000e6)))
}
