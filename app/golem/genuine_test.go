package golem

import (
	"bytes"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/mirage/deploy/kit"
)

// spec: chain §2 — a life that names its markets by handle trades on each exchange of the network's
// list, and a contract that has another code than the list says stops the start.
func TestALifeIsBegunOnTheContractsOfTheListOnly(t *testing.T) {
	k := evmtest.NewServedKit(t, kit.DevSeed)
	url := k.Chain().Server.Endpoint()
	k.Execute(k.At("USDC"), bind.NewERC20().PackTransfer(wallet(t), big.NewInt(10_000e6)))
	k.Send(wallet(t), 5e18)
	if err := k.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if code, said := run(t, onList(t, url), "trade 1"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	for _, name := range []string{"UniswapV3Pool", "SwapRouter02", "UniswapV2Router02", "UniversalRouter"} {
		at := k.At(name)
		var code hexutil.Bytes
		if err := k.RPC.Call(&code, "eth_getCode", at, "latest"); err != nil {
			t.Fatal(err)
		}
		set := func(code hexutil.Bytes) {
			if err := k.RPC.Call(nil, "anvil_setCode", at, code); err != nil {
				t.Fatal(err)
			}
		}
		was, other := crypto.Keccak256Hash(code), append(bytes.Clone(code), 0)
		set(other)
		exit, said := run(t, onList(t, url), "trade 1")
		for _, want := range []string{"CONFIG_MISMATCH", at.Hex(), was.Hex(), crypto.Keccak256Hash(other).Hex()} {
			if exit != exitConfig || !strings.Contains(said, want) {
				t.Errorf("%s: exit %d, want %s in: %s", name, exit, want, said)
			}
		}
		set(code)
	}
}

// onList is a folder whose settings name a market of each exchange of the network's list by its
// handle, and nothing else of them.
func onList(t *testing.T, url string) string {
	t.Helper()
	dir := t.TempDir()
	text, err := os.ReadFile(filepath.Join("testdata", "restless.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{
		"golem.toml": fmt.Sprintf(`
[golem]
network = "devnet"
markets = ["weth-usdc-5", "weth-usdc-30-v2", "weth-usdc-30-v4"]
[chain]
rpc_url = %q
[strategy]
path = "STRATEGY.md"
[heartbeat]
base_interval_seconds = 10
max_daily_cost_usd = 1000
[clock]
gamma_min_interval_secs = 1
gamma_max_interval_secs = 2
theta_min_interval_secs = 1
theta_max_interval_secs = 2
[safety]
approved_assets = ["USDC", "WETH"]
approved_protocols = ["uniswap-v2", "uniswap-v3", "uniswap-v4"]
[risk]
start_stage = "full"
[oracle]
enabled = false
[surfaces]
port = 0
`, url),
		"STRATEGY.md": strings.Replace(string(text), `["uniswap-v3"]`, `["uniswap-v2", "uniswap-v3", "uniswap-v4"]`, 1),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
