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

// unwind leaves the lending markets: it repays with what the wallet holds, withdraws
// what nothing owed holds back any more, and where a debt is left, sells that and
// goes on. It comes after the positions, whose tokens it may need (mortality §9.3).
func (p *Protocol) unwind(ctx context.Context) error {
	var faults []error
	for range rounds {
		if p.over() != "" {
			break
		}
		if !p.known {
			if err := p.see(ctx); err != nil {
				return errors.Join(append(faults, err)...)
			}
		}
		if p.quiet() {
			return errors.Join(faults...)
		}
		freed, err := p.round(ctx)
		if faults = append(faults, err); ctx.Err() != nil || p.quiet() {
			break
		}
		sold := len(p.deeds)
		if err := p.sell(ctx); err != nil {
			faults = append(faults, err)
		}
		if !freed && !p.executedSince(sold) {
			break
		}
	}
	p.abandon()
	return errors.Join(faults...)
}

// quiet says that nothing lies in a lending market and nothing is owed there.
func (p *Protocol) quiet() bool {
	for _, l := range p.last.Lending {
		if !l.Idle() {
			return false
		}
	}
	return true
}

// round repays every debt, the worst first, as far as the wallet reaches, then withdraws as far as the
// debts that are left allow. freed says that one of it was executed.
func (p *Protocol) round(ctx context.Context) (freed bool, _ error) {
	begin := len(p.deeds)
	var faults []error
	for _, step := range []func(turn.Lending, turn.Reserve) (string, string){p.repayable, withdrawable} {
		for _, market := range worstFirst(p.last.Lending) {
			for _, r := range market.Reserves {
				faults = append(faults, p.leaveMarket(ctx, market.Protocol, r, step))
			}
		}
	}
	return p.executedSince(begin), errors.Join(faults...)
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

// leaveMarket takes one step out of a reserve, as it stands now.
func (p *Protocol) leaveMarket(ctx context.Context, protocol string, r turn.Reserve, next func(turn.Lending, turn.Reserve) (string, string)) error {
	market, ok := p.last.Lender(protocol)
	if !ok || !p.known || ctx.Err() != nil {
		return ctx.Err()
	}
	now, _ := market.Reserve(r.Token.Address)
	kind, amount := next(market, now)
	if kind == "" {
		return nil
	}
	s := step{what: protocol + " " + r.Token.Symbol, class: ClassOf(market), value: market.Value}
	units, size := new(uint256.Int).Set(&now.Supplied), descent.Sale{}
	for {
		s.forms = [][]byte{body(kind, map[string]any{"protocol": protocol, "asset": r.Token.Address.Hex(), "amount": amount})}
		tried := len(p.deeds)
		done, _, fault := p.attempt(ctx, s)
		if done || fault != nil || kind != "withdraw" || amount == "0" || !size.Smaller(p.since(tried)...) {
			return fault
		}
		amount = units.Rsh(units, 1).Dec() // the market may have less than it owes: take what it has
	}
}

// repayable is how much of a debt the wallet can pay: all of it where it also holds
// the interest of the next minutes.
func (p *Protocol) repayable(_ turn.Lending, r turn.Reserve) (kind, amount string) {
	held := p.holds(r.Token)
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

func (p *Protocol) holds(t turn.Token) uint256.Int {
	for _, b := range p.last.Balances {
		if b.Token.Address == t.Address {
			return b.Units
		}
	}
	return uint256.Int{}
}

func (p *Protocol) executedSince(n int) bool {
	for _, d := range p.deeds[n:] {
		if d.Action.Status == turn.StatusExecuted {
			return true
		}
	}
	return false
}

// abandon names what stays in lending markets, with the reason of the last step that
// failed.
func (p *Protocol) abandon() {
	for _, l := range p.last.Lending {
		if l.Idle() {
			continue
		}
		what := market + l.Protocol
		p.strand(what, ClassOf(l), worth(l.Value), p.kept(what), p.byHand(what, wayOut(l)))
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
func (p *Protocol) kept(what string) string {
	reason := p.over()
	if reason == "" {
		reason = "nothing was left to repay with"
	}
	for _, d := range p.deeds {
		if d.about(what) && d.Action.Status != turn.StatusExecuted {
			reason = why(d.Action)
		}
	}
	return reason
}
