package lives

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/money"
)

// accounted holds the testament against the records and the journal: nothing that it
// says is asked of the Golem.
func (l *life) accounted(cause lifecycle.Cause, calm bool, sum *tally) error {
	w, err := willOf(l.papers)
	if err != nil {
		return err
	}
	t, err := l.read()
	if err != nil {
		return err
	}
	faults := []error{l.numbers(w, t), l.spending(w, t, calm), l.why(cause, w, t)}
	if calm {
		clean, err := l.settled(w, t)
		if faults = append(faults, err); clean {
			sum.clean++
		}
	}
	return errors.Join(faults...)
}

// numbers are those of the life as a whole.
func (l *life) numbers(w will, t told) error {
	trades := 0
	for _, o := range l.digest.orders {
		if o.executed {
			trades++
		}
	}
	if w.ticks != l.digest.ticks || w.trades != trades {
		return fmt.Errorf("the testament says %d ticks and %d trades, the records %d and %d", w.ticks, w.trades, l.digest.ticks, trades)
	}
	if t.reading.Unbooked = l.unbooked(t.reading); l.waiting(w) {
		t.reading.Unbooked = 0 // what an order under way moved is no stranger's, and not in the books
	}
	if w.born != l.digest.born || w.died != t.reading.Equity() {
		return fmt.Errorf("the testament says worth %v at birth and %v at death, records and journal %v and %v", w.born, w.died, l.digest.born, t.reading.Equity())
	}
	held := map[string]string{}
	for _, b := range t.reading.Assets {
		held[b.Token.Symbol] = money.FormatUnits(&b.Units, b.Token.Decimals)
	}
	if native := money.FormatUnits(&t.reading.Native, 18); !maps.Equal(held, w.balances) || native != w.native {
		return fmt.Errorf("the testament says %v and %s, the last reading %v and %s", w.balances, w.native, held, native)
	}
	return nil
}

// unbooked is what a reading shows beyond the books at the end, in quote tokens.
func (l *life) unbooked(r turn.Reading) (sum float64) {
	gap := func(asset string, held *uint256.Int) {
		more := new(big.Int).Sub(held.ToBig(), l.books.Wallet.Holdings(asset))
		sum += float64(more.Sign()) * r.Worth(asset, uint256.MustFromBig(more.Abs(more)))
	}
	for _, b := range r.Assets {
		gap(b.Token.Address.Hex(), &b.Units)
	}
	gap(ledger.Native, &r.Native)
	return max(sum, 0)
}

// waiting says that the life ended with an order whose outcome nobody knew.
func (l *life) waiting(w will) bool {
	for _, o := range l.digest.orders {
		if o.pending {
			return true
		}
	}
	return slices.ContainsFunc(w.settlement, func(a turn.Action) bool { return a.Status == turn.StatusPending })
}

// spending: what gas cost is the sum of the orders, in the testament, in the books and
// by the receipts.
func (l *life) spending(w will, t told, calm bool) error {
	orders := maps.Clone(l.digest.orders)
	for _, a := range w.settlement {
		if x := a.Execution; x != nil {
			if _, known := orders[x.PermitID]; !known && x.PermitID != "" {
				orders[x.PermitID] = spent{cost: x.Cost, wei: x.GasWei, pending: x.Status == turn.StatusPending}
			}
		}
	}
	var cost money.USDC
	var wei uint256.Int
	waiting := false
	for _, o := range orders {
		if o.pending { // nothing of it is booked before all of it is known
			waiting = true
			continue
		}
		cost += o.cost
		wei.Add(&wei, &o.wei)
	}
	if cost.String() != w.gas {
		return fmt.Errorf("the testament says %s for gas, the orders come to %s", w.gas, cost)
	}
	if booked := l.booked(ledger.Gas, ledger.Native); booked.Cmp(wei.ToBig()) != 0 {
		return fmt.Errorf("%s wei of gas are booked, the orders come to %s", booked, wei.Dec())
	}
	if calm && waiting {
		return errors.New("an order is pending in a world where nothing fails")
	}
	if !waiting && !wei.Eq(&t.wei) {
		return fmt.Errorf("the orders come to %s wei of gas, the journal's receipts to %s", wei.Dec(), t.wei.Dec())
	}
	return nil
}

