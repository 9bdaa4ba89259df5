package ledger

import (
	"fmt"

	"github.com/holiman/uint256"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// GasSpending is Spending for the gas of transactions: their cost in credit, and the coin
// that the wallet paid. What the gas partition lacks may be lent to it.
type GasSpending struct {
	books    *books
	budget   *Budget
	spending *Spending
}

// Reserve is Spending.Reserve for the gas of a transaction. An exempt one, which leaves a
// position or settles a death, is not kept from the chain by an empty partition while
// other credit lies idle (mortality §2.5, safety §1.4 S-7).
func (g *GasSpending) Reserve(key string, at int64, most money.USDC, exempt bool) error {
	defer g.books.lock()()
	return g.reserve(key, at, most, exempt)
}

func (g *GasSpending) reserve(key string, at int64, most money.USDC, exempt bool) error {
	if exempt && g.spending.open.of(key) == nil && !g.books.book.Used(key) {
		if err := g.lend(key, at, most-g.books.free(ForGas)); err != nil {
			return err
		}
	}
	return g.spending.reserve(at, Spend{For: ForGas, Key: key, Most: most, Exempt: exempt})
}

// lend moves what is missing into the gas partition, from the models last. The
// legacy is there for the last orders: a dying Golem takes it first, a living one
// only where everything else is too little. Where all credit together is too little,
// none is moved.
func (g *GasSpending) lend(key string, at int64, missing money.USDC) error {
	if missing <= 0 || g.books.available()-g.books.free(ForGas) < missing {
		return nil
	}
	var postings []double.Posting
	lenders := []Partition{Legacy, ForData, ForLLM}
	if !g.budget.dying {
		lenders = []Partition{ForData, ForLLM, Legacy}
	}
	for _, p := range lenders {
		part := min(missing, g.books.free(p))
		postings = append(postings, double.Move(p.account(), ForGas.account(), Credit, units(part))...)
		missing -= part
	}
	_, err := g.books.post(double.Once("lend/"+key), at, "lend to gas", postings)
	return err
}

// Settle ends a reservation: actual is the cost in micro-USDC, rounded up, gas the wei
// that the Golem's wallet paid, and left what stayed behind where a key handed its coin to
// the next: both are the Golem's. The cost may be more than was reserved: a rollup charges
// for data at the prices of the block that takes a transaction, whatever it offered (chain
// §7 point 8). Of credit no more is spent than there is; the coins are booked as they left.
func (g *GasSpending) Settle(key string, at int64, actual money.USDC, gas, left *uint256.Int) error {
	defer g.books.lock()()
	coin := append(double.Move(Golem, Gas, Native, gas.ToBig()), behind(left)...)
	hold := key
	switch r, raised := g.spending.open.of(key), g.spending.open.of(more+key); {
	case raised != nil: // before, and then the coin was not there
		hold, actual = more+key, raised.most
	case r != nil && actual > r.most:
		var err error
		if hold, actual, err = g.raise(key, at, actual); err != nil {
			return err
		}
	}
	return g.spending.settle(hold, key, at, actual, coin)
}

// more is before the key of a reservation that took the place of a smaller one.
const more = "more/"

// raise puts a larger reservation in the place of one that was too small. What the gas
// partition lacks is lent as to an exit, for it is paid already.
func (g *GasSpending) raise(key string, at int64, actual money.USDC) (hold string, most money.USDC, err error) {
	if err := g.spending.release(key, at); err != nil {
		return key, 0, err
	}
	hold, most = more+key, min(actual, g.books.available())
	return hold, most, g.reserve(hold, at, most, true)
}

// Return takes a settlement back: the credit and the coins are there again.
func (g *GasSpending) Return(key string, at int64) error {
	defer g.books.lock()()
	for _, e := range g.books.recent {
		if e.key != settlement(key) {
			continue
		}
		g.budget.roll(at)
		if err := g.books.reverse(e, at); err != nil {
			return err
		}
		for _, p := range e.postings {
			if p.Account == Gas && p.Asset == Credit {
				g.budget.returned(ForGas, e.at, money.USDC(p.Amount.Int64()))
			}
		}
		return nil
	}
	return fmt.Errorf("take back the gas of %s: it is not among the last %d bookings", key, recently)
}
