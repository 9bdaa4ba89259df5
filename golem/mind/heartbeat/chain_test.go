package heartbeat_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
)

// link is a deliberator that answers step by step what it is told to.
type link struct {
	name    string
	answers []turn.Decision
	err     error
	asked   int
}

func (l *link) Deliberate(context.Context, turn.Brief) (turn.Decision, error) {
	l.asked++
	if l.err != nil || len(l.answers) == 0 {
		return turn.Decision{Thought: turn.Thought{Model: l.name}}, l.err
	}
	d := l.answers[0]
	d.Thought.Model = l.name
	l.answers = l.answers[1:]
	return d, nil
}

func proposes(p turn.Proposal) turn.Decision { return turn.Decision{Proposal: &p} }

// What comes first is asked first at every step, so that nobody behind it can decline,
// delay or cancel what it proposes; and it says when nobody else has a say.
func TestNobodyInTheChainComesBeforeTheFirst(t *testing.T) {
	stop, last := "emergency", turn.Decision{Last: true}
	for name, c := range map[string]struct {
		first  link
		plan   []turn.Proposal // of the second
		causes []string        // of the actions, in order
		asked  int             // the first
		models []string
	}{
		"both propose": {
			link{answers: []turn.Decision{proposes(swap(stop, 1)), proposes(swap(stop, 2))}},
			[]turn.Proposal{swap("model", 3)},
			[]string{stop, stop, "model"},
			4,
			[]string{"first", "first", "first", "script", "first", "script"},
		},
		"the first comes between two of the second": {
			link{answers: []turn.Decision{{}, proposes(swap(stop, 1))}},
			[]turn.Proposal{swap("model", 2), swap("model", 3)},
			[]string{"model", stop, "model"},
			4,
			[]string{"first", "script", "first", "first", "script", "first", "script"},
		},
		"nobody else has a say": {
			link{answers: []turn.Decision{proposes(swap(stop, 1)), last}},
			[]turn.Proposal{swap("model", 2)},
			[]string{stop},
			2,
			[]string{"first", "first"},
		},
		"the first has nothing": {
			link{},
			[]turn.Proposal{swap("model", 1)},
			[]string{"model"},
			2,
			[]string{"first", "script", "first", "script"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.first.name = "first"
			w := worldOf(t, heartbeat.Defaults(), &c.first)
			w.Rules.Triggers, w.Mind.Plan = []turn.Trigger{trigger("exit")}, c.plan
			r := tick(t, w)
			var causes, models []string
			for _, a := range r.Actions {
				causes = append(causes, a.Proposal.Cause)
			}
			for _, th := range r.Thought {
				models = append(models, th.Model)
			}
			if !slices.Equal(causes, c.causes) || !slices.Equal(models, c.models) || c.first.asked != c.asked {
				t.Errorf("actions of %q, thoughts of %q, the first asked %d times", causes, models, c.first.asked)
			}
		})
	}
}

// A model that fails takes nothing back that was proposed before it.
func TestAFailureBehindTheFirstKeepsWhatItProposed(t *testing.T) {
	first := &link{name: "first", answers: []turn.Decision{proposes(swap(trigger("exit").Rule, 1))}}
	w := worldOf(t, heartbeat.Defaults(), first)
	w.Rules.Triggers, w.Mind.Err = []turn.Trigger{trigger("exit")}, errors.New("no answer")
	r := tick(t, w)
	if len(r.Actions) != 1 || r.Actions[0].Status != turn.StatusExecuted || r.Gating.Tier == turn.T0 {
		t.Errorf("actions %+v, gating %+v", r.Actions, r.Gating)
	}
	if got := r.Strategy.Triggers[0]; got.Outcome != heartbeat.OutcomePartial || got.Layer != "deliberator" {
		t.Errorf("trigger %+v", got)
	}
	// Where the first has nothing and the model fails, nobody decided anything.
	w = worldOf(t, heartbeat.Defaults(), &link{name: "first"})
	w.Rules.Triggers, w.Mind.Err = []turn.Trigger{trigger("exit")}, errors.New("no answer")
	if r := tick(t, w); len(r.Actions) != 0 || r.Gating.Tier != turn.T0 || r.Gating.Reason != "inference_failure" {
		t.Errorf("actions %+v, gating %+v", r.Actions, r.Gating)
	}
}
