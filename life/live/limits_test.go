package live

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/mirage/artifact"
)

// busy is a life that trades every few minutes in its owner's account.
func busy(t *testing.T, mode grant.Mode) Options {
	t.Helper()
	o := chop(t)
	set, err := artifact.FindKit()
	if err != nil {
		t.Fatalf("MetaMask's framework is not here: %v", err)
	}
	o.Artifacts, o.Custody = set, string(mode)
	o.Strategy = filepath.Join("..", "..", "test", "script", "testdata", "metronome.md")
	o.Config.Oracle.Enabled = false
	return o
}

// staged is the same strategy, which leaves its stage to the settings.
func staged(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "test", "script", "testdata", "metronome.md"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "metronome.md")
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "start_stage  = \"full\"\n", "", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A strategy is held to the limits that are configured, and not to those of the
// specification: orders are cut to a lower one, and a higher one lets them be larger.
func TestAStrategyObeysTheConfiguredLimits(t *testing.T) {
	for limit, share := range map[money.BPS][2]float64{300: {0.029, 0.0301}, 2_500: {0.24, 0.251}, 6_000: {0.38, 0.41}} {
		t.Run(limit.String(), func(t *testing.T) {
			t.Parallel()
			o := chop(t)
			o.Strategy = filepath.Join(t.TempDir(), "STRATEGY.md")
			text := "+++\nprotocols = [\"uniswap-v3\"]\nassets = [\"USDC\", \"WETH\"]\n+++\n# Objective\nBuy once.\n\n```rule entry in\nwhen exposure < 1% and age > 2m\ndo buy 40% of equity\n```\n"
			if err := os.WriteFile(o.Strategy, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			f := &o.Config.Safety
			o.Config.Oracle.Enabled, o.Config.Risk.Adaptive = false, false
			f.MaxPosition, f.MaxConcentration = limit, max(limit, 3_000)
			f.MaxSlippage, f.MaxPriceImpact, f.MaxMoveLoss = 300, 500, 500
			interrupted(t, o, 20)
			l, err := biography.Read(o.Out)
			if err != nil {
				t.Fatal(err)
			}
			bought := 0.0
			for _, trade := range l.Acts.Trades {
				bought += trade.Quote / 10_000
			}
			if bought < share[0] || bought > share[1] {
				t.Errorf("%.4f of the equity in %d trades, want %v; %+v", bought, len(l.Acts.Trades), share, l.Fate.Limits.Refusals)
			}
		})
	}
}

// Each kind of limit holds in a life of its own: one that an order's size goes by cuts it, and the
// thought says from what, to what and by what; of the others the report names the refusal, who holds
// it and how often. The books are the chain's.
//
// spec: safety §7, provisioning §8.10; issue 5, acceptance 8
func TestEachKindOfLimitRefusesInALife(t *testing.T) {
	usd := func(n int64) config.USD { return config.USD(money.USDC(n) * money.One) }
	for name, c := range map[string]struct {
		mode grant.Mode
		edit func(*Options)
		code string // of the refusal; empty: the limit cuts
		word string // of the last refusal, where the code does not say which limit it was, or of a thought
	}{
		"one transaction, on chain": {grant.Delegation, func(o *Options) { o.Config.Safety.SpendingLimits.PerTransaction = usd(400) }, "", "USDC to 400 by safety.spending_limits.per_transaction"},
		"a day, on chain":           {grant.Delegation, func(o *Options) { o.Config.Safety.SpendingLimits.PerDay = usd(1_000) }, "", "what is left of safety.spending_limits.per_day leaves"},
		"a session":                 {grant.Delegation, func(o *Options) { o.Config.Safety.SpendingLimits.PerSession = usd(1_000) }, "", "what is left of safety.spending_limits.per_session leaves"},
		"a position, on chain":      {grant.Delegation, func(o *Options) { o.Bounds.Position = 300 }, "", "by max_position"},
		"trades an hour":            {grant.Delegation, func(o *Options) { o.Config.Safety.MaxTrades = 2 }, "SAFETY_RATE_LIMIT", ""},
		"the stage":                 {grant.Delegation, func(o *Options) { o.Config.Risk.StartStage = "shadow"; o.Strategy = "" }, "SAFETY_STAGE_SHADOW", ""},
		"a swap's loss, on chain":   {grant.Delegation, func(o *Options) { o.Bounds.Loss = 1 }, "SAFETY_LOSS_LIMIT", "the price is not the market's"},
		"orders in all":             {grant.LocalKey, func(o *Options) { o.Bounds.Calls = 12 }, "DELEGATION_DISABLED", "8 orders are left of the delegation; they are kept for exits"},
		"a daily sum, on chain":     {grant.LocalKey, func(o *Options) { o.Bounds.Daily = 1_200 * money.One }, "", "by what is left of the delegation's day"},
		"a daily sum":               {grant.LocalKey, func(o *Options) { o.Bounds.Daily = 1_600 * money.One }, "", "what is left of the delegation's day leaves"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := busy(t, c.mode)
			c.edit(&o)
			if o.Strategy == "" { // the one that leaves its stage to the settings
				o.Strategy = staged(t)
			}
			interrupted(t, o, 60)
			l, err := biography.Read(o.Out)
			if err != nil {
				t.Fatal(err)
			}
			if c.code == "" {
				cut(t, o.Out, c.word)
			} else if !slices.ContainsFunc(l.Fate.Limits.Refusals, func(r report.Refused) bool { return r.Code == c.code && strings.Contains(r.Example, c.word) }) {
				t.Fatalf("refused was %+v, want %s %q", l.Fate.Limits.Refusals, c.code, c.word)
			}
			if on := slices.ContainsFunc(l.Fate.Limits.Rows, func(r report.Limit) bool { return r.OnChain }); !on || !strings.Contains(l.Fate.Limits.Custody, "owner's account") {
				t.Errorf("the report says %q and %+v", l.Fate.Limits.Custody, l.Fate.Limits.Rows)
			}
			if s, err := accounts.Of(o.Out); err != nil || !s.Sound() {
				t.Errorf("the books: %+v (%v)", s, err)
			}
		})
	}
}

// cut expects that a thought says by which limit an order was cut, or that it left none.
func cut(t *testing.T, out, word string) {
	t.Helper()
	said := map[string]int{}
	_, all := stood(t, out)
	for _, r := range all {
		for _, thought := range r.Thought {
			said[thought.Summary]++
		}
	}
	for summary := range said {
		if strings.Contains(summary, word) {
			return
		}
	}
	t.Errorf("no thought says %q: %v", word, said)
}
