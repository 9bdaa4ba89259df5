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
	if err != nil {
		t.Fatal(err)
	}
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
		"a larger budget":            {&budget, &caveat.ReplicantBudget{Book: first, Budget: 101, Lifespan: 1, Born: 600}, "budget"},
	} {
		err := caveat.Attenuated([]caveat.Bound{bound(t, c.parent)}, []caveat.Bound{bound(t, c.child)}, kinds)
		if c.fault == "" && err != nil || c.fault != "" && (!errors.Is(err, caveat.ErrNotAttenuated) || !strings.Contains(err.Error(), c.fault)) {
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
	for name, c := range map[string]struct {
		parent, child []caveat.Bound
		ok            bool
	}{
		"nothing asked":                    {nil, []caveat.Bound{window}, true},
		"one left out":                     {[]caveat.Bound{slip, window}, []caveat.Bound{window}, false},
		"one added":                        {[]caveat.Bound{window}, []caveat.Bound{window, slip}, true},
		"a loose one beside a strict one":  {[]caveat.Bound{slip}, []caveat.Bound{wide, slip}, true},
		"a stranger's caveat repeated":     {[]caveat.Bound{foreign}, []caveat.Bound{foreign}, true},
		"a stranger's caveat with changes": {[]caveat.Bound{foreign}, []caveat.Bound{{Enforcer: third, Terms: []byte{2}}}, false},
		"terms that are none":              {[]caveat.Bound{window}, []caveat.Bound{{Enforcer: window.Enforcer, Terms: window.Terms[1:]}}, false},
	} {
		if err := caveat.Attenuated(c.parent, c.child, kinds); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
