package play

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

const everywhere = "```rule entry in\nwhen true do buy 100 usdc on uniswap-v2 then buy 100 usdc on uniswap-v4 then buy 100 usdc on uniswap-v3\n```\n" +
	"```rule stop out\nwhen true do sell all on uniswap-v4\n```\n"

func TestASwapIsProposedOnTheExchangeThatTheRuleNames(t *testing.T) {
	s := compiled(t, everywhere)
	m, player := newPaper(t, 10_000, false), New(fixed{s})
	m.r.Venues = []turn.Venue{{Protocol: "uniswap-v2"}, {Protocol: "uniswap-v4"}}
	done, thoughts := m.play(player, 0, fire(s, rule.Entry))
	if len(done) != 3 {
		t.Fatalf("%v", m.actions)
	}
	for i, want := range []string{`"params":{"protocol":"uniswap-v2","token_in"`, `"params":{"protocol":"uniswap-v4","token_in"`, `"params":{"token_in"`} {
		if !strings.Contains(string(done[i].Proposal.Body), want) {
			t.Errorf("step %d: %s", i, done[i].Proposal.Body)
		}
	}
	if !strings.Contains(thoughts[0].Summary, "swap 100 USDC into WETH on uniswap-v2") {
		t.Errorf("%q", thoughts[0].Summary)
	}
	if done, _ := m.play(player, 1, fire(s, rule.Stop)); len(done) != 1 || !strings.Contains(string(done[0].Proposal.Body), `"protocol":"uniswap-v4"`) {
		t.Errorf("sold with %v", done)
	}
}

func TestWithoutTheExchangeNothingIsSwapped(t *testing.T) {
	s := compiled(t, everywhere)
	m, player := newPaper(t, 10_000, false), New(fixed{s})
	m.r.Venues = []turn.Venue{{Protocol: "uniswap-v4"}}
	done, thoughts := m.play(player, 0, fire(s, rule.Entry))
	if len(done) != 2 || !strings.Contains(thoughts[0].Summary, "no exchange of uniswap-v2 is configured") {
		t.Errorf("%d steps, %q", len(done), thoughts[0].Summary)
	}
}
