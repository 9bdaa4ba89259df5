package page_test

import (
	"fmt"
	"math/big"
	"net/http"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"
	"bardo.run/bardo/mirage/page"
	"bardo.run/bardo/mirage/scenario"
	"bardo.run/bardo/mirage/scenario/library"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// environment is a devnet with the kit, as bardo dev runs it, and its page.
type environment struct {
	node     *node.Node
	book     deploy.Book
	accounts []common.Address
	page     http.Handler
}

func develop(t *testing.T) environment {
	t.Helper()
	set, err := artifact.FindKit()
	check(t, err)
	accounts, err := cheat.Accounts(cheat.Mnemonic, 3)
	check(t, err)
	var e environment
	for _, a := range accounts {
		e.accounts = append(e.accounts, a.Address)
	}
	plan := kit.Plan{Seed: 7, Actors: e.accounts}
	genesis, err := plan.Genesis(set)
	check(t, err)
	cheat.Fund(genesis.Alloc, accounts, cheat.DefaultEther)
	shelf := library.New()
	e.node, err = node.New(node.Config{
		Alloc: genesis.Alloc, Code: genesis.Code,
		Services: []node.Services{cheat.Services(cheat.Options{Accounts: accounts}), scenario.Services, shelf.Services},
	})
	check(t, err)
	t.Cleanup(func() { check(t, e.node.Close()) })
	if e.book, err = kit.Deploy(t.Context(), deploy.On(e.node), set, plan); err != nil {
		t.Fatal(err)
	}
	ground := library.Ground{Book: e.book, Set: set}
	for _, a := range accounts {
		ground.Accounts = append(ground.Accounts, a.Key)
	}
	if ground.Maker, err = plan.Key(); err != nil {
		t.Fatal(err)
	}
	shelf.Open(ground)
	if e.page, err = page.New(page.Describe(e.book, "", e.accounts), e.node.Server.Handler()); err != nil {
		t.Fatal(err)
	}
	return e
}

// swap sells an ether of the first account in the v2 pair.
func (e environment) swap(t *testing.T) {
	t.Helper()
	data := bind.NewUniswapV2Router02().PackSwapExactETHForTokens(
		big.NewInt(1), []common.Address{e.book.Address("WETH9"), e.book.Address("USDC")}, e.accounts[0], big.NewInt(1<<40))
	var hash common.Hash
	if err := e.node.Server.Client().CallContext(t.Context(), &hash, "eth_sendTransaction", map[string]any{
		"from": e.accounts[0], "to": e.book.Address("UniswapV2Router02"), "value": (*hexutil.Big)(big.NewInt(1e18)), "data": hexutil.Bytes(data),
	}); err != nil {
		t.Fatal(err)
	}
}

// spec: mirage-testing §12.4 (a page shows the chain, decodes its transactions and runs what-ifs)
func TestABrowserShowsTheChainAndRunsAScenario(t *testing.T) {
	b, e := openBrowser(t), develop(t)
	e.swap(t)
	s, err := page.Serve(0, e.page)
	check(t, err)
	head := e.node.Chain.Head().Number
	b.ask("Page.navigate", map[string]any{"url": s.URL()})
	b.sees("state", "live")
	b.sees("blocks", head.String())
	b.sees("transactions", "swapExactETHForTokens", "account 0 → UniswapV2Router02, 1.000000 ETH", "success", "Swap UniswapV2Pair", "Transfer USDC: from UniswapV2Pair, to account 0, value 1,97")
	b.sees("accounts", "9,998.99", "1,001,97")
	b.sees("pools", "V3Pool2,000 USDC per WETH", "V4 plain2,000 USDC per ETH")
	b.sees("contracts", "AavePool", e.book.Address("Morpho").Hex()[2:5])

	b.press("#run button")
	b.sees("ran", "complete")
	b.sees("results", "sell 1 ETHsuccess", "account 0: −1.", " ETH, +1,9", "sell 10 ETHassertion failed", "sell 100 ETHassertion failed", "call of UniswapV3Pool, slot0, is")
	if got := e.node.Chain.Head().Number; got.Cmp(head) != 0 {
		t.Errorf("the scenarios moved the chain from block %s to %s", head, got)
	}

	b.press("[data-do=snapshot] button")
	b.sees("said", "snapshot 1 taken")
	b.press("[data-do=mint] button")
	b.sees("accounts", "1,002,97")
	b.press("[data-do=mine] button")
	b.sees("said", "mined 1")
	b.press("[data-do=revert] button")
	b.sees("said", "back at snapshot 1")
	b.sees("number", head.String())
	b.sees("accounts", "1,001,97")
	e.runsAnEditedScenario(b)
	e.fails(b)
	e.crashes(b)
	if len(b.faults) > 0 {
		t.Errorf("the browser complains: %s", b.faults)
	}
	e.endsAndComesBack(t, b, s)
}

// runsAnEditedScenario pastes one scenario, then what is none.
func (e environment) runsAnEditedScenario(b *browser) {
	b.t.Helper()
	paste := func(text string) {
		b.run(fmt.Sprintf(`{ const box = document.getElementById('json'); box.value = %q; box.dispatchEvent(new Event('input')) }`, text))
		b.press("#run button")
	}
	paste(fmt.Sprintf(`{"name": "too much", "transactions": [{"from": %q, "to": %q, "value": "0xffffffffffffffffffffff"}]}`, e.accounts[0], e.accounts[1]))
	b.sees("results", "too much", "error", "insufficient")
	paste(`{"name": "misspelt", "transaction": []}`)
	b.sees("ran", "unknown field")
}

// crashes tries the library's crash, sets a parameter wrong and right, makes its blocks,
// and takes them back.
func (e environment) crashes(b *browser) {
	b.t.Helper()
	before, err := e.node.Snapshots.Take()
	check(b.t, err)
	head := e.node.Chain.Head().Number
	b.run(`{ const box = document.getElementById('example'); box.value = 'crash'; box.dispatchEvent(new Event('change')) }`)
	b.sees("ranges", "drop_percent: 10 to 90; swap_count: 5 to 100")
	b.press("#run button")
	b.sees("results", "crashsuccess", "v2: ", "v3 1 %: 2000.000000 to 1200.000000 USDC", "v4 of two tokens: 2000.000000 to 1200.000000 USDC")
	if got := e.node.Chain.Head().Number; got.Cmp(head) != 0 {
		b.t.Errorf("the what-if moved the chain from block %s to %s", head, got)
	}
	set := func(percent string) {
		b.run(fmt.Sprintf(`{ const box = document.getElementById('json'); box.value = box.value.replace(/"drop_percent": "[0-9]+"/, '"drop_percent": "%s"'); box.dispatchEvent(new Event('input')) }`, percent))
		b.press("#play")
	}
	set("95")
	b.sees("ran", `drop_percent is "95", want a number from 10 to 90`)
	set("50")
	b.sees("ran", "played")
	b.sees("results", "v3 1 %: 2000.000000 to 1000.000000 USDC")
	b.sees("pools", "V3Pool1,000 USDC per WETH", "V4 plain1,000 USDC per ETH")
	check(b.t, e.node.Snapshots.Revert(before))
}

// fails sends what its contract does not know, and picks an older block.
func (e environment) fails(b *browser) {
	b.t.Helper()
	var hash common.Hash
	if err := e.node.Server.Client().CallContext(b.t.Context(), &hash, "eth_sendTransaction", map[string]any{
		"from": e.accounts[1], "to": e.book.Address("V4PoolManager"), "gas": hexutil.Uint64(100_000), "data": "0x12345678",
	}); err != nil {
		b.t.Fatal(err)
	}
	b.sees("transactions", "0x12345678", "reverted", "account 1 → V4PoolManager")
	b.press("#blocks tr:nth-child(2) button")
	b.sees("transactions", "swapExactETHForTokens")
	b.press("#blocks tr:nth-child(2) button")
	b.sees("transactions", "0x12345678")
}

// endsAndComesBack stops the page's server below a page that is open, and starts another.
func (e environment) endsAndComesBack(t *testing.T, b *browser, s *page.Server) {
	t.Helper()
	port := portOf(t, s)
	check(t, s.Close())
	b.sees("state", "the devnet does not answer")
	e.swap(t)
	s, err := page.Serve(port, e.page)
	check(t, err)
	b.sees("state", "live")
	b.sees("accounts", "9,997.99")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestABrowserShowsAChainOnWhichNothingIsDeployed(t *testing.T) {
	b := openBrowser(t)
	s, err := page.Serve(0, bare(t))
	check(t, err)
	b.ask("Page.navigate", map[string]any{"url": s.URL()})
	b.sees("state", "live")
	b.sees("pools", "No pools were deployed.")
	b.sees("example", "send 1 ETH to the second account")
	if got := b.run(`document.querySelectorAll('#example option').length`); got != "1" {
		t.Errorf("%s examples without a market", got)
	}
	b.sees("transactions", "There are no transactions in this block.")
	if len(b.faults) > 0 {
		t.Errorf("the browser complains: %s", b.faults)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
