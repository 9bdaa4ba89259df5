package grant_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/internal/money"
)

// spec: provisioning §8.6, DESIGN §12.6 — all that an owner reads before signing: every limit,
// its figure, and whether the chain holds it.
func TestThePlanTellsEveryLimitAndWhoHoldsIt(t *testing.T) {
	w := wished(grant.Delegation)
	w.WorstDay = worstday.Limits{Valuation: worstday.Valuation{Worth: 1_000 * money.One, Fed: true}, Custody: worstday.Delegation, DayLoss: 30 * money.One, Caged: true}
	w.Sanctions = common.Address{34}
	w.Limits = policycage.Limits{
		PerTransaction: 1_500_250_000, PerDay: 4_000 * money.One, DayLoss: 100 * money.One, SessionLoss: 1_000_000_100_000, Position: 2_500, Concentration: 3_000,
		Positions: 3, Drawdown: 1_300, MoveLoss: 200, ExitLoss: 75, Collateral: 12_500,
	}
	words := grant.Words{Market: "Uniswap v3 USDC/WETH", Cash: "USDC"}
	const caged, enforcer, program = "PolicyCage", "CageEnforcer", "the Golem"
	const until = "3 March 2026, 12:00 UTC"
	gas := grant.Limit{Name: "gas", Value: "what the key's own account holds, in partitions with daily caps", By: program}
	own := grant.Limit{Name: "price impact, trades an hour, spending a session, start stage", Value: "as configured", By: program}
	ends := grant.Limit{Name: "ends", Value: until, OnChain: true, By: "MortalityTimeWindow"}
	calls := grant.Limit{Name: "calls", Value: "1 forms of call, recipients, tokens and pools fixed in them", OnChain: true, By: "ActionBook"}
	screened := grant.Limit{Name: "sanctioned addresses", Value: "the list at 0x2200000000000000000000000000000000000000, asked before each opening", By: program}
	want := []grant.Limit{
		ends, calls,
		{"phase of life", "a Golem that said it is in need opens nothing more; in its last phase it only settles", true, "GolemPhase"},
		{"spent at once", "1,500.25", true, caged},
		{"spent in any 24 hours", "4,000", true, caged},
		{"lost by moves in any 24 hours", "100", true, caged},
		{"lost by moves in a session", "1,000,000.1", true, caged},
		{"one asset or position", "25.00% of the account", true, caged},
		{"everything but cash", "30.00% of the account", true, caged},
		{"open positions", "3", true, caged},
		{"drawdown that stops openings", "13.00% below the high-water mark that the owner signs; positions count at cost", true, caged},
		{"lost by one move, fee included", "2.00% of its value by the price feeds", true, enforcer},
		{"lost by a sale into cash beyond those sums", "0.75% of its value", true, enforcer},
		{"recipient of everything", "the account itself", true, enforcer},
		{"collateral behind a debt", "at least 12500 bps of it, and a health factor of 1.2 by the lender itself, to withdraw", true, caged},
		{"halt", "the owner's word stops openings at once", true, caged},
		screened, own, gas,
	}
	p := w.Plan(words)
	compare(t, p.Limits, want)
	if want := "It may spend at most 4,000 USDC a day on Uniswap v3 USDC/WETH until " + until + "; what it buys goes to your account."; p.Sentence != want {
		t.Errorf("%s", p.Sentence)
	}
	if want := "\nThe key " + w.Key.Hex() + " acts for the account " + w.Account.Hex() + " on chain 8453, in the pool " + w.Pools[0].Hex() + ".\n"; !strings.Contains(p.String(), want) {
		t.Errorf("%s\nlacks %s", p, want)
	}
	p.Pools = append(p.Pools, common.Address{9})
	if want := ", in these pools and places of markets: " + w.Pools[0].Hex() + ", " + (common.Address{9}).Hex() + ".\n"; !strings.Contains(p.String(), want) {
		t.Errorf("%s\nlacks %s", p, want)
	}
	if len(p.WorstDay) != 2 || p.WorstDay[0].Sentence() != w.WorstDay.Worst(worstday.Mind).Sentence() || p.WorstDay[1].Sentence() != w.WorstDay.Worst(worstday.Key).Sentence() {
		t.Errorf("the worst day is %+v", p.WorstDay)
	}
	w.Limits.PerSession = 4_000*money.One - 1
	if want := "It may spend at most 4,000 USDC a day, 3,999.999999 in one run of its program, on Uniswap"; !strings.HasPrefix(w.Plan(words).Sentence, want) {
		t.Errorf("with less for a run: %s", w.Plan(words).Sentence)
	}
	w.Limits.PerSession++
	if got := w.Plan(words).Sentence; got != p.Sentence {
		t.Errorf("with as much for a run: %s", got)
	}
	w.Limits.PerSession = 1
	if want := "It may spend at most 4,000 USDC a day, 0.000001 in one run of its program, on Uniswap"; !strings.HasPrefix(w.Plan(words).Sentence, want) {
		t.Errorf("with next to nothing for a run: %s", w.Plan(words).Sentence)
	}
	w.Limits.PerSession = 0
	w.Sanctions = common.Address{}
	compare(t, w.Plan(words).Limits, slices.DeleteFunc(slices.Clone(want), func(l grant.Limit) bool { return l == screened }))

	compare(t, wished(grant.LocalKey).Plan(words).Limits, []grant.Limit{
		ends, calls,
		{"number of orders", "7", true, "LimitedCalls"},
		{"spent in any 24 hours on openings and swaps", "500 USDC", true, "DailySpendLimit"},
		own, gas,
		{"position, concentration, drawdown, slippage", "as configured: no contract knows them in this custody", false, program},
	})
}

