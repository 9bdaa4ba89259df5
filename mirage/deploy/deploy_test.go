package deploy_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"maps"
	"math/big"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"
)

// start is the time of the test chains' block 0.
var start = time.Date(2023, 8, 13, 0, 0, 0, 0, time.UTC)

// golem is an account that the test plans give something to.
var golem = func() *ecdsa.PrivateKey {
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("a golem of the deployment tests")))
	if err != nil {
		panic(err)
	}
	return key
}()

func addressOf(key *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(key.PublicKey) }

// usdcWeth is the market of the recorded data: USDC below WETH, 0.05 %, about
// 1,850 USDC for one WETH.
func usdcWeth() deploy.Plan {
	return deploy.Plan{
		Seed: 7,
		Pools: []deploy.Pool{{
			Token0:       deploy.Token{Symbol: "USDC", Decimals: 6},
			Token1:       deploy.Token{Symbol: "WETH", Decimals: 18, Native: true},
			Fee:          500,
			SqrtPriceX96: uint256.MustFromDecimal("1842038164098331640364761710612480"),
		}},
		Grants: []deploy.Grant{
			{To: addressOf(golem), Asset: deploy.Native, Amount: uint256.NewInt(1e18)},
			{To: addressOf(golem), Asset: "USDC", Amount: uint256.NewInt(5_000_000_000)},
			{To: addressOf(golem), Asset: "WETH", Amount: uint256.NewInt(2e18)},
		},
	}
}

// artifacts opens the fetched contracts; without them nothing is tested.
func artifacts(t testing.TB) *artifact.Set {
	t.Helper()
	set, err := artifact.Find()
	check(t, err)
	return set
}

// devnet starts a chain with the plan's genesis.
func devnet(t testing.TB, set *artifact.Set, p deploy.Plan) *node.Node {
	t.Helper()
	g, err := p.Genesis(set)
	check(t, err)
	alloc := maps.Clone(g.Alloc)
	n, err := node.New(node.Config{GenesisTime: start, Clock: clock.NewSimulated(start), Alloc: alloc, Code: g.Code})
	check(t, err)
	t.Cleanup(func() { check(t, n.Close()) })
	return n
}

func deployed(t testing.TB, set *artifact.Set, p deploy.Plan) (*node.Node, deploy.Book) {
	t.Helper()
	n := devnet(t, set, p)
	book, err := deploy.Deploy(t.Context(), deploy.On(n), set, p)
	check(t, err)
	return n, book
}

// view calls a contract of the book.
func view[T any](t testing.TB, n *node.Node, to common.Address, data []byte, unpack func([]byte) (T, error)) T {
	t.Helper()
	raw, err := deploy.On(n).Call(t.Context(), to, data)
	check(t, err)
	out, err := unpack(raw)
	check(t, err)
	return out
}

func balanceOf(t testing.TB, n *node.Node, token, who common.Address) *big.Int {
	t.Helper()
	erc := bind.NewERC20()
	return view(t, n, token, erc.PackBalanceOf(who), erc.UnpackBalanceOf)
}

// send mines one transaction and returns its receipt.
func send(t testing.TB, n *node.Node, key *ecdsa.PrivateKey, to common.Address, data []byte) *types.Receipt {
	t.Helper()
	nonce, err := deploy.On(n).Nonce(t.Context(), addressOf(key))
	check(t, err)
	tx, err := types.SignNewTx(key, n.Chain.Signer(), &types.DynamicFeeTx{
		ChainID: n.Chain.ID(), Nonce: nonce, To: &to, Data: data, Gas: 10_000_000, GasTipCap: new(big.Int), GasFeeCap: big.NewInt(1e10),
	})
	check(t, err)
	_, receipts, err := n.Miner.Mine(t.Context(), node.BlockSpec{Txs: []*types.Transaction{tx}})
	check(t, err)
	return receipts[0]
}

// works sends a transaction that has to succeed.
func works(t testing.TB, n *node.Node, key *ecdsa.PrivateKey, to common.Address, data []byte) {
	t.Helper()
	if r := send(t, n, key, to, data); r.Status != types.ReceiptStatusSuccessful {
		t.Fatalf("%x to %s reverted", data, to)
	}
}

// fails sends one that has to revert.
func fails(t testing.TB, n *node.Node, key *ecdsa.PrivateKey, to common.Address, data []byte) {
	t.Helper()
	if r := send(t, n, key, to, data); r.Status != types.ReceiptStatusFailed {
		t.Fatalf("%x to %s went through", data, to)
	}
}

