package adversarial

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

// debtor is an account of 10,000 dollars of which 8,000 are lent to Aave, with ether borrowed
// against them to a health factor of 1.5, as much as a Golem may borrow.
type debtor struct {
	*raid
	owner *evmtest.Party
}

func newDebtor(t testing.TB, w *raid) debtor {
	t.Helper()
	d := debtor{w, w.r.kit.Party("owner")}
	lender, at := bind.NewAavePool(), w.r.kit.At("AavePool")
	d.owner.Must(w.r.USDC, bind.NewERC20().PackApprove(at, big.NewInt(8_000e6)))
	d.owner.Must(at, lender.PackSupply(w.r.USDC, big.NewInt(8_000e6), w.r.account, 0))
	has := d.health()
	most := new(big.Int).Mul(has.collateral, has.threshold)
	most.Quo(most, big.NewInt(15_001)) // in dollars with 8 decimals
	most.Mul(most, big.NewInt(1e18)).Quo(most, w.r.price)
	d.owner.Must(at, lender.PackBorrow(w.r.WETH, most, big.NewInt(2), 0, w.r.account))
	w.r.seals()
	w.lent = func() money.USDC {
		has := d.health()
		net := new(big.Int).Sub(has.collateral, has.debt)
		return money.USDC(net.Quo(net, big.NewInt(100)).Int64())
	}
	w.seen = nil
	w.looks()
	return d
}

// health is what Aave says of the account, in dollars with 8 decimals.
type health struct{ collateral, debt, threshold, factor *big.Int }

func (d debtor) health() health {
	d.r.t.Helper()
	pool := bind.NewAavePool()
	a, err := pool.UnpackGetUserAccountData(d.r.Ask(d.r.kit.At("AavePool"), pool.PackGetUserAccountData(d.r.account)))
	check(d.r.t, err)
	return health{a.TotalCollateralBase, a.TotalDebtBase, a.CurrentLiquidationThreshold, a.HealthFactor}
}

// spare is how much collateral may leave before Aave itself refuses, in USDC.
func (d debtor) spare() *big.Int {
	has := d.health()
	needs := new(big.Int).Mul(has.debt, big.NewInt(10_000))
	needs.Quo(needs, has.threshold).Add(needs, big.NewInt(100))
	needs.Sub(has.collateral, needs)
	return needs.Quo(needs, big.NewInt(100))
}

// liquidated has somebody with ether of his own take what Aave gives him for the debt, half of it
// at a time, while takes withdraws what collateral is spare again, within 20 hours around midnight.
func (d debtor) liquidated(takes func(usdc *big.Int) bool) {
	d.r.t.Helper()
	pool, at := bind.NewAavePool(), d.r.kit.At("AavePool")
	all := new(uint256.Int).SetAllOne().ToBig()
	if !d.r.does(d.r.WETH, bind.NewERC20().PackApprove(at, all)) {
		d.r.t.Fatal("no allowance")
	}
	wait := func(until int64) {
		check(d.r.t, d.r.WaitUntil(d.r.t.Context(), time.Unix(until, 0)))
	}
	begins := (d.r.Now().Unix()/86_400+1)*86_400 - 4*3_600
	wait(begins)
	d.looks()
	for hour := range int64(20) {
		if spare := d.spare(); spare.Sign() > 0 && !takes(spare) {
			d.r.t.Fatalf("%s of the collateral stay", spare)
		}
		wait(begins + 3_600*(hour+1)) // of interest, which it takes
		if d.health().factor.Cmp(big.NewInt(1e18)) < 0 && !d.r.does(at, pool.PackLiquidationCall(d.r.USDC, d.r.WETH, d.r.account, all, false)) {
			d.r.t.Error("a debt without enough behind it is not liquidated")
		}
		d.looks()
	}
}

// withdraws redeems a withdrawal from the lender.
func (b *burglar) withdraws(usdc *big.Int) bool {
	return b.redeemed([]evmtest.Execution{{
		Target: b.r.kit.At("AavePool"), Value: new(big.Int), CallData: bind.NewAavePool().PackWithdraw(b.r.USDC, usdc, b.r.account),
	}})
}

