package worstday_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

var update = flag.Bool("update", false, "rewrite the tables of docs/custody.md")

// shipped are the defaults on an account of so many dollars in cash, whose own coin for gas is
// worth 50 dollars, as much as a session key may hold.
func shipped(c worstday.Custody, dollars int64) worstday.Limits {
	p := agent.Limits(config.Default(), nil, common.Address{})
	worth := money.USDC(dollars) * money.One
	return worstday.Limits{
		Custody: c, Worth: worth, MaxConcentration: p.MaxConcentration, DayLoss: loss.Share(p.MaxLossDay, worth), ExitLoss: p.MaxExitLoss, PerDay: p.PerDay,
		Daily: 1_000 * money.One, Key: config.Default().Custody.MaxKeyBalance.USDC(), Fed: true, Caged: c == worstday.Delegation,
	}
}

var custodies = []struct {
	c    worstday.Custody
	name string
}{
	{worstday.Delegation, "delegation"},
	{worstday.Granted, "local key under a grant"},
	{worstday.OwnKey, "local key without a grant"},
	{worstday.Embedded, "embedded"},
}

func worstTable() string {
	var b strings.Builder
	fmt.Fprintln(&b, "| custody | account | hostile mind | stolen key |\n|---|---:|---:|---:|")
	for _, c := range custodies {
		for _, n := range []int64{1_000, 10_000, 40_000, 1_000_000} {
			l := shipped(c.c, n)
			fmt.Fprintf(&b, "| %s | %s |", c.name, worstday.Dollars(l.Worth))
			for _, a := range worstday.Attackers() {
				f := l.Worst(a)
				all := ""
				if f.Everything {
					all = ", everything"
				}
				fmt.Fprintf(&b, " %s%s |", worstday.Dollars(f.Amount), all)
			}
			fmt.Fprintln(&b)
		}
	}
	return b.String()
}

func sentences() string {
	var b strings.Builder
	for _, c := range custodies {
		fmt.Fprintf(&b, "- **%s**\n", c.name)
		for _, s := range shipped(c.c, 10_000).Sentences() {
			fmt.Fprintf(&b, "  - %s\n", s)
		}
	}
	unfed := shipped(worstday.OwnKey, 10_000)
	unfed.Fed = false
	fmt.Fprintf(&b, "- **local key without a grant, and no price feed**\n  - %s\n", unfed.Worst(worstday.Mind).Sentence())
	return b.String()
}

func example() string {
	p, l := agent.Limits(config.Default(), nil, common.Address{}), shipped(worstday.Delegation, 10_000)
	f := l.Worst(worstday.Key)
	return fmt.Sprintf("An account of %s, all of it cash, under the defaults in delegation custody:\n\n"+
		"    day's limit   %5d bps of %s = %s\n    sales beyond  %5d bps of %s, which is %d bps of %s = %s\n    the key       %s\n    in any 24 h   %s\n",
		worstday.Dollars(l.Worth), p.MaxLossDay, worstday.Dollars(l.Worth), worstday.Dollars(f.Parts[0].Amount),
		l.ExitLoss, worstday.Dollars(l.Worth*money.USDC(l.MaxConcentration)/10_000), l.MaxConcentration, worstday.Dollars(l.Worth), worstday.Dollars(f.Parts[1].Amount),
		worstday.Dollars(f.Parts[2].Amount), worstday.Dollars(f.Amount))
}

// holds names, for each error of the contracts that guard an account, the line of the plan
// that says so to its owner; empty is what bounds nobody but who asks at all.
var holds = map[string]string{
	"SpendingLimitExceeded": "spent", "PositionTooLarge": "one asset or position", "ConcentrationExceeded": "everything but cash", "PositionLimitReached": "open positions",
	"DrawdownExceeded": "drawdown that stops openings", "ValueLost": "lost by", "LossLimitReached": "lost by moves", "PoolPriceAway": "calls", "CollateralRatioTooLow": "collateral behind a debt", "HealthTooLow": "collateral behind a debt", "UnitsLost": "recipient of everything",
	"SanctionedAddress": "", "Halted": "halt", "DestinationNotAllowed": "recipient of everything", "NativeValueNotAllowed": "recipient of everything",
	"MovedMore": "recipient of everything", "AllowanceTooLarge": "recipient of everything", "AssetNotApproved": "calls", "ProtocolNotApproved": "calls",
	"SelectorNotAllowed": "calls", "UnknownPosition": "calls", "MalformedCall": "calls", "ModeNotAllowed": "calls", "BatchNotAllowed": "calls", "NothingToValidate": "calls",
	"OutOfRange": "calls", "NotOwner": "", "NotMover": "", "AlreadyBound": "", "UnknownChange": "", "ChangeNotDue": "", "BadSignature": "", "NotTheAccount": "", "NotTheManager": "", "BadTerms": "", "Reentered": "",
}

