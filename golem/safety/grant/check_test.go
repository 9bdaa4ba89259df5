package grant_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
)

// without is a grant without some of its caveats, by their place.
func without(g *grant.Grant, places ...int) {
	slices.Sort(places)
	for _, i := range slices.Backward(places) {
		g.Delegation.Caveats = slices.Delete(g.Delegation.Caveats, i, i+1)
		g.Enforcers = slices.Delete(g.Enforcers, i, i+1)
	}
}

// as makes another kind of caveat of the i-th one.
func as(t *testing.T, g *grant.Grant, i int, c caveat.Caveat) {
	t.Helper()
	terms, err := c.Terms()
	check(t, err)
	g.Enforcers[i].Kind, g.Delegation.Caveats[i].Terms = c.Kind(), terms
}

// spec: provisioning §8.3: what is wrong with a grant, each in its words: an owner who signed
// something else than the plan that was read learns what.
func TestWhatIsWrongWithAGrantIsSaid(t *testing.T) {
	const window, phase, book = "MortalityTimeWindow", "GolemPhase", "it has no caveat that sets a list of calls"
	const spend, caged = "it has no caveat that sets a bound on what is spent", "custody by delegation needs the caveat of a cage"
	day := &caveat.DailySpendLimit{Book: common.Address{4}, Limit: 1}
	for name, c := range map[string]struct {
		spoil func(*grant.Grant)
		want  string
	}{
		"nothing":               {func(*grant.Grant) {}, ""},
		"another custody":       {func(g *grant.Grant) { g.Mode = "embedded" }, `there is no custody "embedded"`},
		"no manager":            {func(g *grant.Grant) { g.Manager = common.Address{} }, "manager, account and key are needed"},
		"no key":                {func(g *grant.Grant) { g.Delegation.Delegate = common.Address{} }, "manager, account and key are needed"},
		"no account":            {func(g *grant.Grant) { g.Delegation.Delegator = common.Address{} }, "manager, account and key are needed"},
		"its own delegate":      {func(g *grant.Grant) { g.Delegation.Delegate = g.Account() }, "the key is the account's own: nothing would bound it"},
		"a child":               {func(g *grant.Grant) { g.Delegation.Authority[31]-- }, "it is a delegation of somebody else's"},
		"nobody's":              {func(g *grant.Grant) { g.Delegation.Signature = []byte{} }, "nobody signed it"},
		"a caveat too many":     {func(g *grant.Grant) { g.Enforcers = g.Enforcers[:2] }, "3 caveats and 2 names for them"},
		"a name too many":       {func(g *grant.Grant) { g.Delegation.Caveats = g.Delegation.Caveats[:2] }, "2 caveats and 3 names for them"},
		"no end":                {func(g *grant.Grant) { g.Ends = 0 }, "it has no end"},
		"two things":            {func(g *grant.Grant) { g.Ends, g.Mode = 0, "" }, `there is no custody ""; it has no end`},
		"another enforcer":      {func(g *grant.Grant) { g.Enforcers[1].Address[0]++ }, "caveat 2 is of 0x0166000000000000000000000000000000000000 and not of the GolemPhase at 0x0266000000000000000000000000000000000000"},
		"unsigned args":         {func(g *grant.Grant) { g.Delegation.Caveats[2].Args = []byte{0} }, "caveat 3 has args, which nobody signed"},
		"another end":           {func(g *grant.Grant) { g.Ends-- }, "caveat 1, " + window + ": it ends at 1772539200, the grant says 1772539199"},
		"an unknown caveat":     {func(g *grant.Grant) { g.Enforcers[1].Kind = "Everything" }, `caveat 2, Everything: the terms of the caveat are not valid: there is no enforcer "Everything"`},
		"terms that are cut":    {func(g *grant.Grant) { g.Delegation.Caveats[1].Terms = g.Delegation.Caveats[1].Terms[:59] }, "caveat 2, " + phase + ": Caveat: the terms have the wrong length"},
		"no end among caveats":  {func(g *grant.Grant) { without(g, 0) }, "it has no caveat that sets an end"},
		"another cage":          {func(g *grant.Grant) { g.Cage[0]++ }, "caveat 3, PolicyCage: its terms name another cage than 0x026b000000000000000000000000000000000000"},
		"a cage that is none":   {func(g *grant.Grant) { g.Cage, g.Delegation.Caveats[2].Terms = common.Address{}, make([]byte, 20) }, caged},
		"no cage":               {func(g *grant.Grant) { without(g, 2) }, spend + "; " + caged},
		"a window alone":        {func(g *grant.Grant) { without(g, 1, 2) }, book + "; " + spend + "; " + caged},
		"a cage and no phase":   {func(g *grant.Grant) { without(g, 1) }, ""},
		"a daily sum, no cage":  {func(g *grant.Grant) { as(t, g, 2, day) }, caged},
		"a local key in a cage": {func(g *grant.Grant) { g.Mode = grant.LocalKey; without(g, 1) }, ""},
		"a local key's sum":     {func(g *grant.Grant) { g.Mode = grant.LocalKey; as(t, g, 2, day); without(g, 1) }, ""},
		"a local key's phase":   {func(g *grant.Grant) { g.Mode = grant.LocalKey; without(g, 2) }, spend},
		"a number of orders": {func(g *grant.Grant) {
			g.Enforcers[1].Kind, g.Delegation.Caveats[1].Terms = grant.KindLimitedCalls, make([]byte, 32)
		}, ""},
		"a number cut short": {func(g *grant.Grant) {
			g.Enforcers[1].Kind, g.Delegation.Caveats[1].Terms = grant.KindLimitedCalls, make([]byte, 31)
		}, "caveat 2, LimitedCalls: its terms are no number"},
		"a number too long": {func(g *grant.Grant) {
			g.Enforcers[1].Kind, g.Delegation.Caveats[1].Terms = grant.KindLimitedCalls, make([]byte, 33)
		}, "caveat 2, LimitedCalls: its terms are no number"},
		"another oracle": {
			func(g *grant.Grant) { g.Lives[0]++ },
			"caveat 2, " + phase + ": it asks 0x0167000000000000000000000000000000000000 about 0x0700000000000000000000000000000000000000, the grant names 0x0267000000000000000000000000000000000000 and 0x0700000000000000000000000000000000000000",
		},
		"another key": {
			func(g *grant.Grant) { g.Delegation.Delegate[0]++ },
			"caveat 2, " + phase + ": it asks 0x0167000000000000000000000000000000000000 about 0x0700000000000000000000000000000000000000, the grant names 0x0167000000000000000000000000000000000000 and 0x0800000000000000000000000000000000000000",
		},
	} {
		g := signed(t, grant.Delegation)
		c.spoil(&g)
		want := "GRANT_INVALID: " + c.want
		if err := g.Check(); (err == nil) != (c.want == "") || err != nil && err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, want)
		}
	}
}

// The file of a grant is read to its last byte, and no further than a grant is long.
func TestAFileOfAGrantHasNothingBehindIt(t *testing.T) {
	text, err := json.Marshal(signed(t, grant.Delegation))
	check(t, err)
	padded := func(n int) []byte { return append(slices.Clone(text), strings.Repeat(" ", n-len(text))...) }
	for name, c := range map[string]struct {
		text []byte
		want string
	}{
		"the largest":    {padded(1 << 20), ""},
		"a byte more":    {padded(1<<20 + 1), "the file has 1048577 bytes, a grant has at most 1048576"},
		"a brace behind": {append(slices.Clone(text), '}'), "there is more behind the grant"},
		"a grant behind": {append(slices.Clone(text), text...), "there is more behind the grant"},
		"no grant":       {[]byte("7"), "the file cannot be read: "},
		"an empty grant": {[]byte("{}"), `there is no custody ""`},
	} {
		_, err := grant.Parse(c.text)
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), "GRANT_INVALID: "+c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
