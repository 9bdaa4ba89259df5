package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/wire"
)

var (
	stageNames = [stages]string{"made", "planned", "proposed", "aside", "under way", "done", "stopped", "forgotten"}
	eventNames = [events]string{
		"begins", "postponed", "early", "asks", "spent", "emptied", "interrupted", "cleared", "withheld",
		"overtaken", "cancelled", "executed", "passed over", "unsold", "too large", "untimely", "astray", "refused", "apart", "sent", "sent last",
		"due", "lapsed", "given up", "landed", "returned", "revived", "lost",
	}
)

// at is a player with a job in a stage: it sells in four parts, of which two were sent, and
// claims fees then. As a part that is under way it is the third of them. Another sale waits, and
// leaves 25.
func at(s stage) (*Player, *job) {
	p := New(nil)
	other := newJob("y", duty{kind: rule.Exit}, rule.Action{Verb: rule.Sell})
	other.tasks[0].order.floor.SetUint64(25)
	p.agenda.move(other, aside)
	j := newJob("x", duty{origin: turn.OriginRule, name: "out", kind: rule.Exit}, rule.Action{Verb: rule.Sell}, rule.Action{Verb: rule.Claim})
	t := j.tasks[0]
	t.token, other.tasks[0].token = weth, weth
	t.proposed, t.order = true, order{n: 4, left: 2, open: *uint256.NewInt(20), sent: *uint256.NewInt(10), tries: 3}
	p.agenda.move(j, s)
	switch s {
	case proposed:
		j.before = t.copy()
		t.order.left, t.order.open = 1, *uint256.NewInt(10)
	case aside:
		t.order.later = true
	case underWay:
		j.permit, j.of = "permit", &task{}
		j.tasks = j.tasks[:1]
	}
	return p, j
}

