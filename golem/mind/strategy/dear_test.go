package strategy

import (
	"fmt"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

func TestTooDearIsWhatGasAloneKeepsFromOpening(t *testing.T) {
	const exit = "exit out\nwhen gas_usd < 0.01 usdc\ndo sell all"
	r := turn.Reading{Block: turn.Block{Number: 1}, GasPrice: *uint256.NewInt(1e9), NativeUSD: 4_000} // 0.84 USDC, 1 gwei
	for _, c := range []struct {
		entries []string
		want    string
	}{
		{[]string{"when gas_usd < 0.5 usdc"}, "gas was too dear for rule entry-0: a swap's never cost less than 0.84 USDC (1 gwei)"},
		{[]string{"when price < sma(1h) and gas_usd < 0.5 usdc and not gas_gwei > 0.5", "when gas_gwei < 1"}, "gas was too dear for rule entry-0 and rule entry-1: a swap's never cost less than 0.84 USDC (1 gwei)"},
		{[]string{"when gas_usd < 0.5 usdc or price < 5 usdc"}, ""},
		{[]string{"when gas_usd < 0.5 usdc", "when price < 5 usdc"}, ""},
		{[]string{"when gas_usd < 0.9 usdc"}, ""},
		{nil, ""},
	} {
		text := "# Objective\nx\n```rule " + exit + "\n```\n"
		for i, when := range c.entries {
			text += fmt.Sprintf("```rule entry %d\n%s\ndo buy 1%% of cash\n```\n", i, when)
		}
		if got := mustCompile(t, text).TooDear(&r); got != c.want {
			t.Errorf("%q: %s, want %s", c.entries, got, c.want)
		}
	}
}
