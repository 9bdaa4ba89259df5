package play

import (
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
)

// A recentre that names no market moves the liquidity of each, and one that names a market that of
// this one alone; what lies over all prices stays.
func TestARecentreMovesTheLiquidityOfEveryMarket(t *testing.T) {
	m := hoard(t, 1_000)
	first, second, third := m.r.Markets[0].Handle, m.r.Markets[1].Handle, m.r.Markets[2].Handle
	for id, handle := range map[string]string{"11": first, "22": second, "33": third} {
		m.r.Positions = append(m.r.Positions, turn.Position{
			ID: id, Market: handle, Quote: *uint256.NewInt(100e6), Value: 100, Lower: 199_000, Upper: 203_000, Liquidity: *uint256.NewInt(1e12),
		})
	}
	whole := *m.r.Markets[2].Range
	whole.Whole = true
	m.r.Markets[2].Range = &whole
	for text, want := range map[string]string{
		"recentre within ±2%":                  first + " 11, " + second + " 22, " + third + " the liquidity in " + third + " lies over all prices, and is not moved",
		"recentre within ±2% in " + second:     second + " 22",
		"recentre within ±2% in weth-usdc-100": "weth-usdc-100 there is no liquidity to move in weth-usdc-100",
	} {
		s := loose(t, "```rule manage move\nwhen true do "+text+"\n```\n")
		j, d := jobOf("move", s.Rules[0]), deskOf(&m.r)
		d.bounds = s.Bounds
		tasks := j.tasks
		if tasks[0].every {
			tasks, _ = spreadOf(tasks[0], d)
		}
		var got []string
		for _, one := range tasks {
			step := one.next(d)
			said := step.say
			if step.body != nil {
				_, after, _ := strings.Cut(string(step.body), `"position_id":"`)
				said, _, _ = strings.Cut(after, `"`)
			}
			got = append(got, one.action.On+" "+said)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s\nwant %s", text, strings.Join(got, ", "), want)
		}
	}
	m.r.Positions = nil
	s := loose(t, "```rule manage move\nwhen true do recentre within ±2%\n```\n")
	if done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Manage)); len(done) != 0 || !strings.Contains(said(thoughts), "there is no liquidity to move") {
		t.Errorf("%d steps: %s", len(done), said(thoughts))
	}
}
