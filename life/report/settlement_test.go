package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/report/attribution"
)

// settling is a life that died with a sale, a refusal and a transaction that failed.
func settling() report.Life {
	g := newGolem(1)
	g.eth = 0.5
	g.b.Add(g.record())
	before := g.reading()
	sale := g.swap(false, 0.5, "death:settlement")
	sale.Preview.Simulation.Value = 925 * money.One
	refused := turn.Action{Status: turn.StatusBlocked, Preview: turn.Preview{Kind: "claim_fees", Refusal: &turn.Refusal{Layer: "cage", Code: "SAFETY_SLIPPAGE", Detail: "too <far>"}}}
	reverted := turn.Action{
		Status: turn.StatusFailed, Preview: turn.Preview{Kind: "remove_liquidity", PermitID: "permit:1", Simulation: &turn.Simulation{Value: 3 * money.One}},
		Execution: &turn.Execution{TxHash: common.HexToHash("0xfa11"), Cost: 1_500, Refusal: &turn.Refusal{Layer: "chain", Code: "EXECUTION_REVERTED"}},
	}
	g.b.Settle(g.now, before, []turn.Action{sale, refused, reverted}, g.reading(), nil)
	l := g.b.Life(0)
	l.Fate.Death = &report.Death{
		Cause: "ttl", Time: g.now, Left: []report.Leftover{{What: "position 2", Value: "300.000000", Reason: "it reverts", Advice: "close it by hand"}},
		Testament: &report.Will{
			Parts: []report.Part{{Heading: "Cause", Facts: []report.Fact{{Name: "Died of", Value: "ttl"}}}},
			Text:  []byte(`{"cause":"ttl","name":"<i>","long":"` + strings.Repeat("x", 3_000) + `end"}`),
		},
	}
	return l
}

// spec: mortality §9.3
func TestEveryActionOfTheSettlementIsTold(t *testing.T) {
	list := settling().Fate.Settlement
	if len(list) != 3 {
		t.Fatalf("%+v", list)
	}
	if d := list[0]; d.Kind != "swap" || d.Status != "executed" || *d.Value != 925*money.One || d.Paid != "0.5 WETH" || !strings.HasSuffix(d.Received, " USDC") || d.Gas != 21_000 || d.Tx == "" || d.Note != "" {
		t.Errorf("%+v", d)
	}
	if d := list[1]; d.Status != "blocked" || d.Value != nil || d.Tx != "" || d.Gas != 0 || d.Note != "cage SAFETY_SLIPPAGE: too <far>" {
		t.Errorf("%+v", d)
	}
	if d := list[2]; d.Status != "failed" || d.Gas != 1_500 || d.Tx != common.HexToHash("0xfa11").Hex() || d.Note != "chain EXECUTION_REVERTED" || d.PermitID != "permit:1" {
		t.Errorf("%+v", d)
	}
}

// What a wallet sent to its owner at the end is part of what the life came to.
//
// spec: provisioning §8.9
func TestWhatWentHomeIsPartOfTheEnd(t *testing.T) {
	tell := func(home float64) report.Life {
		g := newGolem(1)
		g.b.Add(g.record())
		before, after := g.reading(), g.reading()
		for i := range after.Assets {
			after.Assets[i].Units, after.Assets[i].Value = uint256.Int{}, 0
		}
		after.Native = uint256.Int{}
		g.b.Settle(g.now, before, nil, after, []attribution.Stray{{Kind: attribution.Home, Value: home}})
		return g.b.Life(0)
	}
	worth := newGolem(1).reading().Equity()
	kept, lost := tell(worth).Results.Performance.Life, tell(0).Results.Performance.Life
	if r := tell(worth).Results.Result; r.Total != 0 || r.Equity != worth {
		t.Errorf("%+v", r)
	}
	if kept.End != worth || *kept.TimeWeighted != 0 || kept.Drawdown.Depth != 0 || lost.End != 0 || *lost.TimeWeighted != -1 {
		t.Errorf("%+v, without it %+v", kept, lost)
	}
}

// spec: mortality §9.3, §10
func TestThePageShowsTheSettlementAndTheTestament(t *testing.T) {
	text := page(t, settling(), plain)
	for _, want := range []string{
		`aria-label="Settlement"`, "925.00", "too &lt;far&gt;", "<td>failed</td>", `title="0x000000000000000000000000000000000000000000000000000000000000fa11"`,
		`aria-label="Left open"`, "close it by hand", "300.000000",
		"<summary>The testament</summary>", "<dt>Died of</dt><dd>ttl</dd>", "  &quot;cause&quot;: &quot;ttl&quot;,\n", "&lt;i&gt;", "xend&quot;",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if again := page(t, settling(), plain); again != text {
		t.Error("two pages of one life differ")
	}
	if text := summary(t, settling()); !strings.Contains(text, "left open: position 2 (worth 300.000000): it reverts; close it by hand\n") {
		t.Error(text)
	}
}

func TestADamagedOrEndlessTestamentIsShownWithinBounds(t *testing.T) {
	l := settling()
	l.Fate.Death.Testament.Text = []byte("no json\n" + strings.Repeat("line\n", 9_000))
	text := page(t, l, plain)
	if n := strings.Count(text, "line\n"); n != 7_999 || !strings.Contains(text, "and 1001 more lines: they are in its file") {
		t.Errorf("%d lines", n)
	}
}

func TestALifeThatLeftNothingShowsNoSettlement(t *testing.T) {
	l := trader()
	l.Fate.Settlement, l.Fate.Death.Left, l.Fate.Death.Testament = nil, nil, nil
	text := page(t, l, plain)
	for _, bad := range []string{"Settlement</h3>", "Left open", "The testament"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	if !strings.Contains(text, fmt.Sprintf("<code>%s</code>", l.Fate.Death.Cause)) {
		t.Error("the page lacks the cause of death")
	}
}