func (l *life) booked(account, asset string) *big.Int {
	for _, line := range l.books.Balances() {
		if line.Account == account && line.Asset == asset {
			return line.Balance
		}
	}
	return new(big.Int)
}

// settled reports, of a life where nothing failed, whether all that is left of what was
// bought is worth less than the gas of selling it. What is left of it because the market
// moved faster than the owner's slippage allows must be in the testament.
func (l *life) settled(w will, t told) (bool, error) {
	const dust = 0.25 // USDC
	if len(t.reading.Positions) > 0 {
		return false, fmt.Errorf("%d positions are left", len(t.reading.Positions))
	}
	for _, b := range t.reading.Assets {
		if b.Token != t.reading.Numeraire() && b.Value > dust {
			if !strings.Contains(strings.Join(w.leftOpen, "\n"), "WETH worth") {
				return false, fmt.Errorf("ether worth %v is left, and the testament tells of %v", b.Value, w.leftOpen)
			}
			return false, nil
		}
	}
	return true, nil
}

// why: the cause follows from what the journal and the last records hold.
func (l *life) why(cause lifecycle.Cause, w will, t told) error {
	ordered := l.blow == byOwner || l.blow == byOperator
	if kills := ordered && cause == causes[l.blow]; w.cause != cause || (len(t.orders) == 1) != kills || kills && t.orders[0].Cause != cause {
		return fmt.Errorf("died of %s, the testament says %s, the journal holds the orders %v", cause, w.cause, t.orders)
	} else if kills {
		return l.obeyed(t)
	}
	last, c := l.digest.last, l.boot.Mortality.Clocks
	holds := true
	switch cause {
	case lifecycle.PaidTimeOver:
		end := l.boot.Birth.Until
		if c.Paid {
			end -= c.Margin
		}
		spent := c.Paid && last.Composite < 0.1 && last.Clocks.Paid < last.Clocks.Credit
		holds = t.woke >= end || spent
	case lifecycle.CreditExhaustion:
		holds = last.Composite < 0.1 && last.Remaining <= money.One && (l.digest.ticks == 1 || l.digest.before.Composite >= 0.1)
	case lifecycle.HayflickLimit:
		holds = l.digest.ticks == l.boot.Mortality.Limits.Ticks
	case lifecycle.Stochastic:
		holds = len(t.rolls) > 0 && share(t.rolls[len(t.rolls)-1]) < last.Clocks.Hazard
	case lifecycle.EpistemicSenescence:
		holds = last.Clocks.Stage == uint8(mortality.StageDeath) && !last.Clocks.Learning && last.Clocks.Fitness < c.Epistemic.Threshold &&
			l.digest.before.Clocks.Stage == uint8(mortality.StageConfirmed)
	}
	if !holds {
		return fmt.Errorf("died of %s after %d ticks at %d, and the records say %+v", cause, l.digest.ticks, t.woke, last)
	}
	if cause == lifecycle.PaidTimeOver {
		return l.sage(last)
	}
	return nil
}

// obeyed: no tick ends behind the order, and the time until it is charged, once.
func (l *life) obeyed(t told) error {
	due, err := l.boot.Birth.Paid.MulDivDown(t.at-l.boot.Birth.Start, l.boot.Birth.Until-l.boot.Birth.Start)
	if err != nil {
		return err
	}
	if charged := l.booked(ledger.Compute, ledger.Credit); charged.Cmp(big.NewInt(int64(due))) != 0 {
		return fmt.Errorf("ordered at %d, and %s micro-USDC are charged for the time until then, want %d", t.at, charged, due)
	}
	if l.digest.end > t.ordered {
		return fmt.Errorf("a tick ends at entry %d, behind the order at %d", l.digest.end, t.ordered)
	}
	return nil
}

// share is a roll as a number from 0 to 1.
func share(r mortality.Roll) float64 { return float64(r) / math.MaxUint64 }

// sage: who was to be right was judged, and was right.
func (l *life) sage(last turn.Mortality) error {
	if l.blow == bySage && (last.Clocks.Learning || last.Clocks.Fitness < l.boot.Mortality.Clocks.Epistemic.Threshold || last.Clocks.Stage != 0) {
		return fmt.Errorf("one that foresaw a market without change ends with %+v", last.Clocks)
	}
	return nil
}
