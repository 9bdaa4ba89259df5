package ledger

import (
	"errors"
	"math/big"

	"bardo.run/bardo/golem/host/site"
	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seglog"

	"github.com/holiman/uint256"
)

// ErrNegative says that an amount that must not be negative is. The errors of
// internal/ledger come through too.
var ErrNegative = errors.New("the amount is negative")

// Amount is a token amount in raw units. Asset is the token's address in text,
// or Native.
type Amount struct {
	Asset string
	Units uint256.Int
}

// Ledger is the open ledger of a Golem: one set of books, and the parts that write them.
// Whoever needs one of them is given that one. Times are unix milliseconds of the life's
// time. All parts are safe for concurrent use.
type Ledger struct {
	Budget   *Budget
	Funds    *Funds
	Spending *Spending
	Gas      *GasSpending
	Balancer *Balancer
	Wallet   *Wallet
	Strays   *Strays

	books *books
}

// New returns an empty ledger that is kept in memory only.
func New() *Ledger { return over(&books{book: double.New(double.Options{Chart: chart()})}) }

// Against returns an empty ledger in memory, which hands every entry to a comparison with the
// stored ones. Its first error ends nothing and is returned by differs.
func Against(stored *seglog.Comparison) (l *Ledger, differs func() error) {
	var first error
	keep := func(entry []byte) error {
		if err := stored.Next(entry); first == nil {
			first = err
		}
		return nil
	}
	return over(&books{book: double.New(double.Options{Chart: chart(), Keep: keep})}), func() error { return first }
}

// Options of a ledger. Fault and Sites are the seams of crash tests.
type Options struct {
	// From is how many entries a ledger has behind it that is to be restored from an image.
	From  uint64
	Fault seglog.Fault
	Sites site.Hook
}

// Open opens the ledger in dir for a life that is computed from its journal: it
// starts empty, what is stored must come again, and it goes on behind that.
func Open(dir string, opts Options) (*Ledger, error) {
	book, err := double.Open(dir, double.Options{Chart: chart(), Repeat: true, From: opts.From, Fault: opts.Fault})
	if err != nil {
		return nil, err
	}
	return over(&books{book: book, sites: opts.Sites}), nil
}

// Read opens the books in dir as they stand, for statements and reports.
func Read(dir string) (*double.Ledger, error) {
	return double.Open(dir, double.Options{Chart: chart(), ReadOnly: true})
}

func over(b *books) *Ledger {
	budget := &Budget{books: b, plan: DefaultPlan(), today: newDay()}
	spending := &Spending{books: b, budget: budget}
	return &Ledger{
		Budget:   budget,
		Funds:    &Funds{books: b, budget: budget, spending: spending},
		Spending: spending,
		Gas:      &GasSpending{books: b, budget: budget, spending: spending},
		Balancer: &Balancer{books: b, budget: budget, past: map[Partition][]money.USDC{}, last: map[Partition]uint64{}},
		Wallet:   &Wallet{b},
		Strays:   &Strays{books: b},
		books:    b,
	}
}

// Balances returns every account that was ever touched, by account and asset.
func (l *Ledger) Balances() []double.Line {
	defer l.books.lock()()
	return l.books.book.Balances()
}

// Sum returns the sum of an asset over all accounts: zero.
func (l *Ledger) Sum(asset string) *big.Int {
	defer l.books.lock()()
	return l.books.book.Sum(asset)
}

// Len is how many entries are stored, or come again.
func (l *Ledger) Len() uint64 {
	defer l.books.lock()()
	return l.books.book.Len()
}

// EndRepeat drops stored entries behind the end of the journal.
func (l *Ledger) EndRepeat() error {
	defer l.books.lock()()
	return l.books.book.EndRepeat()
}

// Show hands every booking to the operating system, so that whoever reads the folder sees
// it. It makes nothing durable, and does nothing in a repetition.
func (l *Ledger) Show() error {
	defer l.books.lock()()
	return l.books.book.Flush()
}

// Sync makes every booking durable. Sync the journal first.
func (l *Ledger) Sync() error {
	defer l.books.lock()()
	return l.books.book.Sync()
}

// Close makes the books durable and closes them. Sync the journal first.
func (l *Ledger) Close() error {
	defer l.books.lock()()
	return l.books.book.Close()
}
