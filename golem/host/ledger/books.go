package ledger

import (
	"math/big"
	"sync"

	"bardo.run/bardo/golem/host/site"
	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// books is the double entry that all parts write, and what it says of the credit. It
// remembers the last bookings, because a reorg may take back what they told of.
type books struct {
	mu     sync.Mutex // guards the parts too: a check and the hold that it allows are one
	book   *double.Ledger
	sites  site.Hook
	recent []booked // oldest first
}

// recently is how many bookings can still be taken back: more than fit between an
// outcome and the depth at which no reorg is watched for any more.
const recently = 1_024

// booked is a booking as it may have to be taken back.
type booked struct {
	key      string
	at       int64 // unix milliseconds
	postings []double.Posting
}

// lock takes the lock, and returns what gives it back.
func (b *books) lock() (unlock func()) {
	b.mu.Lock()
	return b.mu.Unlock
}

func (b *books) post(key double.Key, at int64, memo string, postings []double.Posting) (repeated bool, err error) {
	repeated, err = b.write(post, func() (bool, error) {
		return b.book.Post(double.Transaction{Key: key, Time: at, Memo: memo, Postings: postings})
	})
	if err == nil && !repeated {
		b.remember(booked{key.ID, at, postings})
	}
	return repeated, err
}

// hold sets aside the most that a spending may cost.
func (b *books) hold(s Spend, at int64) (repeated bool, err error) {
	return b.write(reserve, func() (bool, error) {
		return b.book.Reserve(s.Key, s.For.account(), Credit, units(s.Most), at)
	})
}

// settle books what the operation under key cost, and ends what is held for it under hold.
func (b *books) settle(hold, key string, at int64, memo string, postings []double.Posting) error {
	_, err := b.write(settle, func() (bool, error) {
		return b.book.Settle(hold, double.Transaction{Key: double.Once(settlement(key)), Time: at, Memo: memo, Postings: postings})
	})
	if err == nil {
		b.remember(booked{settlement(key), at, postings})
	}
	return err
}

func (b *books) release(key string, at int64) error {
	_, err := b.write(release, func() (bool, error) { return b.book.Release(key, at) })
	return err
}

// remember keeps a booking among the recent ones.
func (b *books) remember(e booked) {
	if len(b.recent) == recently {
		b.recent = b.recent[1:]
	}
	b.recent = append(b.recent, e)
}

// reverse books the opposite of a booking.
func (b *books) reverse(e booked, at int64) error {
	back := make([]double.Posting, len(e.postings))
	for i, p := range e.postings {
		back[i] = double.Posting{Account: p.Account, Asset: p.Asset, Amount: new(big.Int).Neg(p.Amount)}
	}
	_, err := b.write(post, func() (bool, error) {
		return b.book.Post(double.Transaction{Key: double.Once("taken back/" + e.key), Time: at, Memo: "a reorg took it back", Postings: back})
	})
	return err
}

// credit returns an account's credit; Funds sees to it that it fits.
func (b *books) credit(account string) money.USDC {
	return money.USDC(b.book.Balance(account, Credit).Int64())
}

func (b *books) held(p Partition) money.USDC {
	return money.USDC(b.book.Held(p.account(), Credit).Int64())
}

func (b *books) free(p Partition) money.USDC { return b.credit(p.account()) - b.held(p) }

// total is the credit of all partitions, available what of it nothing is held for.
func (b *books) total() (sum money.USDC) {
	for _, p := range partitions {
		sum += b.credit(p.account())
	}
	return sum
}

func (b *books) available() (sum money.USDC) {
	for _, p := range partitions {
		sum += b.free(p)
	}
	return sum
}

func settlement(key string) string { return "settle/" + key }

func moves(from, to string, amounts []Amount) (postings []double.Posting) {
	for _, a := range amounts {
		postings = append(postings, double.Move(from, to, a.Asset, a.Units.ToBig())...)
	}
	return postings
}

func units(v money.USDC) *big.Int { return big.NewInt(int64(v)) }
