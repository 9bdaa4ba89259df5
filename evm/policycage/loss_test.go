package policycage_test

import (
	"errors"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
)

// feed says what ETH costs; the pool stays at 2,000.
func (g *granted) feed(dollars int64) {
	g.t.Helper()
	g.Own(g.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(big.NewInt(dollars*1e8)))
}

// off sets the feed so that the pool's price is above it by basis points.
func (g *granted) off(bps int64) {
	g.t.Helper()
	pool := bind.NewUniswapV3Pool()
	slot, err := pool.UnpackSlot0(g.Ask(g.pool, pool.PackSlot0()))
	check(g.t, err)
	// The root is of WETH per USDC: 2^192 / root² is USDC units per WETH unit.
	price := new(big.Int).Lsh(big.NewInt(1e18), 192)
	price.Mul(price, big.NewInt(100*(10_000-bps))).Div(price, big.NewInt(10_000)) // 1e8 of 1e6
	price.Div(price, new(big.Int).Mul(slot.SqrtPriceX96, slot.SqrtPriceX96))
	g.Own(g.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(price))
}

// lost is what the cage counts as lost now.
func (g *granted) lost() money.USDC {
	g.t.Helper()
	return g.snapshot().Lost.Day(g.Chain().Chain.Head().Time)
}

// sells gives calls that sell thousandths of WETH.
func (g *granted) sells(milliether int64) []evmtest.Execution {
	return []evmtest.Execution{
		call(g.weth, approve(g.router, milli(milliether))), call(g.router, g.swap(g.weth, g.usdc, milli(milliether), g.owner.Address)),
	}
}

// What one step of a batch brings in hid what another gave away: a redemption is one move.
func TestNoOtherMoveStandsInForWhatASwapLost(t *testing.T) {
	g := grant(t, nil)
	g.wrap(1_000)
	g.redeem(g.provides(1_000, 500)...)
	g.redeem(call(g.usdc, approve(g.lender, usdc(1_000))), call(g.lender, bind.NewAavePool().PackSupply(g.usdc, usdc(1_000), g.owner.Address, 0)))
	id, liquidity := g.newest()
	swap := g.buys(500)
	leave := []evmtest.Execution{call(g.npm, g.decrease(id, liquidity)), call(g.npm, g.collect(id, g.owner.Address))}
	withdraw := call(g.lender, bind.NewAavePool().PackWithdraw(g.usdc, usdc(500), g.owner.Address))
	for name, calls := range map[string][]evmtest.Execution{
		"leaving a position, then a swap": append(leave[:2:2], swap...),
		"a swap, then collecting":         append(swap[:2:2], leave[1]),
		"a withdrawal, then a swap":       append([]evmtest.Execution{withdraw}, swap...),
		"leaving, then lending":           append(leave[:2:2], call(g.lender, bind.NewAavePool().PackSupply(g.usdc, usdc(1), g.owner.Address, 0))),
		"leaving two positions":           append(leave[:2:2], call(g.npm, g.collect(new(big.Int).Add(id, big.NewInt(1)), g.owner.Address))),
		"growing and leaving":             append([]evmtest.Execution{call(g.npm, g.increase(id, usdc(1), milli(1)))}, leave...),
	} {
		t.Run(name, func(*testing.T) { g.stops("BatchNotAllowed", calls...) })
	}
	g.redeem(leave...)
	g.redeem(withdraw)
}

