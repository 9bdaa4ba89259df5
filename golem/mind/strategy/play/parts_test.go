package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// spec: safety §17
func TestAnOrderGoesInPartsOfHalfAPercent(t *testing.T) {
	tvl := uint256.NewInt(10_000_000)
	for size, want := range map[uint64]int{
		1: 1, 100_000: 1, 100_001: 3, 200_000: 4, 200_001: 5, 450_000: 9, 500_000: 10, 900_000: 10, 1 << 62: 10,
	} {
		if got := Parts(uint256.NewInt(size), tvl); got != want {
			t.Errorf("%d of 10 million: %d parts, want %d", size, got, want)
		}
	}
	if Parts(tvl, new(uint256.Int)) != 1 {
		t.Error("an order was split for a market of which nothing is known")
	}
}

func TestEveryPartStaysWithinTheLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := uint256.NewInt(rapid.Uint64Range(1, 1<<60).Draw(t, "value"))
		liquidity := uint256.NewInt(rapid.Uint64Range(1, 1<<60).Draw(t, "liquidity"))
		impact := money.BPS(rapid.Uint64Range(1, 5_000).Draw(t, "impact"))
		n := max(Parts(value, liquidity), within(impact, value, liquidity))
		if n < 1 || n > mostParts {
			t.Fatalf("%d parts", n)
		}
		share := value.Float64() / float64(n) / liquidity.Float64()
		if n < mostParts && (share > 0.0100001 || 4*share > 0.90001*float64(impact)/1e4) {
			t.Fatalf("%d parts of %.4f %% of the market each, at a limit of %s", n, 100*share, impact)
		}
		if fewer := float64(n) / float64(n-1) * share; n > 1 && fewer <= 0.005 && 4*fewer <= 0.9*float64(impact)/1e4 {
			t.Fatalf("%d parts where %d would do", n, n-1)
		}
	})
}

// pacing is a source whose orders may move the price by 3 %.
type pacing struct {
	fixed
	pace Pace
}

func (p pacing) Pace(bool) Pace { return p.pace }

// shallow is a market of so many whole USDC in both tokens together, and a player in it.
func shallow(t testing.TB, rules string, cash, depth uint64, flipped bool) (*paper, *Player, []turn.Trigger) {
	s := compiled(t, rules)
	m := newPaper(t, cash, flipped)
	half := uint256.NewInt(depth / 2 * 1e6)
	g := m.r.Primary().Range
	num, den := &g.SqrtPriceX96, q96
	if !g.Inverse {
		num, den = den, num
	}
	m.pour(muldiv(half, num, den))
	return m, New(pacing{fixed{s}, Pace{Impact: 300}}), fire(s, rule.Entry, rule.Exit, rule.Manage)
}

// sizes are the amounts of the swaps.
func sizes(t testing.TB, done []turn.Action) (out []string) {
	for _, a := range done {
		_, rest, _ := strings.Cut(string(a.Proposal.Body), `"amount_in":"`)
		n, _, _ := strings.Cut(rest, `"`)
		if !strings.Contains(rest, `"slippage_bps":50}`) {
			t.Errorf("a part with another slippage: %s", rest)
		}
		out = append(out, n)
	}
	return out
}

const buys = "```rule entry in\nwhen true do buy 20% of equity\n```\n"

func TestTheRestOfAPurchaseGoesOnInLaterTicks(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		m, p, entry := shallow(t, buys, 1000, 10_500, flipped)
		done, thoughts := m.play(p, 1_000, entry)
		all := sizes(t, done)
		if !strings.HasSuffix(thoughts[0].Summary, ", part 1 of 4") {
			t.Errorf("%q", thoughts[0].Summary)
		}
		if early := p.Rest(12_999); len(early) != 0 {
			t.Errorf("the next part was due after 11,999 ms: %+v", early)
		}
		for now := int64(13_000); len(p.Rest(now)) > 0; now += 12_000 {
			next := p.Rest(now)
			if len(next) != 1 || next[0].Rule != "rest:rule:entry-in@7" || next[0].Kind != "entry" {
				t.Fatalf("%+v", next)
			}
			done, _ = m.play(p, now, next)
			all = append(all, sizes(t, done)...)
			if len(done) != 1 || done[0].Proposal.Cause != next[0].Rule {
				t.Fatalf("%+v", done)
			}
		}
		if got := fmt.Sprint(all); got != "[50000001 50000001 50000001 49999997]" {
			t.Errorf("flipped %v: parts %s", flipped, got)
		}
	}
}

func TestWhatIsNotLargeStaysWhole(t *testing.T) {
	m, p, entry := shallow(t, buys, 1000, 40_000, false)
	if done, _ := m.play(p, 0, entry); fmt.Sprint(sizes(t, done)) != "[200000000]" || len(p.Rest(1<<40)) != 0 {
		t.Errorf("%+v", done)
	}
	m, p, entry = shallow(t, buys, 1000, 10, false)
	p.source = fixed{compiled(t, buys)}
	if done, _ := m.play(p, 0, entry); len(done) != 1 || len(p.Rest(1<<40)) != 0 {
		t.Errorf("a player without a pace split an order: %+v", done)
	}
}

const sells = "```rule exit out\nwhen true do sell all\n```\n"

func hold(t testing.TB, m *paper, value uint64) {
	d := deskOf(&m.r)
	units := d.wallet.primary().worth(uint256.NewInt(value * 1e6))
	m.earn(weth.Address, &units)
	m.revalue()
}

