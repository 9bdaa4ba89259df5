package rule

import (
	"strings"
	"testing"
)

func TestWhatIsWrongWithAnExchangeIsSaidWhereItStands(t *testing.T) {
	for text, want := range map[string]string{
		"buy 500 usdc on uniswap-v5":                    `2:20: a swap is on one of uniswap-v2, uniswap-v3, uniswap-v4, not on "uniswap-v5"; did you mean uniswap-v2?`,
		"buy 500 usdc on aave-v3":                       `2:20: a swap is on one of`,
		"buy 500 usdc on uniswap":                       `2:20: a swap is on one of`,
		"buy 500 usdc on":                               `a swap is on one of`,
		"buy 500 usdc on uniswap-":                      `a swap is on one of`,
		"buy 500 usdc on 500":                           `a swap is on one of`,
		"buy 500 usdc on uniswap-v2-v4":                 `a swap is on one of`,
		"lend 500 usdc on uniswap-v2":                   `on`,
		"provide 20% of equity within 2% on uniswap-v2": `on`,
		"lend 500 usdc on weth-usdc-30":                 `lending is on one of`,
		"buy 500 usdc on weth-usdc":                     `a swap is on one of`,
		"buy 500 usdc on weth-usdc-30d":                 `a swap is on one of`,
		"hold on uniswap-v2":                            `on`,
	} {
		_, problems := Parse(Entry, "", "when true\ndo "+text, 1, new(Slots))
		if len(problems) != 1 || !strings.Contains(problems[0].String(), want) || problems[0].Line != 2 {
			t.Errorf("%s: %v, want %q", text, problems, want)
		}
	}
}

func TestTheExchangeOfEachActionIsItsOwn(t *testing.T) {
	r, problems := Parse(Entry, "", "when true do buy 5% of cash on uniswap-v2 then buy 5% of cash then buy 5% of cash ON Uniswap-V4 then buy 5% of cash on uniswap-v3 cooldown 5m", 1, new(Slots))
	if problems != nil {
		t.Fatal(problems)
	}
	var got []string
	for _, a := range r.Do {
		got = append(got, a.On)
	}
	if strings.Join(got, "|") != "uniswap-v2||uniswap-v4|uniswap-v3" || r.Cooldown != 300_000 {
		t.Errorf("%q, cooldown %d", got, r.Cooldown)
	}
	r, problems = Parse(Exit, "", "when true do sell all on WETH-USDC-30-v2 then sell 5% of position on weth-usdc-5 cooldown 5m", 1, new(Slots))
	if problems != nil || r.Do[0].On != "weth-usdc-30-v2" || r.Do[1].On != "weth-usdc-5" || r.Cooldown != 300_000 {
		t.Errorf("%v, %v", r, problems)
	}
}
