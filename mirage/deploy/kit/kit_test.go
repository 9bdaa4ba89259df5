package kit_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"maps"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"
)

var start = time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)

// stage is a devnet with the kit and one actor.
type stage struct {
	t     testing.TB
	node  *node.Node
	book  deploy.Book
	key   *ecdsa.PrivateKey
	actor common.Address
}

func actor(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := crypto.ToECDSA(crypto.Keccak256([]byte("an actor of the kit's tests")))
	check(t, err)
	return key
}

func plan(t testing.TB) kit.Plan {
	return kit.Plan{Seed: 7, Actors: []common.Address{crypto.PubkeyToAddress(actor(t).PublicKey)}}
}

// artifacts opens the kit's contracts; without them nothing is tested.
func artifacts(t testing.TB) *artifact.Set {
	t.Helper()
	set, err := artifact.FindKit()
	check(t, err)
	return set
}

// devnet starts a chain with the plan's genesis, on which the actors have 10,000 ETH.
func devnet(t testing.TB, set *artifact.Set, p kit.Plan) *node.Node {
	t.Helper()
	g, err := p.Genesis(set)
	check(t, err)
	alloc := maps.Clone(g.Alloc)
	for _, a := range p.Actors {
		alloc[a] = new(big.Int).Mul(big.NewInt(10_000), big.NewInt(1e18))
	}
	n, err := node.New(node.Config{GenesisTime: start, Clock: clock.NewSimulated(start), Alloc: alloc, Code: g.Code})
	check(t, err)
	t.Cleanup(func() { check(t, n.Close()) })
	return n
}

func raise(t testing.TB) stage {
	t.Helper()
	set, p := artifacts(t), plan(t)
	n := devnet(t, set, p)
	book, err := kit.Deploy(t.Context(), deploy.On(n), set, p)
	check(t, err)
	return stage{t, n, book, actor(t), p.Actors[0]}
}

// tries mines a call of the actor and tells whether it succeeded.
func (s stage) tries(name string, data []byte) bool {
	s.t.Helper()
	return s.mine(s.book.Address(name), nil, data).Status == types.ReceiptStatusSuccessful
}

// pay mines one transaction of the actor, which must succeed.
func (s stage) pay(to common.Address, wei *big.Int, data []byte) *types.Receipt {
	s.t.Helper()
	r := s.mine(to, wei, data)
	if r.Status != types.ReceiptStatusSuccessful {
		s.t.Fatalf("call %x of %s reverted after %d gas", data, to, r.GasUsed)
	}
	return r
}

func (s stage) mine(to common.Address, wei *big.Int, data []byte) *types.Receipt {
	s.t.Helper()
	nonce, err := deploy.On(s.node).Nonce(s.t.Context(), s.actor)
	check(s.t, err)
	tx, err := types.SignNewTx(s.key, s.node.Chain.Signer(), &types.DynamicFeeTx{
		ChainID: s.node.Chain.ID(), Nonce: nonce, To: &to, Value: wei, Data: data, Gas: 5_000_000, GasTipCap: new(big.Int), GasFeeCap: big.NewInt(1e12),
	})
	check(s.t, err)
	_, receipts, err := s.node.Miner.Mine(s.t.Context(), node.BlockSpec{Txs: []*types.Transaction{tx}})
	check(s.t, err)
	return receipts[0]
}

func (s stage) send(name string, data []byte) *types.Receipt {
	s.t.Helper()
	return s.pay(s.book.Address(name), nil, data)
}

// ask calls a contract of the book.
func ask[T any](s stage, name string, data []byte, unpack func([]byte) (T, error)) T {
	s.t.Helper()
	raw, err := deploy.On(s.node).Call(s.t.Context(), s.book.Address(name), data)
	if err != nil {
		s.t.Fatalf("%s: %v", name, err)
	}
	out, err := unpack(raw)
	if err != nil {
		s.t.Fatalf("%s: %v", name, err)
	}
	return out
}

func (s stage) balance(token string) *big.Int {
	s.t.Helper()
	return ask(s, token, bind.NewERC20().PackBalanceOf(s.actor), bind.NewERC20().UnpackBalanceOf)
}

// wrap gives the actor WETH.
func (s stage) wrap(wei *big.Int) {
	s.t.Helper()
	s.pay(s.book.Address("WETH9"), wei, bind.NewWETH9().PackDeposit())
}

