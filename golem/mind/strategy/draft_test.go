package strategy

import (
	"fmt"
	"strings"
	"testing"
)

// Where nobody said what there will be, what a text names passes, and a warning names it. What is wrong
// wherever it lives is an error all the same.
func TestADraftSaysWhatWasNotChecked(t *testing.T) {
	const head = "+++\nobjective = \"x\"\n%s+++\n\n```rule entry in\nwhen %s\ndo %s\ncooldown 1h\n```\n"
	for _, c := range []struct{ front, when, do, warning, wrong string }{
		{"", "price(weth) > 1 usdc", "buy 1 usdc of weth", "", ""},
		{"", "price(link) > 1 usdc", "buy 1 usdc of aave", "whether it can trade link and aave there", ""},
		{"assets = [\"USDC\", \"CBBTC\"]\n", "cash > 1 usdc", "buy 1 usdc of cbbtc", "whether it can trade cbbtc there", ""},
		{"", "price(weth-usdc-7) > 1 usdc", "buy 1 usdc of weth in weth-usdc-5", "whether it can trade weth-usdc-7 and weth-usdc-5 there", ""},
		{"", "cash > 1 usdc", "buy 1 usdc of usdc", "", "usdc is what everything is paid in"},
		{"", "price(weth-usdc-5-v3) > 1 usdc", "hold", "", "no market's handle ends with -v3: weth-usdc-5 is one of Uniswap v3, and others end with -v2 of Uniswap v2 or -v4 of Uniswap v4"},
		{"protocols = [\"curve\"]\n", "cash > 1 usdc", "hold", "", "has no adapter here"},
	} {
		s, err := Draft([]byte(fmt.Sprintf(head, c.front, c.when, c.do)), DefaultPolicy())
		if (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%+v: %v", c, err)
		}
		if err != nil {
			continue
		}
		var said []string
		for _, w := range s.Warnings {
			if strings.Contains(w.Message, "not checked") {
				said = append(said, w.Message)
			}
		}
		if got := strings.Join(said, "; "); (got == "") != (c.warning == "") || !strings.HasSuffix(got, c.warning) {
			t.Errorf("%+v: %q", c, got)
		}
	}
	if _, err := Compile([]byte(fmt.Sprintf(head, "", "price(link) > 1 usdc", "hold")), DefaultPolicy()); err == nil {
		t.Error("what the policy does not have compiles")
	}
}

func TestWhatIsListedTwiceIsSaid(t *testing.T) {
	s := mustCompile(t, "+++\nobjective = \"x\"\nassets = [\"USDC\", \"weth\", \"WETH\"]\nprotocols = [\"uniswap-v3\", \"uniswap-v3\"]\n+++\n```rule stop a\nwhen true\ndo sell all\n```\n")
	if got := fmt.Sprint(s.Warnings); got != "[3:1: asset WETH is listed twice 4:1: protocol uniswap-v3 is listed twice]" || len(s.Assets) != 2 || len(s.Protocols) != 1 {
		t.Errorf("warnings %s, %v, %v", got, s.Assets, s.Protocols)
	}
}
