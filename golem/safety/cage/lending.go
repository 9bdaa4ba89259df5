package cage

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// The least health factors after an action that leaves a debt, in ten-thousandths
// (tools §5.6). Every lending market is held to the same, so that one number can be compared
// and configured. They are stricter than bands at 80 and 90 % of the share at which a market
// liquidates, which are factors of 1.25 and 1.11.
const (
	healthToBorrow   = 15_000
	healthToWithdraw = 12_000
)

// listedBy refuses an asset of a lending market that was not read, or that does not
// list it.
func (p Policy) listedBy(a grammar.Action, seen turn.Reading) *turn.Refusal {
	l, ok := seen.Lender(a.Market)
	if !ok || p.MinCollateral == 0 {
		return refuse(CodeProtocol, "no market of %s is configured", a.Market)
	}
	if _, ok := l.Reserve(a.Asset); !ok {
		return refuse(CodeToken, "the market of %s does not list token %s", a.Market, a.Asset)
	}
	if (a.Kind == grammar.Borrow || a.Kind == grammar.Repay) && !l.Lends(a.Asset) {
		return refuse(CodeToken, "the market of %s lends token %s alone: %s is collateral there, to supply and to withdraw", a.Market, l.Loan, a.Asset)
	}
	return nil
}

// secures reports whether an action adds collateral behind a debt that is there:
// the one opening kind that Conservation allows (safety §14).
func secures(k Case) bool {
	l, _ := k.Seen.Lender(k.Action.Market) // where there is none there is no debt
	return k.Action.Kind == grammar.Supply && l.Secures(k.Action.Asset) && !l.Account.Debt.IsZero()
}

// crumb is what a liquidity position is worth at least, in whole quote tokens, to be counted:
// anybody can send the account one, and whoever wants to use up its places has to give it as
// much for each.
const crumb = 1

// positions counts liquidity positions and lending markets in use.
func positions(r turn.Reading) int {
	n := 0
	for i := range r.Positions {
		if r.Positions[i].Value >= crumb {
			n++
		}
	}
	for _, l := range r.Lending {
		if !l.Idle() {
			n++
		}
	}
	return n
}

// begins reports whether the action begins a position.
func begins(k Case) bool {
	if k.Action.Lends() {
		l, _ := k.Seen.Lender(k.Action.Market)
		return l.Idle()
	}
	return k.Action.Kind == grammar.AddLiquidity
}

// secured refuses to borrow and to withdraw where too little would stand behind what
// is owed then, by the market's own account of the simulated wallet. An account that
// is missing refuses (S-10). What stands behind no debt may be taken out: it is what a
// debt is paid with.
func (p Policy) secured(k Case, s turn.Simulation) *turn.Refusal {
	a, least := k.Action, int64(healthToBorrow)
	switch a.Kind {
	case grammar.Borrow:
	case grammar.Withdraw:
		if l, _ := k.Seen.Lender(a.Market); !l.Secures(a.Asset) {
			return nil
		}
		least = healthToWithdraw
	default:
		return nil
	}
	switch {
	case s.Account == nil:
		return refuse(CodeHealth, "what the market of %s would say of the wallet is not known", a.Market)
	case s.Account.Debt.IsZero():
		return nil
	case !within(tenThousandths(least), s.Account.Health.ToBig(), int64(money.Whole)):
		return refuse(CodeHealth, "the health factor would be %s, the least after this is %s", factor(s.Account.Health.ToBig()), factor(tenThousandths(least)))
	}
	return p.covered(s.Account)
}

// covered holds floor(collateral × 10,000 / debt) against the owner's least ratio
// (safety §7.4).
func (p Policy) covered(a *turn.Account) *turn.Refusal {
	ratio := a.Collateral.ToBig()
	ratio.Mul(ratio, big.NewInt(int64(money.Whole)))
	ratio.Quo(ratio, a.Debt.ToBig())
	if least := big.NewInt(int64(p.MinCollateral)); ratio.Cmp(least) < 0 {
		return refuse(CodeCollateral, "the collateral would be %s bps of the debt, the least is %s bps", ratio, least)
	}
	return nil
}

// tenThousandths is a health factor in the market's 1e18ths.
func tenThousandths(n int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e14))
}

// factor writes a health factor with four decimals, rounded down.
func factor(v *big.Int) string {
	n, _ := uint256.FromBig(new(big.Int).Quo(v, big.NewInt(1e14)))
	return money.FormatUnits(n, 4)
}

// note is what a receipt or debt token stands for.
type note struct {
	token common.Address
	debt  bool
	of    turn.Lending
}

// supplied is what lies in a lending market.
func supplied(l turn.Lending, token common.Address, value *big.Int) part {
	return part{token: token, place: l.Handle, protocol: l.Protocol, lent: true, value: value}
}

// lending adds what lies in lending markets and what is owed there.
func (b *book) lending(markets []turn.Lending) {
	b.notes = map[common.Address]note{}
	for _, l := range markets {
		for _, r := range l.Reserves {
			if r.Issues() {
				b.notes[r.Receipt], b.notes[r.DebtToken] = note{r.Token.Address, false, l}, note{r.Token.Address, true, l}
			}
			if !r.Supplied.IsZero() {
				b.add(supplied(l, r.Token.Address, b.value(r.Token.Address, &r.Supplied)))
			}
			b.owed.Add(b.owed, b.value(r.Token.Address, &r.Owed))
		}
	}
}

// noted takes the change of a receipt or debt token, if it is one.
func (b *book) noted(d turn.Delta) bool {
	n, ok := b.notes[d.Token]
	if !ok {
		return false
	}
	v := b.value(n.token, &d.Units)
	if d.Out {
		v.Neg(v)
	}
	if n.debt {
		b.owed.Add(b.owed, v)
	} else {
		b.add(supplied(n.of, n.token, v))
	}
	return true
}

// booked takes what an action moves at a market whose positions no token stands for:
// what leaves the wallet is supplied or repaid, what comes to it withdrawn or borrowed.
// The simulation has held that to the position itself.
func (b *book) booked(k Case, deltas []turn.Delta) {
	l, _ := k.Seen.Lender(k.Action.Market)
	if r, ok := l.Reserve(k.Action.Asset); !ok || r.Issues() {
		return
	}
	debt := k.Action.Kind == grammar.Borrow || k.Action.Kind == grammar.Repay
	for _, d := range deltas {
		if d.Token != k.Action.Asset {
			continue
		}
		v := b.value(d.Token, &d.Units)
		if d.Out == debt {
			v.Neg(v)
		}
		if debt {
			b.owed.Add(b.owed, v)
		} else {
			b.add(supplied(l, d.Token, v))
		}
	}
}