// spec: DESIGN §12.29: at the limit nothing is opened, exits pass within a tighter bound, and
// what was lost is free again after 24 to 30 hours.
func TestADayLosesNoMoreThanItsLimitAndExitsPass(t *testing.T) {
	g := grant(t, func(_ *stage, c *policycage.Config) {
		c.Limits.DayLoss, c.Limits.MoveLoss, c.Limits.ExitLoss = 4*money.One, 200, 60
	})
	g.wrap(1_000)
	g.redeem(g.provides(1_000, 500)...)
	g.redeem(g.buys(100)...) // at the feed's price: fee and impact are lost
	if got := g.lost(); got < money.One/20 || got > money.One {
		t.Fatalf("%s lost by 100 at 5 bps", got)
	}
	for g.snapshot().LossLeft(g.Chain().Chain.Head().Time) > 6*money.One/5 {
		g.off(100)
		g.redeem(g.buys(80)...)
	}
	left := g.snapshot().LossLeft(g.Chain().Chain.Head().Time)
	g.off(150)
	if v := g.stops("LossLimitReached", g.buys(100)...); v.Limit.Int64() != int64(left) || v.Value.Int64() <= int64(left) {
		t.Errorf("%v", v)
	}
	// A sale that does not fit passes where it loses at most 60 bps.
	g.off(-90)
	g.stops("ValueLost", g.sells(100)...)
	for range 3 {
		g.off(-40)
		g.redeem(g.sells(100)...)
	}
	if g.snapshot().LossLeft(g.Chain().Chain.Head().Time) != 0 {
		t.Fatal("something is left")
	}
	// Now nothing is opened, not even at a gain, and what is held is left and sold.
	g.off(-500)
	g.stops("LossLimitReached", g.buys(1)...)
	g.stops("LossLimitReached", g.provides(10, 5)...)
	g.stops("LossLimitReached", call(g.usdc, approve(g.lender, usdc(1))), call(g.lender, bind.NewAavePool().PackSupply(g.usdc, usdc(1), g.owner.Address, 0)))
	id, liquidity := g.newest()
	g.redeem(call(g.npm, g.decrease(id, liquidity)), call(g.npm, g.collect(id, g.owner.Address)))
	g.off(-40)
	g.redeem(g.sells(100)...)
	// Until the quarters are a day back.
	now := g.Chain().Chain.Head().Time
	free := g.snapshot().Lost.Falls(now, 3*money.One)
	if free <= now+86_400-120 || free > now+30*3_600 {
		t.Fatalf("free again after %d s", free-now)
	}
	g.off(0)
	g.at(free - 3)
	g.Mine()
	g.stops("LossLimitReached", g.buys(1)...)
	g.at(free)
	g.Mine()
	g.redeem(g.buys(100)...)
}

// A session's losses are counted too, and only its owner begins another.
func TestASessionLosesNoMoreThanItsLimit(t *testing.T) {
	g := grant(t, func(_ *stage, c *policycage.Config) { c.Limits.SessionLoss = money.One })
	g.off(80)
	g.redeem(g.buys(80)...)
	g.wait(30 * 3_600)
	g.off(80)
	g.stops("LossLimitReached", g.buys(80)...)
	if g.lost() != 0 || g.snapshot().Lost.Session() < money.One/2 {
		t.Fatalf("%s lost today, %s in the session", g.lost(), g.snapshot().Lost.Session())
	}
	g.logs = nil
	g.does(g.owner, g.codec.PackBeginSession())
	g.stops("LossLimitReached", g.buys(80)...)
	g.wait(3_600)
	g.apply("session")
	g.redeem(g.buys(80)...)
}

// The sum is the account's: a second grant, a renewal, another key and whoever a stolen key
// redelegates to share it.
func TestEveryGrantAndRedelegationSharesTheSum(t *testing.T) {
	g := grant(t, func(_ *stage, c *policycage.Config) { c.Limits.DayLoss = 2 * money.One })
	g.off(80)
	g.redeem(g.buys(80)...)
	stage, heir := *g.stage, g.Party("heir")
	stage.golem = g.stranger
	second := &granted{stage: &stage}
	caveat := bind.IDelegationManagerCaveat{Enforcer: g.enforcer, Terms: policycage.Terms(g.cage), Args: []byte{}}
	second.d = g.Delegate(g.owner, g.stranger.Address, caveat)
	g.off(80)
	second.redeem(g.buys(80)...)
	g.off(80)
	g.stops("LossLimitReached", g.buys(80)...)
	second.stops("LossLimitReached", g.buys(80)...)
	// A chain of two: the key lets others act, a thousand of them, who are bound as it is.
	for n := range 1_000 {
		by := common.BigToAddress(big.NewInt(int64(0xbad_0000 + n)))
		var v *policycage.Violation
		err := g.tries(by, g.At("DelegationManager"), g.Chained(g.golem, by, g.d, g.buys(80)...))
		if !errors.As(err, &v) || v.Kind != "LossLimitReached" {
			t.Fatalf("key %d: %v", n, err)
		}
	}
	g.off(0)
	heir.Must(g.At("DelegationManager"), g.Chained(g.golem, heir.Address, g.d, g.buys(20)...))
}

// An account has one cage, for ever, and a cage another account's is none.
func TestAnAccountIsBoundToOneCage(t *testing.T) {
	g := grant(t, nil)
	bindTo := bind.NewCageEnforcer().PackBind
	g.refused(g.owner, g.enforcer, bindTo(g.cage), "AlreadyBound")
	g.refused(g.stranger, g.enforcer, bindTo(g.cage), "NotTheAccount")
	other := g.config()
	other.Limits.DayLoss = 1_000_000 * money.One
	wide := g.create(policycage.Creation(other))
	g.refused(g.owner, g.enforcer, bindTo(wide), "AlreadyBound")
	loose := *g
	loose.d = g.Delegate(g.owner, g.golem.Address, bind.IDelegationManagerCaveat{Enforcer: g.enforcer, Terms: policycage.Terms(wide), Args: []byte{}})
	loose.stops("NotTheAccount", g.buys(1)...)
}

