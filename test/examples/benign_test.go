package examples_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/life/report"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
	"bardo.run/bardo/wire"
)

// wide allows whatever a strategy asks for.
const wide = `
[golem]
network = "devnet"
[risk]
start_stage = "full"
adaptive = false
[safety]
max_asset_count = 1000
max_positions = 1000
max_position_bps = 10000
max_concentration_bps = 10000
max_drawdown_bps = 10000
max_slippage_bps = 5000
max_price_impact_bps = 5000
max_trades_per_hour = 50
max_loss_day_bps = 10000
max_loss_session_bps = 10000
max_move_loss_bps = 10000
max_exit_loss_bps = 10000
[safety.spending_limits]
per_transaction = 1000000000.0
per_session = 1000000000.0
per_day = 1000000000.0
`

// The custodies in which the shipped limits are lived; the first is the Golem's own account.
var (
	bare      = []string{}
	delegated = []string{"--custody", "delegation"}
	localKey  = []string{"--custody", "localkey"}
	enclave   = []string{"--custody", "embedded"}
)

// kept is what of a baseline's trades another life made too: the same side within two
// minutes, its size within 5 %.
type kept struct {
	trades, of  int
	value, from float64
	missing     []string
}

func (k kept) String() string {
	return fmt.Sprintf("%d of %d trades (%.1f %%), %.0f of %.0f USDC (%.1f %%)", k.trades, k.of, 100*float64(k.trades)/float64(k.of), k.value, k.from, 100*k.value/k.from)
}

func compare(base, other report.Life) (k kept) {
	used := map[int]bool{}
	for _, want := range base.Acts.Trades {
		k.of++
		k.from += want.Quote
		found := false
		for i, got := range other.Acts.Trades {
			near := math.Abs(float64(got.Time-want.Time)) <= 120_000 && got.Buy == want.Buy
			if used[i] || !near || math.Abs(got.Quote/want.Quote-1) > 0.05 {
				continue
			}
			used[i], found = true, true
			k.trades++
			k.value += want.Quote
			break
		}
		if !found {
			k.missing = append(k.missing, fmt.Sprintf("tick %d, %s for %.2f", want.Tick, want.Cause, want.Quote))
		}
	}
	return k
}

// stopped names what the other life refused, and by what.
func stopped(l report.Life) (said []string) {
	for _, t := range l.Thought.Triggers {
		if t.Layer != "" {
			said = append(said, fmt.Sprintf("tick %d, %s: %s by %s", t.Tick, t.Rule, t.Outcome, t.Layer))
		}
	}
	return said
}

// credit is what each of these lives is given, in USDC, so that it is the limits that are
// compared. A redemption takes about twice the gas of the account's own transactions: with
// 50, one life in delegation custody had used its gas of the day up in the crash of the
// fifth, when gas cost a hundred times as much, and could not enter again.
const credit = "100"

// benign holds the shipped limits, in each custody, against a life that is allowed
// everything: at least 95 % of its trades are made, by count and by value, at sizes within
// 5 %.
func benign(t *testing.T, bardo, data string, least int, custodies ...[]string) {
	t.Helper()
	config := filepath.Join(t.TempDir(), "wide.toml")
	if err := os.WriteFile(config, []byte(wide), 0o600); err != nil {
		t.Fatal(err)
	}
	sums := make([]kept, len(custodies))
	for _, path := range strategies() {
		base := account(t, bardo, data, path, "--config", config)
		for i, custody := range custodies {
			l := account(t, bardo, data, path, custody...)
			k := compare(base, l)
			name := strings.Join(append([]string{nameOf(path)}, custody...), " ")
			t.Logf("%s: %s; not made: %v; stopped: %v", name, k, k.missing, stopped(l))
			sums[i].trades, sums[i].of, sums[i].value, sums[i].from = sums[i].trades+k.trades, sums[i].of+k.of, sums[i].value+k.value, sums[i].from+k.from
		}
	}
	for i, k := range sums {
		t.Logf("shipped limits %v: %s", custodies[i], k)
		if k.of < least || float64(k.trades) < 0.95*float64(k.of) || k.value < 0.95*k.from {
			t.Errorf("%v: %s, of at least %d trades 95 %% are wanted", custodies[i], k, least)
		}
	}
}

// account lives a life without its oracle, whose forecasts are another matter.
func account(t *testing.T, program, data, strategy string, more ...string) (l report.Life) {
	t.Helper()
	if _, err := artifact.FindKit(); err != nil {
		t.Fatalf("MetaMask's framework is not here: %v", err)
	}
	out := filepath.Join(t.TempDir(), "life")
	ask(t, &l, without, program, append([]string{"live", "--json", "--history", data, "--strategy", strategy, "--seed", "7", "--credit", credit, "--out", out}, more...)...)
	return l
}

