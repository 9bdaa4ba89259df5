package status_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/status"
	"bardo.run/bardo/mirage/artifact"
)

// lives are the lives of a day that the tests look at, each lived once.
var lives = map[string]func() (fs.FS, error){
	"lp-recentre.md":        sync.OnceValues(func() (fs.FS, error) { return day("lp-recentre.md", 3) }),
	"eth-mean-reversion.md": sync.OnceValues(func() (fs.FS, error) { return day("eth-mean-reversion.md", 7) }),
}

// day lives a day by an example, and returns the folder of that life.
func day(strategy string, n uint64) (fs.FS, error) {
	found, err := artifact.Find()
	if err != nil {
		return nil, err
	}
	out, err := os.MkdirTemp("", "bardo-status-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(out)
	o := live.Options{
		World: "chop", Days: 1, Strategy: filepath.Join("..", "..", "strategies", strategy), Seed: seed.Seed(n), Out: filepath.Join(out, "life"),
		Fund: 10_000 * money.One, Credit: 50 * money.One, Artifacts: found,
	}
	if o.Config, err = birth.Settings(""); err != nil {
		return nil, err
	}
	if _, err := live.Run(context.Background(), o); err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	folder := os.DirFS(o.Out)
	return files, fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(folder, name)
		files[name] = &fstest.MapFile{Data: body, Mode: 0o600}
		return err
	})
}

// lived is a folder of the life by an example, for the caller to change.
func lived(t *testing.T, strategy string) string {
	t.Helper()
	life, err := lives[strategy]()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, life); err != nil {
		t.Fatal(err)
	}
	return dir
}

func look(t *testing.T, dir string) status.Status {
	t.Helper()
	f, err := status.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Look(1_800_000_000_000)
	if err != nil {
		t.Fatal(err)
	}
	again, err := f.Look(1_800_000_000_000)
	if err != nil || text(t, again) != text(t, s) {
		t.Errorf("a second look differs: %v", err)
	}
	return s
}

func text(t *testing.T, s status.Status) string {
	t.Helper()
	var b strings.Builder
	if err := s.Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		if utf8.RuneCountInString(line) > 120 {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(line), line)
		}
	}
	return b.String()
}

// The result of a life with trades, liquidity, gas and paid time is the sum of its parts, each
// of which is there, and the parts leave nothing unexplained.
func TestAResultIsTheSumOfItsParts(t *testing.T) {
	t.Parallel()
	for strategy := range lives {
		s := look(t, lived(t, strategy))
		r := s.Result
		if s.Orders.Executed < 2 || r.Gas >= 0 || r.SwapFees >= 0 || r.Realised == 0 || r.Coin == 0 {
			t.Fatalf("%s: too dull: %+v %+v", strategy, s.Orders, r)
		}
		if strategy == "lp-recentre.md" && (r.Earned <= 0 || r.Liquidity == 0 || r.Unrealised == 0) {
			t.Errorf("%s: %+v", strategy, r)
		}
		if math.Abs(r.Rest) > 0.001 {
			t.Errorf("%s: %.6f is not explained: %+v", strategy, r.Rest, r)
		}
		if r.Time != -1.2 { // a day at five cents an hour
			t.Errorf("%s: paid time is %v", strategy, r.Time)
		}
		parts := r.Realised + r.Unrealised + r.SwapFees + r.Earned + r.Liquidity + r.Lending + r.Gas + r.Coin + r.Missing + r.Rest
		if math.Abs(parts-(r.Equity-r.Start-r.Added)) > 1e-6 || math.Abs(parts+r.Time+r.Thinking-r.Total) > 1e-6 {
			t.Errorf("%s: the parts are %v, the result %v: %+v", strategy, parts, r.Total, r)
		}
		if len(s.Decisions) == 0 || len(s.Decisions) > 10 || s.Process.State != status.StateDead || s.Findings[0].Code != status.Dead {
			t.Errorf("%s: %+v %+v %d decisions", strategy, s.Process, s.Findings, len(s.Decisions))
		}
	}
}

