package loss

import (
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// account is a reading of a round market with these balances.
func account(feed uint64, dollars, wei uint64) turn.Reading {
	r := round(feed)
	r.Assets[0].Units, r.Assets[1].Units = *uint256.NewInt(dollars), *uint256.NewInt(wei)
	return r
}

func lent(token turn.Token, supplied, owed uint64) turn.Lending {
	return turn.Lending{Reserves: []turn.Reserve{{Token: token, Supplied: *uint256.NewInt(supplied), Owed: *uint256.NewInt(owed)}}}
}

// Equity is balances, positions and what is lent, less what is owed; what is owed is rounded
// up, and an account that owes more than it has has nothing. What is lent of the base
// token is placed, and a debt takes nothing off anything but the equity.
func TestEquityIsWhatIsThereLessWhatIsOwed(t *testing.T) {
	const one = money.One
	stranger := turn.Token{Address: common.Address{7}, Decimals: 6}
	lending := func(l ...turn.Lending) turn.Reading {
		r := account(2_000, 300e6, 0)
		r.Lending = l
		return r
	}
	foreign := account(2_000, 300e6, 0)
	foreign.Assets = append(foreign.Assets, turn.Asset{Token: stranger, Units: *uint256.NewInt(5e6)})
	for _, c := range []struct {
		about  string
		r      turn.Reading
		equity money.USDC
		held   Held
	}{
		{"nothing", round(2_000), 0, Held{}},
		{"both tokens", account(2_000, 300e6, 1e17), 500 * one, Held{Cash: 300 * one, Loose: 200 * one}},
		{"by the market's price, which is rounded down", account(0, 300e6, 1e17), 550*one - 1, Held{Cash: 300 * one, Loose: 250*one - 1}},
		{"a stranger's token", foreign, 300 * one, Held{Cash: 300 * one}},
		{"a lent WETH", lending(lent(weth, 1e18, 0)), 2_300 * one, Held{Cash: 300 * one, Placed: 2_000 * one}},
		{"a debt in USDC", lending(lent(usdc, 50e6, 120e6)), 230 * one, Held{Cash: 300 * one, Lent: 50 * one, Owed: 120 * one}},
		{"a debt of a wei", lending(lent(weth, 0, 1)), 300*one - 1, Held{Cash: 300 * one, Owed: 1}},
		{"two markets", lending(lent(usdc, 10e6, 1e6), lent(weth, 1e18, 5e17)), 1_309 * one, Held{Cash: 300 * one, Lent: 10 * one, Placed: 2_000 * one, Owed: 1_001 * one}},
		{"a debt of a stranger's token", lending(lent(stranger, 5e6, 900e6)), 300 * one, Held{Cash: 300 * one}},
		{"more debt than there is", lending(lent(usdc, 0, 301e6)), 0, Held{Cash: 300 * one, Owed: 301 * one}},
		{"more than can be counted", account(2_000, 1<<63-1, 1e18), math.MaxInt64, Held{Cash: math.MaxInt64, Loose: 2_000 * one}},
	} {
		p := at(t, c.r)
		if held := p.Held(c.r); held != c.held || held.Equity() != c.equity || held.Wallet() != min(math.MaxInt64-c.held.Loose, c.held.Cash)+c.held.Loose || p.Equity(c.r) != c.equity {
			t.Errorf("%s: %+v, of it %+v; want %s and %+v", c.about, p.Equity(c.r), held, c.equity, c.held)
		}
	}
}

// A position counts what it would hold where the pool stood at these prices, rounded down,
// with its fees; one without liquidity, what is owed of it; one that cannot be valued, what
// the reading says, and so does one whose market stands exactly at these prices.
func TestAPositionCountsAtTheFeedsPrice(t *testing.T) {
	for name, c := range map[string]struct {
		r      turn.Reading
		root   *uint256.Int // at the feed's price, by hand
		middle int32
	}{
		"at 2,500, as the pool":   {round(2_500), new(uint256.Int).Lsh(uint256.NewInt(20_000), 96), 198_079},
		"at 10,000":               {round(10_000), new(uint256.Int).Lsh(uint256.NewInt(10_000), 96), 184_216},
		"at 10,000, turned":       {turned(10_000), new(uint256.Int).Lsh(uint256.NewInt(100), 96), 92_108},
		"at 2,500 without a feed": {turned(0), new(uint256.Int).Lsh(uint256.NewInt(50), 96), 78_244},
	} {
		liquidity := *uint256.NewInt(1e13)
		lower, upper := c.middle-1_000, c.middle+1_000
		a0, a1, err := uniswap.AmountsForLiquidity(c.root, lower, upper, &liquidity, uniswap.Down)
		if err != nil || a0.IsZero() || a1.IsZero() {
			t.Fatal(name, err)
		}
		p, m := at(t, c.r), &c.r.Markets[0]
		zero, one := m.Ordered()
		worth := func(n0, n1 uint256.Int) money.USDC {
			v0, _ := p.Worth(zero.Address, n0.ToBig())
			v1, _ := p.Worth(one.Address, n1.ToBig())
			return v0 + v1
		}
		fees0, fees1 := *uint256.NewInt(7e15), *uint256.NewInt(9e15)
		told0, told1 := *uint256.NewInt(5e15), *uint256.NewInt(3e15) // at a price that somebody bent
		if c.r.Assets[1].Feed == nil {
			a0, a1 = told0, told1
		}
		for about, q := range map[string]struct {
			at   turn.Position
			want money.USDC
		}{
			"in range":     {turn.Position{Lower: lower, Upper: upper, Liquidity: liquidity}, worth(a0, a1)},
			"no liquidity": {turn.Position{Lower: lower, Upper: upper}, worth(told0, told1)},
			"no range":     {turn.Position{Lower: upper, Upper: lower, Liquidity: liquidity}, worth(told0, told1)},
		} {
			q.at.Market = m.Handle
			q.at.Base, q.at.Quote = m.Range.Sorted(told0, told1)
			q.at.BaseFees, q.at.QuoteFees = m.Range.Sorted(fees0, fees1)
			c.r.Positions = []turn.Position{q.at}
			if got := p.Equity(c.r); got != q.want+worth(fees0, fees1) {
				t.Errorf("%s, %s: %s, want %s", name, about, got, q.want+worth(fees0, fees1))
			}
		}
	}
}
