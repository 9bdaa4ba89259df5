package thanatopsis

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/internal/money"
)

const (
	// rounds bounds how often a debt is paid with what was just freed and sold: each
	// frees a part of what the one before left.
	rounds = 6
	// behind is what must stay behind a debt while a part is withdrawn, as a share of
	// what keeps it from being liquidated: above the cage's 1.2 with room for a price
	// that moves.
	behind money.BPS = 13_000
)

// loans leave the lending markets.
type loans struct {
	time  *patience
	seen  *sight
	tried *record
	left  *remains
	hand  *hand
	sale  *sale
}

// deleverage pays what the wallet can towards debts that are near their liquidation.
func (l *loans) deleverage(ctx context.Context) error {
	var faults []error
	for _, market := range worstFirst(l.seen.last.Lending) {
		if ClassOf(market) != Critical {
			continue
		}
		for _, r := range market.Reserves {
			faults = append(faults, l.leave(ctx, market.Handle, r, l.repayable))
		}
	}
	return errors.Join(faults...)
}

// unwind leaves the lending markets: it repays with what the wallet holds, withdraws
// what nothing owed holds back any more, and where a debt is left, sells that and
// goes on. It comes after the positions, whose tokens it may need (mortality §9.3).
func (l *loans) unwind(ctx context.Context) error {
	var faults []error
	for range rounds {
		if l.time.over() != "" {
			break
		}
		if !l.seen.known {
			if err := l.seen.see(ctx); err != nil {
				return errors.Join(append(faults, err)...)
			}
		}
		if l.seen.quiet() {
			return errors.Join(faults...)
		}
		freed, err := l.round(ctx)
		if faults = append(faults, err); ctx.Err() != nil || l.seen.quiet() {
			break
		}
		sold := len(l.tried.deeds)
		if err := l.sale.sell(ctx); err != nil {
			faults = append(faults, err)
		}
		if !freed && !l.tried.executedSince(sold) {
			break
		}
	}
	l.abandon()
	return errors.Join(faults...)
}

// round repays every debt, the worst first, as far as the wallet reaches, then withdraws as far as the
// debts that are left allow. freed says that one of it was executed.
func (l *loans) round(ctx context.Context) (freed bool, _ error) {
	begin := len(l.tried.deeds)
	var faults []error
	for _, step := range []func(turn.Lending, turn.Reserve) (string, string){l.repayable, withdrawable} {
		for _, market := range worstFirst(l.seen.last.Lending) {
			for _, r := range market.Reserves {
				faults = append(faults, l.leave(ctx, market.Handle, r, step))
			}
		}
	}
	return l.tried.executedSince(begin), errors.Join(faults...)
}

// worstFirst orders the markets by their health factor; those without a debt
// come last.
func worstFirst(markets []turn.Lending) []turn.Lending {
	ordered := slices.Clone(markets)
	slices.SortStableFunc(ordered, func(a, b turn.Lending) int {
		switch owes := !a.Account.Debt.IsZero(); {
		case owes == b.Account.Debt.IsZero():
			return map[bool]int{true: -1, false: 1}[owes]
		case owes:
			return a.Account.Health.Cmp(&b.Account.Health)
		}
		return 0
	})
	return ordered
}

// leave takes one step out of a reserve, as it stands now.
func (l *loans) leave(ctx context.Context, handle string, r turn.Reserve, next func(turn.Lending, turn.Reserve) (string, string)) error {
	market, ok := l.seen.last.Lender(handle)
	if !ok || !l.seen.known || ctx.Err() != nil {
		return ctx.Err()
	}
	now, _ := market.Reserve(r.Token.Address)
	kind, amount := next(market, now)
	if kind == "" {
		return nil
	}
	s := step{what: handle + " " + r.Token.Symbol, class: ClassOf(market), value: market.Value}
	units, size := new(uint256.Int).Set(&now.Supplied), descent.Sale{}
	for {
		s.forms = [][]byte{body(kind, map[string]any{"market": handle, "asset": r.Token.Handle(), "amount": amount})}
		tried := len(l.tried.deeds)
		done, _, fault := l.hand.attempt(ctx, s)
		if done || fault != nil || kind != "withdraw" || amount == "0" || !size.Smaller(l.tried.since(tried)...) {
			return fault
		}
		amount = units.Rsh(units, 1).Dec() // the market may have less than it owes: take what it has
	}
}

// repayable is how much of a debt the wallet can pay: all of it where it also holds
// the interest of the next minutes.
func (l *loans) repayable(_ turn.Lending, r turn.Reserve) (kind, amount string) {
	held := l.seen.balance(r.Token).Units
	if r.Owed.IsZero() || held.IsZero() {
		return "", ""
	}
	most := new(uint256.Int).Div(&r.Owed, uint256.NewInt(1_000))
	most.AddUint64(most, 1)
	if most.Add(most, &r.Owed); !held.Lt(most) {
		return "repay", "all"
	}
	if held.Gt(&r.Owed) {
		held = r.Owed
	}
	return "repay", held.Dec()
}

// withdrawable is how much of a supply the debts leave free.
func withdrawable(l turn.Lending, r turn.Reserve) (kind, amount string) {
	switch {
	case r.Supplied.IsZero():
		return "", ""
	case l.Account.Debt.IsZero() || !l.Secures(r.Token.Address):
		return "withdraw", "all"
	}
	collateral := l.Account.Collateral.ToBig()
	spare := new(big.Int).Sub(collateral, needed(l.Account))
	if spare.Sign() <= 0 {
		return "", ""
	}
	units := spare.Mul(spare, r.Supplied.ToBig())
	if units.Quo(units, collateral); units.Sign() == 0 {
		return "", ""
	}
	return "withdraw", units.String()
}

// needed is the collateral that must stay behind a debt.
func needed(a turn.Account) *big.Int {
	least := a.Debt.ToBig()
	if least.Mul(least, big.NewInt(int64(behind))); a.Threshold > 0 {
		return least.Quo(least, big.NewInt(int64(a.Threshold)))
	}
	return a.Collateral.ToBig()
}

// abandon names what stays in lending markets, with the reason of the last step that
// failed.
func (l *loans) abandon() {
	for _, m := range l.seen.last.Lending {
		if m.Idle() {
			continue
		}
		what := market + m.Handle
		l.left.strand(what, ClassOf(m), worth(m.Value), l.kept(what, m), l.tried.byHand(what, wayOut(m)))
	}
}

// wayOut is how an owner leaves a lending market.
func wayOut(l turn.Lending) string {
	if l.Account.Debt.IsZero() {
		return "withdraw when the market pays again"
	}
	return "repay what is owed, then withdraw"
}

// kept says why a thing stays: why the last step out of it that failed did, or why none
// was taken.
func (l *loans) kept(what string, m turn.Lending) string {
	reason := l.time.over()
	switch {
	case reason != "":
	case m.Account.Debt.IsZero() && m.Bars():
		reason = "the market takes no more of its shares back now"
	default:
		reason = "nothing was left to repay with"
	}
	return l.tried.failed(what, reason)
}
