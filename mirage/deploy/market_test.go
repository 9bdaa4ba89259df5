package deploy_test

import (
	"crypto/ecdsa"
	"errors"
	"math/big"
	"reflect"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"
)

// stage is a deployed market with its owner.
type stage struct {
	t     testing.TB
	node  *node.Node
	book  deploy.Book
	owner *ecdsa.PrivateKey
}

func raise(t testing.TB) stage {
	t.Helper()
	p := usdcWeth()
	n, b := deployed(t, artifacts(t), p)
	owner, err := p.MarketKey()
	check(t, err)
	return stage{t, n, b, owner}
}

// run performs steps and returns whether they succeeded.
func (s stage) run(steps deploy.Steps) *types.Receipt {
	s.t.Helper()
	data, err := steps.Calldata()
	check(s.t, err)
	return send(s.t, s.node, s.owner, s.book.Address("Market"), data)
}

func (s stage) must(steps deploy.Steps) {
	s.t.Helper()
	if r := s.run(steps); r.Status != types.ReceiptStatusSuccessful {
		s.t.Fatal("the market's steps reverted")
	}
}

func (s stage) price() *uint256.Int {
	s.t.Helper()
	p := bind.NewUniswapV3Pool()
	slot := view(s.t, s.node, s.book.Address("UniswapV3Pool"), p.PackSlot0(), p.UnpackSlot0)
	return uint256.MustFromBig(slot.SqrtPriceX96)
}

func (s stage) liquidity() *uint256.Int {
	s.t.Helper()
	p := bind.NewUniswapV3Pool()
	return uint256.MustFromBig(view(s.t, s.node, s.book.Address("UniswapV3Pool"), p.PackLiquidity(), p.UnpackLiquidity))
}

func (s stage) funds() [2]*big.Int {
	s.t.Helper()
	m := s.book.Address("Market")
	return [2]*big.Int{
		balanceOf(s.t, s.node, s.book.Address(s.book.Token0), m), balanceOf(s.t, s.node, s.book.Address(s.book.Token1), m),
	}
}

// scaled is the opening price times a per mille.
func scaled(perMille uint64) *uint256.Int {
	p := new(uint256.Int).Mul(usdcWeth().Pools[0].SqrtPriceX96, uint256.NewInt(perMille))
	return p.Div(p, uint256.NewInt(1000))
}

var someLiquidity = uint256.NewInt(3_000_000_000_000_000_000)

func TestMarketMovesThePriceExactlyToTheLimit(t *testing.T) {
	s := raise(t)
	s.must(deploy.Steps{}.Mint(someLiquidity))
	for _, to := range []*uint256.Int{scaled(1010), scaled(970), uint256.NewInt(0).AddUint64(scaled(970), 1), scaled(1400), scaled(1000)} {
		s.must(deploy.Steps{}.SwapTo(to))
		if got := s.price(); !got.Eq(to) {
			t.Fatalf("stands at %s, not %s", got, to)
		}
	}
}

func TestMarketTakesManyStepsInOneTransaction(t *testing.T) {
	s := raise(t)
	s.must(deploy.Steps{}.Mint(someLiquidity).SwapTo(scaled(1100)).SwapTo(scaled(900)).Mint(someLiquidity).
		SwapTo(scaled(1001)).Burn(uint256.NewInt(7)).Collect())
	want := new(uint256.Int).Sub(new(uint256.Int).Lsh(someLiquidity, 1), uint256.NewInt(7))
	if got := s.liquidity(); !got.Eq(want) || !s.price().Eq(scaled(1001)) {
		t.Fatalf("liquidity %s, price %s", got, s.price())
	}
}

func TestMarketAlreadyAtTheLimitDoesNotTrade(t *testing.T) {
	s := raise(t)
	s.must(deploy.Steps{}.Mint(someLiquidity))
	if r := s.run(deploy.Steps{}.SwapTo(s.price())); r.Status != 1 || len(r.Logs) != 0 {
		t.Fatalf("status %d with %d events", r.Status, len(r.Logs))
	}
	if r := s.run(deploy.Steps{}.SwapTo(scaled(1001))); len(r.Logs) == 0 {
		t.Fatal("a swap that moves left no event")
	}
}

