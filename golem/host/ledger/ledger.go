package ledger

import (
	"errors"
	"fmt"
	"math/big"
	"sync"

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

// Ledger is the open ledger of a Golem. Times are unix milliseconds of the
// life's time. It is safe for concurrent use.
type Ledger struct {
	mu       sync.Mutex // guards all of it: a check and the hold that it allows are one
	book     *double.Ledger
	plan     Plan
	onChain  money.USDC
	terminal bool // the terminal allocation holds
	dying    bool // and what is kept for dying may be spent
	usage    usage
	syncs    uint64 // reconciliations so far
	strays   uint64 // bookings that no order explains
	sites    site.Hook
	today    day
	holds    []reservation // open, oldest first
	recent   []booked      // oldest first
}

type reservation struct {
	key       string
	partition Partition
	most      money.USDC
	x402      bool
	pending   bool // whether it was spent is unknown
}

// New returns an empty ledger that is kept in memory only.
func New() *Ledger { return wrap(double.New(double.Options{Chart: chart()})) }

// Options of a ledger: the seams of crash tests.
type Options struct {
	Fault seglog.Fault
	Sites site.Hook
}

// Open opens the ledger in dir for a life that is computed from its journal: it
// starts empty, what is stored must come again, and it goes on behind that.
func Open(dir string, opts Options) (*Ledger, error) {
	book, err := double.Open(dir, double.Options{Chart: chart(), Repeat: true, Fault: opts.Fault})
	if err != nil {
		return nil, err
	}
	l := wrap(book)
	l.sites = opts.Sites
	return l, nil
}

// Read opens the books in dir as they stand, for statements and reports.
func Read(dir string) (*double.Ledger, error) {
	return double.Open(dir, double.Options{Chart: chart(), ReadOnly: true})
}

func wrap(book *double.Ledger) *Ledger {
	return &Ledger{book: book, plan: DefaultPlan(), today: newDay(), usage: newUsage()}
}

// Follow has the credit divided by a plan. It is called before the first funding.
func (l *Ledger) Follow(p Plan) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.plan = p
}

// Funding is what an owner gives: paid time and credit in micro-USDC, tokens as
// they arrive in the wallet.
type Funding struct {
	Time, Credit money.USDC
	Tokens       []Amount
}

// Fund books what the owner gives. Credit is divided among the partitions, and
// raises today's caps.
func (l *Ledger) Fund(key string, at int64, f Funding) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fund(key, at, f)
}

func (l *Ledger) fund(key string, at int64, f Funding) error {
	if f.Time < 0 || f.Credit < 0 {
		return fmt.Errorf("fund: %w", ErrNegative)
	}
	if err := l.fits(f.Time, f.Credit); err != nil {
		return fmt.Errorf("fund: %w", err)
	}
	l.roll(at)
	parts, err := l.shares().split(f.Credit)
	if err != nil {
		return err
	}
	postings := double.Move(Owner, Time, Credit, units(f.Time))
	for _, p := range partitions {
		postings = append(postings, double.Move(Owner, p.account(), Credit, units(parts[p]))...)
	}
	postings = append(postings, moves(Owner, Golem, f.Tokens)...)
	repeated, err := l.post(double.Once(key), at, "fund", postings)
	if err != nil || repeated {
		return err
	}
	for _, p := range partitions {
		l.today.base[p] += parts[p]
	}
	l.onChain += f.Credit
	return nil
}

// fits refuses what is too much: all credit ever given fits an int64, so every
// balance of it does.
func (l *Ledger) fits(amounts ...money.USDC) error {
	given := new(big.Int).Neg(l.book.Balance(Owner, Credit))
	for _, a := range amounts {
		given.Add(given, units(a))
	}
	if !given.IsInt64() {
		return money.ErrOverflow
	}
	return nil
}