// spec: mirage-testing §12.2
func TestDeployVerifiesEveryPhaseAndGrants(t *testing.T) {
	set := artifacts(t)
	n, b := deployed(t, set, usdcWeth())
	for _, name := range []string{
		"WETH9", "USDC", "Permit2", "Multicall3", "UniswapV3Factory", "NonfungiblePositionManager", "SwapRouter",
		"QuoterV2", "TickLens", "UniswapV3Pool", "Market", "FiatTokenV2_2", "SignatureChecker",
	} {
		c, ok := b.Find(name)
		if !ok || c.CodeHash == (common.Hash{}) || c.ABIRef == "" || (c.Block == 0) != (name == "Permit2") {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if b.Token0 != "USDC" || b.Token1 != "WETH9" || b.Address("USDC").Cmp(b.Address("WETH9")) >= 0 {
		t.Errorf("order: %s %s, %s %s", b.Token0, b.Address("USDC"), b.Token1, b.Address("WETH9"))
	}
	who := addressOf(golem)
	if got := balanceOf(t, n, b.Address("USDC"), who); got.Int64() != 5_000_000_000 {
		t.Errorf("granted %s USDC", got)
	}
	if got := balanceOf(t, n, b.Address("WETH9"), who); got.Int64() != 2e18 {
		t.Errorf("granted %s WETH", got)
	}
	for _, token := range []string{"USDC", "WETH9"} {
		if got := balanceOf(t, n, b.Address(token), b.Address("Market")); got.Cmp(deploy.MarketFunds.ToBig()) != 0 {
			t.Errorf("the market account has %s %s", got, token)
		}
	}
	pool := bind.NewUniswapV3Pool()
	slot := view(t, n, b.Address("UniswapV3Pool"), pool.PackSlot0(), pool.UnpackSlot0)
	if slot.SqrtPriceX96.Cmp(usdcWeth().Pools[0].SqrtPriceX96.ToBig()) != 0 || !slot.Unlocked {
		t.Errorf("the pool stands at %s", slot.SqrtPriceX96)
	}
	if err := deploy.Verify(t.Context(), deploy.On(n), b); err != nil {
		t.Error(err)
	}
}

func TestPoolInitCodeHashIsMainnets(t *testing.T) {
	c, err := artifacts(t).Contract("UniswapV3Pool")
	check(t, err)
	const mainnet = "0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54"
	if got := crypto.Keccak256Hash(c.Creation).Hex(); got != mainnet {
		t.Fatalf("%s, not %s", got, mainnet)
	}
}

func TestEqualPlansGiveEqualBooks(t *testing.T) {
	set := artifacts(t)
	_, one := deployed(t, set, usdcWeth())
	_, two := deployed(t, set, usdcWeth())
	other := usdcWeth()
	other.Seed = 8
	_, three := deployed(t, set, other)
	a, b, c := saved(t, one), saved(t, two), saved(t, three)
	if a != b {
		t.Error("equal plans, different books")
	}
	if a == c {
		t.Error("the seed does not reach the addresses")
	}
}

func saved(t *testing.T, b deploy.Book) string {
	t.Helper()
	name, err := b.Save(t.TempDir())
	check(t, err)
	if filepath.Base(name) != "31337.json" {
		t.Errorf("saved as %s", name)
	}
	again, err := deploy.Load(name)
	check(t, err)
	var s strings.Builder
	for _, c := range again.Contracts {
		if have, ok := b.Find(c.Name); !ok || have != c {
			t.Errorf("%s changed on its way through the file", c.Name)
		}
		s.WriteString(c.Name + c.Address.Hex() + c.CodeHash.Hex() + "\n")
	}
	return s.String()
}

func TestTokensFollowThePlansOrderAndDecimals(t *testing.T) {
	set := artifacts(t)
	usdc, weth := deploy.Token{Symbol: "USDC", Decimals: 6}, deploy.Token{Symbol: "WETH", Decimals: 18, Native: true}
	bridged, dai := deploy.Token{Symbol: "WETH", Name: "Wrapped Ether", Decimals: 18}, deploy.Token{Symbol: "DAI", Decimals: 18}
	wbtc := deploy.Token{Symbol: "WBTC", Decimals: 8}
	for _, c := range []struct {
		name   string
		t0, t1 deploy.Token
		fee    uint32
	}{
		{"the wrapped coin first", weth, usdc, 3000},
		{"a bridged token that is not the wrapped coin", usdc, bridged, 500},
		{"two stable coins at the lowest fee", dai, usdc, 100},
		{"neither USDC nor the wrapped coin", wbtc, dai, 10000},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := usdcWeth()
			p.Pools[0].Token0, p.Pools[0].Token1, p.Pools[0].Fee, p.Grants = c.t0, c.t1, c.fee, nil
			n, b := deployed(t, set, p)
			a0, a1 := b.Address(b.Token0), b.Address(b.Token1)
			if a0.Cmp(a1) >= 0 {
				t.Fatalf("token0 %s is not below token1 %s", a0, a1)
			}
			erc := bind.NewERC20()
			for at, want := range map[common.Address]deploy.Token{a0: c.t0, a1: c.t1} {
				if got := view(t, n, at, erc.PackDecimals(), erc.UnpackDecimals); got != want.Decimals {
					t.Errorf("%s has %d decimals", want.Symbol, got)
				}
				if got := view(t, n, at, erc.PackSymbol(), erc.UnpackSymbol); got != want.Symbol {
					t.Errorf("%s calls itself %s", want.Symbol, got)
				}
			}
			for _, name := range []string{"USDC", "WETH9"} {
				if b.Address(name) == (common.Address{}) {
					t.Errorf("%s is missing", name)
				}
			}
		})
	}
}

