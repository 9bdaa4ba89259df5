package conformance

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// silentPool is a real pool of WETH and a token that logs no transfer.
func (m *market) silentPool() (token, pool common.Address) {
	m.t.Helper()
	npm, factories, pools := bind.NewNonfungiblePositionManager(), bind.NewUniswapV3Factory(), bind.NewUniswapV3Pool()
	token = m.Deploy(evmtest.SilentToken())
	amount := ether(100)
	m.must(token, evmtest.Pack("mint(address,uint256)", m.Account[:], amount.Bytes()))
	factory := ask(m, m.Positions, npm.PackFactory(), npm.UnpackFactory)
	m.must(factory, factories.PackCreatePool(token, m.WETH, big.NewInt(500)))
	pool = ask(m, factory, factories.PackGetPool(token, m.WETH, big.NewInt(500)), factories.UnpackGetPool)
	m.must(pool, pools.PackInitialize(new(big.Int).Lsh(big.NewInt(1), 96)))
	token0, token1 := token, m.WETH
	if bytes.Compare(token0[:], token1[:]) > 0 {
		token0, token1 = token1, token0
	}
	m.must(m.Positions, npm.PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: token0, Token1: token1, Fee: big.NewInt(500), TickLower: big.NewInt(-1000), TickUpper: big.NewInt(1000),
		Amount0Desired: amount.ToBig(), Amount1Desired: amount.ToBig(), Amount0Min: new(big.Int), Amount1Min: new(big.Int),
		Recipient: m.Account, Deadline: evmtest.Deadline(),
	}))
	return token, pool
}

// A token of the pool that moves without a log is seen by its balance. Without
// that a purchase of it would have no least amount.
// spec: chain §7
func TestATokenThatMovesSilentlyIsNoSuccess(t *testing.T) {
	o := newOrders(t)
	token, pool := o.silentPool()
	v := venueOf(o.Market)
	v.Pools[0].At = pool
	c := configOf(o.Account, o.WETH, v)
	c.NativePrice = 2_000 * money.One
	eyes, err := chain.Open(t.Context(), o.client, c)
	if err != nil {
		t.Fatal(err)
	}
	o.simulator.Chain = eyes
	if o.simulator.Adapters, err = tool.NewAdapters(tool.Venue{Account: o.Account, Deployments: eyes.Deployments()}); err != nil {
		t.Fatal(err)
	}
	preview, err := o.simulator.Simulate(t.Context(), grammar.Action{
		Kind: grammar.Swap, Market: eyes.Deployments()[0].Handle, Protocol: uniswapv3.Name, TokenIn: o.WETH, TokenOut: token, AmountIn: uint256.NewInt(1e15), Slippage: 50,
	})
	if err != nil || preview.Success || !strings.Contains(preview.Revert, token.Hex()+" does not move as its log says") {
		t.Errorf("%+v, %v", preview, err)
	}
	bought := false
	for _, d := range preview.Deltas {
		bought = bought || (d.Token == token && !d.Out && !d.Units.IsZero())
	}
	if !bought {
		t.Errorf("nothing came in: %+v", preview.Deltas)
	}
}
