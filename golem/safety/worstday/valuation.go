package worstday

import (
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
)

// Valuation is what there is to lose, in micro-USD at today's prices.
type Valuation struct {
	Worth money.USDC // of the account less its debts, its coin for gas left out
	// NotCash is everything but cash, whatever is owed: debts are repaid, and what stood behind
	// them is sold. Placed is what of it lies in positions and at lenders: a cage on the chain
	// counts of that what was opened through it, at its cost. It knows nothing of what the owner
	// opened, which counts as sold on top of what the cage lets be bought.
	NotCash money.USDC
	Placed  money.USDC
	Owed    money.USDC // at lenders
	// Liquidation is what liquidators take beyond the debts at lenders, were they let to: of
	// each debt the greatest bonus for the collateral behind it.
	Liquidation money.USDC
	// Fed says that losses are counted at feeds' prices. Without one the program counts at
	// the markets', which whoever has more money than a market can bend.
	Fed bool
}

// MaxBonus is taken for the bonus of a liquidator where the market does not say it: no
// lending market with an adapter pays more.
const MaxBonus money.BPS = 1_500

// Value is the account of a reading: at the feeds' prices, or at the markets' where there is none
// or it is silent. All is zero where something that is held has no price.
func Value(r turn.Reading) Valuation {
	v := Valuation{Fed: len(r.Assets) > 1}
	for i := 1; i < len(r.Assets); i++ {
		v.Fed = v.Fed && r.Assets[i].Feed != nil
	}
	prices, ok := loss.Latest(r) // a silent feed lets nothing be sold, and the markets say what there is
	if !ok {
		return v
	}
	held := prices.Held(r)
	v.Worth, v.NotCash, v.Placed, v.Owed = held.Equity(), sum(held.Loose, held.Placed), held.Placed, held.Owed
	for _, l := range r.Lending {
		v.Liquidation = sum(v.Liquidation, liquidation(prices, l))
	}
	return v
}

// liquidation is what liquidators take beyond the debt at one lender: in assets, and
// in other tokens, which a lender may count and a reading does not.
func liquidation(p loss.Prices, l turn.Lending) money.USDC {
	var bonus money.BPS
	var owed, behind money.USDC
	for _, r := range l.Reserves {
		debt, _ := p.Cost(r.Token.Address, r.Owed.ToBig())
		supplied, _ := p.Cost(r.Token.Address, r.Supplied.ToBig())
		owed, behind = sum(owed, debt), sum(behind, supplied)
		switch {
		case r.Supplied.IsZero() || !l.Secures(r.Token.Address):
		case r.Bonus == 0:
			bonus = max(bonus, MaxBonus)
		default:
			bonus = max(bonus, r.Bonus)
		}
	}
	if bonus == 0 { // what is behind the debt is not read
		bonus = MaxBonus
	}
	if l.Loan == (common.Address{}) {
		debt, collateral := dollars(l.Account.Debt), dollars(l.Account.Collateral)
		if exceeds(debt, owed) || exceeds(collateral, behind) {
			bonus = max(bonus, MaxBonus)
		}
		owed = max(owed, debt)
	}
	return share(bonus, owed)
}

// dollars is a sum of a market without a loan token, which counts in hundred-millionths of a US dollar.
func dollars(v uint256.Int) money.USDC { return cost(v.ToBig(), money.One, 8) }

// exceeds says that a market counts more than was read, by more than its prices and ours differ.
func exceeds(all, read money.USDC) bool { return all > sum(read, read/100) }

// Coin is what the key's native coin is worth in micro-USD, rounded up.
func Coin(r turn.Reading) money.USDC { return cost(r.Native.ToBig(), r.NativePrice, 18) }

// Cash is what units of a token that is taken as a dollar are worth, rounded up.
func Cash(units uint256.Int, decimals uint8) money.USDC {
	return cost(units.ToBig(), money.One, decimals)
}

// cost is what units are worth at a price of one whole token, rounded up; more than can be
// counted is the most there is.
func cost(units *big.Int, price money.USDC, decimals uint8) money.USDC {
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	v := new(big.Int).Mul(units, big.NewInt(int64(price)))
	v.Add(v, one).Sub(v, big.NewInt(1)).Quo(v, one)
	if !v.IsInt64() {
		return math.MaxInt64
	}
	return money.USDC(v.Int64())
}
