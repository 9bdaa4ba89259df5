package ledger

import (
	"errors"
	"fmt"
	"slices"

	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// Why a spending is refused. What a partition does not hold is double.ErrOverdrawn.
var (
	// ErrDailyCap says that the partition's cap of this UTC day is reached.
	ErrDailyCap = errors.New("the daily cap of the partition is reached; it is free again at 00:00 UTC or after a top-up")
	// ErrReserve says that what is left of the credit is kept for dying.
	ErrReserve = errors.New("what is left of the credit is kept for dying")
	// ErrX402 says that the day's cap of payments by x402 is reached, or that there is none.
	ErrX402 = errors.New("the daily cap of payments by x402 is reached; without credits.x402 none is paid")
	// ErrDone says that the operation was paid, or given up, before. To answer as if it were
	// still held would let the caller pay again.
	ErrDone = errors.New("the operation is over; another one needs a key of its own")
)

// Spend is something that is about to be paid from the credit. Key names the operation:
// (tick, step) for a model, the permit for gas. The same key again is the same operation,
// which is held once and paid once (heartbeat §7 point 3).
type Spend struct {
	For    Partition  // what is bought
	Key    string     // of the operation
	Most   money.USDC // it can cost
	X402   bool       // it is paid by x402: for models and data only, under a cap of its own
	Exempt bool       // it lowers a risk: neither caps nor the reserve keep it (safety §1.4 S-7)
}

// Refused is a spending that the pre-flight check does not let through. Nothing is held.
// Why is one of the errors above, double.ErrOverdrawn, double.ErrKeyReused or ErrNegative.
type Refused struct {
	Spend  Spend
	Why    error
	detail string
}

// Error implements error.
func (r *Refused) Error() string { return r.detail }

// Unwrap returns why.
func (r *Refused) Unwrap() error { return r.Why }

// Refuse is a refusal in a layer that knows of a limit of its own.
func Refuse(s Spend, why error, format string, args ...any) *Refused {
	return &Refused{s, why, fmt.Sprintf("%v: "+format, append([]any{why}, args...)...)}
}

// Spending is the one way to pay from the credit: it judges a spending before it is made,
// holds the most that it may cost, and books what it did cost.
type Spending struct {
	books  *books
	budget *Budget
	open   holds
}

// Reserve holds the most that a spending may cost, if the pre-flight check lets it
// through; where it does not, the error is a *Refused. It is the one check before everything
// that is paid (heartbeat §7, safety §1.5). Where the operation is held already, it stays
// held once.
func (s *Spending) Reserve(at int64, x Spend) error {
	defer s.books.lock()()
	return s.reserve(at, x)
}

func (s *Spending) reserve(at int64, x Spend) error {
	if err := s.preflight(at, x); err != nil {
		return err
	}
	repeated, err := s.books.hold(x, at)
	if err != nil {
		return &Refused{x, err, err.Error()}
	}
	if !repeated {
		s.open = append(s.open, reservation{key: x.Key, partition: x.For, most: x.Most, x402: x.X402})
	}
	return nil
}

// preflight is what is judged before anything is held, from what is cheapest to say to
// what needs the balances. It changes nothing.
func (s *Spending) preflight(at int64, x Spend) error {
	s.budget.roll(at)
	switch {
	case x.Most < 0:
		return Refuse(x, ErrNegative, "%s for %s", x.Most, x.For)
	case s.open.of(x.Key) != nil: // allowed before; another amount under the key is refused by the book
		return nil
	case s.books.book.Used(x.Key):
		return Refuse(x, ErrDone, "%s", x.Key)
	}
	x402 := s.open.sum(func(r reservation) bool { return r.x402 })
	if err := s.budget.allows(x, x402); err != nil {
		return err
	}
	return s.covered(x)
}

// covered says that the partition holds it. What an exempt order may borrow for its gas
// is lent before.
func (s *Spending) covered(x Spend) error {
	if free := s.books.free(x.For); free < x.Most {
		err := fmt.Errorf("%w: %s: %s has %d of %s free, %d is needed", double.ErrOverdrawn, x.Key, x.For.account(), free, Credit, x.Most)
		return &Refused{x, double.ErrOverdrawn, err.Error()}
	}
	return nil
}

// Pend says that nobody knows whether the operation under key was paid: the answer did
// not come. What is held for it stays held until Settle or Release, over restarts and the
// days' ends, and the books say that it is pending. It may be said twice.
func (s *Spending) Pend(key string, at int64) error {
	defer s.books.lock()()
	r := s.open.of(key)
	if r == nil {
		return fmt.Errorf("pend %s: %w", key, double.ErrNoHold)
	}
	if r.pending {
		return nil
	}
	if _, err := s.books.post(double.Once(pending+key), at, "the outcome is unknown", nil); err != nil {
		return err
	}
	r.pending = true
	return nil
}

// pending is before the key of a hold in the entry that says so.
const pending = "pending/"

// pending is what is held for operations whose outcome is unknown.
func (s *Spending) pending() money.USDC {
	return s.open.sum(func(r reservation) bool { return r.pending })
}

// Settle ends the reservation under key with what was actually spent; the rest
// is available again. A second settlement is double.ErrNoHold and books nothing.
func (s *Spending) Settle(key string, at int64, actual money.USDC) error {
	defer s.books.lock()()
	return s.settle(key, key, at, actual, nil)
}

// settle settles what was reserved under key, and is held under hold now, with what else
// is booked beside.
func (s *Spending) settle(hold, key string, at int64, actual money.USDC, also []double.Posting) error {
	if actual < 0 {
		return fmt.Errorf("settle %s: %w", key, ErrNegative)
	}
	s.budget.roll(at)
	r := s.open.of(hold)
	if r == nil {
		return fmt.Errorf("settle %s: %w", key, double.ErrNoHold)
	}
	postings := append(double.Move(r.partition.account(), r.partition.sink(), Credit, units(actual)), also...)
	if err := s.books.settle(hold, key, at, "spend "+string(r.partition), postings); err != nil {
		return err
	}
	s.budget.spent(r, actual)
	s.open.forget(hold)
	return nil
}

// Release ends the reservation under key: nothing was spent.
func (s *Spending) Release(key string, at int64) error {
	defer s.books.lock()()
	return s.release(key, at)
}

func (s *Spending) release(key string, at int64) error {
	s.budget.roll(at)
	if err := s.books.release(key, at); err != nil {
		return err
	}
	s.open.forget(key)
	return nil
}

// releaseNewest releases the newest reservation, of which there is one, and returns its key.
func (s *Spending) releaseNewest(at int64) (key string, err error) {
	key = s.open[len(s.open)-1].key
	return key, s.release(key, at)
}

// reservation is credit that is held for an operation.
type reservation struct {
	key       string
	partition Partition
	most      money.USDC
	x402      bool
	pending   bool // whether it was spent is unknown
}

// holds are the open reservations, oldest first.
type holds []reservation

func (h holds) of(key string) *reservation {
	for i := range h {
		if h[i].key == key {
			return &h[i]
		}
	}
	return nil
}

func (h *holds) forget(key string) {
	*h = slices.DeleteFunc(*h, func(r reservation) bool { return r.key == key })
}

// sum is what is held by those of a kind.
func (h holds) sum(kind func(reservation) bool) (sum money.USDC) {
	for _, r := range h {
		if kind(r) {
			sum += r.most
		}
	}
	return sum
}