// ChargeCompute charges the paid time that passed up to a tick, once per tick
// and in rising order. More than is left is double.ErrOverdrawn.
func (l *Ledger) ChargeCompute(tick uint64, at int64, amount money.USDC) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if amount < 0 {
		return fmt.Errorf("charge compute: %w", ErrNegative)
	}
	_, err := l.post(double.Nth("compute", tick+1), at, "compute", double.Move(Time, Compute, Credit, units(amount)))
	return err
}

// Swap is an executed swap. Fee is the pool's fee, in the token given and part
// of In.
type Swap struct {
	Key     string
	At      int64
	In, Out Amount
	Fee     uint256.Int
}

// PostSwap books a swap through the conversion account. Its gas is settled by
// SettleGas.
func (l *Ledger) PostSwap(s Swap) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.Fee.Gt(&s.In.Units) {
		return fmt.Errorf("swap %s: the fee is more than what was given", s.Key)
	}
	given := new(uint256.Int).Sub(&s.In.Units, &s.Fee)
	postings := double.Move(Golem, Conversion, s.In.Asset, given.ToBig())
	postings = append(postings, double.Move(Golem, Fees, s.In.Asset, s.Fee.ToBig())...)
	postings = append(postings, double.Move(Conversion, Golem, s.Out.Asset, s.Out.Units.ToBig())...)
	_, err := l.post(double.Once(s.Key), s.At, "swap", postings)
	return err
}

// Liquidity is what went into a position, or came out of it.
type Liquidity struct {
	Key      string
	At       int64
	Position string
	Removed  bool
	Amounts  []Amount
}

// PostLiquidity books principal added to or removed from a position. Fees that
// come out with it are booked by CollectFees.
func (l *Ledger) PostLiquidity(q Liquidity) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	from, to, memo := Golem, Market, "add liquidity "
	if q.Removed {
		from, to, memo = Market, Golem, "remove liquidity "
	}
	_, err := l.post(double.Once(q.Key), q.At, memo+q.Position, moves(from, to, q.Amounts))
	return err
}

// CollectFees books fees that a position earned and paid out.
func (l *Ledger) CollectFees(key string, at int64, position string, earned []Amount) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.post(double.Once(key), at, "collect fees "+position, moves(Fees, Golem, earned))
	return err
}

// Transfer books tokens that left for the owner, as the settlement of a death
// does.
func (l *Ledger) Transfer(key string, at int64, tokens []Amount) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.post(double.Once(key), at, "to the owner", moves(Golem, Owner, tokens))
	return err
}

// Holdings returns what the Golem's wallet holds of an asset by these books.
func (l *Ledger) Holdings(asset string) *big.Int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.book.Balance(Golem, asset)
}

// Balances returns every account that was ever touched, by account and asset.
func (l *Ledger) Balances() []double.Line {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.book.Balances()
}

// Sum returns the sum of an asset over all accounts: zero.
func (l *Ledger) Sum(asset string) *big.Int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.book.Sum(asset)
}

// EndRepeat drops stored entries behind the end of the journal.
func (l *Ledger) EndRepeat() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.book.EndRepeat()
}

// Sync makes the books durable. Sync the journal first.
func (l *Ledger) Sync() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.book.Sync()
}

// Close syncs and closes.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.book.Close()
}

func (l *Ledger) post(key double.Key, at int64, memo string, postings []double.Posting) (repeated bool, err error) {
	repeated, err = l.books(post, func() (bool, error) {
		return l.book.Post(double.Transaction{Key: key, Time: at, Memo: memo, Postings: postings})
	})
	if err == nil && !repeated {
		l.remember(booked{key: key.ID, at: at, postings: postings})
	}
	return repeated, err
}

func moves(from, to string, amounts []Amount) (postings []double.Posting) {
	for _, a := range amounts {
		postings = append(postings, double.Move(from, to, a.Asset, a.Units.ToBig())...)
	}
	return postings
}

func units(v money.USDC) *big.Int { return big.NewInt(int64(v)) }