// told is what a test can see of a job and its player: what is not there is not said.
func told(p *Player, j *job) string {
	var out []string
	add := func(there bool, format string, args ...any) {
		if there {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(true, "%s as %s", stageNames[j.stage], j.cause)
	add(len(j.tasks) != 2, "%d tasks", len(j.tasks))
	if len(j.tasks) > 0 && j.tasks[0].action.Verb == rule.Sell {
		o := j.tasks[0].order
		add(true, "%d left, %s open, %d tries", o.left, o.open.Dec(), o.tries)
		add(o.due != 0, "due at %d", o.due)
		add(o.least != 0, "at least %d", o.least)
		add(o.later, "later")
	}
	if j.of != nil {
		add(j.of.order.left != 0, "%d more with %s", j.of.order.left, j.of.order.open.Dec())
	}
	add(p.agenda.aside[0].tasks[0].order.floor.Uint64() != 25, "the other leaves %s", p.agenda.aside[0].tasks[0].order.floor.Dec())
	for name, list := range map[string][]*job{"plan": p.agenda.plan, "aside": p.agenda.aside, "flights": p.agenda.flights} {
		is := slices.Contains(list, j)
		add(is != (name == map[stage]string{planned: "plan", proposed: "plan", aside: "aside", underWay: "flights"}[j.stage]), "wrongly in the %s", name)
	}
	add(len(p.agenda.flights) == 1 && j.stage != underWay, "a part under way")
	add(p.closing.unmet, "unmet")
	add(len(p.closing.fresh) > 0, "not done: %s", strings.Join(p.closing.fresh, " "))
	add(len(p.notes) > 0, "%q", strings.ReplaceAll(strings.Join(p.notes, "; "), " by cage (SAFETY_RATE_LIMIT)", ""))
	return strings.Join(out, ", ")
}

type pair struct {
	from stage
	on   event
}

// lives is what every event makes of a job in every stage. A pair that is not here stops it.
var lives = map[pair]string{
	{made, begins}:          `planned as x, 2 left, 20 open, 3 tries`,
	{made, postponed}:       `aside as x, 2 left, 20 open, 3 tries`,
	{planned, early}:        `aside as x, 2 left, 20 open, 3 tries`,
	{planned, asks}:         `proposed as x, 2 left, 20 open, 3 tries`,
	{planned, spent}:        `planned as x, 1 tasks, "out: why"`,
	{planned, emptied}:      `done as x, 2 left, 20 open, 3 tries`,
	{planned, interrupted}:  `aside as x, 2 left, 20 open, 3 tries`,
	{planned, cleared}:      `forgotten as x, 2 left, 20 open, 3 tries`,
	{planned, withheld}:     `stopped as x, 2 left, 20 open, 3 tries, "out: why"`,
	{proposed, interrupted}: `aside as x, 1 left, 10 open, 3 tries`,
	{proposed, cleared}:     `forgotten as x, 1 left, 10 open, 3 tries`,
	{proposed, overtaken}:   `planned as x, 2 left, 20 open, 3 tries`,
	{proposed, cancelled}:   `planned as x, 2 left, 20 open, 3 tries, "out: passed over: the last step was blocked"`,
	{proposed, executed}:    `planned as x, 1 left, 10 open, 0 tries, the other leaves 15`,
	{proposed, passedOver}:  `planned as x, 1 left, 10 open, 3 tries, unmet, not done: sell weth, "out: passed over: the last step was blocked"`,
	{proposed, unsold}:      `planned as x, 1 tasks, unmet, not done: sell weth, "out: passed over: the last step was blocked"`,
	{proposed, tooLarge}:    `aside as x, 2 left, 20 open, 3 tries, due at 1812001, at least 4, later, "out: tried again: the last step was blocked"`,
	{proposed, untimely}:    `aside as x, 2 left, 20 open, 3 tries, due at 1812001, "out: tried again: the last step was blocked"`,
	{proposed, astray}:      `planned as x, 2 left, 20 open, 3 tries, "out: not over two markets: the last step was blocked"`,
	{proposed, apartly}:     `planned as x, 1 tasks, "out: WETH is passed over: the last step was blocked"`,
	{proposed, refused}:     `stopped as x, 1 left, 10 open, 3 tries, "out: stopped: the last step was blocked"`,
	{proposed, sent}:        `aside as x, 1 left, 10 open, 3 tries, a part under way`,
	{proposed, sentLast}:    `stopped as x, 1 left, 10 open, 3 tries, a part under way, "out: stopped: the last step was blocked"`,
	{aside, emptied}:        `done as x, 2 left, 20 open, 3 tries, later`,
	{aside, due}:            `planned as rest:x, 2 left, 20 open, 3 tries`,
	{aside, lapsed}:         `aside as x, 1 tasks, "out: why"`,
	{aside, givenUp}:        `forgotten as x, 2 left, 20 open, 3 tries, later`,
	{underWay, givenUp}:     `forgotten as x, 1 tasks, 2 left, 20 open, 3 tries`,
	{underWay, landed}:      `done as x, 1 tasks, 2 left, 20 open, 3 tries, the other leaves 15`,
	{underWay, returned}:    `done as x, 1 tasks, 2 left, 20 open, 3 tries, 1 more with 10`,
	{underWay, revived}:     `aside as x, 1 tasks, 1 left, 10 open, 3 tries`,
	{underWay, lost}:        `forgotten as x, 1 tasks, 2 left, 20 open, 3 tries`,
}

func TestEveryEventInEveryStageIsARowOrStopsTheJob(t *testing.T) {
	for s := range stages {
		for e := range events {
			p, j := at(s)
			if e == lapsed {
				j.duty.kind = rule.Entry
			}
			p.fire(j, e, fact{now: lapse + 1, why: "why", last: turn.Action{
				Status: turn.StatusBlocked, Preview: turn.Preview{PermitID: "sent", Refusal: &turn.Refusal{Layer: "cage", Code: wire.CodeSafetyRateLimit}},
			}})
			got := told(p, j)
			if want, ok := lives[pair{s, e}]; ok && got != want {
				t.Errorf("%s on %s: %s, want %s", stageNames[s], eventNames[e], got, want)
			} else if !ok && (j.stage != stopped || strings.Contains(got, "wrongly") || !strings.Contains(got, "is not foreseen")) {
				t.Errorf("%s on %s: %s, and no row is expected", stageNames[s], eventNames[e], got)
			}
		}
	}
	if len(life) != len(lives) {
		t.Errorf("there are %d rows, %d are expected", len(life), len(lives))
	}
}

// A job whose last task ends is done, whichever event it was.
func TestAJobWithoutATaskIsDone(t *testing.T) {
	for s, e := range map[stage]event{planned: spent, proposed: unsold, aside: lapsed} {
		p, j := at(s)
		j.duty.kind, j.tasks = rule.Entry, j.tasks[:1]
		if p.fire(j, e, fact{now: lapse + 1}); j.stage != done {
			t.Errorf("%s on %s: it is %s", stageNames[s], eventNames[e], stageNames[j.stage])
		}
	}
}

// What the end of a step is for a job: of the order in parts it knows how many are left
// besides this one, and how often this one was tried.
func TestTheOutcomeOfAStep(t *testing.T) {
	const moment, size = wire.CodeSafetyRateLimit, wire.CodeSafetyPriceImpact
	for _, c := range []struct {
		kind    rule.Kind
		closes  bool
		verb    rule.Verb
		left    int // with this one; 0: it does not go in parts
		tries   int
		smaller bool
		status  turn.Status
		code    wire.Code
		want    event
	}{
		{rule.Entry, false, rule.Buy, 0, 0, false, turn.StatusExecuted, "", executed},
		{rule.Entry, false, rule.Buy, 0, 0, false, turn.StatusPending, "", sentLast},
		{rule.Entry, false, rule.Buy, 1, 0, false, turn.StatusPending, "", sentLast},
		{rule.Entry, false, rule.Buy, 2, 0, false, turn.StatusPending, "", sent},
		{rule.Entry, false, rule.Buy, 0, 0, false, turn.StatusFailed, "", refused},
		{rule.Entry, false, rule.Buy, 2, 0, false, turn.StatusFailed, "", untimely},
		{rule.Entry, false, rule.Buy, 2, 0, false, turn.StatusBlocked, moment, untimely},
		{rule.Entry, false, rule.Buy, 2, mostRetries, false, turn.StatusBlocked, moment, refused},
		{rule.Entry, false, rule.Buy, 2, 0, true, turn.StatusBlocked, size, refused}, // a smaller purchase is another one
		{rule.Entry, false, rule.Buy, 2, 0, false, turn.StatusCancelled, "", refused},
		{rule.Manage, false, rule.Recentre, 2, 0, false, turn.StatusBlocked, "TEST", refused},

		{rule.Exit, false, rule.Sell, 0, 0, false, turn.StatusBlocked, moment, refused},
		{rule.Exit, false, rule.Sell, 0, 0, true, turn.StatusBlocked, size, tooLarge},
		{rule.Exit, false, rule.Sell, 2, mostRetries, true, turn.StatusBlocked, size, tooLarge},
		{rule.Exit, false, rule.Sell, 2, 0, false, turn.StatusBlocked, size, untimely},
		{rule.Exit, false, rule.Sell, 2, 0, false, turn.StatusCancelled, "", untimely},
		{rule.Exit, false, rule.Sell, 2, mostRetries - 1, false, turn.StatusFailed, "", untimely},
		{rule.Exit, false, rule.Sell, 2, mostRetries, false, turn.StatusFailed, "", refused},
		{rule.Exit, false, rule.Sell, 2, mostRetries, false, turn.StatusBlocked, moment, untimely}, // the way out has time
		{rule.Exit, false, rule.Withdraw, 0, 0, false, turn.StatusDeferred, "", refused},

		{rule.Stop, true, rule.Sell, 0, 0, false, turn.StatusExecuted, "", executed},
		{rule.Stop, true, rule.Sell, 2, 0, false, turn.StatusPending, "", sent},
		{rule.Stop, true, rule.Withdraw, 0, 0, false, turn.StatusPending, "", sentLast},
		{rule.Stop, true, rule.Withdraw, 0, 0, false, turn.StatusCancelled, "", cancelled},
		{rule.Stop, true, rule.Sell, 2, 0, true, turn.StatusCancelled, "", cancelled},
		{rule.Stop, true, rule.Withdraw, 0, 0, false, turn.StatusBlocked, moment, passedOver},
		{rule.Stop, true, rule.Recall, 0, 0, false, turn.StatusFailed, "", passedOver},
		{rule.Stop, true, rule.Sell, 0, 0, true, turn.StatusBlocked, size, tooLarge},
		{rule.Stop, true, rule.Sell, 2, 0, false, turn.StatusBlocked, "TEST", untimely},
		{rule.Stop, true, rule.Sell, 2, mostRetries, false, turn.StatusBlocked, "TEST", unsold},
		{rule.Stop, true, rule.Sell, 0, 0, false, turn.StatusBlocked, moment, unsold},
	} {
		j := newJob("x", duty{kind: c.kind, closes: c.closes}, rule.Action{Verb: c.verb})
		j.before.order = order{left: c.left, tries: c.tries}
		j.tasks[0].order = order{left: max(c.left-1, 0), halvable: c.smaller}
		last := turn.Action{Status: c.status}
		if c.code != "" {
			last.Preview.Refusal = &turn.Refusal{Code: c.code}
		}
		if got := j.outcome(last); got != c.want {
			t.Errorf("%+v: it is %s, want %s", c, eventNames[got], eventNames[c.want])
		}
	}
}

// Whatever is fired at a job in whatever order, it is on the one list of its stage, and once it
// ended it stays ended.
func TestAJobIsWhereItsStageSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p, j := at(rapid.SampledFrom([]stage{made, underWay}).Draw(rt, "from"))
		for range rapid.IntRange(1, 12).Draw(rt, "events") {
			from, e := j.stage, event(rapid.IntRange(0, int(events)-1).Draw(rt, "event"))
			if _, ok := lives[pair{from, e}]; !ok && rapid.IntRange(0, 9).Draw(rt, "odd") > 0 {
				continue
			}
			j.before = j.tasks[0].copy()
			p.fire(j, e, fact{last: turn.Action{Status: turn.StatusFailed}})
			if got := told(p, j); strings.Contains(got, "wrongly") || len(j.tasks) == 0 && j.stage < done || from >= done && j.stage < done {
				rt.Fatalf("%s on %s: %s", stageNames[from], eventNames[e], got)
			}
			if len(j.tasks) == 0 {
				return
			}
		}
	})
}
