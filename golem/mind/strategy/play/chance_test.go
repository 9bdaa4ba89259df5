package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/wire"
)

// hazard is what happens in one tick of a player: what it is asked for, and what becomes of
// its steps.
type hazard struct {
	wait      int64  // since the last tick
	price     int32  // as a pool's tick
	depth     uint64 // of the pool, in whole USDC
	rules     []int
	rest      bool // what is due goes on
	emergency bool
	reduction bool
	unended   bool // nobody says that the tick ended
	steps     []chance
	became    turn.Status // of the oldest pending part; empty: nothing is known yet
}

type chance struct {
	steer     string
	status    turn.Status
	code      wire.Code
	overtaken bool // nothing comes of the proposal
	ends      bool // nothing is asked behind it
}

const anything = "```rule entry in\nwhen true do buy 20% of equity\n```\n" +
	"```rule entry two\nwhen true do buy 10% of cash then provide 10% of equity within ±1%\n```\n" +
	"```rule entry idle\nwhen true do lend 20% of cash\n```\n" +
	"```rule manage move\nwhen true do recentre within ±1%\n```\n" +
	"```rule manage collect\nwhen true do claim fees then recall lending\n```\n" +
	"```rule exit out\nwhen true do sell all\n```\n" +
	"```rule exit leave\nwhen true do withdraw liquidity then sell 60% of position\n```\n" +
	"```rule stop half\nwhen true do sell 50% of position\n```\n" +
	"```rule entry far\nwhen true do buy 5% of equity of wbtc\n```\n" +
	"```rule exit far\nwhen true do sell all of wbtc\n```\n" +
	"```rule manage even\nwhen true do rebalance to weth 15% wbtc 10% rest usdc, band 1%\n```\n"

var hazards = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) hazard {
	one := func(n int, name string) bool { return rapid.IntRange(1, n).Draw(t, name) == n }
	return hazard{
		wait:      rapid.SampledFrom([]int64{1, apart, apart, apart, later, lapse + 1, lapse + 1}).Draw(t, "wait"),
		price:     201101 + 100*rapid.Int32Range(-1, 1).Draw(t, "price"),
		depth:     rapid.SampledFrom([]uint64{300, 10_000, 20_000, 20_000}).Draw(t, "depth"),
		rules:     rapid.SliceOfNDistinct(rapid.IntRange(0, 10), 0, 3, rapid.ID).Draw(t, "rules"),
		rest:      !one(6, "no rest"),
		emergency: one(12, "emergency"),
		reduction: one(12, "reduction"),
		unended:   one(20, "unended"),
		steps: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) chance {
			return chance{
				steer: rapid.SampledFrom(append(make([]string, 30), "close all", "hold", "pause entries", "resume entries")).Draw(t, "steer"),
				status: rapid.SampledFrom([]turn.Status{
					turn.StatusExecuted, turn.StatusExecuted, turn.StatusExecuted, turn.StatusBlocked, turn.StatusBlocked,
					turn.StatusFailed, turn.StatusPending, turn.StatusPending, turn.StatusCancelled,
				}).Draw(t, "status"),
				code:      rapid.SampledFrom([]wire.Code{"TEST", wire.CodeSafetyRateLimit, wire.CodeSafetyPriceImpact}).Draw(t, "code"),
				overtaken: one(12, "overtaken"),
				ends:      one(12, "ends"),
			}
		}), 8, 8).Draw(t, "steps"),
		became: rapid.SampledFrom([]turn.Status{"", turn.StatusExecuted, turn.StatusFailed, turn.StatusFailed}).Draw(t, "became"),
	}
}), 1, 20)