// refusals are the errors of the cage and its enforcer, from their code.
func refusals(t *testing.T) (names []string) {
	t.Helper()
	for _, m := range []*bind.MetaData{&bind.PolicyCageMetaData, &bind.CageEnforcerMetaData} {
		parsed, err := m.ParseABI()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, slices.Collect(maps.Keys(parsed.Errors))...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// plan is that of a wish for whatever the adapters call.
func plan(t *testing.T, mode grant.Mode) grant.Plan {
	t.Helper()
	p := agent.Limits(config.Default(), nil, common.Address{})
	w := grant.Wish{Mode: mode, Forms: forms(t), Limits: grant.Limits(p, 10_000*money.One), Sanctions: common.Address{5}, End: 1, Calls: 10_000, Daily: 1_000 * money.One, WorstDay: shipped(worstday.Delegation, 10_000)}
	return w.Plan(grant.Words{Market: "Uniswap v3 USDC/WETH and Aave v3", Cash: "USDC"})
}

func forms(t *testing.T) []caveat.Form {
	t.Helper()
	at := func(n byte) common.Address { return common.Address{19: n} }
	adapters, err := tool.NewAdapters(tool.Venue{Account: at(1), Router: at(2), Positions: at(3), Aave: at(4), Grant: new(grant.Grant)})
	if err != nil {
		t.Fatal(err)
	}
	usdc, weth := turn.Token{Address: at(8), Symbol: "USDC", Decimals: 6}, turn.Token{Address: at(9), Symbol: "WETH", Decimals: 18}
	found, err := adapters.Forms(turn.Reading{
		Pool:    turn.Pool{Address: at(7), Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500},
		Lending: []turn.Lending{{Protocol: grammar.AaveV3, Reserves: []turn.Reserve{{Token: usdc}, {Token: weth}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// calls are the functions that the forms let the account call, by name.
func calls(t *testing.T) string {
	t.Helper()
	var known []*abi.ABI
	for _, m := range []*bind.MetaData{&bind.ERC20MetaData, &bind.SwapRouterMetaData, &bind.NonfungiblePositionManagerMetaData, &bind.AavePoolMetaData} {
		parsed, err := m.ParseABI()
		if err != nil {
			t.Fatal(err)
		}
		known = append(known, parsed)
	}
	var names []string
	for _, f := range forms(t) {
		i := slices.IndexFunc(known, func(a *abi.ABI) bool { _, err := a.MethodById(f.Blank[:4]); return err == nil })
		if i < 0 {
			t.Fatalf("no interface has %x", f.Blank[:4])
		}
		m, _ := known[i].MethodById(f.Blank[:4])
		names = append(names, "`"+m.RawName+"`")
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ") + "\n"
}

// held is the list of what the chain holds in delegation custody, with what it refuses by.
func held(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, "| what | at most | contract | refuses with |\n|---|---|---|---|")
	for _, l := range plan(t, grant.Delegation).Limits {
		if !l.OnChain {
			continue
		}
		var by []string
		for _, name := range refusals(t) {
			if line := holds[name]; line != "" && strings.HasPrefix(l.Name, line) {
				by = append(by, "`"+name+"`")
			}
		}
		if l.Name == "ends" {
			l.Value = "as granted"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", l.Name, l.Value, l.By, strings.Join(by, ", "))
	}
	return b.String()
}

// Every error by which the contracts refuse stands behind a line of the plan, and every line
// that says PolicyCage or CageEnforcer has one: the list is the contracts', and not ours.
func TestTheListOfWhatTheChainHoldsIsTheContracts(t *testing.T) {
	limits := plan(t, grant.Delegation).Limits
	used := map[string]bool{}
	for _, name := range refusals(t) {
		line, known := holds[name]
		i := slices.IndexFunc(limits, func(l grant.Limit) bool { return l.OnChain && line != "" && strings.HasPrefix(l.Name, line) })
		if !known || line != "" && i < 0 {
			t.Errorf("the contracts refuse with %s, and no line of the plan says %q", name, line)
		}
		used[line] = true
	}
	for _, l := range limits {
		if !l.OnChain || l.By != "PolicyCage" && l.By != "CageEnforcer" {
			continue
		}
		if !slices.ContainsFunc(slices.Collect(maps.Keys(used)), func(line string) bool { return line != "" && strings.HasPrefix(l.Name, line) }) {
			t.Errorf("the plan says that the chain holds %q, and no contract refuses by it", l.Name)
		}
	}
}

// The page's tables, sentences and the example are those of the code.
func TestTheCustodyPageIsUpToDate(t *testing.T) {
	path := filepath.Join("..", "..", "..", "docs", "custody.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for name, want := range map[string]string{"worst": worstTable(), "sentences": sentences(), "example": example(), "held": held(t), "calls": calls(t)} {
		open, end := "<!-- generated: "+name+" -->\n", "<!-- end -->"
		before, rest, ok := strings.Cut(page, open)
		old, after, closed := strings.Cut(rest, end)
		if !ok || !closed {
			t.Fatalf("docs/custody.md has no place for %s", name)
		}
		if old != want && !*update {
			t.Errorf("%s differs from the code; run make generate\n got %s\nwant %s", name, old, want)
		}
		page = before + open + want + end + after
	}
	if *update {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
