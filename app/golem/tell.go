package golem

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/life/status"
)

// quiet is how long a refusal that is repeated is not told of again, in milliseconds of the
// life's time.
const quiet = 10 * 60_000

// crowd is how many refusals are remembered.
const crowd = 1_000

// teller says what a Golem does and what it is kept from, each in one line: every order, every
// refusal once while it is repeated, and that its chain is away.
type teller struct {
	out   io.Writer
	log   *slog.Logger
	tick  uint64           // of the newest record that was told
	begun bool             // there was one
	told  map[string]int64 // when a refusal was, by rule and code
	away  int64            // since when the chain does not answer; 0: it does
}

// stands is where a Golem stands when a tick is told of: the next tick, how many trades there
// were so far, and what it saw last.
type stands struct {
	tick   uint64
	trades int
	seen   turn.Reading
}

// ticked tells of a tick. What a resumed life is computed from was told before.
func (t *teller) ticked(news agent.News, at stands, replayed bool) {
	if news.Record != nil && t.begun && news.Record.Tick <= t.tick {
		news.Record = nil // it was told
	}
	if r := news.Record; r != nil {
		t.begun, t.tick = true, r.Tick
		t.sees(r, replayed)
	}
	if replayed {
		return
	}
	count := at.trades - carried(news) + 1
	for _, r := range news.Late {
		count += t.late(at.tick, r, count, at.seen)
	}
	if news.Record == nil {
		return
	}
	for _, a := range news.Record.Actions {
		count += t.acted(news.Record, a, count, at.seen)
	}
}

// carried counts the trades that are news.
func carried(news agent.News) (n int) {
	for _, r := range news.Late {
		if through(r) {
			n++
		}
	}
	if news.Record == nil {
		return n
	}
	for i := range news.Record.Actions {
		if news.Record.Actions[i].Status == turn.StatusExecuted {
			n++
		}
	}
	return n
}

// through reports whether an order of an earlier tick was carried out, and nobody knew.
func through(r turn.Resolved) bool {
	return !r.Own && !r.Vanished && r.Finality == "" && r.Action.Status == turn.StatusExecuted
}

func (t *teller) say(tick uint64, format string, args ...any) {
	fmt.Fprintf(t.out, "tick %d: %s\n", tick, fmt.Sprintf(format, args...))
}

// acted tells of one action of a tick, and returns how many trades it is.
func (t *teller) acted(r *turn.Record, a turn.Action, number int, now turn.Reading) int {
	what := status.Said(a, &now) + " (" + status.Cause(a.Proposal.Cause) + ")"
	x := a.Execution
	switch {
	case a.Status == turn.StatusExecuted && x != nil:
		t.say(r.Tick, "trade %d, %s: %s, executed, %s", number, beside(x, &now), what, x.TxHash)
		return 1
	case a.Status == turn.StatusPending && x != nil:
		t.say(r.Tick, "under way: %s, %s", what, x.TxHash)
	case a.Status == turn.StatusFailed && x != nil:
		t.say(r.Tick, "failed, %s: %s, %s", reason(x.Refusal), what, x.TxHash)
	case a.Preview.Refusal != nil:
		t.refused(r, a.Preview.Refusal, a.Proposal.Cause, what)
	case x != nil && x.Refusal != nil:
		t.refused(r, x.Refusal, a.Proposal.Cause, what)
	default:
		t.say(r.Tick, "%s: %s", a.Status, what)
	}
	return 0
}

// beside is the equity that was read, and whether the order is in it: a tick reads before it sends.
func beside(x *turn.Execution, now *turn.Reading) string {
	when := "after"
	if x.Block.Number > now.Block.Number {
		when = "before"
	}
	return fmt.Sprintf("equity %s it %.2f", when, now.Equity())
}

// reason is a refusal's code, what it says of the order, and what the code means.
func reason(r *turn.Refusal) string {
	if r == nil {
		return "without a reason"
	}
	e := status.Explained(r)
	if detail := strings.Join(strings.Fields(e.Detail), " "); detail != "" {
		return e.Code + ": " + detail + " (" + e.What + ")"
	}
	return e.Code + ": " + e.What
}

// refused tells of a refusal, unless the same was told a while ago.
func (t *teller) refused(r *turn.Record, why *turn.Refusal, cause, what string) {
	key := cause + " " + string(why.Code)
	if last, known := t.told[key]; known && r.Time-last < quiet {
		return
	}
	if len(t.told) == crowd {
		clear(t.told)
	}
	t.told[key] = r.Time
	level := slog.LevelInfo
	if why.Layer == cage.Layer && (why.Code == cage.CodeLoss || why.Code == cage.CodeUnpriced) {
		level = slog.LevelWarn
	}
	t.log.Log(context.Background(), level, "an order was refused", "tick", r.Tick, "code", string(why.Code), "why", why.Detail, "cause", cause)
	t.say(r.Tick, "refused, %s; %s", reason(why), what)
}

// late tells what became of an order of an earlier tick, and returns how many trades it is.
func (t *teller) late(tick uint64, r turn.Resolved, number int, now turn.Reading) int {
	x := r.Action.Execution
	if r.Own || r.Finality != "" || x == nil {
		return 0
	}
	what := fmt.Sprintf("%s (%s), sent in tick %d, %s", status.Said(r.Action, &now), status.Cause(r.Action.Proposal.Cause), r.Tick, x.TxHash)
	switch {
	case r.Vanished:
		t.say(tick, "under way again, the chain took it back: %s", what)
	case through(r):
		t.say(tick, "trade %d, %s: %s, executed", number, beside(x, &now), what)
		return 1
	default:
		t.say(tick, "failed, %s: %s", reason(x.Refusal), what)
	}
	return 0
}

// sees tells that the chain does not answer, once, and that it does again.
func (t *teller) sees(r *turn.Record, replayed bool) {
	blind := r.Seen.Reading.Block.Number == 0
	switch {
	case blind && t.away == 0:
		t.away = r.Time
		if !replayed {
			t.say(r.Tick, "the chain does not answer%s: nothing is decided until it does; check chain.rpc_url if it stays away", fault(r))
		}
	case !blind && t.away != 0:
		since := time.Duration(r.Time-t.away) * time.Millisecond
		if t.away = 0; !replayed {
			t.say(r.Tick, "the chain answers again, after %s", since.Round(time.Second))
		}
	}
}

func fault(r *turn.Record) string {
	if len(r.Faults) == 0 {
		return ""
	}
	return " (" + r.Faults[0].Stage + ", " + r.Faults[0].Message + ")"
}
