package strategy

import (
	"fmt"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// spec: heartbeat §16: templates and their default funding
func TestTemplatesCompileWithoutAWarning(t *testing.T) {
	funding := map[string]money.USDC{"eth-dca": 200, "lp-management": 1000, "trend-following": 500}
	if got := TemplateNames(); len(got) != len(funding) {
		t.Errorf("templates %v", got)
	}
	for name, usdc := range funding {
		tpl, err := FindTemplate(name)
		if err != nil {
			t.Fatal(err)
		}
		s := mustCompile(t, string(tpl.Text))
		if len(s.Warnings) > 0 || s.Name != name || len(s.Rules) == 0 || tpl.Funding != usdc*money.One {
			t.Errorf("%s: %v, funding %s", name, s.Warnings, tpl.Funding)
		}
	}
}

func TestATemplateThatCannotWorkIsNotOffered(t *testing.T) {
	for name, why := range map[string]string{"stablecoin-yield": "lending", "yield-optimizer": "lending", "nonsense": "no template"} {
		if _, err := FindTemplate(name); err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "eth-dca") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDollarCostAveragingBuysOnEachInterval(t *testing.T) {
	tpl, err := FindTemplate("eth-dca")
	if err != nil {
		t.Fatal(err)
	}
	w := NewWatch(mustCompile(t, string(tpl.Text)))
	var hours []int64
	for m := int64(0); m < 26*60; m++ {
		now := 1_691_884_800_000 + m*minute
		if f := w.Look(now, at(now, 2000, 200, 0), 0); len(f.Triggers) > 0 {
			hours = append(hours, m/60)
			w.Settle(now, []turn.Action{swap(2, 0.001)})
		}
	}
	if got := fmt.Sprint(hours); got != "[6 12 18 24]" {
		t.Errorf("bought in hours %s", got)
	}
}
