package ledger

import (
	"fmt"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// Keep raises what is kept for dying. It never lowers it (mortality §2.4).
func (l *Ledger) Keep(reserve money.USDC) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.plan.Reserve = max(l.plan.Reserve, reserve)
}

// EnterTerminal begins a death: the terminal allocation holds, and what was kept for
// dying may be spent. Later calls do nothing.
func (l *Ledger) EnterTerminal(at int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.dying {
		return nil
	}
	if err := l.retrench(at); err != nil {
		return err
	}
	l.dying = true
	return nil
}

// Retrench moves the available credit to the terminal allocation of mortality
// §2.5, with half of it kept for the death protocol. It is one way; later calls do
// nothing.
func (l *Ledger) Retrench(at int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.retrench(at)
}

func (l *Ledger) retrench(at int64) error {
	if l.terminal {
		return nil
	}
	l.roll(at)
	parts, err := terminalShares.split(l.available())
	if err != nil {
		return err
	}
	var postings []double.Posting
	for _, p := range partitions {
		change := parts[p] - l.free(p)
		postings = append(postings, double.Posting{Account: p.account(), Asset: Credit, Amount: units(change)})
	}
	if _, err := l.post(double.Once("terminal"), at, "terminal allocation", postings); err != nil {
		return err
	}
	l.terminal = true
	for _, p := range partitions {
		l.today.base[p] = l.balance(p.account())
	}
	return nil
}

// Feed books a payment that anybody makes for the Golem (mortality §2.7). It is
// credit like any other until dying begins; after that it revives nobody and only
// enlarges what the death protocol may spend. A key books once.
func (l *Ledger) Feed(key string, at int64, amount money.USDC) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case amount < 0:
		return fmt.Errorf("feed: %w", ErrNegative)
	case !l.dying:
		return l.fund(key, at, Funding{Credit: amount})
	}
	if err := l.fits(amount); err != nil {
		return fmt.Errorf("feed: %w", err)
	}
	l.roll(at)
	repeated, err := l.post(double.Once(key), at, "fed while dying", double.Move(Owner, Legacy.account(), Credit, units(amount)))
	if err != nil || repeated {
		return err
	}
	l.today.base[Legacy] += amount
	l.onChain += amount
	return nil
}
