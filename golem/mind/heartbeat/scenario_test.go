package heartbeat_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat/heartbeattest"
	"bardo.run/bardo/wire"
)

var update = flag.Bool("update", false, "rewrite the expected output of the scenarios")

// TestScenarios plays the scripts of testdata/scenario against a heartbeat: above
// each line of dashes stand commands, below it what the ticks came to. The
// commands are listed at player.do.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/scenario/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			check(t, err)
			got := play(t, string(want))
			if *update {
				check(t, os.WriteFile(file, []byte(got), 0o644))
				return
			}
			if got != string(want) {
				t.Errorf("%s\ngot:\n%s", file, got)
			}
		})
	}
}

// play runs a script and returns it with the output it really has.
func play(t *testing.T, script string) string {
	var out strings.Builder
	p := &player{t: t, w: newWorld(t)}
	expected := false // inside old output
	for lines := bufio.NewScanner(strings.NewReader(script)); lines.Scan(); {
		line := lines.Text()
		switch {
		case line == "----":
			fmt.Fprintf(&out, "----\n%s", p.out.String())
			p.out.Reset()
			expected = true
		case line == "":
			expected = false
			out.WriteString("\n")
		case expected:
		default:
			out.WriteString(line + "\n")
			if !strings.HasPrefix(line, "#") {
				p.do(strings.Fields(line))
			}
		}
	}
	return out.String()
}

type player struct {
	t    *testing.T
	w    *heartbeattest.World
	rule string
	out  strings.Builder
}

// do runs one command:
//
//	tick N              N theta ticks, with the gamma ticks before them
//	price P             the price from now on
//	rule KIND           a rule of that kind becomes true
//	plan A B …          the deliberator proposes these, one a step, in the next tick
//	refuse N LAYER CODE the N-th preview is refused
//	fate N STATUS       the N-th commit comes to STATUS
//	steer STATE ID N    a steer of severity N arrives in that state of a tick
//	break N             the next N reads fail
//	think broken|well   what deliberations come to
//	panic WHERE         the next call there panics
//	alive V PHASE       vitality and phase (0 to 4)
//	slow MS             how long each deliberation takes
//	restart             the process was restarted
func (p *player) do(words []string) {
	arg := func(i int) string { return words[min(i, len(words)-1)] }
	switch w := p.w; words[0] {
	case "tick":
		for range p.whole(arg(1)) {
			p.tick()
		}
	case "price":
		w.Market.Reading.Primary().Price = p.number(arg(1))
	case "rule":
		r := trigger(arg(1))
		p.rule = r.Rule
		w.Rules.Triggers = append(w.Rules.Triggers, r)
	case "plan":
		w.Mind.Plan = nil
		for _, body := range words[1:] {
			w.Mind.Plan = append(w.Mind.Plan, turn.Proposal{Body: []byte(body), Origin: turn.OriginRule, Cause: p.rule})
		}
	case "refuse":
		w.Hands.Refuse = map[int]turn.Refusal{p.whole(arg(1)): {Layer: arg(2), Code: wire.Code(arg(3))}}
	case "fate":
		w.Hands.Fate = map[int]turn.Status{p.whole(arg(1)): turn.Status(arg(2))}
	case "steer":
		w.Owner.Arrive = map[string][]turn.Steer{arg(1): {{ID: arg(2), Severity: uint8(p.whole(arg(3)))}}}
	case "break":
		w.Market.Broken = p.whole(arg(1))
	case "think":
		w.Mind.Err = map[string]error{"broken": heartbeattest.ErrBroken}[arg(1)]
	case "panic":
		w.Scene.Panic = arg(1)
	case "alive":
		w.Alive(p.number(arg(1)), turn.Phase(p.whole(arg(2))))
	case "slow":
		w.Mind.Slow = int64(p.whole(arg(1)))
	case "restart":
		w.Beat.Restarted()
	default:
		p.t.Fatalf("unknown command %q", words[0])
	}
}

func (p *player) whole(s string) int {
	n, err := strconv.Atoi(s)
	check(p.t, err)
	return n
}

func (p *player) number(s string) float64 {
	n, err := strconv.ParseFloat(s, 64)
	check(p.t, err)
	return n
}

// tick runs one theta tick and prints what its record and its events say.
func (p *player) tick() {
	p.w.Memory.Events, p.w.Scene.Log = nil, nil
	r := tick(p.t, p.w)
	p.w.Mind.Plan = nil
	fmt.Fprintf(&p.out, "tick %d at %ds: %v because %s; pe %.3f, regime %v, next in %.0fs\n", r.Tick,
		(r.Time-heartbeattest.Start)/1_000, r.Gating.Tier, r.Gating.Reason, r.Gating.PredictionError, r.Seen.Regime, float64(r.NextTickIn)/1_000)
	for _, a := range r.Actions {
		fmt.Fprintf(&p.out, "  %s: %s%s\n", a.Proposal.Body, a.Status, stoppedBy(a))
	}
	for _, tr := range r.Strategy.Triggers {
		fmt.Fprintf(&p.out, "  %s: %s %s\n", tr.Rule, tr.Outcome, tr.Layer)
	}
	for _, f := range r.Faults {
		fmt.Fprintf(&p.out, "  fault while %s: %s\n", f.Stage, f.Kind)
	}
	for _, c := range r.Gating.Ceilings {
		fmt.Fprintf(&p.out, "  ceiling %s\n", c)
	}
	for _, e := range p.w.Memory.Events {
		if ack, ok := e.(wire.SystemCommandAck); ok {
			reason, _ := ack.Reason.Value()
			fmt.Fprintf(&p.out, "  %s %s %s\n", ack.RequestID, ack.Status, reason)
		}
	}
}

func stoppedBy(a turn.Action) string {
	if r := a.Preview.Refusal; r != nil {
		return " by " + r.Layer + " (" + string(r.Code) + ")"
	}
	if a.Execution != nil && a.Execution.Refusal != nil {
		return " at the commit by " + a.Execution.Refusal.Layer + " (" + string(a.Execution.Refusal.Code) + ")"
	}
	return ""
}
