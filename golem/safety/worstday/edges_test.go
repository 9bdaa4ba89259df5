package worstday

import (
	"math"
	"slices"
	"testing"

	"bardo.run/bardo/internal/money"
)

// with are the shipped limits of a custody, changed.
func with(c Custody, edit func(*Limits)) Limits {
	l := shipped(c)
	edit(&l)
	return l
}

// What an owner reads where one reason takes the place of another: at the bound, beside it, and
// where there is nothing to lose. Each is the whole sentence, since each word of it is a promise.
func TestTheSentenceAtEachBound(t *testing.T) {
	const (
		mind, key = "A hostile mind takes at most ", "Whoever steals the key takes at most "
		at, coin  = " USD in any 24 hours, at today's prices: ", ", 50.00 coin and dollars of the key's own account (held by nobody)."
		bent      = "bought and sold at a price that somebody bends, because not every asset has a price feed"
	)
	perDay := func(c Custody, v money.USDC) Limits { return with(c, func(l *Limits) { l.PerDay = v }) }
	unfed := func(perDay money.USDC) Limits {
		return with(Granted, func(l *Limits) { l.Fed, l.PerDay = false, perDay*money.One })
	}
	granted := func(daily money.USDC) Limits {
		return with(Granted, func(l *Limits) { l.PerDay, l.Daily = 1_000*money.One, daily*money.One })
	}
	for name, c := range map[string]struct {
		l    Limits
		a    Attacker
		want money.USDC // in millionths
		says string
	}{
		"an empty account": {
			with(OwnKey, func(l *Limits) { l.Worth = 0 }), Key, 50e6,
			"Whoever steals the key can take everything in a day, 50.00 USD at today's prices: no contract holds a limit on the Golem's own account.",
		},
		"an empty account in a cage": {
			with(Delegation, func(l *Limits) { l.Worth = 0 }), Key, 50e6,
			key + "50.00" + at + "50.00 coin and dollars of the key's own account (held by nobody).",
		},
		"nothing anywhere": {
			with(Delegation, func(l *Limits) { l.Worth, l.Key = 0, 0 }), Mind, 0,
			mind + "0.00 USD in any 24 hours, at today's prices.",
		},
		"a millionth in the account": {
			with(Granted, func(l *Limits) { l.Worth = 1 }), Key, 1_050e6,
			"Whoever steals the key can take everything in a day, and up to 1,050.00 USD at today's prices where the account has more than is counted, as positions in other pools: the day's sum that the chain holds is as much as the account is worth.",
		},
		"an account of as much as a grant": {
			with(Granted, func(l *Limits) { l.Worth = 1_000e6 }), Key, 1_050e6,
			"Whoever steals the key can take everything in a day, 1,050.00 USD at today's prices: the day's sum that the chain holds is as much as the account is worth.",
		},
		"an account that nothing was counted of": {
			with(Granted, func(l *Limits) { l.Worth = 0 }), Key, 1_050e6,
			key + "1,050.00" + at + "1,000.00 spent within the day's sum, at any price (held by the chain)" + coin,
		},
		"a grant to a local key beside a cage": {
			with(Granted, func(l *Limits) { l.Caged = true }), Mind, 70e6,
			mind + "70.00" + at + "20.00 lost by swaps and new positions that come to the day's sum (held by the Golem's program alone)" + coin,
		},
		"no feed, and the program allows less than the grant": {
			unfed(999), Mind, 1_049e6, mind + "1,049.00" + at + "999.00 " + bent + " (held by the Golem's program alone)" + coin,
		},
		"no feed, and the program allows as much as the grant": {
			unfed(1_000), Mind, 1_050e6, mind + "1,050.00" + at + "1,000.00 " + bent + " (held by the Golem's program alone)" + coin,
		},
		"no feed, and the program allows more than the grant": {
			unfed(1_001), Mind, 1_050e6, mind + "1,050.00" + at + "1,000.00 spent within the day's sum, at any price (held by the chain)" + coin,
		},
		"no feed, and a debt that no mind can lay open": {
			with(Granted, func(l *Limits) { l.Fed, l.Liquidation = false, 225*money.One }), Mind, 1_050e6,
			mind + "1,050.00" + at + "1,000.00 spent within the day's sum, at any price (held by the chain)" + coin,
		},
		"no feed, and a grant of everything": {
			with(Granted, func(l *Limits) { l.Fed, l.Daily = false, 20_000*money.One }), Mind, 10_050e6,
			"A hostile mind can take everything in a day, 10,050.00 USD at today's prices: what is " + bent + ", is as much as the account is worth, and only the Golem's program holds a limit.",
		},
		"a grant of everything, and a program that allows every loss": {
			with(Granted, func(l *Limits) { l.DayLoss, l.MoveLoss, l.Daily = 20_000*money.One, 10_000, 20_000*money.One }), Mind, 10_050e6,
			"A hostile mind can take everything in a day, 10,050.00 USD at today's prices: the limits that only the Golem's program holds are as much as the account is worth.",
		},
		"liquidators get a millionth": {
			with(Granted, func(l *Limits) { l.Liquidation = 1 }), Key, 1_050e6 + 1,
			key + "1,050.01" + at + "1,000.00 spent within the day's sum, at any price (held by the chain), 0.01 lost to liquidators of what is owed (held by nobody)" + coin,
		},
		"the key holds a millionth": {
			with(Delegation, func(l *Limits) { l.Key = 1 }), Mind, 230e6 + 1,
			mind + "230.01" + at + "200.00 lost by swaps and new positions until the day's limit (held by the chain), 30.00 lost by sales into cash beyond it (held by the chain), 0.01 coin and dollars of the key's own account (held by nobody).",
		},
		"the key holds nothing": {
			with(Delegation, func(l *Limits) { l.Key = 0 }), Mind, 230e6,
			mind + "230.00" + at + "200.00 lost by swaps and new positions until the day's limit (held by the chain), 30.00 lost by sales into cash beyond it (held by the chain).",
		},
		"a millionth is no cash": {
			with(Delegation, func(l *Limits) { l.PerDay, l.NotCash = 1_000*money.One, 1 }), Key, 150e6,
			key + "150.00" + at + "100.00 lost by buying everything that the daily limit allows, and by selling that and what is held (held by the chain)" + coin,
		},
		"a grant of more than is moved": {
			granted(20_000), Mind, 150e6,
			mind + "150.00" + at + "100.00 lost by buying everything that the daily limit allows, and by selling that (held by the Golem's program alone)" + coin,
		},
		"a grant of as much as is moved": {
			granted(5_000), Mind, 150e6,
			mind + "150.00" + at + "100.00 lost by buying everything that the daily limit allows, and by selling that (held by the Golem's program alone)" + coin,
		},
		"a grant of less than is moved": {
			granted(4_999), Mind, 149_980_000,
			mind + "149.98" + at + "99.98 lost by swaps and new positions that come to the day's sum (held by the Golem's program alone)" + coin,
		},
		"moves lose as much as the sums allow": {
			perDay(Delegation, 4_250*money.One), Mind, 280e6,
			mind + "280.00" + at + "200.00 lost by swaps and new positions until the day's limit (held by the chain), 30.00 lost by sales into cash beyond it (held by the chain)" + coin,
		},
		"moves lose less than the sums allow": {
			perDay(Delegation, 4_249*money.One), Mind, 279_960_000,
			mind + "279.96" + at + "229.96 lost by buying everything that the daily limit allows, and by selling that (held by the chain)" + coin,
		},
		"no bound on what is opened": {
			perDay(Delegation, math.MaxInt64), Mind, 280e6,
			mind + "280.00" + at + "200.00 lost by swaps and new positions until the day's limit (held by the chain), 30.00 lost by sales into cash beyond it (held by the chain)" + coin,
		},
		"a share of a millionth is one": {
			with(Delegation, func(l *Limits) { l.Worth, l.DayLoss = 10_000e6+1, 0 }), Key, 80e6 + 1,
			key + "80.01" + at + "30.01 lost by sales into cash beyond it (held by the chain)" + coin,
		},
	} {
		f := c.l.Worst(c.a)
		if f.Amount != c.want || f.Sentence() != c.says {
			t.Errorf("%s: %s\n got %s\nwant %s", name, f.Amount, f.Sentence(), c.says)
		}
	}
}

