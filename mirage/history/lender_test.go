package history_test

import (
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/history"

	"github.com/ethereum/go-ethereum/common"
)

// lent are the lenders of a test.
func lent() []history.Lender {
	return []history.Lender{
		{Protocol: kit.AaveV3, Value: 2_000_000, Uses: []history.Use{{Block: 2, Share: 0.5}, {Block: 20, Share: 0.92}, {Block: 30, Share: 0.1}}},
		{Protocol: kit.MorphoBlue, Value: 1_000_000, Uses: []history.Use{{Block: 2, Share: 0.9}, {Block: 20, Share: 0.4}}},
		{Protocol: kit.ERC4626, Value: 500_000, Rate: 0.5, Uses: []history.Use{{Block: 2, Share: 0.8}, {Block: 16, Share: 1}, {Block: 33, Share: 0.2}}},
	}
}

// owes is what is owed to a lender in all, in USDC, and what it pays a year for USDC, or of a vault
// what it has in all.
func owes(t testing.TB, w *history.World, protocol string) (debt, rate float64) {
	t.Helper()
	b := w.Book()
	if protocol == kit.AaveV3 {
		data := bind.NewAaveProtocolDataProvider()
		r, err := data.UnpackGetReserveData(call(t, w, b.Address("AaveProtocolDataProvider"), data.PackGetReserveData(b.Token("USDC"))))
		if err != nil {
			t.Fatal(err)
		}
		return whole(r.TotalVariableDebt, 6), whole(r.LiquidityRate, 27)
	}
	if protocol == kit.ERC4626 {
		var sums [2]float64
		for i, asked := range []struct {
			to   common.Address
			data []byte
		}{{b.Address("Vault"), bind.NewVault().PackTotalAssets()}, {b.Token("USDC"), bind.NewERC20().PackBalanceOf(b.Address("Vault"))}} {
			sums[i] = whole(new(big.Int).SetBytes(call(t, w, asked.to, asked.data)), 6)
		}
		return sums[0] - sums[1], sums[0]
	}
	morpho := bind.NewMorpho()
	m, err := morpho.UnpackMarket(call(t, w, b.Address("Morpho"), morpho.PackMarket(kit.MorphoID(kit.MorphoMarket(b)))))
	if err != nil {
		t.Fatal(err)
	}
	used := whole(m.TotalBorrowAssets, 0) / whole(m.TotalSupplyAssets, 0)
	return whole(m.TotalBorrowAssets, 6), 0.04 * used
}

// near reports whether units of USDC are so many dollars, but for a unit of each minute.
func near(units *big.Int, dollars float64) bool { return math.Abs(whole(units, 6)-dollars) < 0.02 }

func whole(n *big.Int, decimals int) float64 {
	f, _ := new(big.Float).Quo(new(big.Float).SetInt(n), new(big.Float).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil))).Float64()
	return f
}

// A borrower borrows and repays as the plan says, so that now the one lender pays more and now the
// other, and the lenders' feed follows the market.
func TestLendersAreUsedAsTheirPlanSays(t *testing.T) {
	const minutes = 12
	w := openAll(t, history.Config{Markets: three(t, minutes)[:1], Lenders: lent()})
	feed, moved, earned := bind.NewPriceFeed(), 0, 0.0
	var last *big.Int
	for i := range minutes * history.Phases {
		if _, err := w.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := map[string]float64{}
		for _, l := range lent() {
			for _, u := range l.Uses {
				if u.Block <= i {
					want[l.Protocol] = l.Value * u.Share
				}
			}
			if debt, _ := owes(t, w, l.Protocol); debt < want[l.Protocol]-1 || debt > want[l.Protocol]*1.0001+10 {
				t.Errorf("block %d: %s is owed %.2f, want %.2f", i, l.Protocol, debt, want[l.Protocol])
			}
		}
		_, has := owes(t, w, kit.ERC4626)
		if has-500_000 < earned {
			t.Errorf("block %d: the vault has %.6f, and had %.6f more than was lent to it", i, has, earned)
		}
		earned = has - 500_000
		if i == 10 || i == 25 {
			_, aave := owes(t, w, kit.AaveV3)
			_, morpho := owes(t, w, kit.MorphoBlue)
			if (aave > morpho) != (i == 25) {
				t.Errorf("block %d: Aave pays %.4f, Morpho Blue %.4f", i, aave, morpho)
			}
		}
		answer, err := feed.UnpackLatestAnswer(call(t, w, w.Book().Address("ETHFeed"), feed.PackLatestAnswer()))
		if err != nil {
			t.Fatal(err)
		}
		if last != nil && answer.Cmp(last) != 0 {
			moved++
		}
		last = answer
		if price := w.Market().Spec.Price(w.Market().Minute(i / history.Phases).Close); i%history.Phases == history.PhaseClose && (whole(answer, 8) > price*1.003 || whole(answer, 8) < price*0.997) {
			t.Errorf("block %d: the lenders' feed says %.2f, the market %.2f", i, whole(answer, 8), price)
		}
	}
	for i, f := range w.Stats().Lenders {
		if want := [][3]int{{2, 1, 0}, {1, 1, 0}, {2, 1, 0}}[i]; [3]int{f.Loans, f.Repaid, f.Refused} != want || !near(f.Most, []float64{1_840_000, 900_000, 500_000.951293}[i]) {
			t.Errorf("figures are %+v", f)
		}
	}
	if paid := w.Stats().Lenders[2].Paid; paid.Sign() == 0 || !near(paid, earned) {
		t.Errorf("%s of interest, the vault has earned %.6f", paid, earned)
	}
	if lines := strings.Join(w.Stats().Assumptions(), "\n"); moved == 0 || !strings.Contains(lines, "aave-v3 has no record: a borrower took 2 loans and repaid 1 times") ||
		!strings.Contains(lines, "erc-4626 has no record: its owner lent out what lay there 2 times and brought it back 1 times") {
		t.Errorf("the feed moved %d times; assumptions are %s", moved, lines)
	}
}

