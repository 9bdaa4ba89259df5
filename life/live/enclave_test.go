package live

import (
	"context"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/custody/embedded"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/mirage/enclave"
)

// ward is a life by a wallet in an enclave, and both of its last process.
type ward struct {
	Options
	server *enclave.Server
	wallet *embedded.Wallet
}

// warded is a life that trades every few minutes by a wallet in an enclave.
func warded(t *testing.T) *ward {
	t.Helper()
	w := &ward{Options: chop(t)}
	w.Custody, w.seams.Limit = custody.Embedded, 200*time.Millisecond
	w.Strategy = filepath.Join("..", "..", "test", "script", "testdata", "metronome.md")
	w.Config.Oracle.Enabled, w.Config.Safety.MaxTrades, w.Credit = false, 50, 300*money.One // nothing else refuses
	w.seams.Ready = func(s *enclave.Server, k *embedded.Wallet) { w.server, w.wallet = s, k }
	return w
}

// sound reads the life, holds its books to the chain, and replays it.
func (w *ward) sound(t *testing.T, whole bool) (report.Life, accounts.Statement) {
	t.Helper()
	l, err := biography.Read(w.Out)
	if err != nil {
		t.Fatal(err)
	}
	s, err := accounts.Of(w.Out)
	if err != nil || !s.Sound() {
		t.Errorf("the books: %+v (%v)", s, err)
	}
	again, err := replay.Run(t.Context(), w.Out, replay.Options{})
	if err != nil || again.Absent != 0 || whole && again.Testament != "equal" {
		t.Errorf("replayed to %+v, %v", again, err)
	}
	return l, s
}

// lived is every record of a life.
func lived(t *testing.T, dir string) (all []turn.Record) {
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

// testament says whether the life's testament is signed.
func testament(t *testing.T, dir string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, home.TestamentFile))
	if err != nil {
		t.Fatal(err)
	}
	signed, err := thanatopsis.Verify(text)
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

// spec: provisioning §8.1, §8.9, §8.11; DESIGN §12.5: a whole life by a wallet in an enclave
// trades and dies, its books are the chain's, its testament is signed by that wallet, and
// it replays. The same seed gives the same bytes.
func TestAWholeLifeByAWalletInAnEnclave(t *testing.T) {
	var journals []string
	for range 2 {
		w := warded(t)
		var last Progress
		w.Progress = func(p Progress) {
			if last = p; p.Home != (p.State != "living" && p.Equity < 9_000 && p.Ticks > 1) {
				t.Errorf("what it held is sent home: %v, with %.2f in state %s", p.Home, p.Equity, p.State)
			}
		}
		r, err := Run(t.Context(), w.Options)
		if err != nil {
			t.Fatal(err)
		}
		if !last.Home {
			t.Errorf("at its end nothing was sent home: %+v", last)
		}
		l, s := w.sound(t, true)
		t.Logf("%d signatures, %d requests, %d orders", r.Signatures, w.server.Asked(), s.Executed())
		if !testament(t, w.Out) || s.Executed() < 20 || r.Signatures < uint64(s.Executed()) {
			t.Errorf("%d orders, %d signatures, the testament is signed: %v", s.Executed(), r.Signatures, testament(t, w.Out))
		}
		if p := l.Results.Performance.Life; len(l.Fate.Death.Home) != 2 || p.TimeWeighted == nil || *p.TimeWeighted < -0.1 || p.Drawdown.Depth > 0.1 || p.End < 9_000 {
			t.Errorf("what went home counts as lost: %+v, %+v", l.Fate.Death.Home, p)
		}
		if held := slices.ContainsFunc(l.Fate.Limits.Rows, func(r report.Limit) bool { return strings.Contains(r.By, "enclave") && !r.OnChain }); !held || !strings.Contains(l.Fate.Limits.Custody, "enclave") {
			t.Errorf("the report says %q and %+v", l.Fate.Limits.Custody, l.Fate.Limits.Rows)
		}
		if _, _, err := w.wallet.SignTypedData(thanatopsis.Words("x", w.wallet.Address().Hex(), environment.ChainID, [32]byte{1})); !errors.Is(err, signer.ErrDestroyed) {
			t.Errorf("the dead Golem signs: %v", err)
		}
		journals = append(journals, files(t, filepath.Join(w.Out, home.JournalDir)))
	}
	if journals[0] != journals[1] {
		t.Error("the same seed gave two journals")
	}
}