// More than can be counted is the most there is, never little.
func TestAWorstDayBeyondAllNumbersIsTheMost(t *testing.T) {
	l := with(OwnKey, func(l *Limits) { l.Worth, l.NotCash, l.PerDay, l.Fed = math.MaxInt64, 5, math.MaxInt64, false })
	if f := l.Worst(Mind); f.Parts[0].Amount != math.MaxInt64 || f.Amount != math.MaxInt64 || !f.Everything {
		t.Errorf("%+v", f)
	}
}

// An owner reads both attackers, the mind first.
func TestBothAttackersAreTold(t *testing.T) {
	const coin = ", 50.00 coin and dollars of the key's own account (held by nobody)."
	want := []string{
		"A hostile mind takes at most 70.00 USD in any 24 hours, at today's prices: 20.00 lost by swaps and new positions that come to the day's sum (held by the Golem's program alone)" + coin,
		"Whoever steals the key takes at most 1,050.00 USD in any 24 hours, at today's prices: 1,000.00 spent within the day's sum, at any price (held by the chain)" + coin,
	}
	l := shipped(Granted)
	if got := l.Sentences(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	f := l.Figures()
	if len(f) != 2 || f[0].Attacker != Mind || f[0].Amount != 70*money.One || f[1].Attacker != Key || f[1].Amount != 1_050*money.One {
		t.Errorf("%+v", f)
	}
}