// Under a grant to a local key no sum counts what leaves a lender, and no contract asks for the
// health behind it: whoever has the key takes the collateral from behind a debt until others may
// liquidate it, beside the day's sum. The owner is told so, and the thief does not pass it; he makes
// no debt himself.
//
// spec: DESIGN §12.29
func TestAStolenKeyHasADebtLiquidated(t *testing.T) {
	b := newBurglar(t, custodies[2], 10_000)
	d := newDebtor(t, b.raid)
	free := worstdaytest.Shipped(worstday.Granted, 10_000).Worst(worstday.Key).Amount
	said := b.told(worstday.Key)
	debt := money.USDC(new(big.Int).Quo(d.health().debt, big.NewInt(100)).Int64())
	if b.redeemed([]evmtest.Execution{{
		Target: b.r.kit.At("AavePool"), Value: new(big.Int), CallData: bind.NewAavePool().PackBorrow(b.r.WETH, b.r.ether(money.One), big.NewInt(2), 0, b.r.account),
	}}) {
		t.Error("the key makes a debt of its own, and could make more of it every day")
	}
	if part := said.Amount - free; part < debt/20 || part > debt/20+2*money.One {
		t.Errorf("of a debt of %s whose collateral gives a liquidator 5 %% the owner is told of %s: %s", worstday.Dollars(debt), worstday.Dollars(part), said.Sentence())
	}
	d.liquidated(b.withdraws)
	alone := b.lost()
	t.Logf("of a debt of %s liquidators took %s beyond it; %s", worstday.Dollars(debt), worstday.Dollars(alone), said.Sentence())
	b.dear()
	if !b.redeems(b.daily) {
		t.Fatal("the day's sum is not spent: what was withdrawn counted in it")
	}
	b.empties()
	d.looks()
	worstdaytest.Near(t, "with a debt", said, b.lost())
	if told := said.Parts[1].Amount; alone > told || 2*told > 3*alone {
		t.Errorf("liquidators took %s, the owner was told of %s", worstday.Dollars(alone), worstday.Dollars(told))
	}
}

// The program lets no mind do it: behind a debt a withdrawal leaves a health factor of 1.2 at
// least, so that only a market that falls brings liquidators.
func TestNoMindBringsLiquidators(t *testing.T) {
	least := new(big.Int).Mul(big.NewInt(12), big.NewInt(1e17))
	for _, c := range custodies {
		if c.mode == "" {
			continue // the program is the same, and there whoever has the key takes everything
		}
		t.Run(c.name, func(t *testing.T) {
			d := newDebtor(t, newRaid(t, c, estate{10_000, 0}))
			if said := d.told(worstday.Mind); strings.Contains(said.Sentence(), "liquidators") {
				t.Error(said.Sentence())
			}
			life, done, err := d.begins(t.Context())
			check(t, err)
			left, refused := 0, 0
			for spare := d.spare(); spare.Cmp(big.NewInt(100e6)) > 0; spare.Quo(new(big.Int).Mul(spare, big.NewInt(9)), big.NewInt(10)) {
				says := body("withdraw", fields{"market": quote("aave-v3"), "asset": quote(usd), "amount": quote(spare.String())}, "")
				if by := life.proposes(fmt.Sprintf("withdraw %s", spare), says, nil); by == letThrough {
					left++
				} else if left == 0 { // by the cage of the program, or by the one on the chain in its simulation
					refused++
				}
				life.rests()
				if now := d.health().factor; now.Cmp(least) < 0 {
					t.Fatalf("a mind brings the health factor to %s", now)
				}
			}
			if left == 0 || refused == 0 {
				t.Errorf("%d withdrawals pass, and %d before them are refused", left, refused)
			}
			if err := done(); err != nil || len(life.faults) > 0 {
				t.Error(err, life.faults)
			}
		})
	}
}
