package golem

import (
	"bytes"
	"context"
	"fmt"
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
	"bardo.run/bardo/evm/uniswap"
)

// golemKey is the key of the Golems of these tests.
const golemKey = "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d"

func wallet(t *testing.T) common.Address {
	t.Helper()
	key, err := crypto.HexToECDSA(golemKey)
	if err != nil {
		t.Fatal(err)
	}
	return crypto.PubkeyToAddress(key.PublicKey)
}

// market is a served devnet with a deep pool and a funded wallet.
func market(t *testing.T) *evmtest.Market {
	t.Helper()
	m := evmtest.NewServedMarket(t)
	ether := uint256.NewInt(1e18)
	m.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(ether, uint256.NewInt(10_000)))
	m.Execute(m.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(10_000_000_000).ToBig()))
	m.Send(wallet(t), 5e18)
	if err := m.Chain().SetInterval(500 * time.Millisecond); err != nil {
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
network = "anvil"
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
approved_assets = ["USDC", "WETH"]
approved_protocols = ["uniswap-v3"]
max_trades_per_hour = 100000
[risk]
start_stage = "full"
[surfaces]
port = 0
%s`, url, m.Pool.Hex(), m.USDC.Hex(), m.Router.Hex(), m.Positions.Hex(), more)
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
	m := market(t)
	dir := settings(t, m, m.Chain().Endpoint(), "")
	for run := range 2 {
		t.Setenv("GOLEM_PRIVATE_KEY", golemKey)
		ctx, stop := context.WithTimeout(t.Context(), 40*time.Second)
		out, errs := &lines{each: func(line string) {
			if strings.Contains(line, fmt.Sprintf("trade %d", 2+2*run)) {
				stop()
			}
		}}, &lines{}
		code := Main(ctx, []string{"--config", filepath.Join(dir, "golem.toml")}, out, errs)
		stop()
		if code != exitOK {
			t.Fatalf("run %d: exit %d\n%s\n%s", run, code, out, errs)
		}
		t.Logf("run %d:\n%s%s", run, out, errs)
	}
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"replay", dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: exit %d, %s%s", code, out.String(), errs.String())
	}
	t.Log(out.String())
}
