package dying

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"
	"github.com/holiman/uint256"

	app "bardo.run/bardo/app/golem"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/home"
)

// program is a life of the program that people run, in the machine's time.
type program struct {
	*evmtest.Lenders
	t      *testing.T
	dir    string
	wallet common.Address
	said   *terminal
	died   uint64 // nonce when death began
}

// blocks are how far apart a program's are.
const blocks = 300 * time.Millisecond

// newProgram will open what actions say, and die after its first ticks.
func newProgram(t *testing.T, actions string) *program {
	t.Helper()
	p := &program{Lenders: evmtest.NewServedLenders(t), t: t, dir: t.TempDir(), said: &terminal{}}
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("the dying program")))
	if err != nil {
		t.Fatal(err)
	}
	p.wallet = crypto.PubkeyToAddress(key.PublicKey)
	p.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	p.Execute(p.USDC, bind.NewERC20().PackTransfer(p.wallet, uint256.NewInt(10_000_000_000).ToBig()))
	p.Send(p.wallet, 1e18)
	file, err := keystore.EncryptKey(&keystore.Key{Id: uuid.UUID{1}, Address: p.wallet, PrivateKey: key}, "", keystore.LightScryptN, keystore.LightScryptP)
	if err != nil {
		t.Fatal(err)
	}
	p.write("key.json", string(file))
	p.write("STRATEGY.md", strings.Replace(strings.Replace(opening, "30s", "10s", 1), "RULES", rule("once", actions, true), 1))
	p.write("golem.toml", fmt.Sprintf(settings, p.Chain().Server.Endpoint(), filepath.Join(p.dir, "key.json"), p.Pool, p.USDC, p.Router, p.Positions, p.Lending, p.At("ETHFeed"), p.USDC, p.WETH))
	p.pace(blocks)
	return p
}

const settings = `
[golem]
network = "devnet"
[chain]
rpc_url = %q
requests_per_second = 10000
[custody.localkey]
private_key_path = %q
[strategy]
path = "STRATEGY.md"
[venue]
pool = "%s"
quote = "%s"
router = "%s"
position_manager = "%s"
aave_pool = "%s"
price_feed = "%s"
[heartbeat]
max_ticks = 3
base_interval_seconds = 10
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
approved_assets = ["%s", "%s"]
approved_protocols = ["uniswap-v3", "aave-v3"]
max_position_bps = 5000
max_concentration_bps = 10000
[risk]
start_stage = "full"
adaptive = false
[mortality.stochastic]
enabled = false
[mortality.thanatopsis]
grace_s = 10
[oracle]
enabled = false
[surfaces]
port = 0
`

func (p *program) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// pace makes a block every so often; 0 makes none.
func (p *program) pace(d time.Duration) {
	p.t.Helper()
	if err := p.Chain().Miner.SetInterval(d); err != nil {
		p.t.Fatal(err)
	}
}

// strike changes the chain while it stands still.
func (p *program) strike(do func()) {
	p.t.Helper()
	p.pace(0)
	do()
	p.pace(blocks)
}

// lives runs the program to its end, and calls dying when death begins.
func (p *program) lives(dying func()) int {
	p.t.Helper()
	p.said.each = func(line string) {
		if line == "terminal" {
			p.strike(dying)
		}
	}
	ctx, stop := context.WithTimeout(p.t.Context(), 2*time.Minute)
	defer stop()
	return app.Main(ctx, []string{"--config", filepath.Join(p.dir, "golem.toml")}, p.said, p.said)
}

// terminal is an output that calls back with every line.
type terminal struct {
	mu   sync.Mutex
	text bytes.Buffer
	each func(line string)
}

func (l *terminal) Write(b []byte) (int, error) {
	l.mu.Lock()
	l.text.Write(b)
	l.mu.Unlock()
	if l.each != nil {
		l.each(strings.TrimSpace(string(b)))
	}
	return len(b), nil
}

func (l *terminal) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// read decodes a document of the folder.
func (p *program) read(name string, into any) {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		p.t.Fatalf("%s: %v", name, err)
	}
}

func (p *program) will() (w will) {
	p.t.Helper()
	p.read(home.TestamentFile, &w)
	return w
}

// nonce is how many transactions of an account the chain has.
func (p *program) nonce(account common.Address) uint64 {
	p.t.Helper()
	var n hexutil.Uint64
	if err := p.RPC.Call(&n, "eth_getTransactionCount", account, "latest"); err != nil {
		p.t.Fatal(err)
	}
	return uint64(n)
}
