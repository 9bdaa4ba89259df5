package caveat_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/safety/caveat"
)

// enforcers are addresses of the seven, and their kinds by address.
func enforcers() (at map[caveat.Kind]common.Address, kinds map[common.Address]caveat.Kind) {
	at, kinds = map[caveat.Kind]common.Address{}, map[common.Address]caveat.Kind{}
	for i, k := range caveat.Kinds() {
		at[k] = common.Address{0xe, byte(i)}
		kinds[at[k]] = k
	}
	return at, kinds
}

func bound(t *testing.T, c caveat.Caveat) caveat.Bound {
	t.Helper()
	at, _ := enforcers()
	terms, err := c.Terms()
	check(t, err)
	return caveat.Bound{Enforcer: at[c.Kind()], Terms: terms}
}

// spec: safety §8 (child caveat MaxSlippage 100 under parent 50 → invalid delegation),
// provisioning §8.3 (child spend ≤ parent, window ⊆ parent's)
func TestAChildIsAtLeastAsStrictFieldByField(t *testing.T) {
	_, kinds := enforcers()
	type window = caveat.MortalityTimeWindow
	budget := caveat.ReplicantBudget{Book: first, Budget: 100, Lifespan: 1000, Born: 500}
	for name, c := range map[string]struct {
		parent, child caveat.Caveat
		fault         string // "": none
	}{
		"more slippage":              {&caveat.MaxSlippage{Book: first, Slippage: 50}, &caveat.MaxSlippage{Book: first, Slippage: 100}, "slippage"},
		"the same slippage":          {&caveat.MaxSlippage{Book: first, Slippage: 50}, &caveat.MaxSlippage{Book: first, Slippage: 50}, ""},
		"another book":               {&caveat.MaxSlippage{Book: first, Slippage: 50}, &caveat.MaxSlippage{Book: second, Slippage: 1}, "book"},
		"a window inside":            {&window{Start: 100, End: 200}, &window{Start: 101, End: 199}, ""},
		"a window that starts soon":  {&window{Start: 100, End: 200}, &window{Start: 99, End: 199}, "start"},
		"a window that ends late":    {&window{Start: 100, End: 200}, &window{Start: 100, End: 201}, "end"},
		"another golem":              {&caveat.GolemPhase{Book: first, Oracle: second, Golem: third}, &caveat.GolemPhase{Book: first, Oracle: second, Golem: first}, "golem"},
		"another oracle":             {&caveat.GolemPhase{Book: first, Oracle: second, Golem: third}, &caveat.GolemPhase{Book: first, Oracle: third, Golem: third}, "oracle"},
		"another dreamer":            {&caveat.DreamMode{Oracle: first, Golem: second}, &caveat.DreamMode{Oracle: first, Golem: third}, "golem"},
		"another vault":              {&caveat.VaultNAV{Book: first, Vault: second, Share: 5}, &caveat.VaultNAV{Book: first, Vault: third, Share: 5}, "vault"},
		"a larger share":             {&caveat.VaultNAV{Book: first, Vault: second, Share: 5}, &caveat.VaultNAV{Book: first, Vault: second, Share: 6}, "share"},
		"a smaller share":            {&caveat.VaultNAV{Book: first, Vault: second, Share: 5}, &caveat.VaultNAV{Book: first, Vault: second, Share: 4}, ""},
		"a larger limit":             {&caveat.DailySpendLimit{Book: first, Limit: 5}, &caveat.DailySpendLimit{Book: first, Limit: 6}, "limit"},
		"a smaller limit":            {&caveat.DailySpendLimit{Book: first, Limit: 5}, &caveat.DailySpendLimit{Book: first, Limit: 4}, ""},
		"the same life":              {&budget, &budget, ""},
		"a younger, shorter life":    {&budget, &caveat.ReplicantBudget{Book: first, Budget: 100, Lifespan: 900, Born: 600}, ""},
		"a life beyond the parent's": {&budget, &caveat.ReplicantBudget{Book: first, Budget: 100, Lifespan: 901, Born: 600}, "lifespan"},
		"born before the parent":     {&budget, &caveat.ReplicantBudget{Book: first, Budget: 100, Lifespan: 900, Born: 499}, "birth"},
		"born after its end":         {&budget, &caveat.ReplicantBudget{Book: first, Budget: 100, Lifespan: 1, Born: 1501}, "lifespan"},
		"the same phase":             {&caveat.GolemPhase{Book: first, Oracle: second, Golem: third}, &caveat.GolemPhase{Book: first, Oracle: second, Golem: third}, ""},
		"another book of phases":     {&caveat.GolemPhase{Book: first, Oracle: second, Golem: third}, &caveat.GolemPhase{Book: second, Oracle: second, Golem: third}, "book"},
		"the same window":            {&window{Start: 100, End: 200}, &window{Start: 100, End: 200}, ""},
		"the same dreamer":           {&caveat.DreamMode{Oracle: first, Golem: second}, &caveat.DreamMode{Oracle: first, Golem: second}, ""},
		"another oracle of dreams":   {&caveat.DreamMode{Oracle: first, Golem: second}, &caveat.DreamMode{Oracle: third, Golem: second}, "oracle"},
		"the same share":             {&caveat.VaultNAV{Book: first, Vault: second, Share: 5}, &caveat.VaultNAV{Book: first, Vault: second, Share: 5}, ""},
		"another book of a vault":    {&caveat.VaultNAV{Book: first, Vault: second, Share: 5}, &caveat.VaultNAV{Book: third, Vault: second, Share: 5}, "book"},
		"the same limit":             {&caveat.DailySpendLimit{Book: first, Limit: 5}, &caveat.DailySpendLimit{Book: first, Limit: 5}, ""},
		"another book of a day":      {&caveat.DailySpendLimit{Book: first, Limit: 5}, &caveat.DailySpendLimit{Book: second, Limit: 5}, "book"},
		"less slippage":              {&caveat.MaxSlippage{Book: first, Slippage: 50}, &caveat.MaxSlippage{Book: first, Slippage: 49}, ""},
		"another book of a budget":   {&budget, &caveat.ReplicantBudget{Book: second, Budget: 100, Lifespan: 1000, Born: 500}, "book"},
		"a smaller budget":           {&budget, &caveat.ReplicantBudget{Book: first, Budget: 99, Lifespan: 1000, Born: 500}, ""},
		"a second longer":            {&budget, &caveat.ReplicantBudget{Book: first, Budget: 100, Lifespan: 1001, Born: 500}, "lifespan"},
		"born at its very end":       {&budget, &caveat.ReplicantBudget{Book: first, Budget: 100, Lifespan: 1, Born: 1500}, "lifespan"},
		"born a second before it":    {&budget, &caveat.ReplicantBudget{Book: first, Budget: 100, Lifespan: 1, Born: 1499}, ""},
		"born before, living longer": {&budget, &caveat.ReplicantBudget{Book: first, Budget: 100, Lifespan: 1001, Born: 400}, "birth"},
		"a larger budget":            {&budget, &caveat.ReplicantBudget{Book: first, Budget: 101, Lifespan: 1, Born: 600}, "budget"},
	} {
		err := caveat.Attenuated([]caveat.Bound{bound(t, c.parent)}, []caveat.Bound{bound(t, c.child)}, kinds)
		if c.fault == "" && err != nil || c.fault != "" && (!errors.Is(err, caveat.ErrNotAttenuated) || !strings.HasSuffix(err.Error(), string(c.parent.Kind())+": "+c.fault+" is looser than the parent's")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// spec: provisioning §8.3 (every child permission set ⊆ parent's)
func TestEachCaveatOfTheParentIsAnswered(t *testing.T) {
	_, kinds := enforcers()
	slip := bound(t, &caveat.MaxSlippage{Book: first, Slippage: 50})
	window := bound(t, &caveat.MortalityTimeWindow{Start: 1, End: 2})
	foreign := caveat.Bound{Enforcer: third, Terms: []byte{1}}
	wide := bound(t, &caveat.MaxSlippage{Book: first, Slippage: 500})
	twin := foreign
	twin.Enforcer = second
	cut := caveat.Bound{Enforcer: window.Enforcer, Terms: window.Terms[1:]}
	const none = "the child has none"
	for name, c := range map[string]struct {
		parent, child []caveat.Bound
		why           string // "": it is as strict
	}{
		"nothing asked":                    {nil, []caveat.Bound{window}, ""},
		"nothing left":                     {[]caveat.Bound{slip}, nil, none},
		"one left out":                     {[]caveat.Bound{slip, window}, []caveat.Bound{window}, none},
		"the last left out":                {[]caveat.Bound{window, slip}, []caveat.Bound{window}, none},
		"one added":                        {[]caveat.Bound{window}, []caveat.Bound{slip, window}, ""},
		"a loose one beside a strict one":  {[]caveat.Bound{slip}, []caveat.Bound{wide, slip}, ""},
		"a strict one beside a loose one":  {[]caveat.Bound{slip}, []caveat.Bound{slip, wide}, ""},
		"a loose one alone":                {[]caveat.Bound{slip}, []caveat.Bound{wide, window}, "slippage is looser"},
		"a stranger's caveat repeated":     {[]caveat.Bound{foreign}, []caveat.Bound{window, foreign}, ""},
		"a stranger's caveat left out":     {[]caveat.Bound{foreign}, nil, "does not repeat the caveat of " + third.Hex()},
		"a stranger's caveat with changes": {[]caveat.Bound{foreign}, []caveat.Bound{{Enforcer: third, Terms: []byte{2}}}, "does not repeat the caveat of " + third.Hex()},
		"another stranger's of its terms":  {[]caveat.Bound{foreign}, []caveat.Bound{twin}, "does not repeat the caveat of " + third.Hex()},
		"terms of the child that are none": {[]caveat.Bound{window}, []caveat.Bound{cut}, "MortalityTimeWindow of the child: "},
		"and a good one behind them":       {[]caveat.Bound{window}, []caveat.Bound{cut, window}, "MortalityTimeWindow of the child: "},
		"terms of the parent that are":     {[]caveat.Bound{cut}, []caveat.Bound{window}, "MortalityTimeWindow of the parent: "},
	} {
		err := caveat.Attenuated(c.parent, c.child, kinds)
		if (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v, want %q", name, err, c.why)
		}
		if unread := strings.Contains(c.why, " of the child: ") || strings.Contains(c.why, " of the parent: "); err != nil && errors.Is(err, caveat.ErrNotAttenuated) == unread {
			t.Errorf("%s: %v", name, err)
		}
	}
}