func TestMarketCrossesAPoolWithoutLiquidityForNothing(t *testing.T) {
	s := raise(t)
	before := s.funds()
	for _, to := range []*uint256.Int{scaled(5000), scaled(200)} {
		s.must(deploy.Steps{}.SwapTo(to))
		if !s.price().Eq(to) {
			t.Fatalf("stands at %s, not %s", s.price(), to)
		}
	}
	if after := s.funds(); after[0].Cmp(before[0]) != 0 || after[1].Cmp(before[1]) != 0 {
		t.Fatal("an empty pool took payment")
	}
}

// A position of somebody else that lies in the way, with empty stretches on both
// sides of it: the swap goes from nothing through liquidity into nothing again.
func TestMarketCrossesAForeignPositionBetweenEmptyStretches(t *testing.T) {
	s := raise(t)
	s.provide(t, 201_500, 201_700)
	before := s.funds()
	s.must(deploy.Steps{}.SwapTo(scaled(1300)))
	if !s.price().Eq(scaled(1300)) {
		t.Fatalf("stands at %s", s.price())
	}
	if after := s.funds(); after[1].Cmp(before[1]) >= 0 || after[0].Cmp(before[0]) <= 0 {
		t.Fatal("the position in the way was not traded with")
	}
}

// provide gives the golem a position through the position manager.
func (s stage) provide(t *testing.T, lower, upper int64) {
	t.Helper()
	npm, erc := s.book.Address("NonfungiblePositionManager"), bind.NewERC20()
	t0, t1 := s.book.Address(s.book.Token0), s.book.Address(s.book.Token1)
	for _, token := range []common.Address{t0, t1} {
		works(t, s.node, golem, token, erc.PackApprove(npm, big.NewInt(1e18)))
	}
	data := bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: t0, Token1: t1, Fee: big.NewInt(500), TickLower: big.NewInt(lower), TickUpper: big.NewInt(upper),
		Amount0Desired: big.NewInt(1_000_000_000), Amount1Desired: big.NewInt(5e17),
		Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: addressOf(golem), Deadline: big.NewInt(1 << 40),
	})
	works(t, s.node, golem, npm, data)
}

func TestMarketCollectsTheFeesItsPositionEarned(t *testing.T) {
	s := raise(t)
	start := s.funds()
	s.must(deploy.Steps{}.Mint(someLiquidity).SwapTo(scaled(1200)).SwapTo(scaled(1000)))
	s.must(deploy.Steps{}.Burn(someLiquidity).Collect())
	end := s.funds()
	// It traded with itself only, so everything is back but a rounding unit a step.
	for i := range start {
		lost := new(big.Int).Sub(start[i], end[i])
		if lost.Sign() < 0 || lost.Cmp(big.NewInt(20)) > 0 {
			t.Errorf("token%d: %s lost", i, lost)
		}
	}
	if !s.liquidity().IsZero() {
		t.Errorf("liquidity %s is left", s.liquidity())
	}
	s.must(deploy.Steps{}.Collect()) // of an empty position: nothing, and no revert
}

// reason simulates a call and returns its revert data.
func (s stage) reason(from, to common.Address, data []byte) []byte {
	s.t.Helper()
	_, err := ethclient.NewClient(s.node.Server.Client()).CallContract(s.t.Context(), ethereum.CallMsg{From: from, To: &to, Data: data}, nil)
	var de rpc.DataError
	if !errors.As(err, &de) {
		s.t.Fatalf("no revert data: %v", err)
	}
	text, _ := de.ErrorData().(string)
	return hexutil.MustDecode(text)
}