// What the report says a life came to is the sum of its parts as well, in its text to the
// cent, and its equity of the end is what the curve ends at.
func TestAReportsResultIsTheSumOfItsParts(t *testing.T) {
	t.Parallel()
	l, err := biography.Read(lived(t, "lp-recentre.md"))
	if err != nil {
		t.Fatal(err)
	}
	r, f := l.Results.Result, l.Results.Performance.Life
	if r.Earned <= 0 || r.Liquidity == 0 || r.SwapFees >= 0 || r.Gas >= 0 || r.Coin == 0 || r.Time != -1.2 {
		t.Fatalf("too dull: %+v", r)
	}
	if math.Abs(r.Rest) > 0.005 || math.Abs(r.OnChain-f.Gain()) > 1e-6 || math.Abs(r.OnChain+r.Time+r.Thinking-r.Total) > 1e-9 || -r.Gas != float64(l.Money.Costs.Gas)/1e6 {
		t.Errorf("%+v of %+v", r, f)
	}
	var text strings.Builder
	if err := l.Summary(&text, ""); err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?s)\n  result +(.*?)\n  trades`).FindStringSubmatch(text.String())
	if row == nil {
		t.Fatalf("no result in\n%s", text.String())
	}
	var cents []int
	for _, x := range regexp.MustCompile(`([+−]?)([\d,]+)\.(\d\d)`).FindAllStringSubmatch(row[1], -1) {
		n, err := strconv.Atoi(strings.ReplaceAll(x[2], ",", "") + x[3])
		if err != nil {
			t.Fatal(err)
		}
		if x[1] == "−" {
			n = -n
		}
		cents = append(cents, n)
	}
	sum := 0
	for _, n := range cents[1:] {
		sum += n
	}
	if len(cents) < 8 || sum != cents[0] {
		t.Errorf("%d parts come to %d cents of %d: %s", len(cents)-1, sum, cents[0], row[1])
	}
}

// A record that is torn at the end is not there yet.
func TestATornEndIsNoError(t *testing.T) {
	t.Parallel()
	dir := lived(t, "eth-mean-reversion.md")
	segments, err := filepath.Glob(filepath.Join(dir, home.CyclesDir, "*.seg"))
	if err != nil || len(segments) == 0 {
		t.Fatal(segments, err)
	}
	before := look(t, dir)
	file, err := os.OpenFile(segments[len(segments)-1], os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("\x40\x00\x00\x00half a record"); err != nil {
		t.Fatal(err)
	}
	file.Close()
	if after := look(t, dir); text(t, after) != text(t, before) {
		t.Errorf("%s\nbecame\n%s", text(t, before), text(t, after))
	}
}

// The names in JSON are stable: whoever reads them need not follow the program.
func TestTheNamesStay(t *testing.T) {
	t.Parallel()
	var s status.Status
	s.Decisions = []status.Decision{{Refusal: &status.Refusal{}}}
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"findings", "now_ms", "golem", "process", "seen", "result", "holdings", "orders", "decisions", "bounds", "words", "clocks", "waits_for",
		"equity", "equity_at_birth", "added", "realised", "unrealised", "swap_fees", "fees_earned", "gas", "paid_time", "total",
		"executed", "failed", "refused", "pending", "layer", "code", "halt", "level", "credit_left_micro_usdc", "paid_time_left_s",
	} {
		if !strings.Contains(string(b), `"`+name+`":`) {
			t.Errorf("%s is gone: %s", name, b)
		}
	}
}

// Of a life before its first tick nothing is said that is not known.
func TestALifeBeforeItsFirstTickHasNoFigures(t *testing.T) {
	t.Parallel()
	dir := lived(t, "eth-mean-reversion.md")
	for _, folder := range []string{home.CyclesDir, home.LedgerDir, home.DeathDir} {
		if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, home.ManifestFile)); err != nil {
		t.Fatal(err)
	}
	s := look(t, dir)
	if len(s.Findings) != 1 || s.Findings[0].Code != status.Stopped || s.Seen.Ticks != 0 {
		t.Errorf("%+v", s.Findings)
	}
	if said := text(t, s); !strings.Contains(said, "no tick is over") || strings.Contains(said, "equity") {
		t.Errorf("it says %s", said)
	}
	if s.Clocks.Given == 0 || s.Clocks.Credit != s.Clocks.Given {
		t.Errorf("%s of %s of the credit are left before anything was spent", s.Clocks.Credit, s.Clocks.Given)
	}
}
