package caveat_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
)

// spec: provisioning §8.5 (the table), §8.4 (unregistered golem → reject)
func TestAPhaseAllowsItsClassesAlone(t *testing.T) {
	const y, n = true, false
	const not = "GolemPhase: the phase does not allow this action"
	c := &caveat.GolemPhase{Book: bookAt, Oracle: first, Golem: second}
	for phase, row := range [][5]bool{ // open, leave, sweep, spawn, settle
		turn.Thriving: {y, y, y, y, y}, turn.Stable: {y, y, y, n, y}, turn.Conservation: {n, y, n, n, y},
		turn.Declining: {n, y, y, n, y}, turn.Terminal: {n, n, n, n, y},
	} {
		f := told(t)
		f.Lives[caveat.Asked{Oracle: first, Golem: second}] = caveat.Life{Registered: true, Phase: turn.Phase(phase)}
		for i, class := range classes {
			want := not
			if row[i] {
				want = ""
			}
			writesNothing(t, fmt.Sprintf("phase %d, class %d", phase, class), c, f, want, call(byte(class), big.NewInt(1)))
		}
	}
	f := told(t)
	one := call(paysDollars, usd(1))
	verdict(t, "the second is not allowed", c, f, not, call(moves, usd(1)), call(byte(caveat.Spawn), usd(1)))
	verdict(t, "the second is of no form", c, f, "ActionBook: the call is of no form", call(moves, usd(1)), call(0x99))
	verdict(t, "unregistered", &caveat.GolemPhase{Book: bookAt, Oracle: first, Golem: third}, f, "GolemPhase: the golem is not registered", one)
	verdict(t, "another oracle", &caveat.GolemPhase{Book: bookAt, Oracle: second, Golem: second}, f, "the vitality oracle does not answer", one)
	verdict(t, "another book", &caveat.GolemPhase{Book: first, Oracle: first, Golem: second}, f, "the book of actions is not known", one)
	f.Lives[caveat.Asked{Oracle: first, Golem: second}] = caveat.Life{Registered: true, Phase: 5}
	verdict(t, "no phase", c, f, "GolemPhase: there is no such phase", one)
}

// spec: provisioning §8.4 (window [100, 200]: 99 ✗, 100 ✓, 200 ✓, 201 ✗; DreamMode)
func TestTimesAndDreams(t *testing.T) {
	f, one := told(t), call(paysDollars, usd(1))
	window := &caveat.MortalityTimeWindow{Start: 100, End: 200}
	for now, want := range map[uint64]string{
		99: "MortalityTimeWindow: the window has not started", 100: "", 150: "", 200: "", 201: "MortalityTimeWindow: the window is over",
	} {
		f.Now = now
		writesNothing(t, fmt.Sprintf("at %d", now), window, f, want, one)
	}
	for golem, want := range map[common.Address]string{first: "the dream oracle does not answer", second: "DreamMode: the golem is dreaming", third: ""} {
		writesNothing(t, "golem "+golem.Hex(), &caveat.DreamMode{Oracle: first, Golem: golem}, f, want, one)
	}
}

