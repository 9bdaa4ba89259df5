package golem

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/verify"
	"bardo.run/bardo/life/verify/verifytest"
)

// golemKey is the key of the Golems of these tests.
const golemKey = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"

func wallet(t *testing.T) common.Address {
	t.Helper()
	return addressOf(t, golemKey)
}

// addressOf is the address of a key.
func addressOf(t *testing.T, digits string) common.Address {
	t.Helper()
	key, err := crypto.HexToECDSA(digits)
	if err != nil {
		t.Fatal(err)
	}
	return crypto.PubkeyToAddress(key.PublicKey)
}

// market is a served devnet with a deep pool and a funded wallet.
func market(t *testing.T) *evmtest.Market {
	t.Helper()
	return furnished(t, evmtest.NewServedMarket(t))
}

// furnished gives a market depth, the wallet its funds, and time its course.
func furnished(t *testing.T, m *evmtest.Market) *evmtest.Market {
	t.Helper()
	ether := uint256.NewInt(1e18)
	m.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(ether, uint256.NewInt(10_000)))
	m.Execute(m.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(10_000_000_000).ToBig()))
	m.Send(wallet(t), 5e18)
	if err := m.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	return m
}

// settings writes a golem.toml and a strategy into a new folder and returns it.
func settings(t *testing.T, m *evmtest.Market, url, more string) string {
	t.Helper()
	dir := t.TempDir()
	toml := fmt.Sprintf(`
[golem]
network = "devnet"
name = "restless"
[chain]
rpc_url = %q
[strategy]
path = "STRATEGY.md"
[venue]
pool = %q
quote = %q
router = %q
position_manager = %q
[heartbeat]
base_interval_seconds = 10
max_daily_cost_usd = 1000
[heartbeat.regime_multipliers]
trending_up = 0.1
trending_down = 0.1
volatile = 0.1
range_bound = 0.1
unknown = 0.1
[clock]
gamma_min_interval_secs = 1
gamma_max_interval_secs = 2
theta_min_interval_secs = 1
theta_max_interval_secs = 2
[safety]
approved_assets = [%q, %q]
approved_protocols = ["uniswap-v3"]
max_trades_per_hour = 50
[risk]
start_stage = "full"
[oracle]
enabled = false
[surfaces]
port = 0
%s`, url, m.Pool.Hex(), m.USDC.Hex(), m.Router.Hex(), m.Positions.Hex(), m.USDC.Hex(), m.WETH.Hex(), more)
	text, err := os.ReadFile(filepath.Join("testdata", "restless.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string][]byte{"golem.toml": []byte(toml), "STRATEGY.md": text} {
		if err := os.WriteFile(filepath.Join(dir, name), body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// lines is an output that calls back with every line.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
	each func(line string)
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	l.text.Write(p)
	l.mu.Unlock()
	if l.each != nil {
		l.each(strings.TrimSpace(string(p)))
	}
	return len(p), nil
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// A Golem is born against an endpoint, trades, is stopped in order, goes on where it
// stopped, and its whole life replays.
func TestALifeInRealTimeStopsAndGoesOn(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	for _, words := range []string{"trade 2", "trade 4"} {
		code, said := run(t, dir, words)
		if code != exitOK || !strings.Contains(said, words) {
			t.Fatalf("until %s: exit %d\n%s", words, code, said)
		}
		t.Log(said)
	}
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"replay", dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: exit %d, %s%s", code, out.String(), errs.String())
	}
	t.Log(out.String())
}

// run lives in the folder until a line says the words, or the life ends by itself. Its key is
// in a file, so that it may live beside others.
func run(t *testing.T, dir, words string, args ...string) (code int, said string) {
	t.Helper()
	keyIn(t, dir)
	return livesUntil(t, 3*time.Minute, dir, words, args...)
}

// keyIn has the settings of a folder name the key's file.
func keyIn(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, "golem.toml")
	text, err := os.ReadFile(path)
	if err == nil && !bytes.Contains(text, []byte("[custody.localkey]")) {
		err = os.WriteFile(path, append(text, keyed(t)...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// runAs is run with another key, which is in the environment, and for so long at most.
func runAs(t *testing.T, key string, most time.Duration, dir, words string, args ...string) (code int, said string) {
	t.Helper()
	t.Setenv("GOLEM_PRIVATE_KEY", key)
	return livesUntil(t, most, dir, words, args...)
}

func livesUntil(t *testing.T, most time.Duration, dir, words string, args ...string) (code int, said string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), most)
	defer stop()
	out := &lines{each: func(line string) {
		if strings.Contains(line, words) {
			stop()
		}
	}}
	code = Main(ctx, append([]string{"--config", filepath.Join(dir, "golem.toml")}, args...), out, out)
	return code, out.String()
}

// spec: safety §7.4 — limits are tightened by an edit of the settings, on a living Golem and
// between two starts, and loosened by none: that is refused with both values.
func TestLimitsAreTightenedAndNeverLoosened(t *testing.T) {
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	text, err := os.ReadFile(filepath.Join(dir, "golem.toml"))
	if err != nil {
		t.Fatal(err)
	}
	limited := func(orders int) {
		keyed := string(text) + keyed(t)
		put(t, dir, "golem.toml", strings.Replace(keyed, "max_trades_per_hour = 50", fmt.Sprintf("max_trades_per_hour = %d", orders), 1))
	}
	code, said := spokenWith(t, dir, "trade 1", func(until func(string)) {
		limited(20)
		until("limits accepted")
		limited(21)
		until("limits rejected")
	})
	if code != exitOK || strings.Count(said, "limits accepted") != 1 || !strings.Contains(said, "limits rejected: limits are only tightened in a life: safety.max_trades_per_hour 21 is looser than 20") {
		t.Errorf("on a living Golem: exit %d: %s", code, said)
	}
	if _, said := ask(t, "status", "--data-dir", dir); !strings.Contains(strings.Join(strings.Fields(said), " "), "the golem.toml that lies there is not in force: as it was edited in tick") {
		t.Errorf("status: %s", said)
	}
	verifytest.Whole(t, dir, verify.Options{}) // what it heard is on record, also what it rejected
	limited(19)
	if r, err := verify.Check(t.Context(), dir, verify.Options{}); err != nil || len(r.Findings) != 1 || r.Findings[0].File != "golem.toml" {
		t.Errorf("an edit that it did not hear: %+v (%v)", r, err)
	}
	limited(21)
	if code, said := run(t, dir, "limits"); code != exitConfig || !strings.Contains(said, "safety.max_trades_per_hour 21 is looser than 20") {
		t.Errorf("at a start: exit %d: %s", code, said)
	}
	limited(20)
	if code, said := spoken(t, dir, "active", func() { livesOn(t, dir, 2) }); code != exitOK || strings.Contains(said, "limits ") {
		t.Errorf("as in force: exit %d: %s", code, said)
	}
	limited(2)
	if code, said := run(t, dir, "limits accepted"); code != exitOK {
		t.Errorf("tightened between two starts: exit %d: %s", code, said)
	}
	if code, said := ask(t, "replay", dir); code != exitOK {
		t.Errorf("replay: exit %d: %s", code, said)
	}
	t.Setenv("GOLEM_PRIVATE_KEY", strings.Repeat("1", 64))
	if code := Main(t.Context(), []string{"--config", filepath.Join(dir, "golem.toml")}, io.Discard, io.Discard); code == exitOK {
		t.Error("another key lived on")
	}
}

// Whether a life predicts is settled at its birth: a start that says otherwise is refused,
// and one that says the same again goes on.
func TestALifeGoesOnAsItWasBorn(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	if code, said := run(t, dir, "trade 1"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	path := filepath.Join(dir, "golem.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	put(t, dir, "golem.toml", strings.Replace(string(text), "[oracle]\nenabled = false\n", "", 1))
	if code, said := run(t, dir, "trade 2"); code != exitConfig || !strings.Contains(said, "the settings are not those that this life was born with: ") || !strings.Contains(said, "; Oracle is true and was false; write") {
		t.Fatalf("exit %d: %s", code, said)
	}
	put(t, dir, "golem.toml", string(text))
	if code, said := run(t, dir, "trade 2"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	var replayed bytes.Buffer
	if code := Main(t.Context(), []string{"replay", dir}, &replayed, &replayed); code != exitOK {
		t.Errorf("replay: exit %d, %s", code, replayed.String())
	}
}

// On paper everything is previewed and recorded, and nothing is sent, neither to open nor to
// sell what the account has; it needs no key, and does not use one.
func TestALifeOnPaperSendsNothing(t *testing.T) {
	t.Run("without a key", func(t *testing.T) { onPaper(t, market(t)) })
	t.Run("with its key, and ether to sell", func(t *testing.T) {
		m := evmtest.NewServedMarket(t)
		m.Execute(m.WETH, bind.NewERC20().PackTransfer(wallet(t), big.NewInt(1e18)))
		t.Setenv("GOLEM_PRIVATE_KEY", golemKey)
		onPaper(t, furnished(t, m))
	})
}

func onPaper(t *testing.T, m *evmtest.Market) {
	t.Helper()
	dir := settings(t, m, m.Chain().Server.Endpoint(), "[custody.localkey]\naddress = \""+wallet(t).Hex()+"\"\n")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ticks := 0
	out := &lines{}
	go func() {
		for _, err := os.Stat(filepath.Join(dir, "manifest.bardo")); err != nil && ctx.Err() == nil; _, err = os.Stat(filepath.Join(dir, "manifest.bardo")) {
			c := clock.System{}
			if c.WaitUntil(ctx, c.Now().Add(100*time.Millisecond)) != nil {
				return
			}
		}
		stop() // the first checkpoint is ten ticks old
	}()
	if code := Main(ctx, []string{"--config", filepath.Join(dir, "golem.toml"), "--paper"}, out, out); code != exitOK {
		t.Fatalf("exit %d: %s", code, out)
	}
	store, err := records.Open(filepath.Join(dir, "cycles"), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	shadows := 0
	for n := uint64(0); ; n++ {
		r, _, err := store.Read(n)
		if err != nil {
			break
		}
		ticks++
		for _, a := range r.Actions {
			if a.Execution != nil && a.Execution.TxHash != (common.Hash{}) {
				t.Errorf("tick %d sent %s", r.Tick, a.Execution.TxHash)
			}
			shadows++
		}
	}
	if ticks < 10 || shadows == 0 {
		t.Errorf("%d ticks with %d actions", ticks, shadows)
	}
	nonce, err := rpc.New(m.RPC).PendingNonce(t.Context(), wallet(t))
	if err != nil || nonce != 0 {
		t.Errorf("the wallet's nonce is %d (%v)", nonce, err)
	}
	if code, said := runAs(t, golemKey, 3*time.Minute, dir, "trade 1"); code != exitOK || !strings.Contains(said, "limits accepted") {
		t.Errorf("from paper to trading: exit %d\n%s", code, said)
	}
	if code, said := runAs(t, golemKey, 3*time.Minute, dir, "trade 2", "--paper"); code != exitUsage || !strings.Contains(said, "does not go back to paper") {
		t.Errorf("back to paper: exit %d\n%s", code, said)
	}
	if code, said := ask(t, "replay", dir); code != exitOK {
		t.Errorf("replay: exit %d\n%s", code, said)
	}
}

// spec: runtime §13.3: the kill file stops the process at once, and none starts beside
// it.
func TestTheKillFileStopsALifeAtOnce(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	pulled := filepath.Join(dir, killswitch.File)
	keyIn(t, dir)
	out := &lines{each: func(line string) {
		if strings.Contains(line, "trade 1") {
			if err := os.WriteFile(pulled, nil, 0o600); err != nil {
				t.Error(err)
			}
		}
	}}
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	if code := Main(ctx, []string{"--config", filepath.Join(dir, "golem.toml")}, out, out); code != exitKilled {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, said := run(t, dir, "trade"); code != exitKilled || strings.Contains(said, "active") {
		t.Errorf("beside the file: exit %d: %s", code, said)
	}
	if err := os.Remove(pulled); err != nil {
		t.Fatal(err)
	}
	if code, said := run(t, dir, "trade 2"); code != exitOK {
		t.Errorf("without the file: exit %d: %s", code, said)
	}
}