func TestMarketObeysItsOwnerAndItsPoolOnly(t *testing.T) {
	s := raise(t)
	m, at := bind.NewMarket(), s.book.Address("Market")
	owner, stranger := addressOf(s.owner), addressOf(golem)
	steps, err := deploy.Steps{}.SwapTo(scaled(1001)).Calldata()
	check(t, err)
	for _, c := range []struct {
		name string
		from common.Address
		data []byte
		want any
	}{
		{"a stranger's steps", stranger, steps, &bind.MarketNotOwner{}},
		{"a stranger as the pool, swap", stranger, m.PackUniswapV3SwapCallback(big.NewInt(5), big.NewInt(5), nil), &bind.MarketNotPool{}},
		{"the owner as the pool, mint", owner, m.PackUniswapV3MintCallback(big.NewInt(5), big.NewInt(5), nil), &bind.MarketNotPool{}},
		{"an unknown step", owner, m.PackRun([]byte{4, 9}), &bind.MarketUnknownStep{Offset: big.NewInt(1)}},
	} {
		if got, err := m.UnpackError(s.reason(c.from, at, c.data)); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %T %+v, %v", c.name, got, got, err)
		}
	}
	if r := send(t, s.node, golem, at, steps); r.Status != 0 {
		t.Error("a stranger's transaction went through")
	}
	for _, cut := range []deploy.Steps{{1}, {1, 2, 3}, {2, 0}, deploy.Steps{}.SwapTo(scaled(1001))[:20], deploy.Steps{}.Burn(someLiquidity)} {
		if r := s.run(cut); r.Status != 0 {
			t.Errorf("steps %x went through", []byte(cut))
		}
	}
}

// Whatever the steps: the pool stands at the last limit, and the position is the
// sum of what was minted and burnt.
func TestMarketFollowsAnyListOfSteps(t *testing.T) {
	s := raise(t)
	price, position := s.price(), new(uint256.Int)
	rapid.Check(t, func(r *rapid.T) {
		steps := deploy.Steps{}
		for range rapid.IntRange(1, 6).Draw(r, "steps") {
			switch rapid.SampledFrom([]string{"swap", "mint", "burn", "collect"}).Draw(r, "op") {
			case "swap":
				price = new(uint256.Int).Add(scaled(rapid.Uint64Range(500, 2000).Draw(r, "per mille")), uint256.NewInt(rapid.Uint64().Draw(r, "offset")))
				steps = steps.SwapTo(price)
			case "mint":
				l := uint256.NewInt(rapid.Uint64Range(0, 1<<60).Draw(r, "liquidity"))
				position = new(uint256.Int).Add(position, l)
				steps = steps.Mint(l)
			case "burn":
				l := uint256.NewInt(rapid.Uint64Range(0, 1<<61).Draw(r, "liquidity"))
				if l.Gt(position) {
					l = position
				}
				position = new(uint256.Int).Sub(position, l)
				steps = steps.Burn(l)
			case "collect":
				steps = steps.Collect()
			}
		}
		if receipt := s.run(steps); receipt.Status != types.ReceiptStatusSuccessful {
			r.Fatalf("%x reverted", []byte(steps))
		}
		if got := s.price(); !got.Eq(price) {
			r.Fatalf("price %s, not %s", got, price)
		}
		if got := s.liquidity(); !got.Eq(position) {
			r.Fatalf("liquidity %s, not %s", got, position)
		}
	})
}

func BenchmarkMarketSwap(b *testing.B) {
	s := raise(b)
	s.must(deploy.Steps{}.Mint(someLiquidity))
	at, up := s.book.Address("Market"), scaled(1001)
	txs := make([]*types.Transaction, b.N)
	for i := range txs {
		to := up
		if i%2 == 1 {
			to = scaled(1000)
		}
		data, err := deploy.Steps{}.SwapTo(to).Calldata()
		check(b, err)
		if txs[i], err = types.SignNewTx(s.owner, s.node.Chain.Signer(), &types.DynamicFeeTx{
			ChainID: s.node.Chain.ID(), Nonce: uint64(i) + 1, To: &at, Data: data, Gas: 2_000_000, GasTipCap: new(big.Int), GasFeeCap: big.NewInt(1e10),
		}); err != nil {
			b.Fatal(err)
		}
		s.node.Chain.Trust(txs[i], addressOf(s.owner))
	}
	b.ResetTimer()
	for _, tx := range txs {
		_, r, err := s.node.Miner.Mine(b.Context(), node.BlockSpec{Txs: []*types.Transaction{tx}})
		if err != nil || r[0].Status != 1 {
			b.Fatal("the swap failed", err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "swaps/s")
}