// A share of a vault is counted in the vault's asset, each amount rounded up, over all
// calls of a redemption.
//
// spec: provisioning §8.4 (VaultNAV totalAssets 1 000 000 USDC at 1000 bps: 100 000 ✓, 100 001 ✗)
func TestAShareOfAVaultIsCountedInItsAsset(t *testing.T) {
	const more = "VaultNAV: more than the share of the vault"
	tenth := &caveat.VaultNAV{Book: bookAt, Vault: vaultAt, Share: 1000}
	all := &caveat.VaultNAV{Book: bookAt, Vault: vaultAt, Share: 10_000}
	wei := func(ether int64) *big.Int { return new(big.Int).Mul(big.NewInt(ether), big.NewInt(1e18)) }
	whole := plus(power2(256), -1)
	most := new(big.Int).Div(whole, big.NewInt(10_000)) // times 10,000 it just fits a word
	half := power2(255)
	// Worked out so that units × price × 10^26 + the asset's price is 2^256 − 1.
	specks, speckPrice, pebblePrice := number("9082656358450505438740594139624954009"), number("127487030960478"), number("10364039457584007913129639935")
	in := func(asset common.Address, total *big.Int) func(*caveat.Facts) {
		return func(f *caveat.Facts) { f.Vaults[vaultAt] = caveat.Vault{Asset: asset, Total: total} }
	}
	edge := func(more int64) func(*caveat.Facts) {
		return func(f *caveat.Facts) {
			in(pebble, most)(f)
			f.Prices[speck] = caveat.Price{Answer: speckPrice, Updated: noon}
			f.Prices[pebble] = caveat.Price{Answer: plus(pebblePrice, more), Updated: noon}
		}
	}
	for name, c := range map[string]struct {
		terms *caveat.VaultNAV
		facts func(*caveat.Facts)
		calls []caveat.Call
		want  string
	}{
		"the share":                       {tenth, nil, []caveat.Call{call(paysDollars, usd(100_000))}, ""},
		"a unit more":                     {tenth, nil, []caveat.Call{call(paysDollars, plus(usd(100_000), 1))}, more},
		"in two calls":                    {tenth, nil, []caveat.Call{call(paysDollars, usd(50_000)), call(paysDollars, usd(50_000))}, ""},
		"in two calls a unit more":        {tenth, nil, []caveat.Call{call(paysDollars, usd(50_000)), call(paysDollars, plus(usd(50_000), 1))}, more},
		"in ether":                        {tenth, nil, []caveat.Call{call(paysEther, wei(50))}, ""},
		"in ether a wei more":             {tenth, nil, []caveat.Call{call(paysEther, plus(wei(50), 1))}, more},
		"in both":                         {tenth, nil, []caveat.Call{call(paysBoth, usd(50_000), wei(25))}, ""},
		"in both a unit more":             {tenth, nil, []caveat.Call{call(paysBoth, plus(usd(50_000), 1), wei(25))}, more},
		"in both a wei more":              {tenth, nil, []caveat.Call{call(paysBoth, usd(50_000), plus(wei(25), 1))}, more},
		"of a vault of ether":             {tenth, in(ether, wei(10)), []caveat.Call{call(paysDollars, usd(2_000))}, ""},
		"of a vault of ether a unit more": {tenth, in(ether, wei(10)), []caveat.Call{call(paysDollars, plus(usd(2_000), 1))}, more},
		"of the asset without a price":    {tenth, func(f *caveat.Facts) { f.Prices = nil }, []caveat.Call{call(paysDollars, usd(100_000))}, ""},
		"nothing, without a price": {tenth, func(f *caveat.Facts) {
			f.Prices, f.Vaults[vaultAt] = nil, caveat.Vault{Asset: nobody, Total: new(big.Int)}
		}, []caveat.Call{call(moves, usd(1))}, ""},
		"an asset that nobody prices":     {tenth, in(nobody, usd(1)), []caveat.Call{call(paysDollars, usd(1))}, "ActionBook: the token has no price"},
		"a token whose feed is silent":    {tenth, func(f *caveat.Facts) { delete(f.Prices, ether) }, []caveat.Call{call(paysEther, wei(1))}, "the feed of a token does not answer"},
		"a second one whose feed is":      {tenth, func(f *caveat.Facts) { delete(f.Prices, ether) }, []caveat.Call{call(paysBoth, usd(1), wei(1))}, "the feed of a token does not answer"},
		"no vault":                        {&caveat.VaultNAV{Book: bookAt, Vault: first, Share: 1}, nil, []caveat.Call{call(paysDollars, usd(1))}, "the vault does not answer"},
		"a vault that says nothing":       {tenth, in(dollar, nil), []caveat.Call{call(paysDollars, usd(1))}, "the vault does not answer"},
		"no book":                         {&caveat.VaultNAV{Book: first, Vault: vaultAt, Share: 1}, nil, []caveat.Call{call(paysDollars, usd(1))}, "the book of actions is not known"},
		"the most that can be compared":   {all, in(dollar, most), []caveat.Call{call(paysDollars, most)}, ""},
		"a unit more than that":           {all, in(dollar, most), []caveat.Call{call(paysDollars, plus(most, 1))}, overflows},
		"a vault beyond that":             {all, in(dollar, plus(most, 1)), []caveat.Call{call(paysDollars, usd(1))}, overflows},
		"a sum that just fits a word":     {all, nil, []caveat.Call{call(paysDollars, half), call(paysDollars, plus(half, -1)), call(0x99)}, "ActionBook: the call is of no form"},
		"a sum that does not":             {all, nil, []caveat.Call{call(paysDollars, half), call(paysDollars, half), call(0x99)}, overflows},
		"a value that just fits a word":   {all, edge(0), []caveat.Call{call(paysSpecks, specks)}, ""},
		"a value that does not":           {all, edge(1), []caveat.Call{call(paysSpecks, specks)}, overflows},
		"an amount that nobody can value": {all, in(ether, wei(1)), []caveat.Call{call(paysDollars, power2(128))}, "ActionBook: the amount is out of range"},
		"the largest that can be valued":  {all, in(ether, power2(200)), []caveat.Call{call(paysDollars, plus(power2(128), -1))}, ""},
	} {
		f := told(t)
		if c.facts != nil {
			c.facts(&f)
		}
		writesNothing(t, name, c.terms, f, c.want, c.calls...)
	}
}