// What ends a risk goes in as many parts as the limit on the impact makes of it: 900 of a
// market of 10,000 in fourteen of at most 67.50, and not in ten.
func TestASaleInPartsLeavesNothing(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		m, p, exit := shallow(t, sells, 1000, 10_000, flipped)
		hold(t, m, 900)
		swaps, triggers := 0, exit
		for now := int64(0); len(triggers) > 0; now += 12_000 {
			done, _ := m.play(p, now, triggers)
			swaps += len(done)
			triggers = p.Rest(now + 12_000)
		}
		if left := m.wallet(weth.Address); swaps != 14 || !left.IsZero() {
			t.Errorf("flipped %v: %d sales, %s left", flipped, swaps, left.Dec())
		}
	}
}

func TestAPartOfASaleThatFailedIsTriedAgain(t *testing.T) {
	m, p, exit := shallow(t, sells, 1000, 10_000, false)
	hold(t, m, 200)
	m.play(p, 0, exit)
	m.refuse["swap"] = turn.StatusBlocked
	now := int64(12_000)
	for range mostRetries {
		if len(p.Rest(now)) != 1 {
			t.Fatalf("the rest was given up after %d ms", now)
		}
		m.play(p, now, p.Rest(now))
		now += 12_000
	}
	delete(m.refuse, "swap")
	for ; len(p.Rest(now)) > 0; now += 12_000 {
		m.play(p, now, p.Rest(now))
	}
	if left := m.wallet(weth.Address); !left.IsZero() {
		t.Errorf("%s left", left.Dec())
	}
}

func TestAPartThatMayYetBeSentIsNotSentTwice(t *testing.T) {
	m, p, exit := shallow(t, "```rule exit out\nwhen true do sell 50% of position\n```\n", 1000, 10_000, false)
	hold(t, m, 400)
	held := *m.wallet(weth.Address)
	m.play(p, 0, exit)
	m.refuse["swap"] = turn.StatusPending
	m.play(p, 12_000, p.Rest(12_000))
	delete(m.refuse, "swap")
	for now := int64(24_000); len(p.Rest(now)) > 0; now += 12_000 {
		m.play(p, now, p.Rest(now))
	}
	if left := m.wallet(weth.Address).Float64() / held.Float64(); left < 0.62 || left > 0.63 {
		t.Errorf("%.3f left, want a half and one part of four", left)
	}
}

func TestTheRestOfWhatOpensGivesWay(t *testing.T) {
	const both = buys + sells
	for name, then := range map[string]func(m *paper, p *Player, s []turn.Trigger){
		"a sale": func(m *paper, p *Player, all []turn.Trigger) { m.play(p, 12_000, append(p.Rest(12_000), all[1])) },
		"a close": func(m *paper, p *Player, _ []turn.Trigger) {
			m.play(p, 12_000, nil, turn.Steer{ID: "s", Text: "close all"})
		},
		"a pause": func(m *paper, p *Player, _ []turn.Trigger) {
			m.play(p, 12_000, nil, turn.Steer{ID: "s", Text: "pause entries"})
		},
		"time":         func(m *paper, p *Player, _ []turn.Trigger) { m.play(p, lapse+1_000, p.Rest(lapse+1_000)) },
		"an emergency": func(m *paper, p *Player, _ []turn.Trigger) { m.play(p, 12_000, []turn.Trigger{{Rule: Emergency}}) },
		"a refusal": func(m *paper, p *Player, _ []turn.Trigger) {
			m.refuse["swap"] = turn.StatusBlocked
			m.play(p, 12_000, p.Rest(12_000))
		},
	} {
		m, p, all := shallow(t, both, 1000, 10_000, false)
		m.play(p, 0, all[:1])
		if len(p.Rest(12_000)) != 1 {
			t.Fatalf("%s: no rest to begin with", name)
		}
		then(m, p, all)
		for _, r := range p.Rest(1 << 40) {
			if r.Kind == "entry" {
				t.Errorf("after %s the purchase goes on", name)
			}
		}
	}
}

func TestTheRestOfWhatOpensWaitsForTheRate(t *testing.T) {
	m, p, entry := shallow(t, buys, 1000, 10_000, false)
	p.source = pacing{p.source.(pacing).fixed, Pace{Impact: 300, Apart: 60_000}}
	m.play(p, 0, entry)
	if len(p.Rest(59_999)) != 0 || len(p.Rest(60_000)) != 1 {
		t.Error("the pace of the source was not kept")
	}
	m.refuse["swap"], m.code = turn.StatusBlocked, wire.CodeSafetyRateLimit
	m.play(p, 60_000, p.Rest(60_000))
	if len(p.Rest(60_000+apart)) != 1 {
		t.Error("a purchase that came too early was given up")
	}
}

func TestTheOwnersHoldPutsTheRestOff(t *testing.T) {
	m, p, exit := shallow(t, sells, 1000, 10_000, false)
	hold(t, m, 200)
	m.play(p, 0, exit)
	if done, _ := m.play(p, 12_000, p.Rest(12_000), turn.Steer{ID: "s", Text: "hold"}); len(done) != 0 {
		t.Errorf("%d actions in a tick that the owner held", len(done))
	}
	if len(p.Rest(24_000)) != 1 {
		t.Error("the rest of the sale was lost")
	}
}

func TestARangeIsOpenedBehindTheLastPart(t *testing.T) {
	m, p, all := shallow(t, "```rule entry open\nwhen true do provide 20% of equity within ±1%\n```\n", 1000, 4_000, false)
	triggers, steps := all, 0
	for now := int64(0); len(triggers) > 0 && steps < 20; now += 12_000 {
		m.play(p, now, triggers)
		triggers, steps = p.Rest(now+12_000), steps+1
	}
	got := strings.Join(m.actions, " ")
	if !strings.HasPrefix(got, "swap swap") || strings.Count(got, "add_liquidity") != 1 || !strings.HasSuffix(got, "add_liquidity") {
		t.Errorf("%s", got)
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