// spec: safety §7.2 (max_drawdown_bps): every opening asks for it, with positions at cost.
func TestAnOpeningAsksForTheDrawdown(t *testing.T) {
	g := grant(t, func(_ *stage, c *policycage.Config) { c.HighWaterMark = 1_002_000 * money.One })
	g.wrap(1_000) // a million and two thousand dollars
	g.redeem(g.buys(100)...)
	g.redeem(g.provides(1_000, 250)...)
	held := g.balance(g.usdc, g.owner.Address)
	fall := new(big.Int).Sub(held, usdc(860_000))
	g.owner.Must(g.usdc, bind.NewERC20().PackTransfer(g.stranger.Address, fall))
	v := g.stops("DrawdownExceeded", g.buys(1)...)
	if v.Limit.Int64() != 1_300 || v.Value.Int64() <= 1_300 {
		t.Errorf("%v of %v", v.Value, v.Limit)
	}
	g.stops("DrawdownExceeded", g.provides(10, 5)...)
	g.redeem(g.sells(100)...)
}

// What is left of a position costs its share: a position that was mostly left is not held
// at the whole price against drawdown and concentration.
func TestAPositionLeftInPartCostsItsShare(t *testing.T) {
	g := grant(t, nil)
	g.wrap(1_000)
	g.redeem(g.provides(1_000, 500)...)
	id, liquidity := g.newest()
	most := new(big.Int).Div(new(big.Int).Mul(liquidity, big.NewInt(9)), big.NewInt(10))
	g.redeem(call(g.npm, g.decrease(id, most)), call(g.npm, g.collect(id, g.owner.Address)))
	if s := g.snapshot(); s.Positions != 1 || s.Deployed < 200*money.One || s.Deployed > 201*money.One {
		t.Errorf("%d positions at %s", s.Positions, s.Deployed)
	}
	own, lender := g.owner.Address, bind.NewAavePool()
	g.redeem(call(g.usdc, approve(g.lender, usdc(1_000))), call(g.lender, lender.PackSupply(g.usdc, usdc(1_000), own, 0)))
	g.redeem(call(g.lender, lender.PackWithdraw(g.usdc, usdc(750), own)))
	if s := g.snapshot(); s.Positions != 2 || s.Deployed < 450*money.One || s.Deployed > 451*money.One {
		t.Errorf("%d positions at %s", s.Positions, s.Deployed)
	}
}

// Without a price nothing is opened and nothing sold; what needs no price passes.
func TestWithoutAPricePositionsAreLeftAndNothingIsSold(t *testing.T) {
	g := grant(t, nil)
	own, lender := g.owner.Address, bind.NewAavePool()
	g.wrap(1_000)
	g.redeem(g.provides(1_000, 500)...)
	g.redeem(call(g.usdc, approve(g.lender, usdc(1_000))), call(g.lender, lender.PackSupply(g.usdc, usdc(1_000), own, 0)))
	id, liquidity := g.newest()
	g.feed(0)
	g.stops("NoPrice", g.buys(1)...)
	g.redeem(g.sells(1)[:1]...) // an allowance
	g.stops("NoPrice", g.sells(1)...)
	g.redeem(call(g.npm, g.decrease(id, liquidity)), call(g.npm, g.collect(id, own)))
	g.redeem(call(g.lender, lender.PackWithdraw(g.usdc, usdc(1_000), own)))
}

// A withdrawal that leaves a debt at the edge hands a part of it to whoever liquidates.
func TestAWithdrawalLeavesNoDebtToALiquidator(t *testing.T) {
	g := grant(t, nil) // the shipped least collateral is the lender's own edge
	own, lender := g.owner.Address, bind.NewAavePool()
	g.redeem(call(g.usdc, approve(g.lender, usdc(1_500))), call(g.lender, lender.PackSupply(g.usdc, usdc(1_500), own, 0)))
	g.owner.Must(g.lender, lender.PackBorrow(g.weth, milli(250), big.NewInt(2), 0, own)) // 500 dollars
	g.stops("HealthTooLow", call(g.lender, lender.PackWithdraw(g.usdc, usdc(870), own)))
	g.redeem(call(g.lender, lender.PackWithdraw(g.usdc, usdc(700), own)))
}
