package kit_test

import (
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy/kit"
)

// usdc is a number of dollars in smallest units.
func usdc(n int64) *big.Int { return big.NewInt(n * 1_000_000) }

// spec: mirage-testing §12.2 (the kit's Aave: supply, borrow, interest, repay, withdraw)
func TestAaveLendsAgainstEtherAndTakesItBackWithInterest(t *testing.T) {
	s := raise(t)
	weth, dollar := s.book.Address("WETH9"), s.book.Address("USDC")
	pool, oracle := bind.NewAavePool(), bind.NewAaveOracle()
	if p := ask(s, "AaveOracle", oracle.PackGetAssetPrice(weth), oracle.UnpackGetAssetPrice); p.Int64() != kit.ETHPrice*1e8 {
		t.Errorf("ether costs %s", p)
	}
	s.wrap(ether(10))
	s.approve("WETH9", s.book.Address("AavePool"))
	s.approve("USDC", s.book.Address("AavePool"))
	s.send("AavePool", pool.PackSupply(weth, ether(10), s.actor, 0))
	before := s.balance("USDC")
	s.send("AavePool", pool.PackBorrow(dollar, usdc(10_000), big.NewInt(2), 0, s.actor))
	if got := new(big.Int).Sub(s.balance("USDC"), before); got.Cmp(usdc(10_000)) != 0 {
		t.Errorf("borrowed %s", got)
	}
	// 20,000 dollars at a threshold of 83 % against 10,000 owed.
	account := ask(s, "AavePool", pool.PackGetUserAccountData(s.actor), pool.UnpackGetUserAccountData)
	if health, _ := new(big.Float).Quo(new(big.Float).SetInt(account.HealthFactor), big.NewFloat(1e18)).Float64(); health < 1.65 || health > 1.67 {
		t.Errorf("health factor %f", health)
	}
	s.later(365 * 24 * time.Hour)
	data := bind.NewAaveProtocolDataProvider()
	owed := ask(s, "AaveProtocolDataProvider", data.PackGetUserReserveData(dollar, s.actor), data.UnpackGetUserReserveData).CurrentVariableDebt
	if owed.Cmp(usdc(10_000)) <= 0 || owed.Cmp(usdc(10_100)) > 0 {
		t.Errorf("%s owed after a year", owed)
	}
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	s.send("AavePool", pool.PackRepay(dollar, most, big.NewInt(2), s.actor))
	s.send("AavePool", pool.PackWithdraw(weth, most, s.actor))
	if got := s.balance("WETH9"); got.Cmp(ether(10)) < 0 {
		t.Errorf("%s WETH came back", got)
	}
}

// later lets time pass on the chain.
func (s stage) later(d time.Duration) {
	s.t.Helper()
	if _, err := s.node.Pace.AddTime(d); err != nil {
		s.t.Fatal(err)
	}
	s.pay(s.actor, big.NewInt(1), []byte("tick"))
}

// spec: mirage-testing §12.2 (the kit's Morpho Blue: supply, borrow, interest)
func TestMorphoLendsUpToItsLimitAndNoFurther(t *testing.T) {
	s := raise(t)
	m, market := bind.NewMorpho(), kit.MorphoMarket(s.book)
	id := kit.MorphoID(market)
	s.wrap(ether(10))
	s.approve("WETH9", s.book.Address("Morpho"))
	s.send("Morpho", m.PackSupplyCollateral(market, ether(10), s.actor, []byte{}))
	before := s.balance("USDC")
	s.send("Morpho", m.PackBorrow(market, usdc(17_000), new(big.Int), s.actor, s.actor)) // of 17,200 at 86 %
	if got := new(big.Int).Sub(s.balance("USDC"), before); got.Cmp(usdc(17_000)) != 0 {
		t.Errorf("borrowed %s", got)
	}
	if s.tries("Morpho", m.PackBorrow(market, usdc(300), new(big.Int), s.actor, s.actor)) {
		t.Error("more than the collateral allows was lent")
	}
	s.later(365 * 24 * time.Hour)
	s.send("Morpho", m.PackAccrueInterest(market))
	state := ask(s, "Morpho", m.PackMarket(id), m.UnpackMarket)
	// 4 % a year, compounded.
	if state.TotalBorrowAssets.Cmp(usdc(17_690)) < 0 || state.TotalBorrowAssets.Cmp(usdc(17_700)) > 0 {
		t.Errorf("%s owed after a year", state.TotalBorrowAssets)
	}
	s.approve("USDC", s.book.Address("Morpho"))
	shares := ask(s, "Morpho", m.PackPosition(id, s.actor), m.UnpackPosition).BorrowShares
	s.send("Morpho", m.PackRepay(market, new(big.Int), shares, s.actor, []byte{}))
	s.send("Morpho", m.PackWithdrawCollateral(market, ether(10), s.actor, s.actor))
	if got := s.balance("WETH9"); got.Cmp(ether(10)) != 0 {
		t.Errorf("%s WETH came back", got)
	}
}
