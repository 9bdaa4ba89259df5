package birth_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/strategies"
)

func terms(t *testing.T) birth.Terms {
	t.Helper()
	c, err := birth.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	return birth.Terms{Config: c}
}

func built(t *testing.T, world string) history.Config {
	t.Helper()
	c, err := environment.Compose("", history.Gas{}, world, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Every template can be lived in the world that is proposed for it; one of several markets in no
// world of one.
func TestEveryTemplateFitsItsWorld(t *testing.T) {
	one, several, lived := built(t, "chop"), built(t, "basket"), 0
	for _, name := range strategies.Names() {
		text, _ := strategies.Template(name)
		file := filepath.Join(t.TempDir(), name+".md")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		terms := terms(t)
		switch strategies.World(name) {
		case "chop":
			if !terms.Fits(file, one) || !terms.Fits(file, several) {
				t.Errorf("%s does not compile", name)
			}
		case "basket":
			lived++
			if !terms.Fits(file, several) {
				t.Errorf("%s does not compile in basket", name)
			}
			if terms.Fits(file, one) {
				t.Errorf("%s fits chop, which lacks what it needs", name)
			}
			if _, _, err := birth.CompileIn(file, text, terms.Config, environment.Markets(one)); err != nil && strings.Contains(err.Error(), "asset \"") && !strings.Contains(err.Error(), "is not traded in the markets of this life") {
				t.Errorf("%s in chop: %v", name, err)
			}
		default:
			t.Errorf("%s has no world", name)
		}
	}
	if lived < 5 {
		t.Errorf("%d templates are of several markets", lived)
	}
	if terms := terms(t); terms.Fits("no such file", one) || strategies.World("no such template") != "" {
		t.Error("what is not there fits")
	}
}

// A life may use what its file lists, and one whose file lists too little is refused before anything
// of it is there.
func TestAFileListsWhatItsRulesUse(t *testing.T) {
	const file = "+++\nname = \"x\"\nassets = [%s]\nprotocols = [\"uniswap-v3\"]\n+++\n\n# Objective\n\nTrade.\n\n```rule entry x\nwhen %s\ndo %s\ncooldown 1h\n```\n"
	several := environment.Markets(built(t, "basket"))
	for _, c := range []struct{ assets, when, do, want string }{
		{`"USDC", "WETH"`, "price(weth) > 1 usdc", "buy 5% of equity of weth", ""},
		{`"USDC", "WETH"`, "price(link) > 1 usdc", "buy 5% of equity of weth", `asset or market "link" is not on the policy's allow-list`},
		{`"USDC", "WETH"`, "price(weth) > 1 usdc", "buy 5% of equity of aave", `asset "aave" is not on the policy's allow-list; allowed are usdc, weth; what assets and protocols at the top of the file list is all that is approved`},
		{`"WETH", "WBTC"`, "price(weth) > 1 usdc", "buy 5% of equity of wbtc", "the assets at the top of the file do not list USDC, in which everything is paid there"},
	} {
		_, p, err := birth.CompileIn("x.md", fmt.Appendf(nil, file, c.assets, c.when, c.do), terms(t).Config, several)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s, %s: %v", c.assets, c.when, c.do, err)
		}
		if err == nil && !slices.Equal(p.Assets, []string{"USDC", "WETH"}) {
			t.Errorf("it may use %v", p.Assets)
		}
	}
	c := terms(t).Config
	c.Safety.ApprovedAssets = []string{"WETH"}
	if _, _, err := birth.CompileIn("x.md", fmt.Appendf(nil, file, `"WETH"`, "volatility(weth, 1h) > 0%", "buy 5% of equity of weth"), c, several); err == nil {
		t.Error("a policy without the quote token passes")
	}
}

// A rule that lends where no such lender is never acts, which is said.
func TestALenderThatIsNotThereIsNamed(t *testing.T) {
	for _, c := range []struct{ world, lend, want string }{
		{"basket", "lend usdc at best", ""},
		{"basket", "lend 500 usdc on erc-4626", ""},
		{"basket", "lend 500 usdc on erc-4626-foo", `"lend 500 usdc on erc-4626-foo" never acts: that world has no erc-4626-foo`},
		{"flash-crash", "lend 10% of cash", `never acts: that world has no lender`},
	} {
		text := "+++\nname = \"x\"\nassets = [\"USDC\", \"WETH\"]\nprotocols = [\"uniswap-v3\", \"erc-4626\", \"aave-v3\"]\n+++\n\n# Objective\n\nLend.\n\n```rule entry x\nwhen cash > 1 usdc\ndo " + c.lend + "\ncooldown 1h\n```\n"
		w := built(t, c.world)
		s, _, err := birth.CompileIn("x.md", []byte(text), terms(t).Config, environment.Markets(w))
		if err != nil {
			t.Errorf("%s: %v", c.lend, err)
			continue
		}
		if all := birth.CheckLenders(s, w); (len(all) == 0) != (c.want == "") || len(all) > 0 && !strings.Contains(all[0].String(), c.want) {
			t.Errorf("%s in %s: %v", c.lend, c.world, all)
		}
	}
}
