package ledger

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/internal/seglog"
)

// Account is one row of the chart. Sources, sinks of unknown income and
// conversion accounts may be overdrawn; what somebody holds may not.
type Account struct {
	ID           string
	MayOverdraft bool
}

// Options of a ledger.
type Options struct {
	Chart []Account
	// ReadOnly opens the ledger of a running or finished life.
	ReadOnly bool
	// Repeat begins empty: the operations must come again as they are stored, and
	// go on behind them (seglog.Options.Repeat).
	Repeat bool
	// From is how many operations a ledger that repeats has behind it already: it keeps nothing
	// until its image is restored.
	From uint64
	// Fault is the seam of crash tests.
	Fault seglog.Fault
	// Keep takes the entries of a ledger that is kept in memory, as they would be stored.
	Keep func(entry []byte) error
}

// Ledger is an open ledger. What it acknowledges is durable after Sync. It belongs to one goroutine.
type Ledger struct {
	log      *seglog.Log `image:"-"` // nil: kept in memory only
	waiting  *seglog.Log `image:"-"` // what becomes of log when it is restored; nil: it is not to be
	keep     func(entry []byte) error
	accounts map[string]Account
	balances map[place]*big.Int
	held     map[place]*big.Int
	holds    map[Key]hold
	used     map[name]use
	buf      bytes.Buffer
}

type place struct{ account, asset string }

func (p place) compare(q place) int {
	return cmp.Or(cmp.Compare(p.account, q.account), cmp.Compare(p.asset, q.asset))
}

// hold is an open reservation.
type hold struct {
	place  place
	amount *big.Int
}

// name is what a key is remembered under: a series apart from a single key.
type name struct {
	id     string
	series bool
}

func nameOf(k Key) name { return name{k.ID, k.Serial > 0} }

// use is how a key was used last.
type use struct {
	serial uint64
	print  [16]byte
}

// New returns an empty ledger that is kept in memory only.
func New(opts Options) *Ledger {
	l := &Ledger{
		keep: opts.Keep, accounts: NewRules(opts.Chart).accounts, balances: map[place]*big.Int{},
		held: map[place]*big.Int{}, holds: map[Key]hold{}, used: map[name]use{},
	}
	return l
}

// Open opens the ledger in dir and loads it.
func Open(dir string, opts Options) (*Ledger, error) {
	log, err := seglog.Open(dir, seglog.Options{Chained: true, ReadOnly: opts.ReadOnly, Repeat: opts.Repeat, From: opts.From, Fault: opts.Fault})
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	l := New(opts)
	if !opts.Repeat {
		err = l.load(log)
	}
	if err != nil {
		log.Close()
		return nil, fmt.Errorf("ledger: %w", err)
	}
	if opts.From > 0 {
		l.waiting = log
	} else {
		l.log = log
	}
	return l, nil
}

// Restored implements image.Restored: from now on operations are kept.
func (l *Ledger) Restored() {
	if l.waiting != nil {
		l.log, l.waiting = l.waiting, nil
	}
}

// Len is how many operations are kept.
func (l *Ledger) Len() uint64 {
	if l.log == nil {
		return 0
	}
	return l.log.Len()
}

func (l *Ledger) load(log *seglog.Log) error {
	for f, err := range log.Frames(0) {
		if err != nil {
			return err
		}
		e, err := decodeEntry(f.Payload)
		if err == nil {
			err = Rules{l.accounts}.covered(memory{l}, &e)
		}
		if err != nil {
			return fmt.Errorf("entry %d of %s: %w", f.Number, f.File, err)
		}
		l.book(&e, fingerprint(f.Payload))
	}
	return nil
}

// Post books a transaction. Repeated is true where the key was booked before;
// then nothing changes.
func (l *Ledger) Post(t Transaction) (repeated bool, err error) {
	return l.do(&Entry{Op: opPost, Key: t.Key, Time: t.Time, Memo: t.Memo, Postings: t.Postings})
}

// Reserve holds amount of asset on account under key, until it is settled or
// released. It is a hold on what the account has: no posting.
func (l *Ledger) Reserve(key, account, asset string, amount *big.Int, at int64) (repeated bool, err error) {
	return l.do(&Entry{
		Op: opReserve, Key: Once(key), Time: at,
		Postings: []Posting{{Account: account, Asset: asset, Amount: amount}},
	})
}

