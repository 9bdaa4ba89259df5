package evmtest

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Market is a Node with the real Uniswap v3 contracts and one pool, USDC/WETH
// at 0.05 % and about 1,850 USDC. The account holds plenty of both tokens and
// has approved the router and the position manager.
type Market struct {
	*Node
	USDC, WETH, Pool, Router, Quoter, Positions common.Address
}

// opening is the square root of the pool's first price.
var opening = uint256.MustFromDecimal("1842038164098331640364761710612480")

// NewMarket starts a market without liquidity. It skips the test, with the
// reason, where the contracts' artifacts were not fetched.
func NewMarket(t testing.TB) *Market {
	t.Helper()
	return open(t, node.Config{})
}

// NewServedMarket is a market in the machine's time behind an HTTP endpoint, as a
// process of its own would find it, with the services on top of go-ethereum's.
func NewServedMarket(t testing.TB, services ...node.Services) *Market {
	t.Helper()
	return open(t, node.Config{HTTP: "127.0.0.1:0", Clock: clock.System{}, Services: services})
}

// NewRollupMarket is a served market on a chain that charges for data as a rollup does.
func NewRollupMarket(t testing.TB, fees rollup.Params) *Market {
	t.Helper()
	return open(t, node.Config{HTTP: "127.0.0.1:0", Clock: clock.System{}, Rollup: &fees})
}

func open(t testing.TB, config node.Config) *Market {
	t.Helper()
	set, err := artifact.Find()
	if err != nil {
		t.Fatal(err)
	}
	m := &Market{}
	plan := deploy.Plan{
		Seed: 7,
		Pools: []deploy.Pool{{
			Token0: deploy.Token{Symbol: "USDC", Decimals: 6}, Token1: deploy.Token{Symbol: "WETH", Decimals: 18, Native: true},
			Fee: 500, SqrtPriceX96: opening,
		}},
	}
	account := crypto.PubkeyToAddress(testKey(t).PublicKey)
	plan.Grants = []deploy.Grant{
		{To: account, Asset: "USDC", Amount: uint256.NewInt(1e18)},
		{To: account, Asset: "WETH", Amount: new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(1e9))},
	}
	genesis, err := plan.Genesis(set)
	if err != nil {
		t.Fatal(err)
	}
	config.Alloc, config.Code = genesis.Alloc, genesis.Code
	m.Node = start(t, config)
	book, err := deploy.Deploy(t.Context(), deploy.On(m.chain), set, plan)
	if err != nil {
		t.Fatal(err)
	}
	m.USDC, m.WETH, m.Pool = book.Address("USDC"), book.Address("WETH9"), book.Address("UniswapV3Pool")
	m.Router, m.Quoter = book.Address("SwapRouter"), book.Address("QuoterV2")
	m.Positions = book.Address("NonfungiblePositionManager")
	m.Approve(m.Router, m.Positions)
	return m
}

// Router02 puts the second generation of the router beside the first one, and returns it.
func (m *Market) Router02() common.Address {
	m.t.Helper()
	set, err := kitArtifacts()
	if err != nil {
		m.t.Fatal(err)
	}
	factory := common.BytesToAddress(m.Ask(m.Router, bind.NewSwapRouter().PackFactory()))
	x := &Exchanges{Market: m, set: set}
	return x.create("SwapRouter02", common.Address{}, factory, m.Positions, m.WETH)
}

// Approve lets contracts take the account's tokens.
func (m *Market) Approve(spenders ...common.Address) {
	m.t.Helper()
	all := new(uint256.Int).SetAllOne().ToBig()
	for _, token := range []common.Address{m.USDC, m.WETH} {
		for _, spender := range spenders {
			m.Execute(token, bind.NewERC20().PackApprove(spender, all))
		}
	}
}

// Deadline is later than any block of a test.
func Deadline() *big.Int { return big.NewInt(1 << 40) }

// MintCall encodes a new position of the account.
func (m *Market) MintCall(lower, upper int32, usdc, weth *uint256.Int) []byte {
	return bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: m.USDC, Token1: m.WETH, Fee: big.NewInt(500), TickLower: big.NewInt(int64(lower)), TickUpper: big.NewInt(int64(upper)),
		Amount0Desired: usdc.ToBig(), Amount1Desired: weth.ToBig(), Amount0Min: new(big.Int), Amount1Min: new(big.Int),
		Recipient: m.Account, Deadline: Deadline(),
	})
}

// Provide mints a position.
func (m *Market) Provide(lower, upper int32, usdc, weth *uint256.Int) {
	m.t.Helper()
	if r := m.Execute(m.Positions, m.MintCall(lower, upper, usdc, weth)); r.Status != 1 {
		m.t.Fatalf("position from %d to %d reverted", lower, upper)
	}
}

// SellCall encodes an exact-input swap of the account through the router.
func (m *Market) SellCall(usdcForWeth bool, amount *uint256.Int) []byte {
	in, out := m.sides(usdcForWeth)
	return bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out,
		Fee: big.NewInt(500), Recipient: m.Account, Deadline: Deadline(), AmountIn: amount.ToBig(),
		AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	})
}

// BuyCall encodes an exact-output swap of the account through the router.
func (m *Market) BuyCall(usdcForWeth bool, amount, most *uint256.Int) []byte {
	in, out := m.sides(usdcForWeth)
	return bind.NewSwapRouter().PackExactOutputSingle(bind.ISwapRouterExactOutputSingleParams{
		TokenIn: in, TokenOut: out,
		Fee: big.NewInt(500), Recipient: m.Account, Deadline: Deadline(), AmountOut: amount.ToBig(),
		AmountInMaximum: most.ToBig(), SqrtPriceLimitX96: new(big.Int),
	})
}

func (m *Market) sides(usdcForWeth bool) (in, out common.Address) {
	if usdcForWeth {
		return m.USDC, m.WETH
	}
	return m.WETH, m.USDC
}