// Somebody else borrows what a lender has left: the plan's loan is refused, and the world goes on.
func TestALoanMayBeRefused(t *testing.T) {
	w := openAll(t, history.Config{Markets: three(t, 8)[:1], Lenders: lent()})
	g := newGolem(t, w, "golem")
	pool, b := bind.NewAavePool(), w.Book()
	weth, usdc := b.Token("WETH"), b.Token("USDC")
	for i := range 8 * history.Phases {
		switch i {
		case 4:
			g.sendTo(weth, bind.NewERC20().PackApprove(b.Address("AavePool"), ether(4_000)))
			g.send("AavePool", pool.PackSupply(weth, ether(4_000), g.address, 0))
		case 6:
			g.send("AavePool", pool.PackBorrow(usdc, big.NewInt(900_000e6), big.NewInt(2), 0, g.address))
		}
		if _, err := w.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	f := w.Stats().Lenders[0]
	if f.Refused != 1 || f.Loans != 1 || f.Repaid != 1 || f.Owed.Cmp(big.NewInt(200_000e6)) != 0 {
		t.Errorf("figures are %+v", f)
	}
}

func ether(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }

func TestLendersThatCannotBeAreNamed(t *testing.T) {
	one := func(change func(*history.Lender)) []history.Lender {
		l := lent()[:1]
		change(&l[0])
		return l
	}
	for _, c := range []struct {
		name    string
		lenders []history.Lender
		want    string
	}{
		{"no protocol", one(func(l *history.Lender) { l.Protocol = "bank" }), `no lending protocol is "bank"`},
		{"nothing lent", one(func(l *history.Lender) { l.Value = 1 }), "1 is lent to it"},
		{"backwards", one(func(l *history.Lender) { l.Uses[1].Block = 2 }), "rising blocks"},
		{"all of it", one(func(l *history.Lender) { l.Uses[1].Share = 1 }), "a share from 0 to 0.97"},
		{"no rate", []history.Lender{{Protocol: kit.ERC4626, Value: 5_000}}, "its owner pays 0 a year"},
		{"another rate", one(func(l *history.Lender) { l.Rate = 0.1 }), "it has its own"},
		{"more than all", []history.Lender{{Protocol: kit.ERC4626, Value: 5_000, Rate: 0.1, Uses: []history.Use{{Share: 1.01}}}}, "a share from 0 to 1"},
		{"twice", append(lent(), lent()...), "two lenders are aave-v3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := (history.Config{Markets: three(t, 5), Lenders: c.lenders}).Check(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if err := (history.Config{Markets: three(t, 5)[1:], Lenders: lent()}).Check(); err == nil || !strings.Contains(err.Error(), "want a first market of the wrapped coin") {
		t.Error(err)
	}
}

// What a generated world has beside its markets is in market.toml, and read from it again.
func TestAWorldIsExportedWhole(t *testing.T) {
	for _, name := range []string{"basket", "manipulated"} {
		c := hours(t, name, 20*time.Minute)
		dir := t.TempDir()
		if err := history.ExportWorld(dir, c); err != nil {
			t.Fatal(err)
		}
		if !history.Kitted(dir) || history.Kitted(t.TempDir()) {
			t.Errorf("%s needs no contracts of the kit", name)
		}
		again, err := history.LoadWorld(dir, history.Gas{})
		if err != nil {
			t.Fatal(err)
		}
		again.Seed = c.Seed
		for i := range c.Markets {
			c.Markets[i].Notes, again.Markets[i].Notes = nil, nil
			c.Markets[i].Warnings, again.Markets[i].Warnings = nil, nil
		}
		if !reflect.DeepEqual(c, again) || len(c.Lenders) != 3 || len(c.Followers) != 6 {
			t.Errorf("%s is another world: %+v, %+v", name, again.Followers, again.Pulls)
		}
		text, err := os.ReadFile(filepath.Join(dir, history.SpecFile))
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, history.SpecFile, strings.Replace(string(text), `of = 'weth-usdc-5'`, `of = 'weth-usdc-1'`, 1))
		if _, err := history.LoadWorld(dir, history.Gas{}); err == nil || !strings.Contains(err.Error(), `not "weth-usdc-1"`) {
			t.Error(err)
		}
	}
}