// A price counts while its feed answers, for as long as it holds, and where the sequencer
// of a rollup has been up for an hour.
func TestAPriceHoldsForItsTime(t *testing.T) {
	const stale, out = "ActionBook: the price is stale", "ActionBook: the price is out of range"
	const down = "ActionBook: the sequencer is down, or has not been up for an hour"
	c := &caveat.DailySpendLimit{Book: bookAt, Limit: policycage.MostCounted}
	judged := func(name string, f caveat.Facts, want string) {
		t.Helper()
		verdict(t, name, c, f, want, call(paysDollars, big.NewInt(1)))
	}
	for name, p := range map[string]struct {
		price caveat.Price
		want  string
	}{
		"fresh":                    {caveat.Price{Answer: big.NewInt(1e8), Updated: noon}, ""},
		"as old as may be":         {caveat.Price{Answer: big.NewInt(1e8), Updated: noon - age}, ""},
		"a second older":           {caveat.Price{Answer: big.NewInt(1e8), Updated: noon - age - 1}, stale},
		"of the future":            {caveat.Price{Answer: big.NewInt(1e8), Updated: noon + 1}, stale},
		"the least":                {caveat.Price{Answer: big.NewInt(1), Updated: noon}, ""},
		"nothing":                  {caveat.Price{Answer: new(big.Int), Updated: noon}, out},
		"less than nothing":        {caveat.Price{Answer: big.NewInt(-1), Updated: noon}, out},
		"the most":                 {caveat.Price{Answer: plus(power2(96), -1), Updated: noon}, "DailySpendLimit: over the limit of the day"},
		"more than that":           {caveat.Price{Answer: power2(96), Updated: noon}, out},
		"an answer without number": {caveat.Price{Updated: noon}, "the feed of a token does not answer"},
	} {
		f := told(t)
		f.Prices[dollar] = p.price
		judged(name, f, p.want)
	}
	sequencer := common.HexToAddress("0x5e")
	for name, p := range map[string]struct {
		uptime caveat.Price
		want   string
	}{
		"up for an hour and a second": {caveat.Price{Answer: new(big.Int), Updated: noon - 3601}, ""},
		"up for an hour":              {caveat.Price{Answer: new(big.Int), Updated: noon - 3600}, down},
		"up from tomorrow":            {caveat.Price{Answer: new(big.Int), Updated: noon + 1}, down},
		"down":                        {caveat.Price{Answer: big.NewInt(1), Updated: noon - 9999}, down},
		"never begun":                 {caveat.Price{Answer: new(big.Int)}, down},
		"silent":                      {caveat.Price{Updated: noon - 9999}, "the feed of the sequencer does not answer"},
	} {
		f := told(t)
		f.Books[bookAt] = f.Books[bookAt].On(sequencer)
		f.Uptime = map[common.Address]caveat.Price{sequencer: p.uptime}
		judged(name, f, p.want)
	}
	f := told(t)
	on := f.Books[bookAt].On(sequencer)
	judged("the same book on a chain of its own", f, "")
	f.Books[bookAt] = on
	judged("an uptime feed that nobody asked", f, "the feed of the sequencer does not answer")
}

