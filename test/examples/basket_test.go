package examples_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/life/why"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
	templates "bardo.run/bardo/strategies"
)

// several are the examples of a world of several markets, and what each does there at least in
// two days. Fewer than twenty has its reason.
var several = map[string]struct {
	file  string
	least int
	why   string
}{
	"basket":         {"basket.md", 20, ""},
	"concentration":  {"lp-shape.md", 20, ""},
	"dca":            {"dca.md", 20, ""},
	"exchanges":      {"exchanges.md", 20, ""},
	"grid":           {"grid.md", 20, ""},
	"lenders":        {"lenders.md", 20, ""},
	"tier-liquidity": {"lp-tiers.md", 20, ""},
	"tiers":          {"tiers.md", 20, ""},
}

// hours writes the first hours of a world of several markets, as change makes it, into a folder
// that is lived as history.
func hours(t *testing.T, name string, d time.Duration, change func(*history.Config)) (string, history.Config) {
	t.Helper()
	c, err := world.Compose(name, 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Markets {
		c.Markets[i].Minutes = c.Markets[i].Minutes[:int(d/time.Minute)]
	}
	if change != nil {
		change(&c)
	}
	dir := t.TempDir()
	if err := history.ExportWorld(dir, c); err != nil {
		t.Fatal(err)
	}
	return dir, c
}

// throughout lives an example to its end and holds it to what every life promises: the replay is
// the same bytes, nothing is left, the books are what the chain says, and every deed has its why.
func throughout(t *testing.T, program, example string, market ...string) lived {
	t.Helper()
	out := filepath.Join(t.TempDir(), "life")
	var l lived
	ask(t, &l.report, nil, program, append([]string{"live", "--json", "--strategy", example, "--seed", "7", "--credit", credit, "--out", out}, market...)...)
	ask(t, &l.replay, nil, program, "replay", "--json", out)
	records := l.replay.Ticks
	if slices.Contains(market, "delegation") || slices.Contains(market, "embedded") {
		records += 2 // the chain was told of its last phase, and of its death; or dollars and coin went home
	}
	if r := l.replay; r.CutOff || r.Testament != "equal" || r.Equal != records || r.Ticks == 0 || r.Cause != "ttl" {
		t.Errorf("replayed %+v", r)
	}
	if d := l.report.Fate.Death; d == nil || len(d.Left) > 0 {
		t.Errorf("its death left %+v", d)
	}
	books, err := accounts.Of(out)
	if err != nil || !books.Sound() || !books.Dead || len(books.Wallet) == 0 {
		t.Errorf("the books are %+v (%v)", books, err)
	}
	l.explained(t, out)
	return l
}

// explained asks why of every deed.
func (l lived) explained(t *testing.T, out string) {
	t.Helper()
	w, err := why.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	n, err := w.Trades()
	if err != nil || n < l.deeds() {
		t.Errorf("%d deeds are told, of %d (%v)", n, l.deeds(), err)
	}
	for i := range n {
		if a, err := w.Trade(i + 1); err != nil || len(a.Links) < 3 {
			t.Errorf("deed %d: %v (%v)", i+1, a, err)
		}
	}
}

// deeds are everything that a life did on the chain.
func (l lived) deeds() int {
	a := l.report.Acts
	return len(a.Trades) + len(a.Liquidity) + len(a.Lending)
}

// venues says of each market how often it was used to open and to leave, for people and for the
// check that each adapter was.
func (l lived) venues() map[string]int {
	used := map[string]int{}
	for _, x := range l.report.Acts.Trades {
		used[map[bool]string{true: "buy ", false: "sell "}[x.Buy]+x.Market]++
	}
	for _, x := range l.report.Acts.Liquidity {
		used[x.Kind+" "+x.Market]++
	}
	for _, x := range l.report.Acts.Lending {
		used[x.Kind+" "+x.Market]++
	}
	return used
}

// told is what a life in the basket came to, a line for people.
func (l lived) told() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d deeds in %d ticks, %d of them with a price in doubt; result %+.2f\n", l.deeds(), l.report.Subject.Ticks, l.report.Condition.Doubtful, l.report.Results.Result.Total)
	used := l.venues()
	for _, name := range slices.Sorted(maps.Keys(used)) {
		fmt.Fprintf(&b, "  %3d %s\n", used[name], name)
	}
	for _, r := range l.report.Thought.ByRule() {
		fmt.Fprintf(&b, "  %s: true %d times, acted %d, held %d, stopped %v\n", r.Rule, r.Seen, r.Acted, r.Held, r.Stopped)
	}
	return b.String()
}

