package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
)

// newest is the id of the account's newest position, and its liquidity.
func (g *granted) newest() (id, liquidity *big.Int) {
	g.t.Helper()
	npm := bind.NewNonfungiblePositionManager()
	count := g.balance(g.npm, g.owner.Address)
	id, err := npm.UnpackTokenOfOwnerByIndex(g.Ask(g.npm, npm.PackTokenOfOwnerByIndex(g.owner.Address, count.Sub(count, big.NewInt(1)))))
	check(g.t, err)
	held, err := npm.UnpackPositions(g.Ask(g.npm, npm.PackPositions(id)))
	check(g.t, err)
	return id, held.Liquidity
}

// provides gives calls that mint a position.
func (g *granted) provides(dollars, milliether int64) []evmtest.Execution {
	return []evmtest.Execution{
		call(g.usdc, approve(g.npm, usdc(dollars))), call(g.weth, approve(g.npm, milli(milliether))),
		call(g.npm, g.mint(usdc(dollars), milli(milliether), g.owner.Address)),
	}
}

func TestAPositionIsOpenedGrownAndClosedThroughTheCage(t *testing.T) {
	g := grant(t, func(_ *stage, c *policycage.Config) { c.Limits.Positions = 1 })
	g.wrap(10_000)
	gas := g.redeem(g.provides(1_000, 500)...)
	if s := g.snapshot(); s.Positions != 1 || s.Deployed != 2_000*money.One || g.spent() != 2_000*money.One {
		t.Fatalf("%d positions at %s, %s spent", s.Positions, s.Deployed, g.spent())
	}
	t.Logf("an enforced position: %d gas", gas)
	g.stops("PositionLimitReached", g.provides(1_000, 500)...)
	id, _ := g.newest()
	g.stops("SpendingLimitExceeded", call(g.npm, g.increase(id, usdc(8_001), milli(1_000))))
	g.redeem(call(g.usdc, approve(g.npm, usdc(100))), call(g.weth, approve(g.npm, milli(50))), call(g.npm, g.increase(id, usdc(100), milli(50))))
	if s := g.snapshot(); s.Positions != 1 || s.Deployed != 2_200*money.One {
		t.Fatalf("%d positions at %s", s.Positions, s.Deployed)
	}
	// A half is no end; the rest is, and a halt stops neither.
	g.does(g.owner, g.codec.PackEmergencyHalt())
	_, liquidity := g.newest()
	half, held := new(big.Int).Rsh(liquidity, 1), g.balance(g.usdc, g.owner.Address)
	g.stops("NotCollected", call(g.npm, g.decrease(id, half)))
	g.redeem(call(g.npm, g.decrease(id, half)), call(g.npm, g.collect(id, g.owner.Address)))
	if s := g.snapshot(); s.Positions != 1 {
		t.Fatal("a half was the whole")
	}
	g.redeem(call(g.npm, g.decrease(id, new(big.Int).Sub(liquidity, half))), call(g.npm, g.collect(id, g.owner.Address)))
	if s := g.snapshot(); s.Positions != 0 || s.Deployed != 0 {
		t.Fatalf("%d positions at %s", s.Positions, s.Deployed)
	}
	if came := new(big.Int).Sub(g.balance(g.usdc, g.owner.Address), held); came.Cmp(usdc(1_090)) < 0 {
		t.Errorf("%s USDC came back", came)
	}
	g.stops("Halted", call(g.npm, g.increase(id, usdc(1), milli(1))))
	// What is grown again counts as a position again.
	g.does(g.owner, g.codec.PackResume())
	g.redeem(call(g.usdc, approve(g.npm, usdc(10))), call(g.weth, approve(g.npm, milli(5))), call(g.npm, g.increase(id, usdc(10), milli(5))))
	g.stops("PositionLimitReached", g.provides(1, 1)...)
}