// provider is a strategy that provides liquidity and takes it back all the time.
const provider = `
` + "```rule entry in" + `
when lp_count == 0 and age > 2m
do provide 10% of equity within ±2%
cooldown 3m
` + "```" + `

` + "```rule exit out" + `
when lp_age > 5m
do withdraw liquidity
` + "```" + `
`

// No rule of an enclave holds a call that holds calls, so that a position is left in steps.
func TestAPositionIsLeftInStepsUnderAnEnclave(t *testing.T) {
	w := warded(t)
	text, err := os.ReadFile(w.Strategy)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), "```")
	w.Strategy = filepath.Join(t.TempDir(), "provider.md")
	if err := os.WriteFile(w.Strategy, []byte(head+provider), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Config.Risk.Adaptive = false // which waits for five minutes of prices before it provides
	interrupted(t, w.Options, 120)
	l, s := w.sound(t, false)
	left := 0
	for _, r := range lived(t, w.Out) {
		for _, a := range r.Actions {
			if a.Status == turn.StatusExecuted && strings.Contains(a.Preview.Kind, "remove") {
				left++
			}
		}
	}
	t.Logf("%d orders, %d positions left", s.Executed(), left)
	if left < 3 || len(l.Fate.Limits.Refusals) > 0 {
		t.Errorf("%d positions were left; refused: %+v", left, l.Fate.Limits.Refusals)
	}
}

// spec: provisioning §8.9 (an outage: observe only), issue 5: whatever the provider does
// wrong, nothing is lost and nothing happens twice; the next order is made as ever.
func TestAProviderThatFailsLosesNothing(t *testing.T) {
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("another")))
	if err != nil {
		t.Fatal(err)
	}
	many := func(n int, f enclave.Fault) []enclave.Fault { return slices.Repeat([]enclave.Fault{f}, n) }
	for name, c := range map[string]struct {
		faults []enclave.Fault
		word   string // of the refusal; empty: it is asked again, and there is none
	}{
		"fails once":                 {many(2, enclave.Status(500, `{"error":"oops"}`)), ""},
		"fails":                      {many(3, enclave.Status(503, `{"error":"oops"}`)), "does not answer"},
		"is away":                    {many(40, enclave.Gone()), "does not answer"},
		"is silent":                  {many(3, enclave.Silent()), "no answer within"},
		"signs and says nothing":     {many(2, enclave.Late()), ""},
		"is cut off":                 {many(1, enclave.Cut()), ""},
		"answers twice":              {many(1, enclave.Twice()), ""},
		"answers what was asked ago": {many(1, enclave.Before()), "not what was asked for"},
		"signs with another key":     {many(1, enclave.Fault{Key: key}), "is signed by"},
		"signs something else":       {many(1, enclave.Fault{Tamper: func(tx *types.DynamicFeeTx) { tx.Value = big.NewInt(1) }}), "value 1, asked for 0"},
		"bends a signature":          {many(1, enclave.Fault{Twist: func(s []byte) { s[40] ^= 1 }}), "not what was asked for"},
		"refuses":                    {many(1, enclave.Status(400, `{"code":"policy_violation","error":"denied"}`)), "policy refuses"},
		"asks to slow down":          {many(3, enclave.Busy("1")), "slow down"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := warded(t)
			signed := uint64(0)
			failing(t, w, 20, 120, func() { signed = w.wallet.Signatures(); w.server.Fail(c.faults...) })
			l, s := w.sound(t, false)
			i := slices.IndexFunc(l.Fate.Limits.Refusals, func(r report.Refused) bool { return strings.Contains(r.Example, c.word) })
			if (c.word == "") != (len(l.Fate.Limits.Refusals) == 0) || i < 0 && c.word != "" {
				t.Errorf("refused was %+v, want %q", l.Fate.Limits.Refusals, c.word)
			}
			if w.server.Pending() > 0 || w.wallet.Signatures() <= signed || s.Executed() < 3 {
				t.Errorf("%d faults are left, %d signatures after %d, %d orders", w.server.Pending(), w.wallet.Signatures(), signed, s.Executed())
			}
			apart(t, w)
		})
	}
}