func TestPlanReportsWhatCannotBeDeployed(t *testing.T) {
	set := artifacts(t)
	n := devnet(t, set, usdcWeth())
	for _, c := range []struct {
		name  string
		spoil func(*deploy.Plan)
		want  string
	}{
		{"one token twice", func(p *deploy.Plan) { p.Pools[0].Token1 = p.Pools[0].Token0 }, "both tokens"},
		{"no price", func(p *deploy.Plan) { p.Pools[0].SqrtPriceX96 = nil }, "opening price"},
		{"a price at the end of the range", func(p *deploy.Plan) { p.Pools[0].SqrtPriceX96 = uint256.NewInt(1) }, "opening price"},
		{"a fee that no pool has", func(p *deploy.Plan) { p.Pools[0].Fee = 42 }, "fee 42"},
		{"a token named like a contract", func(p *deploy.Plan) { p.Pools[0].Token0.Symbol = "Market" }, "taken"},
		{"a wrapped coin of 6 decimals", func(p *deploy.Plan) { p.Pools[0].Token1.Decimals = 6 }, "18 decimals"},
		{"a grant of nothing known", func(p *deploy.Plan) { p.Grants[0].Asset = "GOLD" }, `"GOLD"`},
		{"a grant without an amount", func(p *deploy.Plan) { p.Grants[0].Amount = nil }, "amount"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := usdcWeth()
			c.spoil(&p)
			_, err := deploy.Deploy(t.Context(), deploy.On(n), set, p)
			if n.Chain.Head().Number.Sign() != 0 {
				t.Error("something was sent")
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want %q", err, c.want)
			}
		})
	}
}

// named is a chain of another id.
type named struct {
	deploy.Chain
	id int64
}

func (c named) ChainID(context.Context) (*big.Int, error) { return big.NewInt(c.id), nil }

func TestDeployRefusesARealChain(t *testing.T) {
	set := artifacts(t)
	n := devnet(t, set, usdcWeth())
	for _, id := range []int64{1, 137, 8453} {
		_, err := deploy.Deploy(t.Context(), named{deploy.On(n), id}, set, usdcWeth())
		if !errors.Is(err, deploy.ErrNotDevnet) || n.Chain.Head().Number.Sign() != 0 {
			t.Errorf("chain %d: %v", id, err)
		}
	}
}

func TestDeployWithoutThePlansGenesisSaysSo(t *testing.T) {
	set := artifacts(t)
	g, err := usdcWeth().Genesis(set)
	check(t, err)
	n, err := node.New(node.Config{GenesisTime: start, Clock: clock.NewSimulated(start), Alloc: g.Alloc})
	check(t, err)
	defer n.Close()
	_, err = deploy.Deploy(t.Context(), deploy.On(n), set, usdcWeth())
	if err == nil || !strings.Contains(err.Error(), "Permit2 has no code") || !strings.Contains(err.Error(), "merge the plan's genesis") {
		t.Fatal(err)
	}
}

func TestVerifyNamesAContractWithOtherCode(t *testing.T) {
	n, b := deployed(t, artifacts(t), usdcWeth())
	for i := range b.Contracts {
		if b.Contracts[i].Name == "SwapRouter" {
			b.Contracts[i].CodeHash[0] ^= 1
		}
	}
	if err := deploy.Verify(t.Context(), deploy.On(n), b); err == nil || !strings.Contains(err.Error(), "SwapRouter") {
		t.Fatal(err)
	}
}

func BenchmarkDeploy(b *testing.B) {
	set := artifacts(b)
	p := usdcWeth()
	for b.Loop() {
		b.StopTimer()
		n := devnet(b, set, p)
		b.StartTimer()
		if _, err := deploy.Deploy(b.Context(), deploy.On(n), set, p); err != nil {
			b.Fatal(err)
		}
	}
}

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
