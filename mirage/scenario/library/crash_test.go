package library_test

import (
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy/kit"

	"github.com/ethereum/go-ethereum/common"
)

// spots are the prices of ETH in USDC of every seeded pool, read from the contracts by
// the test itself, in the order of a report.
func (s stage) spots() []*big.Rat {
	s.t.Helper()
	must := func(err error) {
		check(s.t, err)
	}
	b, pair, v3, v4 := s.ground.Book, bind.NewUniswapV2Pair(), bind.NewUniswapV3Pool(), bind.NewV4StateView()
	million := big.NewRat(1_000_000_000_000, 1) // of wei per smallest USDC to ETH per USDC
	reserves, err := pair.UnpackGetReserves(s.ask(b.Address("UniswapV2Pair"), pair.PackGetReserves()))
	must(err)
	out := []*big.Rat{new(big.Rat).Mul(million, new(big.Rat).SetFrac(reserves.Reserve0, reserves.Reserve1))}
	spot := func(root *big.Int, usdcFirst bool) {
		p := new(big.Rat).SetFrac(new(big.Int).Mul(root, root), new(big.Int).Lsh(big.NewInt(1), 192))
		if usdcFirst {
			p.Inv(p)
		}
		out = append(out, p.Mul(p, million))
	}
	for _, name := range []string{"UniswapV3Pool", "UniswapV3Pool3000", "UniswapV3Pool10000"} {
		slot, err := v3.UnpackSlot0(s.ask(b.Address(name), v3.PackSlot0()))
		must(err)
		spot(slot.SqrtPriceX96, true)
	}
	for _, key := range []bind.PoolKey{kit.PlainPool(b), kit.CountedPool(b), kit.TokenPool(b)} {
		slot, err := v4.UnpackGetSlot0(s.ask(b.Address("V4StateView"), v4.PackGetSlot0(uniswap.PoolIDV4(key))))
		must(err)
		spot(slot.SqrtPriceX96, key.Currency0 != common.Address{})
	}
	return out
}

// spec: mirage-testing §12.3, §12.5 (crash 40 % ⇒ spot within ± 1 % of 0.60 × start on
// every seeded ETH pool, or the scenario reports which pool failed)
func TestACrashBringsEverySeededPoolToItsTarget(t *testing.T) {
	whole := raise(t)
	for _, c := range []struct {
		drop, swaps string
		left        *big.Rat // of the start
	}{{"10", "7", big.NewRat(9, 10)}, {"40", "20", big.NewRat(6, 10)}, {"90", "100", big.NewRat(1, 10)}} {
		t.Run(c.drop, func(t *testing.T) {
			s := whole.part(t)
			before := s.spots()
			r := s.play(order("crash", 7, "drop_percent", c.drop, "swap_count", c.swaps))
			if len(r.Pools) != len(before) || len(r.Missed()) != 0 {
				t.Fatalf("%d pools, missed %q", len(r.Pools), r.Missed())
			}
			if most := number(t, c.swaps); r.Sells == 0 || big.NewRat(int64(r.Sells), 1).Cmp(most) > 0 || r.Buys != 0 {
				t.Errorf("%d sells and %d buys, of %s swaps", r.Sells, r.Buys, c.swaps)
			}
			for i, got := range s.spots() {
				target := new(big.Rat).Mul(before[i], c.left)
				if !near(t, got.FloatString(12), target, 10) {
					t.Errorf("%s went from %s to %s, not %s", r.Pools[i].Name, before[i].FloatString(4), got.FloatString(4), target.FloatString(4))
				}
				if !near(t, r.Pools[i].End, got, 1) || !near(t, r.Pools[i].Start, before[i], 1) || !near(t, r.Pools[i].Target, target, 1) {
					t.Errorf("the report says %+v, the chain %s to %s", r.Pools[i], before[i].FloatString(6), got.FloatString(6))
				}
			}
		})
	}
}

// spec: mirage-testing §12.3 (until the target or the count is used)
func TestACrashSaysWhichPoolsItsSwapsDidNotReach(t *testing.T) {
	s := raise(t)
	before := s.spots()
	r := s.play(order("crash", 1, "swap_count", "5"))
	if got := strings.Join(r.Missed(), ", "); got != "v4 with SwapCounter, v4 of two tokens" || r.Sells != 5 {
		t.Errorf("%d sells, missed %s", r.Sells, got)
	}
	for i, after := range s.spots() {
		p := r.Pools[i]
		if untouched := after.Cmp(before[i]) == 0; untouched != (i > 4) || (p.Why == "") != (i <= 4) || *p.Reached != (i <= 4) {
			t.Errorf("%+v, untouched %t", p, untouched)
		}
	}
}

func TestACrashSaysWhereNobodyCouldSell(t *testing.T) {
	s := raise(t)
	s.ground.Accounts = s.ground.Accounts[:1]
	r := s.play(order("crash", 1))
	if len(r.Missed()) != 0 {
		t.Fatalf("one account of 10,000 ETH missed %q", r.Missed())
	}
	s.ground.Accounts = nil
	r = s.play(order("crash", 1))
	if len(r.Missed()) != 7 || r.Sells != 0 || !strings.Contains(r.Pools[0].Why, "no account has the ") || r.First != 0 {
		t.Errorf("without accounts: %+v", r)
	}
}
