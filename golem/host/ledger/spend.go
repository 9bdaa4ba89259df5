package ledger

import (
	"errors"
	"fmt"

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
	// ErrDone says that the operation was paid, or given up, before.
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

// Preflight says whether a spending would be let through now, and changes nothing. Where
// it is not, the error is a *Refused. It is the one check before everything that is paid
// (heartbeat §7, safety §1.5), and Reserve asks it again.
func (l *Ledger) Preflight(at int64, s Spend) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.preflight(at, s)
}

// Reserve holds the most that a spending may cost, if the pre-flight check lets it
// through. Where the operation is held already, it stays held once.
func (l *Ledger) Reserve(at int64, s Spend) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reserve(at, s)
}

// ReserveGas is Reserve for the gas of a transaction. An exempt one, which leaves a
// position or settles a death, is not kept from the chain by an empty partition while
// other credit lies idle (mortality §2.5, safety §1.4 S-7).
func (l *Ledger) ReserveGas(key string, at int64, most money.USDC, exempt bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reserveGas(key, at, most, exempt)
}

func (l *Ledger) reserveGas(key string, at int64, most money.USDC, exempt bool) error {
	if exempt && l.holder(key) == nil && !l.book.Used(key) {
		if err := l.lend(key, at, most-l.free(ForGas)); err != nil {
			return err
		}
	}
	return l.reserve(at, Spend{For: ForGas, Key: key, Most: most, Exempt: exempt})
}

func (l *Ledger) reserve(at int64, s Spend) error {
	if err := l.preflight(at, s); err != nil {
		return err
	}
	repeated, err := l.books(reserve, func() (bool, error) {
		return l.book.Reserve(s.Key, s.For.account(), Credit, units(s.Most), at)
	})
	if err != nil {
		return &Refused{s, err, err.Error()}
	}
	if !repeated {
		l.holds = append(l.holds, reservation{key: s.Key, partition: s.For, most: s.Most, x402: s.X402})
	}
	return nil
}

// preflight is what is judged before anything is held, from what is cheapest to say to
// what needs the balances.
func (l *Ledger) preflight(at int64, s Spend) error {
	l.roll(at)
	switch {
	case s.Most < 0:
		return Refuse(s, ErrNegative, "%s for %s", s.Most, s.For)
	case l.holder(s.Key) != nil: // allowed before; another amount under the key is refused by the book
		return nil
	case l.book.Used(s.Key):
		return Refuse(s, ErrDone, "%s", s.Key)
	}
	for _, judge := range []func(Spend) error{l.capped, l.kept, l.strangers, l.covered} {
		if err := judge(s); err != nil {
			return err
		}
	}
	return nil
}

// capped holds a spending to the day's cap of its partition.
func (l *Ledger) capped(s Spend) error {
	limit, err := l.cap(s.For)
	if err != nil || s.Exempt {
		return err
	}
	if room := limit - l.today.spent[s.For] - l.held(s.For); s.Most > room {
		return Refuse(s, ErrDailyCap, "%s has %s left of %s today, %s is needed", s.For, max(room, 0), limit, s.Most)
	}
	return nil
}

// kept keeps what is there for dying.
func (l *Ledger) kept(s Spend) error {
	if s.Exempt || l.dying || l.available()-s.Most >= l.plan.Reserve {
		return nil
	}
	return Refuse(s, ErrReserve, "%s of %s", l.plan.Reserve, l.available())
}

// strangers holds payments by x402 to their own cap of the day. Gas and the legacy are
// never paid that way.
func (l *Ledger) strangers(s Spend) error {
	if !s.X402 {
		return nil
	}
	if s.For != ForLLM && s.For != ForData {
		return Refuse(s, ErrX402, "the %s partition pays nobody by it", s.For)
	}
	limit, err := l.plan.X402.OfDown(l.today.base[ForLLM] + l.today.base[ForData])
	if err != nil {
		return err
	}
	room := limit - l.today.x402
	for _, r := range l.holds {
		if r.x402 {
			room -= r.most
		}
	}
	if s.Most > room {
		return Refuse(s, ErrX402, "%s left of %s today, %s is needed", max(room, 0), limit, s.Most)
	}
	return nil
}

// covered says that the partition holds it. What an exempt order may borrow for its gas
// is lent before.
func (l *Ledger) covered(s Spend) error {
	if free := l.free(s.For); free < s.Most {
		err := fmt.Errorf("%w: %s: %s has %d of %s free, %d is needed", double.ErrOverdrawn, s.Key, s.For.account(), free, Credit, s.Most)
		return &Refused{s, double.ErrOverdrawn, err.Error()}
	}
	return nil
}

// Pend says that nobody knows whether the operation under key was paid: the answer did
// not come. What is held for it stays held until Settle or Release, over restarts and the
// days' ends, and the books say that it is pending. It may be said twice.
func (l *Ledger) Pend(key string, at int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.holder(key)
	if r == nil {
		return fmt.Errorf("pend %s: %w", key, double.ErrNoHold)
	}
	if r.pending {
		return nil
	}
	if _, err := l.post(double.Once(pending+key), at, "the outcome is unknown", nil); err != nil {
		return err
	}
	r.pending = true
	return nil
}

// pending is before the key of a hold in the entry that says so.
const pending = "pending/"
