package strategy

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// What rules read of lending markets: values at the pool's price, the worst health
// factor, and nothing known of a health where nothing is owed.
func TestRulesReadWhatIsLentAndOwed(t *testing.T) {
	usdc := turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}
	weth := turn.Token{Address: common.HexToAddress("0xbb"), Symbol: "WETH", Decimals: 18}
	market := func(supplied, owed uint64, health uint64) turn.Lending {
		l := turn.Lending{Protocol: "aave-v3", Reserves: []turn.Reserve{{Token: usdc, Owed: *uint256.NewInt(owed * 1e6)}, {Token: weth, Supplied: *uint256.NewInt(supplied * 1e15)}}}
		l.Account.Debt, l.Account.Health = *uint256.NewInt(owed), *uint256.NewInt(health)
		return l
	}
	for name, c := range map[string]struct {
		markets            []turn.Lending
		lent, owed, health float64
		used               bool
	}{
		"no market":         {},
		"an idle one":       {markets: []turn.Lending{market(0, 0, 0)}},
		"without a debt":    {[]turn.Lending{market(1500, 0, 0)}, 3000, 0, 0, true},
		"with one":          {[]turn.Lending{market(1500, 1000, 24e17)}, 3000, 1000, 2.4, true},
		"the worse of two":  {[]turn.Lending{market(1500, 1000, 24e17), market(500, 700, 11e17)}, 4000, 1700, 1.1, true},
		"nothing behind it": {[]turn.Lending{market(0, 10, 0)}, 0, 10, 0, true},
	} {
		r := turntest.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, Price: 2000}.Seen(nil, nil)
		r.Lending = c.markets
		v := (&Watch{}).view(0, &r, turn.RegimeUnknown)
		for id, want := range map[rule.Var]float64{rule.VarLent: c.lent, rule.VarOwed: c.owed} {
			if got := v.variable(rule.Slot{Var: id}); got.Value != want || got.Why != rule.Known {
				t.Errorf("%s: %s is %+v, want %v", name, id.Name(), got, want)
			}
		}
		got := v.variable(rule.Slot{Var: rule.VarHealth})
		if owes := c.owed > 0; (got.Why == rule.Known) != owes || owes && got.Value != c.health || !owes && got.Why != rule.NoDebt {
			t.Errorf("%s: health is %+v", name, got)
		}
		if recall := (&rule.Rule{Do: []rule.Action{{Verb: rule.Recall}}}); v.applies(recall) != c.used {
			t.Errorf("%s: a recall applies: %v", name, !c.used)
		}
	}
}