func example(name string) string { return filepath.Join("..", "..", "strategies", several[name].file) }

// An hour of a world of several markets, lived as history by an example that lends: it moves
// from one lender to the other as their rates change, and takes everything out at its end.
//
// spec: safety §7 (each deed is booked, explained and replayed)
func TestAnExampleLendsWhereMostIsPaid(t *testing.T) {
	t.Parallel()
	data, c := hours(t, "basket", 65*time.Minute, func(c *history.Config) {
		for i, shares := range [][]float64{{0.93, 0.5}, {0.5, 0.93}, {0.1, 0.1}} { // first the one is used the more, then the other
			c.Lenders[i].Uses = []history.Use{{Block: 0, Share: shares[0]}, {Block: 200, Share: shares[1]}}
		}
	})
	l := throughout(t, program(t), example("lenders"), "--history", data)
	t.Log(l.told())
	used := l.venues()
	for _, want := range []string{"supply aave-v3", "withdraw aave-v3", "supply morpho-blue", "withdraw morpho-blue"} {
		if used[want] == 0 {
			t.Errorf("it never came to %s: %v", want, used)
		}
	}
	if len(l.report.Subject.Others) != len(c.Markets)+len(c.Followers)-1 {
		t.Errorf("it saw %d further markets", len(l.report.Subject.Others))
	}
}

// An hour in which liquidity is put into a pair, or into a pool of v4, and taken out, the last of it by
// the death.
//
// spec: safety §7 (each deed is booked, explained and replayed)
func TestALifeProvidesLiquidity(t *testing.T) {
	for name, market := range map[string]string{"pair": "weth-usdc-30-v2", "pool": "weth-usdc-5-v4"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, _ := hours(t, "basket", 65*time.Minute, nil)
			l := throughout(t, program(t), filepath.Join("testdata", name+".md"), "--history", data)
			t.Log(l.told())
			used := l.venues()
			for _, deed := range []string{"add_liquidity " + market, "remove_liquidity " + market} {
				if used[deed] < 2 {
					t.Errorf("%d times %s", used[deed], deed)
				}
			}
		})
	}
}

// Every example of a world of several markets, for two days: together they use every protocol for
// opening and for leaving.
func TestEveryExampleLivesInTheBasket(t *testing.T) {
	if os.Getenv("BARDO_LONG") == "" {
		t.Skip("two days in eleven markets are lived with BARDO_LONG=1")
	}
	bardo, lives := program(t), make(chan map[string]int, len(several))
	t.Run("each", func(t *testing.T) {
		for name, want := range several {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				if _, ok := templates.Template(name); !ok {
					t.Errorf("no template is %s", name)
				}
				l := throughout(t, bardo, example(name), "--world", "basket", "--days", "2")
				t.Log(l.told())
				if l.deeds() < want.least {
					t.Errorf("%d deeds, want %d", l.deeds(), want.least)
				}
				if want.least < 20 && want.why == "" {
					t.Error("no reason is given for so few")
				}
				lives <- l.venues()
			})
		}
	})
	close(lives)
	used := map[string]bool{}
	for l := range lives {
		for deed := range l {
			used[protocolOf(deed)] = true
		}
	}
	for _, want := range []string{
		"buy v3", "sell v3", "buy v2", "sell v2", "buy v4", "sell v4", "add_liquidity v3", "remove_liquidity v3",
		"add_liquidity v2", "remove_liquidity v2", "add_liquidity v4", "remove_liquidity v4",
		"supply aave-v3", "withdraw aave-v3", "supply morpho-blue", "withdraw morpho-blue",
		"supply erc-4626", "withdraw erc-4626",
	} {
		if !used[want] {
			t.Errorf("no example came to %s", want)
		}
	}
}

// protocolOf is a deed with its market's protocol in the market's place.
func protocolOf(deed string) string {
	kind, market, _ := strings.Cut(deed, " ")
	switch {
	case strings.HasSuffix(market, "-v2"):
		market = "v2"
	case strings.HasSuffix(market, "-v4"):
		market = "v4"
	case strings.Count(market, "-") == 2:
		market = "v3"
	}
	return kind + " " + market
}