// spec: provisioning §8.4 (ReplicantBudget: cumulative spend ≤ budget; age ≤ lifespan)
func TestAReplicantSpendsItsBudgetWithinItsLife(t *testing.T) {
	const over = "ReplicantBudget: over the budget"
	c := &caveat.ReplicantBudget{Book: bookAt, Budget: 100e6, Lifespan: 1000, Born: noon}
	f := told(t)
	f.Prices[dollar] = caveat.Price{Answer: big.NewInt(1e8), Updated: noon + 950}
	for now, want := range map[uint64]string{
		noon - 1: "ReplicantBudget: the replicant is not born", noon + 950: "", noon + 1000: "", noon + 1001: "ReplicantBudget: the replicant is too old",
	} {
		f.Now = now
		verdict(t, fmt.Sprintf("at %d", now), c, f, want, call(paysDollars, usd(1)))
	}
	f = told(t)
	slot := caveat.Slot{Kind: caveat.KindReplicantBudget, Delegation: salted}
	for i, step := range []struct {
		pays *big.Int
		want string
		sum  int64
	}{
		{usd(60), "", 60e6}, {plus(usd(40), 1), over, 60e6}, {usd(40), "", 100e6}, {big.NewInt(1), over, 100e6}, {new(big.Int), "", 100e6},
	} {
		e := verdict(t, fmt.Sprintf("step %d", i+1), c, f, step.want, call(paysDollars, step.pays))
		if e != nil && (e.Slot != slot || e.Sum.Int64() != step.sum) {
			t.Errorf("step %d writes %+v", i+1, e)
		}
		f.Write(e)
		if f.Spent[slot].Int64() != step.sum {
			t.Errorf("after step %d %s are spent", i+1, f.Spent[slot])
		}
	}
	// 2^64 millionths are more than any budget, and no small number.
	verdict(t, "2^64", &caveat.ReplicantBudget{Book: bookAt, Budget: math.MaxUint64, Lifespan: 1, Born: noon}, told(t), over, call(paysDollars, power2(64)))
	verdict(t, "2^64 − 1", &caveat.ReplicantBudget{Book: bookAt, Budget: math.MaxUint64, Lifespan: 1, Born: noon}, told(t), "", call(paysDollars, plus(power2(64), -1)))
	verdict(t, "no form", c, told(t), "ActionBook: the call is of no form", call(0x99))
}