func TestAPositionIsLeftAndBurntInOneRedemption(t *testing.T) {
	g := grant(t, func(s *stage, c *policycage.Config) {
		burn := bind.NewNonfungiblePositionManager().PackBurn(big.NewInt(1))
		c.Selectors = append(c.Selectors, policycage.Selector{Target: s.npm, Method: [4]byte(burn[:4])})
	})
	g.wrap(10_000)
	g.redeem(g.provides(1_000, 500)...)
	id, liquidity := g.newest()
	burn := call(g.npm, bind.NewNonfungiblePositionManager().PackBurn(id))
	all, collect := call(g.npm, g.decrease(id, liquidity)), call(g.npm, g.collect(id, g.owner.Address))
	gas := g.redeem(all, collect, burn)
	if s := g.snapshot(); s.Positions != 0 || s.Deployed != 0 {
		t.Errorf("%d positions at %s behind it", s.Positions, s.Deployed)
	}
	if left := g.balance(g.npm, g.owner.Address); left.Sign() != 0 {
		t.Errorf("%s tokens of positions are left", left)
	}
	t.Logf("leaving a position whole: %d gas", gas)
	// The contract of positions burns no other than an empty one.
	g.redeem(g.provides(1_000, 500)...)
	id, _ = g.newest()
	data := g.Redemption(g.d, call(g.npm, bind.NewNonfungiblePositionManager().PackBurn(id)))
	if err := g.tries(g.golem.Address, g.At("DelegationManager"), data); err == nil {
		t.Error("a position with liquidity in it was burnt")
	}
}

func TestAPoolThatIsNotApprovedTakesNoLiquidity(t *testing.T) {
	g := grant(t, func(s *stage, c *policycage.Config) { c.Protocols = []common.Address{s.router, s.npm, s.lender} })
	g.wrap(1_000)
	if v := g.stops("ProtocolNotApproved", g.provides(100, 50)...); v.Subject != g.pool {
		t.Errorf("%s is not approved", v.Subject)
	}
}

// Whoever bends a pool's price around a mint takes what the position loses by it.
func TestAPoolAwayFromTheMarketTakesNoLiquidity(t *testing.T) {
	g := grant(t, nil)
	g.wrap(1_000)
	g.redeem(g.provides(100, 50)...)
	id, _ := g.newest()
	g.redeem(call(g.usdc, approve(g.npm, usdc(100))), call(g.weth, approve(g.npm, milli(100))))
	grow := call(g.npm, g.increase(id, usdc(1), milli(1)))
	for _, price := range []int64{1_979, 2_021} {
		g.Own(g.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(big.NewInt(price*1e8)))
		g.stops("ValueLost", g.provides(100, 50)...)
		g.stops("ValueLost", grow)
	}
	for _, price := range []int64{1_982, 2_018} {
		g.Own(g.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(big.NewInt(price*1e8)))
		g.redeem(g.provides(100, 50)...)
	}
	// Out of it there is no such question, also without a price.
	g.Own(g.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(new(big.Int)))
	g.redeem(call(g.npm, g.decrease(id, big.NewInt(1_000_000))), call(g.npm, g.collect(id, g.owner.Address)))
}

// A position that the owner opened is closed like any other, and takes nobody's place.
func TestClosingWhatTheCageDidNotOpenCountsNothing(t *testing.T) {
	g := grant(t, nil)
	g.wrap(10_000)
	for _, c := range g.provides(100, 50) {
		g.owner.Must(c.Target, c.CallData)
	}
	id, liquidity := g.newest()
	g.redeem(g.provides(1_000, 500)...)
	g.redeem(call(g.npm, g.decrease(id, liquidity)), call(g.npm, g.collect(id, g.owner.Address)))
	if s := g.snapshot(); s.Positions != 1 || s.Deployed != 2_000*money.One {
		t.Errorf("%d positions at %s", s.Positions, s.Deployed)
	}
}

