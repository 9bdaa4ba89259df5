package adversarial

import (
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

// elsewhere has the owner put ether into a position of the pool of another fee, below the price,
// which no reading of the Golem's counts, and returns it.
func (b *burglar) elsewhere(wei *big.Int) (id, liquidity *big.Int) {
	b.r.t.Helper()
	owner, npm, pool := b.r.kit.Party("owner"), bind.NewNonfungiblePositionManager(), bind.NewUniswapV3Pool()
	b.r.gifts(new(big.Int), wei)
	at, err := pool.UnpackSlot0(b.r.Ask(b.r.kit.At("UniswapV3Pool3000"), pool.PackSlot0()))
	check(b.r.t, err)
	tick := at.Tick.Int64() / 60 * 60
	owner.Must(b.r.WETH, bind.NewERC20().PackApprove(b.r.Positions, wei))
	owner.Must(b.r.Positions, npm.PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: b.r.USDC, Token1: b.r.WETH, Fee: big.NewInt(3000), TickLower: big.NewInt(tick - 6000), TickUpper: big.NewInt(tick - 600),
		Amount0Desired: new(big.Int), Amount1Desired: wei, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: b.r.account, Deadline: evmtest.Deadline(),
	}))
	id = new(big.Int).SetBytes(b.r.Ask(b.r.Positions, npm.PackTokenOfOwnerByIndex(b.r.account, new(big.Int))))
	return id, new(big.Int).SetBytes(b.r.Ask(b.r.Positions, npm.PackPositions(id))[7*32 : 8*32])
}

// waits until a second.
func (b *burglar) waits(until int64) {
	b.r.t.Helper()
	check(b.r.t, b.r.WaitUntil(b.r.t.Context(), time.Unix(until, 0)))
}

// Under a grant to a local key any position of the account can be left, and what was in it be
// spent within the day's sum: the owner of an account of 100 dollars, as it is counted, is told of
// that sum, and the thief takes it.
//
// spec: DESIGN §12.29
func TestAPositionInAnotherPoolIsSpentWithinTheDaysSum(t *testing.T) {
	b := newBurglar(t, custodies[2], 100)
	npm, ether := bind.NewNonfungiblePositionManager(), b.r.ether(999*money.One)
	id, liquidity := b.elsewhere(b.r.ether(100_000 * money.One))
	b.r.seals()
	said := b.told(worstday.Key)
	b.waits((b.r.Now().Unix()/86_400+1)*86_400 - 4*3_600)
	all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	if !b.redeemed([]evmtest.Execution{
		{Target: b.r.Positions, Value: new(big.Int), CallData: npm.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
			TokenId: id, Liquidity: liquidity, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
		})},
		{Target: b.r.Positions, Value: new(big.Int), CallData: npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{TokenId: id, Recipient: b.r.account, Amount0Max: all, Amount1Max: all})},
	}) {
		t.Fatal("the position is not left")
	}
	b.seen = nil
	b.looks()
	b.bends(true, ether, 950*money.One)
	b.looks()
	if !b.redeemed([]evmtest.Execution{
		{Target: b.r.WETH, Value: new(big.Int), CallData: bind.NewERC20().PackApprove(b.r.Router, ether)},
		{Target: b.r.Router, Value: new(big.Int), CallData: bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			TokenIn: b.r.WETH, TokenOut: b.r.USDC, Fee: big.NewInt(500), Recipient: b.r.account, Deadline: evmtest.Deadline(), AmountIn: ether, AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
		})},
	}) {
		t.Fatal("the day's sum is not spent")
	}
	b.waits(b.r.Now().Unix() + 5*3_600)
	b.empties()
	b.looks()
	worstdaytest.Near(t, "with a position in another pool", said, b.lost())
}
