package play

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/mind/strategy/rule"
)

const everywhere = "```rule entry in\nwhen true do buy 100 usdc on uniswap-v2 then buy 100 usdc on uniswap-v4 then buy 100 usdc on uniswap-v3\n```\n" +
	"```rule stop out\nwhen true do sell all on uniswap-v4\n```\n"

// beside puts a market of each protocol behind the first one, with its tokens and its price.
func (p *paper) beside(protocols ...string) {
	for _, name := range protocols {
		m := *p.r.Primary()
		m.Handle, m.Protocol, m.Range = "weth-usdc-"+name, name, nil
		p.r.Markets = append(p.r.Markets, m)
	}
}

func TestASwapIsProposedOnTheExchangeThatTheRuleNames(t *testing.T) {
	s := compiled(t, everywhere)
	m, player := newPaper(t, 10_000, false), New(fixed{s})
	m.beside("uniswap-v2", "uniswap-v4")
	done, thoughts := m.play(player, 0, fire(s, rule.Entry))
	if len(done) != 3 {
		t.Fatalf("%v", m.actions)
	}
	for i, want := range []string{`"params":{"market":"weth-usdc-uniswap-v2","token_in"`, `"params":{"market":"weth-usdc-uniswap-v4","token_in"`, `"params":{"market":"weth-usdc-5","token_in"`} {
		if !strings.Contains(string(done[i].Proposal.Body), want) {
			t.Errorf("step %d: %s", i, done[i].Proposal.Body)
		}
	}
	if !strings.Contains(thoughts[0].Summary, "swap 100 USDC into WETH on uniswap-v2") {
		t.Errorf("%q", thoughts[0].Summary)
	}
	if done, _ := m.play(player, 1, fire(s, rule.Stop)); len(done) != 1 || !strings.Contains(string(done[0].Proposal.Body), `"market":"weth-usdc-uniswap-v4"`) {
		t.Errorf("sold with %v", done)
	}
}

func TestWithoutTheExchangeNothingIsSwapped(t *testing.T) {
	s := compiled(t, everywhere)
	m, player := newPaper(t, 10_000, false), New(fixed{s})
	m.beside("uniswap-v4")
	done, thoughts := m.play(player, 0, fire(s, rule.Entry))
	if len(done) != 2 || !strings.Contains(thoughts[0].Summary, "no exchange of uniswap-v2 is configured") {
		t.Errorf("%d steps, %q", len(done), thoughts[0].Summary)
	}
}
