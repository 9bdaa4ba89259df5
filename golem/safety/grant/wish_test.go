package grant_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/internal/money"
)

// spec: safety §7.2 — the cage's limits are the Golem's own, so that what one lets pass the
// other does; a share of the account becomes dollars there.
func TestTheCagesLimitsAreTheGolemsOwn(t *testing.T) {
	p := cage.Policy{
		PerTransaction: 1, PerDay: 2, PerSession: 49_999 * money.One, MaxPosition: 4, MaxConcentration: 5, MaxDrawdown: 6, MaxPositions: 7, MaxAssets: 8,
		Loss: cage.LossLimits{Move: 90, Exit: 89, Day: 100, Session: 300},
	}
	want := policycage.Limits{
		PerTransaction: 1, PerDay: 2, PerSession: 49_999 * money.One, Position: 4, Concentration: 5, Drawdown: 6, EmergencyDrawdown: 2_000, Positions: 7, Assets: 8,
		MoveLoss: 90, ExitLoss: 89, DayLoss: 20 * money.One, SessionLoss: 60 * money.One,
		Collateral: 12_500, DrawdownWindow: 86_400, MinRebalanceInterval: 3_600, MaxRebalances: 24,
	}
	if got := grant.Limits(p, 2_000*money.One); got != want {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	p.PerSession, p.MaxPositions, p.MaxAssets, p.Loss.Exit, p.MaxDrawdown = 50_001*money.One, 0, -1, 91, 2_001
	want.PerSession, want.Positions, want.Assets, want.ExitLoss, want.Drawdown, want.EmergencyDrawdown = 50_000*money.One, 1, 1, 90, 2_001, 2_001
	if got := grant.Limits(p, 2_000*money.One); got != want {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

// spec: safety §7.6 — what of a cage is below the settings is said, a line a limit; where the
// settings are below it, or differ by less than a cent, nothing is.
func TestTheCagesTighterLimitsAreSaid(t *testing.T) {
	p := cage.Policy{
		PerTransaction: 10_000 * money.One, PerDay: 100_000 * money.One, PerSession: 90_000 * money.One, MaxPosition: 2_500, MaxConcentration: 3_000, MaxDrawdown: 300,
		MaxPositions: 5, MaxAssets: 10, Loss: cage.LossLimits{Move: 200, Exit: 300, Day: 200, Session: 1_000}, MinCollateral: 11_000,
	}
	const worth = 10_000 * money.One
	same := grant.Limits(p, worth)
	same.Collateral = 11_000
	for name, c := range map[string]struct {
		edit func(*policycage.Limits)
		want string
	}{
		"what grant would make of them":  {func(*policycage.Limits) {}, ""},
		"a transaction":                  {func(l *policycage.Limits) { l.PerTransaction = 400 * money.One }, "safety.spending_limits.per_transaction is 10,000 USD, and the cage on the chain allows 400 USD: the cage's limit holds"},
		"a day":                          {func(l *policycage.Limits) { l.PerDay-- }, ""},
		"nearly a cent of a day":         {func(l *policycage.Limits) { l.PerDay -= 9_999 }, ""},
		"a cent of a day":                {func(l *policycage.Limits) { l.PerDay -= money.One / 100 }, "safety.spending_limits.per_day is 100,000 USD, and the cage on the chain allows 99,999.99 USD: the cage's limit holds"},
		"a day's loss":                   {func(l *policycage.Limits) { l.DayLoss = 4 * money.One }, "safety.max_loss_day_bps is 2.00%, now 200 USD of the account, and the cage on the chain allows 4 USD: the cage's limit holds"},
		"a session's loss":               {func(l *policycage.Limits) { l.SessionLoss = 5 * money.One }, "safety.max_loss_session_bps is 10.00%, now 1,000 USD of the account, and the cage on the chain allows 5 USD: the cage's limit holds"},
		"a position":                     {func(l *policycage.Limits) { l.Position-- }, "safety.max_position_bps is 25.00%, and the cage on the chain allows 24.99%: the cage's limit holds"},
		"a concentration":                {func(l *policycage.Limits) { l.Concentration = 500 }, "safety.max_concentration_bps is 30.00%, and the cage on the chain allows 5.00%: the cage's limit holds"},
		"a drawdown that it cannot have": {func(l *policycage.Limits) { l.Drawdown = 500 }, ""},
		"a move's loss":                  {func(l *policycage.Limits) { l.MoveLoss = 199 }, "safety.max_move_loss_bps is 2.00%, and the cage on the chain allows 1.99%: the cage's limit holds"},
		"an exit's loss":                 {func(l *policycage.Limits) { l.ExitLoss = 100 }, "safety.max_exit_loss_bps is 2.00%, and the cage on the chain allows 1.00%: the cage's limit holds"},
		"positions":                      {func(l *policycage.Limits) { l.Positions = 4 }, "safety.max_positions is 5, and the cage on the chain allows 4: the cage's limit holds"},
		"collateral":                     {func(l *policycage.Limits) { l.Collateral = 12_500 }, "safety.min_collateral_ratio_bps is 110.00%, and the cage on the chain allows no less than 125.00%: the cage's limit holds"},
		"more collateral than there is":  {func(l *policycage.Limits) { l.Collateral = 1 << 40 }, "safety.min_collateral_ratio_bps is 110.00%, and the cage on the chain allows no less than 10737418.24%: the cage's limit holds"},
		"settings that are tighter": {func(l *policycage.Limits) {
			l.PerDay, l.DayLoss, l.Position, l.Positions, l.Collateral = 1<<50, 1<<50, 9_000, 99, 10_500
		}, ""},
	} {
		has := same
		c.edit(&has)
		if got := strings.Join(grant.Tighter(p, worth, has), "\n"); got != c.want {
			t.Errorf("%s:\n%s\nwant %s", name, got, c.want)
		}
	}
}

// A share of a hundredth of a percent is said as a share; a ratio that the settings do not ask
// for cannot be exceeded, and one that they do can.
func TestTheLeastShareAndRatioAreSaid(t *testing.T) {
	const worth = 10_000 * money.One
	ratio := func(asked string) string {
		return "safety.min_collateral_ratio_bps is " + asked + ", and the cage on the chain allows no less than 125.00%: the cage's limit holds"
	}
	for collateral, want := range map[money.BPS]string{-1: "", 0: "", 1: ratio("0.01%")} {
		p := cage.Policy{MinCollateral: collateral}
		if got := strings.Join(grant.Tighter(p, worth, grant.Limits(p, worth)), "\n"); got != want {
			t.Errorf("%d: %q, want %q", collateral, got, want)
		}
	}
	p := cage.Policy{Loss: cage.LossLimits{Day: 1}}
	has := grant.Limits(p, worth)
	has.DayLoss = money.One / 2
	if got, want := grant.Tighter(p, worth, has), "safety.max_loss_day_bps is 0.01%, now 1 USD of the account, and the cage on the chain allows 0.5 USD: the cage's limit holds"; len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// spec: DESIGN §12.29 — the worst day that an owner reads is what the contracts of the wish
// let be lost: those of a cage, whatever the program's policy says, or the sum of a local key.
func TestAWishBoundsTheWorstDayByItsOwnContracts(t *testing.T) {
	p := cage.Policy{MaxConcentration: 3_000, Loss: cage.LossLimits{Day: 200, Exit: 100, Move: 150}, PerDay: 700 * money.One}
	v := worstday.Valuation{Worth: 1_000 * money.One, Fed: true}
	local := wished(grant.LocalKey)
	want := worstday.Limits{
		Valuation: v, Custody: worstday.Granted, MaxConcentration: 3_000, DayLoss: 20 * money.One, ExitLoss: 100, MoveLoss: 150, PerDay: 700 * money.One,
		Daily: 500 * money.One, Key: 9,
	}
	if got := local.Bound(p, v, 9); got != want {
		t.Errorf("a local key:\n%+v, want\n%+v", got, want)
	}
	caged := wished(grant.Delegation)
	caged.Limits = policycage.Limits{DayLoss: 5 * money.One, ExitLoss: 6, MoveLoss: 7, PerDay: 8 * money.One, Concentration: 9}
	caged.Daily = money.One // which nothing of a cage counts
	want = worstday.Limits{
		Valuation: v, Custody: worstday.Delegation, Caged: true, MaxConcentration: 9, DayLoss: 5 * money.One, ExitLoss: 6, MoveLoss: 7, PerDay: 8 * money.One, Key: 9,
	}
	if got := caged.Bound(p, v, 9); got != want {
		t.Errorf("a cage:\n%+v, want\n%+v", got, want)
	}
}

// spec: provisioning §8.3 — a wish that would bound nothing is refused, in words that say what
// it lacks.
func TestAWishSaysWhatItLacks(t *testing.T) {
	const local = "a local key needs a number of calls, a daily limit and MetaMask's LimitedCallsEnforcer"
	own := "the key 0x0700000000000000000000000000000000000000 is the owner's own: nothing would bound it"
	for name, c := range map[string]struct {
		mode  grant.Mode
		spoil func(*grant.Wish)
		want  string
	}{
		"nothing":               {grant.Delegation, func(*grant.Wish) {}, ""},
		"nothing, a local key":  {grant.LocalKey, func(*grant.Wish) {}, ""},
		"no custody":            {grant.Delegation, func(w *grant.Wish) { w.Mode = "embedded" }, `there is no custody "embedded"`},
		"no tokens":             {grant.Delegation, func(w *grant.Wish) { w.Tokens = nil }, "nothing is allowed: a wish needs tokens and calls"},
		"no calls":              {grant.Delegation, func(w *grant.Wish) { w.Forms = nil }, "nothing is allowed: a wish needs tokens and calls"},
		"the owner's key":       {grant.Delegation, func(w *grant.Wish) { w.Owner = w.Key }, own},
		"the account's key":     {grant.Delegation, func(w *grant.Wish) { w.Account = w.Key }, own},
		"an end at once":        {grant.Delegation, func(w *grant.Wish) { w.End = w.Start }, "it ends at 1700000000, before it starts at 1700000000"},
		"an end in a second":    {grant.Delegation, func(w *grant.Wish) { w.End = w.Start + 1 }, ""},
		"no limits of calls":    {grant.Delegation, func(w *grant.Wish) { w.Calls, w.Daily, w.Counter = 0, 0, common.Address{} }, ""},
		"no number of calls":    {grant.LocalKey, func(w *grant.Wish) { w.Calls = 0 }, local},
		"one call":              {grant.LocalKey, func(w *grant.Wish) { w.Calls = 1 }, ""},
		"no daily sum":          {grant.LocalKey, func(w *grant.Wish) { w.Daily = 0 }, local},
		"the least daily sum":   {grant.LocalKey, func(w *grant.Wish) { w.Daily = 1 }, ""},
		"the largest sum":       {grant.LocalKey, func(w *grant.Wish) { w.Daily = policycage.MostCounted }, ""},
		"more than is counted":  {grant.LocalKey, func(w *grant.Wish) { w.Daily = policycage.MostCounted + 1 }, "42,949,672.950001 a day is more than the chain can count: allow at most 42,949,672.95"},
		"a sum nobody counts":   {grant.Delegation, func(w *grant.Wish) { w.Daily = policycage.MostCounted + 1 }, ""},
		"no counter":            {grant.LocalKey, func(w *grant.Wish) { w.Counter = common.Address{} }, local},
		"a token twice":         {grant.LocalKey, func(w *grant.Wish) { w.Tokens = append(slices.Clone(w.Tokens), w.Tokens[0]) }, "the book of actions is not valid: token 0x0100000000000000000000000000000000000000 is none, is there twice, or has 14 decimals"},
		"a contract unread":     {grant.Delegation, func(w *grant.Wish) { w.Readings = w.Readings[1:] }, "no cage reads the calls of 0x0a00000000000000000000000000000000000000"},
		"unread by a local key": {grant.LocalKey, func(w *grant.Wish) { w.Readings = nil }, ""},
		"an allowance, unread": {grant.Delegation, func(w *grant.Wish) {
			w.Forms = append(slices.Clone(w.Forms), caveat.Form{Target: common.Address{1}, Blank: []byte{9, 5, 14, 10}, Classes: caveat.Open})
		}, ""},
		"a reader of nobody's": {grant.Delegation, func(w *grant.Wish) {
			w.Readings = []policycage.Reading{{Target: common.Address{10}, Reader: "Nobody", Deeds: policycage.Swaps}}
		}, "Nobody: "},
		"more than a chain takes": {grant.LocalKey, func(w *grant.Wish) { w.Forms = slices.Repeat(w.Forms, 900) }, "ActionBook is created with "},
		"a cage too wide":         {grant.Delegation, func(w *grant.Wish) { w.Limits.Position = 10_001 }, "PolicyCage: "},
	} {
		w := wished(c.mode)
		c.spoil(&w)
		_, _, err := w.Contracts(grant.Standing{}, planned)
		if (err == nil) != (c.want == "") || err != nil && (!errors.Is(err, grant.ErrGrant) || !strings.HasPrefix(err.Error(), "GRANT_INVALID: "+c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, spoil := range map[string]func(*grant.Wish){
		"no end": func(w *grant.Wish) { w.End = w.Start }, "no sum": func(w *grant.Wish) { w.Daily = 0 }, "less than none": func(w *grant.Wish) { w.Daily = -1 },
	} {
		w := wished(grant.LocalKey)
		spoil(&w)
		if _, err := w.Grant(grant.Standing{Window: common.Address{81}, Daily: common.Address{83}, Book: common.Address{86}}); !errors.Is(err, grant.ErrGrant) || !errors.Is(err, caveat.ErrTerms) {
			t.Errorf("a grant with %s: %v", name, err)
		}
	}
}

func code(t *testing.T, name string, args ...[]byte) []byte {
	t.Helper()
	c, err := caveat.Creation(name)
	check(t, err)
	return append(c[:len(c):len(c)], bytes.Join(args, nil)...)
}

func made(t *testing.T) func(code []byte, err error) []byte {
	return func(code []byte, err error) []byte {
		t.Helper()
		check(t, err)
		return code
	}
}

// spec: provisioning §8.6 — what an owner pays for: these contracts, in this order, each with
// the arguments of the wish, and at the addresses that the grant then names.
func TestAWishCreatesItsContractsInOrder(t *testing.T) {
	w := wished(grant.Delegation)
	w.Sequencer = common.Address{33}
	book, err := caveat.NewBook(w.Tokens, w.Forms)
	check(t, err)
	feeds := []policycage.Feed{{Token: common.Address{1}, Feed: common.Address{8}, MaxAge: 3_600}, {Token: common.Address{2}, Feed: common.Address{9}, MaxAge: 3_600}}
	enforcer, daily := made(t)(policycage.EnforcerCreation(w.Manager)), code(t, "DailySpendLimit")
	atEnforcer, _ := policycage.Shared(enforcer)
	atDaily, _ := policycage.Shared(daily)
	at := grant.Standing{Window: planned(0), Book: planned(1), Phase: planned(2), Lives: planned(3), Enforcer: atEnforcer, Prices: planned(6), Cage: planned(7)}
	action := grant.Creation{Name: "ActionBook", Code: code(t, "ActionBook", book.On(w.Sequencer).Arguments())}
	lives := grant.Creation{Name: "VitalityOracle", Code: code(t, "VitalityOracle", make([]byte, 12), w.Owner[:])}
	window, phase := grant.Creation{Name: "MortalityTimeWindow", Code: code(t, "MortalityTimeWindow")}, grant.Creation{Name: "GolemPhase", Code: code(t, "GolemPhase")}
	guard := grant.Creation{Name: "CageEnforcer", Code: enforcer, Shared: true}
	prices := grant.Creation{Name: "CageOracle", Code: made(t)(policycage.OracleCreation(feeds, w.Sequencer))}
	reader := grant.Creation{Name: "UniswapV3", Code: made(t)(policycage.ReaderCreation("UniswapV3")), Shared: true} // the other's contract no form reaches
	config, err := w.Cage(at)
	check(t, err)
	caged := grant.Creation{Name: "PolicyCage", Code: made(t)(policycage.Creation(config))}
	sum := grant.Creation{Name: "DailySpendLimit", Code: daily, Shared: true}

	shared := grant.Standing{Window: common.Address{91}, Phase: common.Address{92}, Cage: common.Address{93}}
	for name, c := range map[string]struct {
		mode grant.Mode
		have grant.Standing
		at   grant.Standing
		want []grant.Creation
	}{
		"a cage": {grant.Delegation, grant.Standing{}, at, []grant.Creation{window, action, phase, lives, guard, reader, prices, caged}},
		"a second grant of an account": {
			grant.Delegation, shared,
			grant.Standing{Window: shared.Window, Phase: shared.Phase, Cage: shared.Cage, Book: planned(0), Lives: planned(1), Enforcer: atEnforcer},
			[]grant.Creation{action, lives, guard},
		},
		"a local key":             {grant.LocalKey, grant.Standing{}, grant.Standing{Window: planned(0), Book: planned(1), Daily: atDaily}, []grant.Creation{window, action, sum}},
		"a local key on a window": {grant.LocalKey, grant.Standing{Window: shared.Window}, grant.Standing{Window: shared.Window, Book: planned(0), Daily: atDaily}, []grant.Creation{action, sum}},
	} {
		w.Mode = c.mode
		stands, got, err := w.Contracts(c.have, planned)
		if err != nil || stands != c.at {
			t.Errorf("%s: %v\n got %+v\nwant %+v", name, err, stands, c.at)
		}
		same := func(a, b grant.Creation) bool {
			return a.Name == b.Name && a.Shared == b.Shared && bytes.Equal(a.Code, b.Code)
		}
		if !slices.EqualFunc(got, c.want, same) {
			t.Errorf("%s: creates %v", name, names(got))
		}
	}
}

func names(all []grant.Creation) (out []string) {
	for _, c := range all {
		out = append(out, c.Name)
	}
	return out
}

// spec: safety §7.1 — what a cage lets be called follows from the forms, each contract and
// function once; an allowance is the enforcer's to judge.
func TestACageAllowsTheContractsOfTheForms(t *testing.T) {
	w := wished(grant.Delegation)
	w.Sanctions = common.Address{34}
	form := func(target byte, method ...byte) caveat.Form {
		return caveat.Form{Target: common.Address{target}, Blank: append(method, 9, 9), Classes: caveat.Open}
	}
	w.Forms = []caveat.Form{form(10, 1, 2, 3, 4), form(1, 5, 5, 5, 5), form(10, 1, 2, 3, 5), form(10, 1, 2, 3, 4), form(11, 1, 2, 3, 4), form(12, 1, 2, 3, 4), form(2, 7, 7, 7, 7)}
	at := grant.Standing{Enforcer: common.Address{51}, Prices: common.Address{52}}
	w.Readings = append(w.Readings, policycage.Reading{Target: common.Address{13}, Reader: "UniswapV2", Deeds: policycage.Swaps})
	got, err := w.Cage(at)
	check(t, err)
	router, pool, lender := common.Address{10}, common.Address{11}, common.Address{12}
	if got.Owner != w.Owner || got.Account != w.Account || got.Enforcer != at.Enforcer || got.PriceOracle != at.Prices || got.SanctionsOracle != w.Sanctions ||
		got.Cash != (common.Address{1}) || got.Constitution != cage.ConstitutionHash() || got.HighWaterMark != 1_000*money.One || got.Limits != w.Limits {
		t.Errorf("%+v", got)
	}
	if want := []common.Address{{1}, {2}}; !slices.Equal(got.Assets, want) {
		t.Errorf("assets %v", got.Assets)
	}
	if want := []common.Address{pool, router, lender}; !slices.Equal(got.Protocols, want) {
		t.Errorf("protocols %v", got.Protocols)
	}
	want := []policycage.Selector{{Target: router, Method: [4]byte{1, 2, 3, 4}}, {Target: router, Method: [4]byte{1, 2, 3, 5}}, {Target: pool, Method: [4]byte{1, 2, 3, 4}}, {Target: lender, Method: [4]byte{1, 2, 3, 4}}}
	if !slices.Equal(got.Selectors, want) {
		t.Errorf("functions %v", got.Selectors)
	}
	v3, err := policycage.ReaderAt("UniswapV3")
	check(t, err)
	aave, err := policycage.ReaderAt("AaveV3")
	check(t, err)
	if want := []policycage.Binding{{Target: router, Reader: v3, Deeds: policycage.Swaps}, {Target: lender, Reader: aave, Deeds: policycage.Lends}}; !slices.Equal(got.Readers, want) {
		t.Errorf("readers %v", got.Readers)
	}
}

// spec: provisioning §8.3, §8.4 — what an owner signs is the wish: each caveat with its
// contract and its terms, to the byte.
func TestAGrantSaysWhatWasWished(t *testing.T) {
	at := grant.Standing{
		Window: common.Address{81}, Phase: common.Address{82}, Daily: common.Address{83}, Enforcer: common.Address{84}, Lives: common.Address{85}, Book: common.Address{86}, Cage: common.Address{87},
	}
	const window = "000000006553f100" + "0000000069a6cd40" // 1,700,000,000 and 1,772,539,200
	address := func(n byte) string { return hex.EncodeToString(common.Address{n}.Bytes()) }
	for mode, want := range map[grant.Mode][]struct {
		kind  caveat.Kind
		at    byte
		terms string
	}{
		grant.Delegation: {{"MortalityTimeWindow", 81, window}, {"GolemPhase", 82, address(86) + address(85) + address(7)}, {"PolicyCage", 84, address(87)}},
		grant.LocalKey:   {{"MortalityTimeWindow", 81, window}, {"LimitedCalls", 4, hex.EncodeToString(number(7))}, {"DailySpendLimit", 83, address(86) + "000000001dcd6500"}},
	} {
		w := wished(mode)
		w.Salt = *uint256.NewInt(77)
		g, err := w.Grant(at)
		if err != nil || g.Mode != mode || g.ChainID != 8453 || g.Manager != w.Manager || g.Ends != w.End || g.Cage != at.Cage || g.Lives != at.Lives {
			t.Errorf("%s: %+v, %v", mode, g, err)
		}
		d := g.Delegation
		if g.Account() != w.Account || g.Key() != w.Key || d.Authority != common.MaxHash || uint256.Int(d.Salt) != w.Salt || len(d.Caveats) != len(want) || len(g.Enforcers) != len(want) {
			t.Fatalf("%s: %+v", mode, d)
		}
		for i, c := range want {
			if got := d.Caveats[i]; g.Enforcers[i] != (grant.Enforcer{Kind: c.kind, Address: common.Address{c.at}}) || got.Enforcer != (common.Address{c.at}) || hex.EncodeToString(got.Terms) != c.terms {
				t.Errorf("%s: caveat %d is %+v of %+v, terms %x", mode, i+1, got, g.Enforcers[i], []byte(got.Terms))
			}
		}
	}
}

// spec: provisioning §8.5 — what owner and Golem tell the chain beside a redemption.
func TestWhatIsToldToTheChainBesideARedemption(t *testing.T) {
	w, g := wished(grant.Delegation), signed(t, grant.Delegation)
	for name, c := range map[string]struct{ got, want []byte }{
		"born":     {w.Register(), packed("registerGolem(address)", w.Key[:])},
		"bound":    {w.Bind(grant.Standing{Cage: common.Address{9}}), packed("bind(address)", common.Address{9}.Bytes())},
		"terminal": {g.Terminal(), packed("updatePhase(uint8,uint16)", []byte{4}, nil)},
		"dead":     {g.Dead(), packed("deregisterGolem(address)", w.Key[:])},
	} {
		if !bytes.Equal(c.got, c.want) {
			t.Errorf("%s: %x, want %x", name, c.got, c.want)
		}
	}
}