// approve lets a contract take the actor's token.
func (s stage) approve(token string, spender common.Address) {
	s.t.Helper()
	s.send(token, bind.NewERC20().PackApprove(spender, new(big.Int).Lsh(big.NewInt(1), 200)))
}

func ether(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }

// never is later than any block of a test.
var never = big.NewInt(1 << 40)

// spec: mirage-testing §12.2
func TestTheKitStandsWithEveryEntryAndFundsItsActors(t *testing.T) {
	s := raise(t)
	if err := deploy.Verify(t.Context(), deploy.On(s.node), s.book); err != nil {
		t.Error(err)
	}
	seen := map[common.Address]string{}
	for _, c := range s.book.Contracts {
		if other, ok := seen[c.Address]; ok {
			t.Errorf("%s and %s share an address", c.Name, other)
		}
		seen[c.Address] = c.Name
	}
	for _, name := range append([]string{
		"DAI", "WBTC", "UniswapV2Pair", "UniswapV3Pool3000", "UniswapV3Pool10000", "V4PoolManager", "V4PositionManager", "V4Quoter",
		"V4StateView", "SwapCounter", "UniversalRouter", "AavePool", "AaveOracle", "Morpho", "EntryPoint", "EntryPoint07",
		"DelegationManager", "EIP7702StatelessDeleGator",
	}, kit.Enforcers...) {
		if s.book.Address(name) == (common.Address{}) {
			t.Errorf("%s is missing", name)
		}
	}
	if got := s.balance("USDC"); got.Cmp(kit.ActorUSDC) != 0 {
		t.Errorf("an actor has %s USDC", got)
	}
}

// spec: mirage-testing §12.2 (base tokens: decimals, DOMAIN_SEPARATOR equals computed)
func TestTheKitsTokensHaveTheirDecimalsAndDomains(t *testing.T) {
	s := raise(t)
	fiat, erc := bind.NewFiatToken(), bind.NewERC20()
	for symbol, want := range map[string]struct {
		name     string
		decimals uint8
	}{"DAI": {"Dai Stablecoin", 18}, "WBTC": {"Wrapped BTC", 8}} {
		if got := ask(s, symbol, erc.PackDecimals(), erc.UnpackDecimals); got != want.decimals {
			t.Errorf("%s has %d decimals", symbol, got)
		}
		domain := deploy.Domain(want.name, "2", s.book.ChainID, s.book.Address(symbol))
		if got := ask(s, symbol, fiat.PackDOMAINSEPARATOR(), fiat.UnpackDOMAINSEPARATOR); got != domain {
			t.Errorf("%s: domain separator %x", symbol, got)
		}
	}
}

var errKilled = errors.New("killed")

// mortal seals one transaction a block and dies before its n-th.
type mortal struct {
	deploy.Chain
	left int
}

func (c *mortal) Seal(ctx context.Context, txs []*types.Transaction) error {
	for _, tx := range txs {
		if c.left == 0 {
			return errKilled
		}
		c.left--
		if err := c.Chain.Seal(ctx, []*types.Transaction{tx}); err != nil {
			return err
		}
	}
	return nil
}

// spec: mirage-testing §12.2 (idempotent; addresses of equal plans are equal)
func TestAKitInterruptedAtAnyTransactionGoesOn(t *testing.T) {
	whole, set, p := raise(t), artifacts(t), plan(t)
	n := devnet(t, set, p)
	deaths := 0
	for ; ; deaths++ {
		if deaths > 500 {
			t.Fatal("the deployment never ends")
		}
		book, err := kit.Deploy(t.Context(), &mortal{deploy.On(n), 1}, set, p)
		if errors.Is(err, errKilled) {
			continue
		}
		check(t, err)
		for i, c := range book.Contracts {
			c.Block = whole.book.Contracts[i].Block
			if c != whole.book.Contracts[i] {
				t.Errorf("%+v\nnot %+v", c, whole.book.Contracts[i])
			}
		}
		break
	}
	if deaths < 100 {
		t.Errorf("it died %d times only", deaths)
	}
	head := n.Chain.Head().Number.Uint64()
	if _, err := kit.Deploy(t.Context(), deploy.On(n), set, p); err != nil || n.Chain.Head().Number.Uint64() != head {
		t.Errorf("a whole kit was not left alone: %v", err)
	}
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
