package biography_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/why"
	"bardo.run/bardo/wire"
)

// eager buys whenever it has nothing, and sells a while later.
const eager = "+++\nobjective = \"x\"\nassets = [\"USDC\", \"WETH\"]\nprotocols = [\"uniswap-v3\"]\n[risk]\nmax_position = \"25%\"\nmax_drawdown = \"50%\"\n[heartbeat]\ntick_interval = \"30s\"\n+++\n" +
	"```rule entry in\nwhen exposure < 1%\ndo buy 20% of equity\ncooldown 3m\n```\n```rule exit out\nwhen position_age > 12m\ndo sell all\n```\n"

// hasty are options of a life of four hours that trades by the clock.
func hasty(t *testing.T) live.Options {
	t.Helper()
	o := options(t)
	o.History, o.World, o.Days = "", "chop", 1
	o.Strategy = filepath.Join(t.TempDir(), "STRATEGY.md")
	if err := os.WriteFile(o.Strategy, []byte(eager), 0o600); err != nil {
		t.Fatal(err)
	}
	return o
}

// until lives to a tick and stops there; told is asked at every tick.
func until(t *testing.T, o live.Options, tick uint64, told func(tick uint64)) {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	o.Progress = func(p live.Progress) {
		if told != nil {
			told(p.Ticks)
		}
		if p.Ticks == tick {
			interrupt()
		}
	}
	if _, err := live.Run(ctx, o); err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func recorded(t *testing.T, dir string) (all []turn.Record) {
	t.Helper()
	store, err := records.Open(filepath.Join(dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for e, err := range store.All() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Record != nil {
			all = append(all, *e.Record)
		}
	}
	return all
}

// word puts an owner's word into a life's folder.
func word(t *testing.T, dir string, level turn.Halt, at int64) {
	t.Helper()
	ownertest.Post(t, filepath.Join(dir, home.WordsDir), fmt.Sprintf("%d-halt", at), owner.HaltAt(level))
}

// done is what was bought, sold and refused in the ticks from one on, below another.
type done struct {
	bought, sold int
	refused      map[wire.Code]int
}

func did(all []turn.Record, from, to uint64) done {
	d := done{refused: map[wire.Code]int{}}
	for _, r := range all {
		if r.Tick < from || r.Tick >= to {
			continue
		}
		for _, a := range r.Actions {
			buys := strings.Contains(a.Proposal.Cause, "entry")
			switch {
			case a.Preview.Refusal != nil:
				d.refused[a.Preview.Refusal.Code]++
			case a.Status == turn.StatusExecuted && buys:
				d.bought++
			case a.Status == turn.StatusExecuted:
				d.sold++
			}
		}
	}
	return d
}

// first is the first tick with a level.
func first(all []turn.Record, level turn.Level) (tick uint64) {
	for _, r := range all {
		if r.Standing.Level == level {
			return r.Tick
		}
	}
	return 0
}

// spec: safety §15.2, §15.3 — a fall beyond the emergency level closes everything and
// halts; the halt survives restarts; only the owner ends it. Record, report, audit and
// why tell of it, and the whole life replays.
func TestAnEmergencyClosesEverythingAndWaitsForTheOwner(t *testing.T) {
	o := hasty(t)
	o.Config.Safety.EmergencyDrawdown = 8 // one fall passes it before what is at risk was reduced
	until(t, o, 500, nil)
	all := recorded(t, o.Out)
	at := first(all, turn.LevelStopped)
	if at == 0 || at > 400 {
		t.Fatalf("no emergency in %d ticks", len(all))
	}
	before, then := did(all, 0, at), did(all, at, 500)
	if before.bought == 0 || then.bought != 0 || then.sold != 1 || then.refused[wire.CodeSafetyHalted] == 0 {
		t.Errorf("before the emergency %+v, from then on %+v", before, then)
	}
	if r := all[len(all)-1].Seen.Reading; len(r.Positions) != 0 || loose(r) > 1 {
		t.Errorf("it holds %+v", r.Assets)
	}
	until(t, o, 560, nil) // another process
	if all = recorded(t, o.Out); all[len(all)-1].Standing.Level != turn.LevelStopped || did(all, at, 560).bought != 0 {
		t.Errorf("a restart left the halt: %+v", all[len(all)-1].Standing)
	}
	word(t, o.Out, turn.HaltNone, 1)
	until(t, o, 640, nil)
	all = recorded(t, o.Out)
	if after := did(all, 560, 640); after.bought == 0 || all[561].Standing.Level == turn.LevelStopped {
		t.Errorf("resumed, it stands at %+v and did %+v", all[561].Standing, after)
	}
	if r, err := replay.Run(t.Context(), o.Out, replay.Options{}); err != nil || r.Equal != r.Ticks || r.Ticks < 640 || r.AuditEqual == 0 || r.AuditAbsent != 0 {
		t.Errorf("replayed %+v: %v", r, err)
	}
	witnessed(t, o.Out, at)
}

// loose is what the assets of a reading but the numeraire are worth.
func loose(r turn.Reading) (worth float64) {
	for _, a := range r.Assets[1:] {
		worth += a.Value
	}
	return worth
}

// witnessed looks for the emergency of a tick in audit, report and why.
func witnessed(t *testing.T, dir string, at uint64) {
	t.Helper()
	c, err := audit.Read(filepath.Join(dir, home.AuditDir))
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, r := range c.Records {
		if text := string(r.Event); strings.Contains(text, audit.TypeIntervention) && !strings.Contains(text, "restart") {
			told = append(told, text)
		}
	}
	degraded := `{"severity":"L3","source":"degradation","type":"InterventionReceived"}`
	resumed := `{"severity":"none","source":"halt","type":"InterventionReceived"}`
	if i, j := slices.Index(told, degraded), slices.Index(told, resumed); i < 0 || j < i {
		t.Errorf("the audit tells of %q", told)
	}
	l := read(t, dir)
	if n := slices.IndexFunc(l.Condition.Standings, func(s report.Standing) bool { return s.Level == "L3" && s.Tick == at && s.Cause == "drawdown" }); n < 0 {
		t.Errorf("the report tells of %+v", l.Condition.Standings)
	}
	w, err := why.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, trade := range l.Acts.Trades {
		if trade.Cause == play.Emergency {
			answer, err := w.Trade(trade.Number)
			if err != nil || !slices.ContainsFunc(answer.Links, func(x why.Link) bool { return x.What == "halt" && strings.Contains(x.Text, "close all") }) {
				t.Errorf("why: %+v, %v", answer.Links, err)
			}
			return
		}
	}
	t.Error("no trade of the emergency is in the report")
}

// spec: safety §15.1 — stop_opening: closes allowed; freeze: nothing signed; it observes
// all the while; only the owner's word ends either, and the life replays.
func TestAnOwnersHaltHoldsUntilTheOwnerLiftsIt(t *testing.T) {
	o := hasty(t)
	words := map[uint64]turn.Halt{100: turn.HaltFreeze, 200: turn.HaltOpening, 300: turn.HaltNone}
	until(t, o, 400, func(tick uint64) {
		if level, there := words[tick]; there {
			word(t, o.Out, level, int64(tick))
		}
	})
	all := recorded(t, o.Out)
	if d := did(all, 0, 100); d.bought == 0 || d.sold == 0 {
		t.Errorf("free, it did %+v", d)
	}
	if d := did(all, 100, 200); d.bought+d.sold != 0 || d.refused[wire.CodeSafetyHalted] == 0 {
		t.Errorf("frozen, it did %+v", d)
	}
	if d := did(all, 200, 300); d.bought != 0 || d.sold != 1 || d.refused[wire.CodeSafetyHalted] == 0 {
		t.Errorf("under stop_opening it did %+v", d)
	}
	if d := did(all, 300, 400); d.bought == 0 || d.sold == 0 || d.refused[wire.CodeSafetyHalted] != 0 {
		t.Errorf("resumed, it did %+v", d)
	}
	for _, r := range all[100:300] {
		if r.Seen.Reading.Block.Number == 0 || r.Standing.Halt == turn.HaltNone {
			t.Fatalf("tick %d saw %+v and stands at %+v", r.Tick, r.Seen.Reading.Block, r.Standing)
		}
	}
	if r, err := replay.Run(t.Context(), o.Out, replay.Options{}); err != nil || r.Equal != r.Ticks || r.Ticks < 400 || r.AuditAbsent != 0 {
		t.Errorf("replayed %+v: %v", r, err)
	}
}

// spec: safety §1.4 S-7, §15.1 — a freeze stops the settlement of a death too, with the
// reason in the testament, but an order to die is a later word of the owner and lifts it.
func TestAFreezeStopsADeathButNotTheOneThatWasOrdered(t *testing.T) {
	for _, ordered := range []bool{false, true} {
		o := options(t) // of an hour
		o.Strategy = hasty(t).Strategy
		o.Progress = func(p live.Progress) {
			switch {
			case p.Ticks == 60:
				word(t, o.Out, turn.HaltFreeze, 60)
			case p.Ticks == 70 && ordered:
				ownertest.Post(t, filepath.Join(o.Out, home.WordsDir), "kill", owner.Kill{Cause: lifecycle.OwnerKill})
			}
		}
		if _, err := live.Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		all, l := recorded(t, o.Out), read(t, o.Out)
		if held := loose(all[len(all)-1].Seen.Reading); held < 100 {
			t.Fatalf("it died with %v of base tokens, which shows nothing", held)
		}
		sold, frozen := 0, false
		for _, d := range l.Fate.Settlement {
			if d.Status == string(turn.StatusExecuted) {
				sold++
			}
		}
		for _, left := range l.Fate.Death.Left {
			frozen = frozen || strings.Contains(left.String(), "froze")
		}
		if (sold > 0) != ordered || frozen == ordered {
			t.Errorf("ordered %v: %d sales, left %v", ordered, sold, l.Fate.Death.Left)
		}
		if r, err := replay.Run(t.Context(), o.Out, replay.Options{}); err != nil || r.Testament != "equal" || r.Equal != r.Ticks {
			t.Errorf("ordered %v: replayed %+v: %v", ordered, r, err)
		}
	}
}