// Settle ends the reservation held under key and books t, which may take at most
// the reserved amount from the account; the rest is free again.
func (l *Ledger) Settle(key string, t Transaction) (repeated bool, err error) {
	return l.do(&Entry{Op: opSettle, Key: t.Key, Time: t.Time, Memo: t.Memo, Postings: t.Postings, Hold: Once(key)})
}

// Release ends the reservation held under key and books nothing.
func (l *Ledger) Release(key string, at int64) (repeated bool, err error) {
	return l.do(&Entry{Op: opRelease, Key: Once("release/" + key), Time: at, Hold: Once(key)})
}

func (l *Ledger) do(e *Entry) (repeated bool, err error) {
	if err := e.valid(); err != nil {
		return false, err
	}
	if err := e.encode(&l.buf); err != nil {
		return false, err
	}
	print := fingerprint(l.buf.Bytes())
	if repeated, err := (Rules{l.accounts}).Admit(memory{l}, e, print); repeated || err != nil {
		return repeated, err
	}
	if err := l.write(); err != nil {
		return false, err
	}
	l.book(e, print)
	return false, nil
}

// memory is what a ledger has booked, as the rules ask for it.
type memory struct{ *Ledger }

// Free implements State.
func (m memory) Free(account, asset string) (*big.Int, error) {
	return m.Available(account, asset), nil
}

// Reserved implements State.
func (m memory) Reserved(key Key) (Reservation, bool, error) {
	h, open := m.holds[key]
	return Reservation{h.place.account, h.place.asset, h.amount}, open, nil
}

// Last implements State.
func (m memory) Last(key Key) (Use, bool, error) {
	u, known := m.used[nameOf(key)]
	return Use{u.serial, u.print}, known, nil
}

// write keeps the encoded entry before it is booked.
func (l *Ledger) write() error {
	if l.log == nil && l.keep != nil {
		return l.keep(l.buf.Bytes())
	}
	if l.log == nil {
		return nil
	}
	if _, err := l.log.Append(l.buf.Bytes()); err != nil {
		return fmt.Errorf("ledger: %w", err)
	}
	return nil
}

// book applies an entry that was admitted and written.
func (l *Ledger) book(e *Entry, print [16]byte) {
	if h, open := l.holds[e.Hold]; open {
		l.at(l.held, h.place).Sub(l.at(l.held, h.place), h.amount)
		delete(l.holds, e.Hold)
	}
	for _, p := range e.Postings {
		at := place{p.Account, p.Asset}
		if e.Op == opReserve {
			l.holds[e.Key] = hold{at, new(big.Int).Set(p.Amount)}
			l.at(l.held, at).Add(l.at(l.held, at), p.Amount)
			continue
		}
		l.at(l.balances, at).Add(l.at(l.balances, at), p.Amount)
	}
	l.used[nameOf(e.Key)] = use{e.Key.Serial, print}
}

func (l *Ledger) at(m map[place]*big.Int, p place) *big.Int {
	if m[p] == nil {
		m[p] = new(big.Int)
	}
	return m[p]
}

// EndRepeat ends a repetition and drops stored operations that did not come
// again.
func (l *Ledger) EndRepeat() error {
	if l.log == nil {
		return nil
	}
	return l.log.EndRepeat()
}

// Repeating says that operations are still held against stored ones.
func (l *Ledger) Repeating() bool { return l.log != nil && l.log.Repeating() }

// Flush hands every operation to the operating system, so that it outlives the process.
func (l *Ledger) Flush() error {
	if l.log == nil {
		return nil
	}
	return l.log.Flush()
}

// Sync makes every operation durable.
func (l *Ledger) Sync() error {
	if l.log == nil {
		return nil
	}
	return l.log.Sync()
}

// Close syncs and closes.
func (l *Ledger) Close() error {
	l.Restored() // whatever became of it
	if l.log == nil {
		return nil
	}
	if err := l.log.Close(); err != nil {
		return errors.Join(errors.New("close the ledger"), err)
	}
	return nil
}