// suffer plays what happens, and looks at the player behind every step.
func suffer(t testing.TB, s *strategy.Strategy, all []hazard, look func(p *Player, d turn.Decision)) {
	m, p := wealthy(t, false), New(pacing{fixed{s}, Pace{Impact: 300}})
	m.detour(uint64(len(all)%3) * 5_000)
	var now int64
	var pending []turn.Action
	for n, h := range all {
		now += h.wait
		half := uint256.NewInt(h.depth / 2 * 1e6)
		m.moveTo(h.price)
		m.pour(muldiv(half, &m.r.Primary().Range.SqrtPriceX96, q96))
		var b turn.Brief
		if h.emergency {
			b.Triggers = append(b.Triggers, emergency...)
		}
		if h.reduction {
			b.Triggers = append(b.Triggers, reduction(100, 0)...)
		}
		if h.rest {
			b.Triggers = append(b.Triggers, p.Rest(now)...)
		}
		for _, i := range h.rules {
			b.Triggers = append(b.Triggers, trigger(s.Rules[i]))
		}
		b.Now, b.Tier = now, turn.T2
		for i, c := range h.steps {
			if c.steer != "" {
				b.Steers = append(b.Steers, turn.Steer{ID: fmt.Sprintf("steer:%d.%d", n, i), Text: c.steer})
			}
			b.Step, b.Seen.Reading = i, m.r
			d, _ := p.Deliberate(t.Context(), b)
			if look(p, d); d.Proposal == nil {
				break
			}
			if c.overtaken {
				continue
			}
			m.refuse, m.code = map[string]turn.Status{}, c.code
			if kind, _, _ := strings.Cut(strings.TrimPrefix(string(d.Proposal.Body), `{"type":"`), `"`); c.status != turn.StatusExecuted {
				m.refuse[kind] = c.status
			}
			b.Done = append(b.Done, m.do(*d.Proposal))
			if c.status == turn.StatusPending {
				pending = append(pending, b.Done[len(b.Done)-1])
			}
			if c.ends || c.status == turn.StatusPending {
				break
			}
		}
		if h.unended {
			continue
		}
		p.Ended(b.Done, now)
		if len(p.agenda.plan) > 0 {
			t.Fatalf("behind the tick %+v is planned", p.agenda.plan[0])
		}
		if h.became != "" && len(pending) > 0 {
			pending[0].Status = h.became
			p.Resolved(pending[0])
			pending = pending[1:]
		}
	}
}

// right says what is wrong with the jobs of a player.
func right(p *Player, d turn.Decision) error {
	names, seen := map[string]bool{}, map[*task]bool{}
	a := &p.agenda
	for i, j := range slices.Concat(a.plan, a.aside, a.flights) {
		var where stage
		switch {
		case i >= len(a.plan)+len(a.aside):
			where = underWay
		case i >= len(a.plan):
			where = aside
		case i == 0 && d.Proposal != nil:
			where = proposed
		default:
			where = planned
		}
		if j.stage != where || len(j.tasks) == 0 {
			return fmt.Errorf("job %d of %d is %s, with %d tasks, where it should be %s", i, len(a.plan), stageNames[j.stage], len(j.tasks), stageNames[where])
		}
		if (j.of != nil) != (where == underWay) && (where == planned || where == underWay) {
			return fmt.Errorf("%s, it is a part of %v", stageNames[where], j.of)
		}
		if where == aside && names[j.restName()] {
			return fmt.Errorf("%s waits twice", j.restName())
		}
		names[j.restName()] = names[j.restName()] || where == aside
		if p.paused && isEntry(j) {
			return fmt.Errorf("%s is %s while entries are paused", j.duty.name, stageNames[where])
		}
		for _, t := range j.tasks {
			if o := t.order; seen[t] || o.left < 0 || o.left > o.n || o.tries > mostRetries || o.left > 0 && o.open.IsZero() {
				return fmt.Errorf("%s: %+v, twice %v", j.duty.name, o, seen[t])
			}
			seen[t] = true
		}
	}
	if all := strings.Join(p.notes, "; "); strings.Contains(all, "not foreseen") {
		return fmt.Errorf("it says %q", all)
	}
	return nil
}

// Whatever is asked for and whatever becomes of it, no event is fired that the table does not
// know, and every job is where its stage says.
func TestNothingHappensThatTheTableDoesNotKnow(t *testing.T) {
	s := compiled(t, anything)
	rapid.Check(t, func(rt *rapid.T) {
		suffer(t, s, hazards.Draw(rt, "hazards"), func(p *Player, d turn.Decision) {
			check(rt, right(p, d))
		})
	})
}

// Each row of the table is the way of some life.
func TestEveryRowHappens(t *testing.T) {
	s := compiled(t, anything)
	happened := make([]int, len(life))
	kept := slices.Clone(life)
	t.Cleanup(func() { life = kept })
	life = slices.Clone(life)
	for i := range life {
		do := life[i].do
		life[i].do = func(p *Player, j *job, f fact) {
			if happened[i]++; do != nil {
				do(p, j, f)
			}
		}
	}
	for n := 0; n < 5_000 && slices.Contains(happened, 0); n++ {
		suffer(t, s, hazards.Example(n), func(*Player, turn.Decision) {})
	}
	for i, r := range life {
		if happened[i] == 0 {
			t.Errorf("%s on %s: never", stageNames[r.from], eventNames[r.on])
		}
	}
}
