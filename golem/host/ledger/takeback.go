package ledger

import (
	"fmt"
	"math/big"
	"strings"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// recently is how many bookings can still be taken back: more than fit between an
// outcome and the depth at which no reorg is watched for any more.
const recently = 1_024

// booked is a booking as it may have to be taken back.
type booked struct {
	key       string
	at        int64     // unix milliseconds
	partition Partition // of a settlement
	postings  []double.Posting
}

// remember keeps a booking among the recent ones.
func (l *Ledger) remember(b booked) {
	if len(l.recent) == recently {
		l.recent = l.recent[1:]
	}
	l.recent = append(l.recent, b)
}

// TakeBack books the opposite of every recent booking under a permit's key, newest
// first: the chain took back what they told of. Gas has its own, ReturnGas.
func (l *Ledger) TakeBack(permitID string, at int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(l.recent) - 1; i >= 0; i-- {
		if b := l.recent[i]; strings.HasPrefix(b.key, permitID+"/") {
			if err := l.reverse(b, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// ReturnGas takes the settlement of a gas reservation back: the credit and the coins
// are there again.
func (l *Ledger) ReturnGas(key string, at int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range l.recent {
		if b.key != settlement(key) {
			continue
		}
		l.roll(at)
		if err := l.reverse(b, at); err != nil {
			return err
		}
		actual := money.USDC(0)
		for _, p := range b.postings {
			if p.Account == b.partition.sink() && p.Asset == Credit {
				actual = money.USDC(p.Amount.Int64())
			}
		}
		if b.at/msPerDay == l.today.number {
			l.today.spent[b.partition] = max(0, l.today.spent[b.partition]-actual)
		}
		l.usage.spent[b.partition] -= actual
		l.onChain += actual
		return nil
	}
	return fmt.Errorf("take back the gas of %s: it is not among the last %d bookings", key, recently)
}

func (l *Ledger) reverse(b booked, at int64) error {
	back := make([]double.Posting, len(b.postings))
	for i, p := range b.postings {
		back[i] = double.Posting{Account: p.Account, Asset: p.Asset, Amount: new(big.Int).Neg(p.Amount)}
	}
	_, err := l.books(post, func() (bool, error) {
		return l.book.Post(double.Transaction{Key: double.Once("taken back/" + b.key), Time: at, Memo: "a reorg took it back", Postings: back})
	})
	return err
}

func settlement(key string) string { return "settle/" + key }
