package strategy

import (
	"fmt"
	"strings"
	"testing"
)

func TestAnExchangeThatTheFileDoesNotListIsWarnedOf(t *testing.T) {
	for protocols, warned := range map[string]bool{`["uniswap-v3"]`: true, `["uniswap-v3", "uniswap-v2"]`: false, `[]`: true} {
		text := fmt.Sprintf("+++\nprotocols = %s\n+++\n# Objective\ntry\n\n```rule entry in\nwhen true\ndo buy 5%% of equity on uniswap-v2\n```\n", protocols)
		s, err := Compile([]byte(text), DefaultPolicy())
		check(t, err)
		if got := fmt.Sprint(s.Warnings); strings.Contains(got, "7:4: \"buy 5% of equity on uniswap-v2\" is on uniswap-v2, which protocols does not list") != warned {
			t.Errorf("%s: %s", protocols, got)
		}
	}
	_, err := Compile([]byte("# Objective\ntry\n\n```rule entry in\nwhen true\ndo buy 5% of equity on uniswap-v9\n```\n"), DefaultPolicy())
	if err == nil || !strings.Contains(err.Error(), "STRATEGY.md:6:24: a swap is on one of uniswap-v2, uniswap-v3, uniswap-v4") {
		t.Errorf("%v", err)
	}
}