func compare(t *testing.T, got, want []grant.Limit) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("limit %d:\n got %+v\nwant %+v", i, got[min(i, len(got)):], want[min(i, len(want)):])
			return
		}
	}
}

// What an owner reads about a grant that was signed is what stands in it, and what the cage
// said last.
func TestTheLimitsOfASignedGrantAreThoseItsCaveatsSay(t *testing.T) {
	g := counting(t)
	const until = "3 March 2026, 12:00 UTC"
	compare(t, g.Limits(nil), []grant.Limit{
		{"ends", until, true, "MortalityTimeWindow"},
		{"number of orders", "7", true, "LimitedCalls"},
		{"spent in any 24 hours on openings and swaps", "500", true, "DailySpendLimit"},
		{"ReplicantBudget", "as signed", true, "ReplicantBudget"},
	})
	for limit, want := range map[uint64]string{1: "0.000001", 1_000_000: "1", policycage.MostCounted: "42,949,672.95"} {
		as(t, &g, 2, &caveat.DailySpendLimit{Book: common.Address{4}, Limit: limit})
		if got := g.Limits(nil)[2].Value; got != want {
			t.Errorf("%d is told as %s", limit, got)
		}
	}
	g.Enforcers[2].Kind = "Everything"
	if got := g.Limits(nil)[2]; got != (grant.Limit{Name: "Everything", Value: "as signed", OnChain: true, By: "Everything"}) {
		t.Errorf("what nobody knows is told as %+v", got)
	}

	g = signed(t, grant.Delegation)
	const caged = "PolicyCage"
	ends, book := grant.Limit{Name: "ends", Value: until, OnChain: true, By: "MortalityTimeWindow"}, grant.Limit{
		Name: "calls, by phase of life", Value: "the forms of the book at 0x0165000000000000000000000000000000000000", OnChain: true, By: "GolemPhase",
	}
	all := grant.Limit{Name: "recipient of everything", Value: "0x0600000000000000000000000000000000000000", OnChain: true, By: caged}
	f := turn.Fence{
		Caged: true, PerTransaction: 1, DayLeft: 20 * money.One, Position: 3, Concentration: 4, Loss: turn.FenceLoss{Left: 5 * money.One, SessionLeft: 6 * money.One}, Positions: 7, Open: 8, Drawdown: 9,
	}
	compare(t, g.Limits(&f), []grant.Limit{
		ends, book,
		{"spent at once", "0.000001", true, caged},
		{"left to spend now (any 24 hours)", "20", true, caged},
		{"one asset or position", "0.03%", true, caged},
		{"everything but cash", "0.04%", true, caged},
		{"left to lose before nothing is opened", "5 in any 24 hours, 6 in the session", true, caged},
		{"open positions", "7, 8 are", true, caged},
		{"drawdown that stops openings", "0.09%", true, caged},
		all,
	})
	f.Caged = false
	compare(t, g.Limits(&f), []grant.Limit{ends, book, all})
	compare(t, g.Limits(nil), []grant.Limit{ends, book, all})
}

func TestDollarsAreWrittenAsPeopleDo(t *testing.T) {
	for v, want := range map[money.USDC]string{
		0: "0", 1: "0.000001", 100_000: "0.1", money.One: "1", 10 * money.One: "10", 999 * money.One: "999", 1_000 * money.One: "1,000", 12_345_670_000: "12,345.67",
		123_456 * money.One: "123,456", 1_234_567 * money.One: "1,234,567", 1_000_000 * money.One: "1,000,000", 1<<63 - 1: "9,223,372,036,854.775807",
	} {
		if got := grant.Dollars(v); got != want {
			t.Errorf("%d is %s, want %s", v, got, want)
		}
	}
}

// spec: DESIGN §12.29 — an owner who signs a second grant reads that the figures count it
// alone, and what stands beside it; where nothing does, neither is said.
func TestAPlanTellsWhatStandsBesideIt(t *testing.T) {
	const alone, beside = "These figures count this grant alone.\n", "other grants of the account stand beside it:\n"
	for name, c := range map[string]struct {
		alone  bool
		beside []string
		want   string
	}{
		"nothing":                  {false, nil, ""},
		"a renewal":                {false, []string{"the first"}, beside + "  the first\n"},
		"two, one of them on top":  {true, []string{"the first", "the second"}, alone + beside + "  the first\n  the second\n"},
		"one that is not known of": {true, nil, alone},
	} {
		p := wished(grant.LocalKey).Plan(grant.Words{})
		p.WorstDay, p.Beside, p.Alone = nil, c.beside, c.alone
		text := p.String()
		head, _, _ := strings.Cut(text, "held by the chain")
		if _, got, _ := strings.Cut(head, p.Pools[0].Hex()+".\n"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