// Acceptance 2 of issue 5, on a generated day; on the recorded five with BARDO_LONG.
func TestTheShippedLimitsLetTheExamplesTrade(t *testing.T) {
	t.Parallel()
	if _, err := artifact.Find(); err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	data := t.TempDir()
	m, err := world.Generate("chop", 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := history.Export(data, m); err != nil {
		t.Fatal(err)
	}
	benign(t, program(t), data, 10, delegated)
}

func TestTheShippedLimitsLetTheExamplesTradeOnTheRecordedDays(t *testing.T) {
	benign(t, program(t), recordedDays(t), 50, bare, delegated, localKey)
}

// shipped are the defaults of a devnet life in a file, and lossless what takes the limits on
// losses away from them.
const (
	shipped = `
[golem]
network = "devnet"
[risk]
start_stage = "full"
[safety.spending_limits]
per_session = 1000000000.0
`
	lossless = `
[safety]
max_loss_day_bps = 10000
max_loss_session_bps = 10000
max_move_loss_bps = 10000
max_exit_loss_bps = 10000
`
)

// unbounded holds the shipped limits on losses, in each custody, against a life in the Golem's
// own account without them: at least 95 % of its trades are made, by count and by value, at
// sizes within 5 %, and none is refused for what it may lose, by whichever layer.
func unbounded(t *testing.T, bardo, data string, least int, custodies ...[]string) {
	t.Helper()
	without, with := filepath.Join(t.TempDir(), "without.toml"), filepath.Join(t.TempDir(), "with.toml")
	for path, text := range map[string]string{without: shipped + lossless, with: shipped} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sums := make([]kept, len(custodies))
	for _, path := range strategies() {
		base := account(t, bardo, data, path, "--config", without)
		for i, custody := range custodies {
			l := account(t, bardo, data, path, append([]string{"--config", with}, custody...)...)
			k := compare(base, l)
			name := strings.Join(append([]string{nameOf(path)}, custody...), " ")
			t.Logf("%s: %s; not made: %v; stopped: %v", name, k, k.missing, stopped(l))
			sums[i].trades, sums[i].of, sums[i].value, sums[i].from = sums[i].trades+k.trades, sums[i].of+k.of, sums[i].value+k.value, sums[i].from+k.from
			if l.Fate.Limits == nil || len(l.Fate.Limits.WorstDay) != 2 {
				t.Fatalf("%s: the report tells %+v", name, l.Fate.Limits)
			}
			lost(t, name, l.Fate.Limits.Refusals)
		}
	}
	for i, k := range sums {
		t.Logf("with limits on losses %v: %s", custodies[i], k)
		if k.of < least || float64(k.trades) < 0.95*float64(k.of) || k.value < 0.95*k.from {
			t.Errorf("%v: %s, of at least %d trades 95 %% are wanted", custodies[i], k, least)
		}
	}
}

// lost fails where something was refused for what it may lose: by the Golem's cage or permit,
// or by a contract or a signing guard, which say so in their own words.
func lost(t *testing.T, name string, refusals []report.Refused) {
	t.Helper()
	for _, r := range refusals {
		spoken := strings.Contains(r.Example, "may still be lost in the day or session") || strings.Contains(r.Example, "the price is not the market's") || strings.Contains(r.Example, "it may lose")
		if r.Code == string(wire.CodeSafetyLossLimit) || spoken {
			t.Errorf("%s: %s refused %d times: %s", name, r.Layer, r.Count, r.Example)
		}
	}
}

// Done-line 6 of issue 14, on a generated day; on the recorded five with BARDO_LONG.
func TestTheLimitsOnLossesLetTheExamplesTrade(t *testing.T) {
	t.Parallel()
	if _, err := artifact.Find(); err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	data := t.TempDir()
	m, err := world.Generate("chop", 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := history.Export(data, m); err != nil {
		t.Fatal(err)
	}
	unbounded(t, program(t), data, 10, bare, delegated)
}

func TestTheLimitsOnLossesLetTheExamplesTradeOnTheRecordedDays(t *testing.T) {
	data := recordedDays(t)
	bardo := program(t)
	for name, custody := range map[string][]string{"own": bare, "delegation": delegated, "granted": localKey, "embedded": enclave} {
		t.Run(name, func(t *testing.T) { unbounded(t, bardo, data, 50, custody) })
	}
}
