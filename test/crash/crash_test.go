// Package crash kills living Golems. A life on history, in a process of its own,
// ends with SIGKILL at random operations of its journal, records and books:
// before and after a write, a sync, a new segment; every send has a sync right
// before it. The same command resumes it each time. In the end nothing was
// signed or sent twice, the books balance and agree with the chain, and the life
// replays.
package crash

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/audit/inspect"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/verify"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

const (
	// killAt makes the test binary live the life in lifeIn and die at that operation.
	killAt = "BARDO_CRASH_AT"
	lifeIn = "BARDO_CRASH_LIFE"
	dataIn = "BARDO_CRASH_DATA"
	// strategyIn is the strategy of it in testdata; empty: the busy one.
	strategyIn = "BARDO_CRASH_STRATEGY"

	minutes = 25
	kills   = 15
	// token decimals of a history without market.toml (DESIGN §5)
	usdcDecimals, wethDecimals = 6, 18
)

func TestMain(m *testing.M) {
	if os.Getenv(killAt) != "" {
		os.Exit(child())
	}
	os.Exit(m.Run())
}

// child is a life that kills its own process, as the power going off would.
func child() int {
	at, err := strconv.ParseInt(os.Getenv(killAt), 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	var done atomic.Int64
	fault := func(_ seglog.Op, size int) (int, error) {
		if done.Add(1) == at {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			if err == nil {
				select {} // until the signal is there
			}
		}
		return size, nil
	}
	set, err := artifact.Find()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	settings, err := birth.Settings("")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	settings.Oracle.Enabled = false // these lives are over before it knows enough
	r, err := live.Run(context.Background(), live.Options{
		History: os.Getenv(dataIn), Strategy: filepath.Join("testdata", cmp.Or(os.Getenv(strategyIn), "busy.md")), Seed: 7,
		Out: os.Getenv(lifeIn), Fund: 10_000 * money.One, Credit: 200 * money.One, Config: settings, Artifacts: set, Fault: fault,
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil && !errors.Is(err, live.ErrOver) { // over: it was killed behind its last word
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Printf("over: %s %d\n", r.Cause, done.Load())
	return 0
}

func TestALifeSurvivesBeingKilledAgainAndAgain(t *testing.T) {
	if _, err := artifact.Find(); err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	data := recorded(t)
	_, operations := start(t, data, filepath.Join(t.TempDir(), "whole"), 1<<40)
	out := filepath.Join(t.TempDir(), "killed")
	random := seed.Seed(11).Stream("kills")
	died := 0
	for died < 10*kills {
		at := 1 + random.Int64N(max(operations/(2*kills/3), 2))
		if killed, _ := start(t, data, out, at); !killed {
			break
		}
		died++
	}
	t.Logf("an undisturbed life takes %d operations; this one was killed %d times", operations, died)
	if died < kills {
		t.Fatalf("killed only %d times, want at least %d", died, kills)
	}
	r := whole(t, out)
	if r.Boots < kills/2 {
		t.Errorf("only %d boots are on record after %d kills", r.Boots, died)
	}
	t.Logf("replayed %d ticks over %d boots, death by %s", r.Ticks, r.Boots, r.Cause)
}

// A disk that is full while the Golem dies cuts the death off: nothing is written of
// it, the key is not taken for destroyed, and the same command dies it to its end.
func TestADeathWithoutRoomIsResumed(t *testing.T) {
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	settings, err := birth.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	settings.Oracle.Enabled = false // these lives are over before it knows enough
	full := false
	o := live.Options{
		History: recorded(t), Strategy: filepath.Join("testdata", cmp.Or(os.Getenv(strategyIn), "busy.md")), Seed: 7, Out: filepath.Join(t.TempDir(), "life"),
		Fund: 10_000 * money.One, Credit: 200 * money.One, Config: settings, Artifacts: set, Log: slog.New(slog.DiscardHandler),
		Progress: func(p live.Progress) { full = full || p.State == "terminal" },
		Fault: func(op seglog.Op, size int) (int, error) {
			if full && op == seglog.OpWrite {
				return 0, syscall.ENOSPC
			}
			return size, nil
		},
	}
	r, err := live.Run(t.Context(), o)
	if !full || !errors.Is(err, lifecycle.ErrCutOff) || !errors.Is(err, seglog.ErrDiskFull) || r.Cause != "" {
		t.Fatalf("a full disk (%v) while it died: %q, %v", full, r.Cause, err)
	}
	for _, name := range []string{home.TestamentFile, home.TombstoneFile} {
		if _, err := os.Stat(filepath.Join(o.Out, name)); err == nil {
			t.Errorf("there is a %s", name)
		}
	}
	o.Fault, o.Progress = nil, nil
	if _, err := live.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	whole(t, o.Out)
}

// The last operations of a life put away what it left, some behind its tombstone.
// Each of them may be the one it does not live to see.
func TestALifeKilledWhileItIsPutAwayIsWholeAgain(t *testing.T) {
	if _, err := artifact.Find(); err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	data := recorded(t)
	_, operations := start(t, data, filepath.Join(t.TempDir(), "whole"), 1<<40)
	behind := 0
	for back := int64(0); back < 24; back += 4 {
		out := ""
		for killed, tries := false, 0; !killed; tries++ {
			if out = filepath.Join(t.TempDir(), "killed"); tries == 10 {
				t.Fatalf("no life was killed %d operations before its end", back)
			}
			var count int64
			if killed, count = start(t, data, out, operations-back); !killed {
				operations = count // a slower life syncs more often
			}
		}
		if _, err := os.Stat(filepath.Join(out, home.TombstoneFile)); err == nil {
			behind++
		}
		if killed, _ := start(t, data, out, 1<<40); killed {
			t.Fatal("the life was killed twice")
		}
		if whole(t, out); t.Failed() {
			t.Fatalf("killed at operation %d of %d", operations-back, operations)
		}
	}
	t.Logf("%d of 6 were killed behind their tombstone", behind)
	if behind == 0 {
		t.Error("no life was killed behind its tombstone")
	}
}

// whole holds a finished life to everything that must be true of it.
func whole(t *testing.T, out string) replay.Result {
	t.Helper()
	r := same(t, out)
	if n := sent(t, out); n < 20 {
		t.Errorf("%d transactions were sent, want at least 20", n)
	}
	booksAgree(t, out)
	return r
}

// same holds a finished life to its replay, its audit and its files.
func same(t *testing.T, out string) replay.Result {
	t.Helper()
	r, err := replay.Run(t.Context(), out, replay.Options{})
	if err != nil || r.CutOff || r.Testament != "equal" || r.Equal != r.Ticks || r.Absent != 0 {
		t.Errorf("replay found %+v (%v)", r, err)
	}
	if a, err := inspect.Dir(out); err != nil || a.Torn || a.Manifest != a.Records || r.AuditEqual != a.Records || r.AuditAbsent != 0 {
		t.Errorf("the audit is %+v, the replay came to %d of its records and %d more (%v)", a, r.AuditEqual, r.AuditAbsent, err)
	}
	if v, err := verify.Check(t.Context(), out, verify.Options{}); err != nil || !v.Whole {
		t.Errorf("not every file is whole: %+v (%v)", v, err)
	}
	return r
}

func recorded(t *testing.T) string {
	t.Helper()
	m, err := world.Generate("chop", 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Minutes = m.Minutes[:minutes]
	dir := t.TempDir()
	if err := history.Export(dir, m); err != nil {
		t.Fatal(err)
	}
	return dir
}

// start begins or resumes the life and reports whether it was killed, or how many
// operations it took.
func start(t *testing.T, data, out string, at int64) (killed bool, operations int64) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	set, err := artifact.Find()
	if err != nil {
		t.Fatal(err)
	}
	artifacts, err := filepath.Abs(set.Dir())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", killAt, at), lifeIn+"="+out, dataIn+"="+data, artifact.Env+"="+artifacts, "GORACE=atexit_sleep_ms=0")
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && !exit.Exited() {
		return true, 0 // by a signal
	}
	words := strings.Fields(string(text))
	if err == nil && len(words) > 0 {
		operations, err = strconv.ParseInt(words[len(words)-1], 10, 64)
	}
	if err != nil || len(words) == 0 {
		t.Fatalf("the life said %q: %v\n%s", text, err, said.String())
	}
	return false, operations
}

// signed is what the hand puts on record before it sends.
type signed struct {
	Hash common.Hash `cbor:"1,keyasint"`
	Raw  []byte      `cbor:"2,keyasint"`
}

// sent reads the journal: each nonce was signed for once and each transaction sent once, and
// together they leave no gap. It is how many there were.
func sent(t *testing.T, out string) int {
	t.Helper()
	r, err := journal.Read(filepath.Join(out, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Verify(); err != nil {
		t.Error(err)
	}
	nonces, sends := map[uint64]bool{}, map[common.Hash]bool{}
	for e, err := range r.Entries(0) {
		if err != nil {
			t.Fatal(err)
		}
		switch e.Kind {
		case journal.KindNote:
			var txs []signed
			if e.Decode(&txs) != nil {
				continue // a note of another kind
			}
			for _, s := range txs {
				tx := new(types.Transaction)
				if err := tx.UnmarshalBinary(s.Raw); err != nil || tx.Hash() != s.Hash {
					t.Fatalf("entry %d holds a transaction that is none: %v", e.Seq, err)
				}
				if nonces[tx.Nonce()] {
					t.Errorf("nonce %d was signed for twice", tx.Nonce())
				}
				nonces[tx.Nonce()] = true
			}
		case journal.KindSend:
			var hash common.Hash
			if err := e.Decode(&hash); err != nil {
				t.Errorf("entry %d: a send failed: %v", e.Seq, err)
			}
			if sends[hash] {
				t.Errorf("transaction %s was sent twice", hash)
			}
			sends[hash] = true
		}
	}
	for n := range uint64(len(nonces)) {
		if !nonces[n] {
			t.Errorf("nonce %d was left out", n)
		}
	}
	if len(sends) != len(nonces) {
		t.Errorf("%d nonces and %d sends: want as many", len(nonces), len(sends))
	}
	return len(nonces)
}

// booksAgree: every asset sums to zero, and the wallet of the books is what the
// dying Golem read from the chain last.
func booksAgree(t *testing.T, out string) {
	t.Helper()
	books, err := ledger.Read(filepath.Join(out, home.LedgerDir))
	if err != nil {
		t.Fatal(err)
	}
	sums, wallet := map[string]*big.Int{}, map[string]*big.Int{}
	for _, line := range books.Balances() {
		if sums[line.Asset] == nil {
			sums[line.Asset] = new(big.Int)
		}
		sums[line.Asset].Add(sums[line.Asset], line.Balance)
		if stray := line.Account == ledger.External || line.Account == ledger.Unexplained; stray && line.Balance.Sign() != 0 {
			t.Errorf("%s of %s are %s: every unit of this life is some order's", line.Balance, line.Asset, line.Account)
		}
		if line.Account == ledger.Golem {
			wallet[line.Asset] = line.Balance
		}
	}
	for asset, sum := range sums {
		if sum.Sign() != 0 {
			t.Errorf("%s sums to %s", asset, sum)
		}
	}
	text, err := os.ReadFile(filepath.Join(out, home.TestamentFile))
	if err != nil {
		t.Fatal(err)
	}
	var will thanatopsis.Testament
	if err := json.Unmarshal(text, &will); err != nil {
		t.Fatal(err)
	}
	boot, err := agent.BirthIn(filepath.Join(out, home.JournalDir))
	if err != nil || len(boot.Policy.Tokens) != 2 || len(will.Wallet.Balances) != 2 {
		t.Fatalf("boot with tokens %v, testament with %v (%v)", boot.Policy.Tokens, will.Wallet.Balances, err)
	}
	quote := 0
	if boot.Policy.Tokens[1] == boot.Chain.Numeraire {
		quote = 1
	}
	decimals := [2]uint8{wethDecimals, wethDecimals}
	decimals[quote] = usdcDecimals
	for i, held := range will.Wallet.Balances {
		booked := wallet[boot.Policy.Tokens[i].Hex()]
		if booked == nil {
			booked = new(big.Int)
		}
		if got := money.FormatUnits(uint256.MustFromBig(booked), decimals[i]); got != held.Units {
			t.Errorf("the books hold %s %s, the chain %s", got, held.Token, held.Units)
		}
	}
	if len(wallet) < 3 {
		t.Errorf("the books know only %d assets", len(wallet))
	}
}