// Whatever is paid is valued in millionths of a dollar, each token rounded up, the calls of
// a redemption together.
//
// spec: provisioning §8.4 (DailySpend limit 100: 60 then 41 ✗, 40 ✓); DESIGN §12.29
func TestADaysSpendingIsValuedAndKept(t *testing.T) {
	const over = "DailySpendLimit: over the limit of the day"
	wei := func(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e9)) }
	c := &caveat.DailySpendLimit{Book: bookAt, Limit: 100e6}
	for name, s := range map[string]struct {
		calls []caveat.Call
		want  string
		spent uint64 // in millionths, in whole cents
	}{
		"the limit":                  {[]caveat.Call{call(paysDollars, usd(100))}, "", 100e6},
		"a millionth more":           {[]caveat.Call{call(paysDollars, plus(usd(100), 1))}, over, 0},
		"a millionth less":           {[]caveat.Call{call(paysDollars, plus(usd(100), -1))}, "", 100e6},
		"0.05 ether":                 {[]caveat.Call{call(paysEther, wei(50_000_000))}, "", 100e6},
		"a wei more":                 {[]caveat.Call{call(paysEther, plus(wei(50_000_000), 1))}, over, 0},
		"a wei less, rounded up":     {[]caveat.Call{call(paysEther, plus(wei(50_000_000), -1))}, "", 100e6},
		"both":                       {[]caveat.Call{call(paysBoth, usd(40), wei(30_000_000))}, "", 100e6},
		"both, a wei more":           {[]caveat.Call{call(paysBoth, usd(40), plus(wei(30_000_000), 1))}, over, 0},
		"in two calls":               {[]caveat.Call{call(paysDollars, usd(60)), call(paysDollars, usd(40))}, "", 100e6},
		"in two calls, too much":     {[]caveat.Call{call(paysDollars, usd(60)), call(paysDollars, usd(41))}, over, 0},
		"a cent":                     {[]caveat.Call{call(paysDollars, big.NewInt(10_000))}, "", 10_000},
		"2^64 millionths":            {[]caveat.Call{call(paysDollars, power2(64))}, over, 0},
		"an amount beyond all":       {[]caveat.Call{call(paysDollars, power2(128))}, "ActionBook: the amount is out of range", 0},
		"a second amount beyond all": {[]caveat.Call{call(paysBoth, usd(1), power2(128))}, "ActionBook: the amount is out of range", 0},
		"the largest amount":         {[]caveat.Call{call(paysDollars, plus(power2(128), -1))}, over, 0},
		"no form behind one":         {[]caveat.Call{call(paysDollars, usd(1)), call(0x99)}, "ActionBook: the call is of no form", 0},
		"nothing":                    {[]caveat.Call{call(moves, usd(1))}, "", 0},
	} {
		e := verdict(t, name, c, told(t), s.want, s.calls...)
		if s.want != "" {
			continue
		}
		sum, ok := policycage.SumOf(e.Sum)
		if e.Slot != (caveat.Slot{Kind: caveat.KindDailySpendLimit, Account: wallet}) || !ok || uint64(sum.Day(noon)) != s.spent {
			t.Errorf("%s: writes %+v", name, e)
		}
	}
	f := told(t)
	slot := caveat.Slot{Kind: caveat.KindDailySpendLimit, Account: wallet}
	f.Spent[slot] = policycage.Sum{}.Add(noon, 60e6).Big()
	verdict(t, "60 and 41", c, f, over, call(paysDollars, plus(usd(40), 1)))
	e := verdict(t, "60 and 40", c, f, "", call(paysDollars, usd(40)))
	if e == nil || e.Sum.Cmp(policycage.Sum{}.Add(noon, 60e6).Add(noon, 40e6).Big()) != 0 {
		t.Errorf("60 and 40 are %+v", e)
	}
	was := f.Spent[slot]
	f.Now += 7 * 3600 // what pays nothing leaves the word as it is, hours later too
	if e, err := judge(t, c, f, call(moves, usd(1))); err != nil || e.Sum.Cmp(was) != 0 {
		t.Errorf("nothing writes %+v, %v", e, err)
	}
	f.Spent[slot] = power2(256)
	verdict(t, "a word that is none", c, f, over, call(moves, usd(1)))
	f.Write(nil) // a redemption that writes nothing
}

