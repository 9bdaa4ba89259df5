package biography_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/why"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

const minutes = 60

// options of a life of an hour.
func options(t *testing.T) live.Options {
	t.Helper()
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	settings, err := birth.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	settings.Oracle.Enabled = false // these lives are over before it knows enough
	settings.Safety.MaxTrades = 50  // and busy
	m, err := world.Generate("chop", 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Minutes = m.Minutes[:minutes]
	data := t.TempDir()
	if err := history.Export(data, m); err != nil {
		t.Fatal(err)
	}
	return live.Options{
		History: data, Seed: 7, Strategy: filepath.Join("..", "..", "test", "determinism", "testdata", "orchestra.md"), Out: filepath.Join(t.TempDir(), "life"),
		Fund: 10_000 * money.One, Credit: 200 * money.One, Config: settings, Artifacts: set, Log: slog.New(slog.DiscardHandler),
	}
}

func read(t *testing.T, dir string) report.Life {
	t.Helper()
	l, err := biography.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// paid is an hour of a small machine (DESIGN §12.1).
const paid = 50_000

// A report says what time was charged for: what the ledger on the same page holds.
func TestALifeThatIsCutOffPaidForTheTimeItHad(t *testing.T) {
	o := options(t)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	o.Progress = func(p live.Progress) {
		if p.Ticks == 30 {
			interrupt()
		}
	}
	if _, err := live.Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	l := read(t, o.Out)
	if got := l.Money.Costs.Compute; l.Fate.Death != nil || got <= paid/10 || got >= paid*2/3 {
		t.Errorf("%s of time charged to thirty ticks of an hour (%+v)", got, l.Fate.Death)
	}
	booked := false
	for _, e := range l.Money.Ledger {
		booked = booked || e.Account == "compute" && e.Asset == "credit" && e.Sum == strings.TrimRight(l.Money.Costs.Compute.String(), "0")
	}
	if !booked {
		t.Errorf("%d is not what the ledger holds: %+v", l.Money.Costs.Compute, l.Money.Ledger)
	}
	listed(t, o.Out, l)
	o.Progress = nil
	if _, err := live.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	listed(t, o.Out, read(t, o.Out))
	if l = read(t, o.Out); l.Money.Costs.Compute != paid {
		t.Errorf("%s of time charged to an hour", l.Money.Costs.Compute)
	}
	if m := l.Condition.Mortality; m == nil || uint64(len(m.Series)) != l.Subject.Ticks || m.Phases[0].Phase != "thriving" || m.Series[0].Survival == nil || m.Series[0].Fitness != nil {
		t.Errorf("%d ticks, of which the clocks say %+v", l.Subject.Ticks, l.Condition.Mortality)
	}
	dead(t, o.Out, l)
}

// listed holds what the index finds of a life against what all of it did.
func listed(t *testing.T, dir string, l report.Life) {
	t.Helper()
	acts, market, err := biography.Trades(t.Context(), dir, func(s *biography.Selection) {
		if s.Fault != nil || s.Behind != 0 {
			t.Errorf("the index lacks %d entries of a life that does not go on: %v", s.Behind, s.Fault)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(acts.Trades) == 0 || !reflect.DeepEqual(acts.Trades, l.Acts.Trades) || acts.Others() != l.Acts.Others() || market != l.Subject.Market {
		t.Errorf("%d trades of %v, want %d of %v", len(acts.Trades), market, len(l.Acts.Trades), l.Subject.Market)
	}
}

// dead looks for what happened in each phase of the death.
func dead(t *testing.T, dir string, l report.Life) {
	t.Helper()
	want := [][2]string{
		{"acceptance", `^open permits cancelled; a (standard|rich) death of at most \d+\.\d{6} USDC$`},
		{"settlement", `^([1-9]\d*) actions, [1-9]\d* executed, \d+\.\d{6} USDC of gas$`},
		{"reflection", `^return ([+−]|0.00 %)`},
		{"legacy", `^testament and tombstone written, key destroyed; the wallet's key follows from the seed`},
	}
	if len(l.Fate.Death.Phases) != len(want) {
		t.Fatalf("phases %+v", l.Fate.Death.Phases)
	}
	for i, p := range l.Fate.Death.Phases {
		if p.Name != want[i][0] || !regexp.MustCompile(want[i][1]).MatchString(p.Note) {
			t.Errorf("%s: %q, want %s", p.Name, p.Note, want[i][1])
		}
	}
	const stood = `^Vitality 0\.000, .* lowest; \d+\.\d{6} USDC of credit left, \d\.\d{6} of it kept for dying\. ` +
		`It had a chance of 99\.\d\d% to live so long; its dice rolled by the secret [0-9a-f]{64}\.$`
	if !regexp.MustCompile(stood).MatchString(l.Fate.Death.Clocks) {
		t.Errorf("the clocks: %q", l.Fate.Death.Clocks)
	}
	bequeathed(t, dir, l)
	if err := os.Remove(filepath.Join(dir, home.TombstoneFile)); err != nil {
		t.Fatal(err)
	}
	if got := read(t, dir).Fate.Death.Phases[3].Note; !regexp.MustCompile("^testament, no tombstone written").MatchString(got) {
		t.Errorf("without a tombstone: %q", got)
	}
}

// bequeathed looks for the actions of the settlement, and for the testament.
// spec: mortality §4.2, §10
func bequeathed(t *testing.T, dir string, l report.Life) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, home.TestamentFile))
	if err != nil {
		t.Fatal(err)
	}
	var will thanatopsis.Testament
	if err := json.Unmarshal(text, &will); err != nil {
		t.Fatal(err)
	}
	if len(l.Fate.Settlement) == 0 || len(l.Fate.Settlement) != len(will.Settlement.Actions) {
		t.Fatalf("%d of %d actions", len(l.Fate.Settlement), len(will.Settlement.Actions))
	}
	for i, d := range l.Fate.Settlement {
		a := will.Settlement.Actions[i].Action
		if d.Tx != a.Execution.TxHash.Hex() || d.Gas != a.Execution.Cost || *d.Value != a.Preview.Simulation.Value || d.Status != "executed" || (d.Paid == "") != (d.Kind == "remove_liquidity") || d.Received == "" {
			t.Errorf("%+v is told of %+v", d, a)
		}
	}
	books, err := accounts.Of(dir)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := why.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer answers.Close()
	n, err := answers.Trades()
	if err != nil {
		t.Fatal(err)
	}
	sale, err := answers.Trade(n)
	if last := books.Decisions[len(books.Decisions)-1]; err != nil || last.Tick != will.Stats.Ticks-1 || sale.Tick != last.Tick {
		t.Errorf("of %d ticks, the books have the settlement in tick %d, and why in %d (%v)", will.Stats.Ticks, last.Tick, sale.Tick, err)
	}
	w := l.Fate.Death.Testament
	if !bytes.Equal(w.Text, text) {
		t.Error("the testament is not what its file says")
	}
	told := map[string]string{}
	for _, p := range w.Parts {
		for _, f := range p.Facts {
			told[p.Heading+", "+f.Name] = f.Value
		}
	}
	for name, want := range map[string]string{
		"Cause, Died of": string(will.Death.Cause), "Cause, Ticks lived": fmt.Sprint(will.Stats.Ticks), "Clocks at death, Vitality": "0.000",
		"Clocks at death, Credit left": will.Death.Clocks.Balance + " USDC", "What was left, USDC": will.Wallet.Balances[0].Units, "What was left, Left open": "0",
		"Signature, SHA-256": will.Integrity.SHA256, "Signature, Signed": "by its identity, " + will.Identity.Key + "; hash and signature were checked",
		"Its dice, Committed to at birth": will.Death.Clocks.Commitment, "Its dice, Secret": will.Death.Clocks.Secret,
	} {
		if told[name] != want || want == "" {
			t.Errorf("%s: %q, want %q", name, told[name], want)
		}
	}
	if _, judged := told["Clocks at death, Fitness"]; judged {
		t.Error("a life without an oracle is judged by its fitness")
	}
}