func TestALenderIsSuppliedRepaidAndLeftThroughTheCage(t *testing.T) {
	g := grant(t, func(_ *stage, c *policycage.Config) { c.Limits.Collateral = 20_000 }) // stricter than the lender
	lender, own := bind.NewAavePool(), g.owner.Address
	supply := func(n int64) []evmtest.Execution {
		return []evmtest.Execution{call(g.usdc, approve(g.lender, usdc(n))), call(g.lender, lender.PackSupply(g.usdc, usdc(n), own, 0))}
	}
	t.Logf("an enforced supply: %d gas", g.redeem(supply(1_000)...))
	g.redeem(supply(500)...)
	if s := g.snapshot(); s.Positions != 1 || s.Deployed != 1_500*money.One || g.spent() != 1_500*money.One {
		t.Fatalf("%d positions at %s, %s spent", s.Positions, s.Deployed, g.spent())
	}
	g.stops("SpendingLimitExceeded", supply(10_001)...)
	// The owner borrows; the golem may neither do that nor take the collateral from under it.
	g.owner.Must(g.lender, lender.PackBorrow(g.weth, milli(250), big.NewInt(2), 0, own)) // 500 dollars
	g.stops("CollateralRatioTooLow", call(g.lender, lender.PackWithdraw(g.usdc, usdc(600), own)))
	// Where the cage's own ratio is lower, the lender's health factor keeps a liquidator away.
	g.does(g.owner, g.codec.PackEmergencyHalt())
	g.redeem(call(g.lender, lender.PackWithdraw(g.usdc, usdc(400), own)))
	g.stops("Halted", supply(1)...)
	g.wrap(1) // for the interest
	all := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	g.redeem(call(g.weth, approve(g.lender, milli(251))), call(g.lender, lender.PackRepay(g.weth, all, big.NewInt(2), own)))
	before := g.balance(g.usdc, own)
	g.redeem(call(g.lender, lender.PackWithdraw(g.usdc, all, own)))
	if s := g.snapshot(); s.Positions != 0 || s.Deployed != 0 {
		t.Errorf("%d positions at %s", s.Positions, s.Deployed)
	}
	if came := new(big.Int).Sub(g.balance(g.usdc, own), before); came.Cmp(usdc(1_100)) < 0 {
		t.Errorf("%s USDC came back", came)
	}
}

// takes is the code of a contract that takes a token of the account at any call.
func takes(token, from, to common.Address, amount *big.Int) []byte {
	data := append(bind.NewERC20().PackTransferFrom(from, to, amount), make([]byte, 28)...)
	var code []byte
	for i := 0; i < len(data); i += 32 {
		code = append(append(code, 0x7f), data[i:i+32]...)
		code = append(code, 0x60, byte(i), 0x52)
	}
	code = append(code, 0x5f, 0x5f, 0x60, 100, 0x5f, 0x5f, 0x73)
	return append(append(code, token[:]...), 0x5a, 0xf1, 0)
}

// A router that the owner approved, and allowed too much once, turns out to be a thief.
func TestWhatLeavesBeyondWhatWasValidatedUndoesTheRedemption(t *testing.T) {
	for name, c := range map[string]struct {
		token func(*stage) common.Address
		takes *big.Int
		want  policycage.Kind
	}{
		"more than was said": {func(s *stage) common.Address { return s.usdc }, usdc(101), "MovedMore"},
		"another token":      {func(s *stage) common.Address { return s.weth }, milli(1), "MovedMore"},
		"for nothing":        {func(s *stage) common.Address { return s.usdc }, usdc(100), "ValueLost"},
	} {
		t.Run(name, func(t *testing.T) {
			var thief common.Address
			g := grant(t, func(s *stage, p *policycage.Config) {
				thief = s.Deploy(takes(c.token(s), s.owner.Address, s.stranger.Address, c.takes))
				p.Protocols = append(p.Protocols, thief)
				p.Readers = append(p.Readers, policycage.Binding{Target: thief, Reader: reads("UniswapV3"), Deeds: policycage.Swaps})
				p.Selectors = append(p.Selectors, policycage.Selector{Target: thief, Method: [4]byte{0x41, 0x4b, 0xf3, 0x89}})
			})
			g.wrap(1_000)
			g.owner.Must(g.usdc, approve(thief, usdc(1_000_000)))
			g.owner.Must(g.weth, approve(thief, milli(1_000_000)))
			v := g.stops(c.want, call(thief, g.swap(g.usdc, g.weth, usdc(100), g.owner.Address)))
			if c.want == "MovedMore" && v.Value.Cmp(c.takes) != 0 {
				t.Errorf("%s moved", v.Value)
			}
			if got := g.balance(c.token(g.stage), g.stranger.Address); got.Sign() != 0 {
				t.Errorf("the thief has %s", got)
			}
		})
	}
}