// A swap asks for what the feeds say less the slippage, to the unit, whatever the decimals
// of its tokens are.
//
// spec: provisioning §8.4 (MaxSlippage expected 10 000, min 9 950, 50 bps ✓; 9 949 ✗)
func TestASwapAsksForWhatTheFeedsSay(t *testing.T) {
	const little, out = "MaxSlippage: the swap asks for too little", "MaxSlippage: the amount is out of range"
	half := &caveat.MaxSlippage{Book: bookAt, Slippage: 50}
	all := &caveat.MaxSlippage{Book: bookAt, Slippage: 10_000}
	none := &caveat.MaxSlippage{Book: bookAt}
	free := big.NewInt(7)
	whole := plus(power2(256), -1)
	// least × 10,000 × the dollar's price just fits a word
	top := new(big.Int).Div(whole, new(big.Int).Mul(big.NewInt(10_000), big.NewInt(1e8)))
	without := func(tokens ...common.Address) func(*caveat.Facts) {
		return func(f *caveat.Facts) {
			for _, token := range tokens {
				delete(f.Prices, token)
			}
		}
	}
	for name, c := range map[string]struct {
		terms *caveat.MaxSlippage
		facts func(*caveat.Facts)
		calls []caveat.Call
		want  string
	}{
		// 2,000 dollars are an ether; 0.5 % less are 0.995.
		"dollars for ether":            {half, nil, []caveat.Call{call(sellsDollars, usd(2000), big.NewInt(995e15), free)}, ""},
		"a wei less":                   {half, nil, []caveat.Call{call(sellsDollars, usd(2000), big.NewInt(995e15-1), free)}, little},
		"ether for dollars":            {half, nil, []caveat.Call{call(sellsEther, big.NewInt(1e18), usd(1990))}, ""},
		"a unit less":                  {half, nil, []caveat.Call{call(sellsEther, big.NewInt(1e18), plus(usd(1990), -1))}, little},
		"without slippage":             {none, nil, []caveat.Call{call(sellsEther, big.NewInt(1e18), usd(2000))}, ""},
		"without slippage a unit less": {none, nil, []caveat.Call{call(sellsEther, big.NewInt(1e18), plus(usd(2000), -1))}, little},
		"for nothing at all":           {all, nil, []caveat.Call{call(sellsEther, big.NewInt(1e18), new(big.Int))}, ""},
		"nothing is sold":              {half, nil, []caveat.Call{call(sellsEther, new(big.Int), usd(1))}, out},
		"more than can be valued":      {all, nil, []caveat.Call{call(sellsEther, power2(128), usd(1))}, out},
		"the most that can be":         {all, nil, []caveat.Call{call(sellsEther, plus(power2(128), -1), usd(1))}, ""},
		"no swap":                      {half, without(dollar, ether), []caveat.Call{call(paysDollars, usd(1))}, ""},
		"a swap behind another call":   {half, nil, []caveat.Call{call(paysDollars, usd(1)), call(sellsEther, big.NewInt(1e18), usd(1))}, little},
		"no price of what is sold":     {half, without(ether), []caveat.Call{call(sellsEther, big.NewInt(1e18), usd(1990))}, "the feed of a token does not answer"},
		"no price of what is bought":   {half, without(dollar), []caveat.Call{call(sellsEther, big.NewInt(1e18), usd(1990))}, "the feed of a token does not answer"},
		"the most that can be asked":   {half, nil, []caveat.Call{call(sellsSpecks, big.NewInt(1), top)}, ""},
		"more than that":               {half, nil, []caveat.Call{call(sellsSpecks, big.NewInt(1), plus(top, 1))}, overflows},
		"asked for too much":           {half, nil, []caveat.Call{call(sellsDollars, usd(2000), power2(250), free)}, overflows},
		// A speck is worth 10^26 pebbles.
		"specks for pebbles":         {none, nil, []caveat.Call{call(sellsForSpecks, big.NewInt(1), number("100000000000000000000000000"))}, ""},
		"specks for a pebble less":   {none, nil, []caveat.Call{call(sellsForSpecks, big.NewInt(1), number("99999999999999999999999999"))}, little},
		"pebbles for a speck":        {none, nil, []caveat.Call{call(sellsPebbles, number("100000000000000000000000000"), big.NewInt(1))}, ""},
		"a pebble too many":          {none, nil, []caveat.Call{call(sellsPebbles, number("100000000000000000000000001"), big.NewInt(1))}, little},
		"what is expected is beyond": {none, func(f *caveat.Facts) { f.Prices[speck] = caveat.Price{Answer: plus(power2(96), -1), Updated: noon} }, []caveat.Call{call(sellsForSpecks, plus(power2(128), -1), big.NewInt(1))}, overflows},
		"no book":                    {&caveat.MaxSlippage{Book: first}, nil, []caveat.Call{call(sellsEther, big.NewInt(1e18), usd(1990))}, "the book of actions is not known"},
	} {
		f := told(t)
		if c.facts != nil {
			c.facts(&f)
		}
		writesNothing(t, name, c.terms, f, c.want, c.calls...)
	}
}
