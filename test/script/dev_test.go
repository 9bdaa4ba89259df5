//go:build linux

package script_test

import (
	"bufio"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/scenario/library"
)

// environment is what bardo dev says of itself.
type environment struct {
	deploy.Book
	Endpoint string   `json:"endpoint"`
	Page     string   `json:"page"`
	Block    *big.Int `json:"block"`
	Accounts []struct {
		Address common.Address `json:"address"`
		Key     hexutil.Bytes  `json:"public_test_key"`
	} `json:"accounts"`
	Lenders  []string `json:"lenders"`
	Scenario *library.Report
}

// develop starts bardo dev in a folder. stop interrupts it and waits until it is gone.
func develop(t *testing.T, dir string, args ...string) (e environment, stop func()) {
	t.Helper()
	path, err := exec.LookPath("bardo")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, append([]string{"dev", "--json", "--port", "0"}, args...)...)
	set, err := artifact.FindKit()
	if err != nil {
		t.Fatal(err)
	}
	artifacts, err := filepath.Abs(set.Dir())
	if err != nil {
		t.Fatal(err)
	}
	cmd.Dir, cmd.Env = dir, append(os.Environ(), artifact.Env+"="+artifacts)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReaderSize(out, 1<<16).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &e)
	}
	if err != nil {
		t.Fatalf("it said %q (%v)", line, err)
	}
	return e, func() {
		t.Helper()
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

// buy swaps a WETH of the first account for dollars in the v2 pair, and returns how many
// of them the account then has.
func buy(t *testing.T, e environment) *big.Int {
	t.Helper()
	client, err := ethclient.DialContext(t.Context(), e.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	key, err := crypto.ToECDSA(e.Accounts[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	nonce, err := client.PendingNonceAt(t.Context(), e.Accounts[0].Address)
	if err != nil {
		t.Fatal(err)
	}
	router := e.Address("UniswapV2Router02")
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(new(big.Int).SetUint64(e.ChainID)), &types.DynamicFeeTx{
		ChainID: new(big.Int).SetUint64(e.ChainID), Nonce: nonce, To: &router, Value: big.NewInt(1e18), Gas: 500_000,
		GasFeeCap: big.NewInt(1e12), GasTipCap: big.NewInt(1), Data: bind.NewUniswapV2Router02().PackSwapExactETHForTokens(
			big.NewInt(1_900_000_000), []common.Address{e.Address("WETH9"), e.Address("USDC")}, e.Accounts[0].Address, big.NewInt(1<<40)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.SendTransaction(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	if r, err := client.TransactionReceipt(t.Context(), tx.Hash()); err != nil || r.Status != types.ReceiptStatusSuccessful {
		t.Fatalf("the swap failed: %+v, %v", r, err)
	}
	return dollars(t, e, 0)
}

func dollars(t *testing.T, e environment, account int) *big.Int {
	t.Helper()
	return new(big.Int).SetBytes(ask(t, e, e.Address("USDC"), bind.NewERC20().PackBalanceOf(e.Accounts[account].Address)))
}

// ask calls a contract of the environment.
func ask(t *testing.T, e environment, at common.Address, data []byte) []byte {
	t.Helper()
	client, err := ethclient.DialContext(t.Context(), e.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	out, err := client.CallContract(t.Context(), ethereum.CallMsg{To: &at, Data: data}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// spec: mirage-testing §12.5 (a second start with the same state file answers the same
// addresses, balances and block number); §27.4 (one command to a working swap)
func TestADevelopmentEnvironmentSwapsAndGoesOnFromItsStateFile(t *testing.T) {
	dir := t.TempDir()
	first, stop := develop(t, dir, "--state", filepath.Join("made", "dev.state"))
	if got := dollars(t, first, 9); len(first.Accounts) != 10 || got.Int64() != 1_000_000_000_000 {
		t.Errorf("%d accounts, the last has %s", len(first.Accounts), got)
	}
	var id common.Hash // of Morpho's market, as a Golem's configuration takes it
	for _, lender := range first.Lenders {
		if rest, ok := strings.CutPrefix(lender, "morpho-blue "+first.Address("Morpho").Hex()+" "); ok {
			id = common.HexToHash(rest)
		}
	}
	abi := bind.NewMorpho()
	market, err := abi.UnpackIdToMarketParams(ask(t, first, first.Address("Morpho"), abi.PackIdToMarketParams(id)))
	if err != nil || market.LoanToken != first.Address("USDC") || market.CollateralToken != first.Address("WETH9") {
		t.Errorf("market %s of %q is %+v, %v", id, first.Lenders, market, err)
	}
	if !slices.Contains(first.Lenders, "aave-v3 "+first.Address("AavePool").Hex()) {
		t.Errorf("no pool of Aave among %q", first.Lenders)
	}
	have := buy(t, first)
	if have.Int64() < 1_001_900_000_000 {
		t.Errorf("%s after the swap", have)
	}
	stop()
	again, stop := develop(t, dir, "--state", filepath.Join("made", "dev.state"))
	if want := new(big.Int).Add(first.Block, big.NewInt(1)); again.Block.Cmp(want) != 0 || !reflect.DeepEqual(again.Book, first.Book) {
		t.Errorf("block %s, not %s; equal books: %t", again.Block, want, reflect.DeepEqual(again.Book, first.Book))
	}
	if got := dollars(t, again, 0); got.Cmp(have) != 0 {
		t.Errorf("%s after the restart, not %s", got, have)
	}
	stop()
	if book, err := deploy.Load(filepath.Join(dir, "deployments", "31337.json")); err != nil || !reflect.DeepEqual(book, first.Book) {
		t.Errorf("the manifest differs: %v", err)
	}
	fresh, stop := develop(t, dir, "--state", filepath.Join("made", "dev.state"), "--fresh")
	if fresh.Block.Cmp(first.Block) != 0 {
		t.Errorf("a fresh start stands at block %s", fresh.Block)
	}
	stop()
	if _, err := os.Stat(filepath.Join(dir, "made", "dev.state")); err != nil {
		t.Error(err)
	}
	bare, stop := develop(t, dir, "--no-deploy")
	if len(bare.Contracts) != 0 || bare.Block.Sign() != 0 || len(bare.Lenders) > 0 {
		t.Errorf("--no-deploy made %d contracts in %s blocks", len(bare.Contracts), bare.Block)
	}
	stop()
}

// spec: mirage-testing §12.3 (crash, from the command line)
func TestADevelopmentEnvironmentBeginsBehindAScenario(t *testing.T) {
	e, stop := develop(t, t.TempDir(), "--scenario", "crash", "--set", "drop_percent=50", "--set", "swap_count=14", "--seed", "7")
	if e.Scenario == nil || e.Scenario.Sells != 14 || len(e.Scenario.Missed()) != 0 || e.Scenario.Seed != 7 || e.Scenario.Last != e.Block.Uint64() {
		t.Fatalf("at block %s: %+v", e.Block, e.Scenario)
	}
	pair := bind.NewUniswapV2Pair()
	r, err := pair.UnpackGetReserves(ask(t, e, e.Address("UniswapV2Pair"), pair.PackGetReserves()))
	if err != nil {
		t.Fatal(err)
	}
	price, _ := new(big.Rat).SetFrac(new(big.Int).Mul(r.Reserve0, big.NewInt(1_000_000_000_000)), r.Reserve1).Float64()
	if price < 990 || price > 1010 {
		t.Errorf("the v2 pair stands at %f", price)
	}
	stop()
	plain, stop := develop(t, t.TempDir())
	stop()
	if plain.Scenario != nil {
		t.Errorf("nobody asked for %+v", plain.Scenario)
	}
}

// spec: mirage-testing §2, §12.3 (the environment on a block of another chain)
func TestADevelopmentEnvironmentBeginsOnAnotherChain(t *testing.T) {
	n, err := below()
	if err != nil {
		t.Fatal(err)
	}
	first, stop := develop(t, t.TempDir(), "--fork", n.Server.Endpoint(), "--fork-block", "2")
	defer stop()
	client, err := ethclient.DialContext(t.Context(), first.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	head, err := client.HeaderByNumber(t.Context(), big.NewInt(2))
	if err != nil || head.Hash() != n.Chain.Block(2).Hash() || first.ChainID != 777 {
		t.Errorf("block 2 of chain %d is %v, %v", first.ChainID, head, err)
	}
	// What stands on the chain below is not deployed again, and what happens above stays there.
	second, stop := develop(t, t.TempDir(), "--fork", first.Endpoint, "--scenario", "crash", "--set", "drop_percent=50", "--set", "swap_count=14")
	defer stop()
	if r := second.Scenario; r == nil || r.First != first.Block.Uint64()+1 || r.Sells != 14 || len(r.Missed()) != 0 || !reflect.DeepEqual(second.Book, first.Book) {
		t.Errorf("behind block %s: %+v; equal books: %t", first.Block, r, reflect.DeepEqual(second.Book, first.Book))
	}
	if have := buy(t, first); have.Int64() < 1_001_900_000_000 {
		t.Errorf("%s after the swap below", have)
	}
	var sent common.Hash // by an account that nobody has a key of
	err = client.Client().Call(nil, "anvil_setBalance", common.Address{1}, "0xde0b6b3a7640000")
	if err == nil {
		err = client.Client().Call(&sent, "eth_sendTransaction", map[string]any{"from": common.Address{1}, "to": common.Address{2}})
	}
	if r, lost := client.TransactionReceipt(t.Context(), sent); err != nil || lost != nil || r.Status != types.ReceiptStatusSuccessful {
		t.Errorf("without a key: %v, %v", err, lost)
	}
}

// spec: mirage-testing §12.3 (a scenario on a running chain)
func TestAScenarioIsTriedAndPlayedOnARunningEnvironment(t *testing.T) {
	dir := t.TempDir()
	e, stop := develop(t, dir)
	defer stop()
	play := func(args ...string) (r library.Report) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "bardo", append([]string{"scenario", "crash", "--json", "--rpc", e.Endpoint}, args...)...)
		out, err := cmd.Output()
		if err == nil {
			err = json.Unmarshal(out, &r)
		}
		if err != nil || len(r.Missed()) != 0 || r.Sells != 20 {
			t.Fatalf("%s, %v", out, err)
		}
		return r
	}
	if tried := play("--dry-run"); tried.First != 0 || tried.Pools[0].End != "1200.000000" {
		t.Errorf("tried %+v", tried)
	}
	if played := play(); played.First != e.Block.Uint64()+1 || played.Pools[0].End != "1200.000000" {
		t.Errorf("behind block %s: %+v", e.Block, played)
	}
	if again := play(); again.Pools[6].Start != "1200.000000" || again.Pools[6].End != "720.000000" {
		t.Errorf("again %+v", again.Pools[6])
	}
	bare, end := develop(t, dir, "--no-deploy")
	defer end()
	out, err := exec.CommandContext(t.Context(), "bardo", "scenario", "crash", "--rpc", bare.Endpoint).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "the kit is not deployed on this devnet") {
		t.Errorf("without a kit: %s, %v", out, err)
	}
}

// spec: mirage-testing §12.1 (the page is optional), §12.4 (static files from the binary)
func TestADevelopmentEnvironmentServesItsPageUntilItEnds(t *testing.T) {
	e, stop := develop(t, t.TempDir(), "--ui", "--ui-port", "0")
	for path, part := range map[string]string{"/": "<title>bardo dev</title>", "/deployment.json": e.Endpoint} {
		if got, err := get(t, e.Page+path); err != nil || !strings.Contains(got, part) {
			t.Errorf("%s: %q (%v), want %q in it", path, got, err, part)
		}
	}
	stop()
	if got, err := get(t, e.Page); err == nil {
		t.Errorf("it still answers %q", got)
	}
	bare, stop := develop(t, t.TempDir(), "--no-deploy")
	stop()
	if bare.Page != "" {
		t.Errorf("nobody asked for the page on %s", bare.Page)
	}
}

func get(t *testing.T, url string) (string, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = reply.Body.Close() }()
	body, err := io.ReadAll(reply.Body)
	return string(body), err
}

// With --block-time blocks come without a transaction.
func TestADevelopmentEnvironmentMakesBlocksByTheClock(t *testing.T) {
	e, stop := develop(t, t.TempDir(), "--no-deploy", "--block-time", "50ms")
	defer stop()
	client, err := ethclient.DialContext(t.Context(), e.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for {
		if n, err := client.BlockNumber(t.Context()); err != nil {
			t.Fatal(err)
		} else if n > e.Block.Uint64()+2 {
			return
		}
	}
}
