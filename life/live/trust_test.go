package live

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/replay"
)

// dips buys what fell under its mean, which in a market that swings around one gains
// more often than it loses; it names no stage of its own.
const dips = `+++
name = "dips"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3"]

[risk]
max_position = "20%"
slippage     = "50bps"

[heartbeat]
tick_interval = "60s"
+++

# Objective

Buy what fell under its mean and sell what came back.

` + "```rule entry dip\nwhen price / sma(2h) - 1 < -0.5% and exposure < 1%\ndo buy 10% of equity\ncooldown 11m\n```\n\n" +
	"```rule exit back\nwhen price / sma(2h) - 1 > 0\ndo sell all\n```\n"

// born is a life of a few days in a market that swings, at a stage.
func born(t *testing.T, text, stage string, days int) Options {
	t.Helper()
	o := chop(t)
	o.Days = days
	o.Strategy = filepath.Join(t.TempDir(), "STRATEGY.md")
	if err := os.WriteFile(o.Strategy, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o.Config.Oracle.Enabled = false
	o.Config.Risk.StartStage = stage
	return o
}

// stood is where the engine stood in each tick, and the records.
func stood(t *testing.T, out string) (risks []string, all []*turn.Record) {
	t.Helper()
	store, err := records.Open(filepath.Join(out, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for r, err := range store.Settled() {
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(r.Risk)
		if err != nil {
			t.Fatal(err)
		}
		risks, all = append(risks, string(text)), append(all, r)
	}
	return risks, all
}

// safety §16.5, heartbeat §15, DESIGN §12.18: a strategy that was born in shadow earns its
// first stage by trades that were only simulated, and stakes no more there than the stage
// allows. A restart in between changes nothing of it, and a replay comes to the same.
func TestAStrategyBornInShadowEarnsItsStage(t *testing.T) {
	t.Parallel()
	o := born(t, dips, "shadow", 3)
	whole := o
	whole.Out = filepath.Join(t.TempDir(), "whole")
	const until = 2700
	interrupted(t, o, 700)
	interrupted(t, o, until)
	interrupted(t, whole, until)
	l, err := biography.Read(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v, %d trades", l.Condition.Trust, len(l.Acts.Trades))
	risks, all := stood(t, o.Out)
	others, _ := stood(t, whole.Out)
	for i := range min(len(risks), len(others)) {
		if risks[i] != others[i] {
			t.Fatalf("tick %d: the life that was restarted stands at\n%s, the other at\n%s", i, risks[i], others[i])
		}
	}
	sent := 0
	for _, r := range all {
		for _, a := range r.Actions {
			if a.Preview.Risk == nil || a.Execution == nil {
				continue
			}
			sent++
			if a.Preview.Risk.Stage == turn.StageShadow {
				t.Errorf("tick %d: something was sent in shadow", r.Tick)
			}
			if most := r.Seen.Reading.Equity() * 0.0101; a.Preview.Risk.Stage == turn.StageMicro && float64(a.Preview.Simulation.Value)/1e6 > most {
				t.Errorf("tick %d: %s at micro, of %.2f", r.Tick, a.Preview.Simulation.Value, most)
			}
		}
	}
	if sent == 0 || l.Condition.Trust == nil || l.Condition.Trust.Start != "shadow" || l.Condition.Trust.SetBy != "" || len(l.Condition.Trust.Stages) == 0 || l.Condition.Trust.Stages[0].To != "micro" {
		t.Errorf("%d openings were sent; the report says %+v", sent, l.Condition.Trust)
	}
	if r, err := replay.Run(t.Context(), o.Out, replay.Options{}); err != nil || r.Equal != r.Ticks || r.Ticks == 0 {
		t.Errorf("a replay comes to %+v (%v)", r, err)
	}
}

// A strategy that its owner vouched for and that only pays its costs loses its stage, and
// goes on being tried out; the report says who had set it.
func TestAStrategyThatLosesIsDemoted(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(staged(t))
	if err != nil {
		t.Fatal(err)
	}
	o := born(t, string(text), "micro", 1)
	o.World, o.Credit = "calm", 200*money.One
	interrupted(t, o, 900)
	l, err := biography.Read(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v, %d trades", l.Condition.Trust, len(l.Acts.Trades))
	trust := l.Condition.Trust
	if trust == nil || trust.Start != "micro" || trust.SetBy == "" || len(trust.Stages) != 1 || trust.Stages[0].To != "shadow" || !strings.Contains(trust.Stages[0].Reason, "speak against") {
		t.Fatalf("the report says %+v", trust)
	}
	_, all := stood(t, o.Out)
	before, held := 0, 0
	for _, r := range all {
		for _, a := range r.Actions {
			switch {
			case a.Preview.Risk == nil:
			case r.Tick < trust.Stages[0].Tick && a.Status == turn.StatusExecuted:
				before++
				if most := r.Seen.Reading.Equity() * 0.0101; float64(a.Preview.Simulation.Value)/1e6 > most {
					t.Errorf("tick %d: %s at micro, of %.2f", r.Tick, a.Preview.Simulation.Value, most)
				}
			case r.Tick > trust.Stages[0].Tick && a.Execution != nil:
				t.Errorf("tick %d: something was opened in shadow", r.Tick)
			case r.Tick > trust.Stages[0].Tick:
				held++
			}
		}
	}
	if before < 30 || held == 0 {
		t.Errorf("%d openings were sent before, %d held back behind it", before, held)
	}
	if r, err := replay.Run(t.Context(), o.Out, replay.Options{}); err != nil || r.Equal != r.Ticks || r.Ticks == 0 {
		t.Errorf("a replay comes to %+v (%v)", r, err)
	}
}

// risk.adaptive = false is the life of before: the start stage holds, and nothing is
// written of it.
func TestALifeWithoutTheEngineKeepsItsStartStage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(staged(t))
	if err != nil {
		t.Fatal(err)
	}
	o := born(t, string(text), "micro", 1)
	o.Config.Risk.Adaptive = false
	interrupted(t, o, 60)
	risks, all := stood(t, o.Out)
	for i, r := range all {
		if risks[i] != "null" {
			t.Fatalf("tick %d: %s", r.Tick, risks[i])
		}
		for _, a := range r.Actions {
			if a.Preview.Risk != nil {
				t.Errorf("tick %d: %+v", r.Tick, a.Preview.Risk)
			}
		}
	}
	if l, err := biography.Read(o.Out); err != nil || l.Condition.Trust != nil {
		t.Errorf("the report says %+v (%v)", l.Condition.Trust, err)
	}
}