// failing lives until a tick, and has something fail at another.
func failing(t *testing.T, w *ward, at, until uint64, fail func()) {
	t.Helper()
	o, done := w.Options, false
	ctx, interrupt := context.WithCancel(t.Context())
	o.Progress = func(p Progress) {
		if p.Ticks >= at && !done {
			done = true
			fail()
		}
		if p.Ticks == until {
			interrupt()
		}
	}
	if _, err := Run(ctx, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("the life ended with %v, want that it was interrupted", err)
	}
}

// apart holds the orders that were executed to a transaction of their own each.
func apart(t *testing.T, w *ward) {
	t.Helper()
	seen := map[string]bool{}
	for _, r := range lived(t, w.Out) {
		for _, a := range r.Actions {
			if a.Execution == nil || a.Status != turn.StatusExecuted {
				continue
			}
			hash := a.Execution.TxHash.Hex()
			if seen[hash] {
				t.Errorf("transaction %s stands in two orders", hash)
			}
			seen[hash] = true
		}
	}
}

// spec: provisioning §8.8; issue 5, scope 4: what was signed before a restart counts after
// it, as the journal tells it.
func TestARestartForgetsNothingThatWasSigned(t *testing.T) {
	through, cut := warded(t), warded(t)
	interrupted(t, through.Options, 90)
	want := through.wallet.Spent()
	interrupted(t, cut.Options, 50)
	interrupted(t, cut.Options, 90)
	if got := cut.wallet.Spent(); len(want) < 6 || !slices.EqualFunc(got, want, func(a, b signing.Spent) bool { return a.Nonce == b.Nonce && a.Worth == b.Worth && a.Gas == b.Gas }) {
		t.Errorf("after a restart %+v counts, without %+v", got, want)
	}
	worth := money.USDC(0)
	for _, s := range want {
		worth += s.Worth
	}
	if worth < 1_000*money.One {
		t.Errorf("only %s were spent", worth)
	}
	cut.sound(t, false)
}

// An enclave's session that is over signs nothing, nor to leave; the state says so, the
// Golem looks on and dies in its time, and its identity signs its testament.
//
// spec: provisioning §8.12
func TestASessionThatIsOverSignsNothing(t *testing.T) {
	w := warded(t)
	w.Session = 2 * time.Hour // in the second of which nothing is opened
	w.Config.Heartbeat.MaxTicks = 320
	r, err := Run(t.Context(), w.Options)
	if err != nil {
		t.Fatal(err)
	}
	l, s := w.sound(t, true)
	ends := uint64(r.Market.Start().Add(w.Session).Unix()) //nolint:gosec // a time
	all := lived(t, w.Out)
	last := all[len(all)-1].Seen.Reading
	if f := last.Fence; f == nil || !f.Session || f.Ends != ends || !f.Over(last.Block.Time) {
		t.Errorf("the last reading says %+v", f)
	}
	for _, r := range lived(t, w.Out) {
		for _, a := range r.Actions {
			if a.Status == turn.StatusExecuted && r.Seen.Reading.Fence.Over(r.Seen.Reading.Block.Time) {
				t.Errorf("tick %d: an order was executed behind the end", r.Tick)
			}
		}
	}
	i := slices.IndexFunc(l.Fate.Limits.Refusals, func(r report.Refused) bool {
		return r.Code == "DELEGATION_DISABLED" && strings.Contains(r.Example, "session")
	})
	if i < 0 || s.Executed() < 3 || !testament(t, w.Out) {
		t.Errorf("%d orders; refused: %+v; the testament is signed: %v", s.Executed(), l.Fate.Limits.Refusals, testament(t, w.Out))
	}
}
