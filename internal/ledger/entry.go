package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/fxamacker/cbor/v2"
)

// Errors of a ledger. Nothing was booked where one is returned.
var (
	ErrUnbalanced  = errors.New("the postings of an asset do not sum to zero")
	ErrOverdrawn   = errors.New("the account does not hold that much")
	ErrUnknown     = errors.New("the chart has no such account")
	ErrKeyReused   = errors.New("the key was used for something else")
	ErrNoHold      = errors.New("there is no open reservation with this key")
	ErrExceedsHold = errors.New("the settlement spends more than was reserved")
	ErrInvalid     = errors.New("the entry is not valid")
)

// Key identifies an operation, so that repeating it books nothing twice. Serial
// 0 is a key of its own. From 1 on it is a number in the series ID: numbers are
// used in rising order, and one at or below the last is a repetition; a series
// costs the memory of one key however long it grows.
type Key struct {
	_      struct{} `cbor:",toarray"`
	ID     string
	Serial uint64
}

// Once returns a key of its own.
func Once(id string) Key { return Key{ID: id} }

// Nth returns the key of number serial, from 1, in a series.
func Nth(series string, serial uint64) Key { return Key{ID: series, Serial: serial} }

// String returns the key as it is written in statements.
func (k Key) String() string {
	if k.Serial == 0 {
		return k.ID
	}
	return fmt.Sprintf("%s#%d", k.ID, k.Serial)
}

// Posting changes the balance of an account in an asset. Amount is in the
// asset's smallest unit; the ledger does not keep it.
type Posting struct {
	_       struct{} `cbor:",toarray"`
	Account string
	Asset   string
	Amount  *big.Int
}

// Transaction is a set of postings that is booked as one. Time is unix
// milliseconds, Memo is for people.
type Transaction struct {
	Key      Key
	Time     int64
	Memo     string
	Postings []Posting
}

// Move returns the two postings that move amount from one account to another.
func Move(from, to, asset string, amount *big.Int) []Posting {
	return []Posting{
		{Account: from, Asset: asset, Amount: new(big.Int).Neg(amount)},
		{Account: to, Asset: asset, Amount: amount},
	}
}

// operation names what an entry of the log does.
type operation uint8

const (
	opPost operation = iota + 1
	opReserve
	opSettle
	opRelease
)

// Entry is one operation as it is kept. Hold is the key of the reservation that
// is settled or released. A reservation has one posting: what it holds.
type Entry struct {
	_        struct{} `cbor:",toarray"`
	Op       operation
	Key      Key
	Time     int64 `cbor:"-"` // stands ahead of the CBOR, see encode
	Memo     string
	Postings []Posting
	Hold     Key
}

// Reserves says that the entry holds the amount of its one posting.
func (e Entry) Reserves() bool { return e.Op == opReserve }

// Settles says that the entry ends the reservation under Hold by a transaction.
func (e Entry) Settles() bool { return e.Op == opSettle }

// Releases says that the entry ends the reservation under Hold, and books nothing.
func (e Entry) Releases() bool { return e.Op == opRelease }

const entryVersion = 1

var (
	encoding = must(cbor.CoreDetEncOptions().UserBufferEncMode())
	decoding = must(cbor.DecOptions{}.DecMode())
)

func must[T any](mode T, err error) T {
	if err != nil {
		panic(err) // the options are constants
	}
	return mode
}

// preamble is the version byte and the time ahead of an entry's CBOR.
const preamble = 1 + 8

// encode writes e into b, which it resets. The time stands apart, so that what
// tells two uses of a key apart is the rest.
func (e *Entry) encode(b *bytes.Buffer) error {
	b.Reset()
	var head [preamble]byte
	head[0] = entryVersion
	binary.LittleEndian.PutUint64(head[1:], uint64(e.Time))
	b.Write(head[:])
	return encoding.MarshalToBuffer(e, b)
}

func decodeEntry(payload []byte) (e Entry, err error) {
	if len(payload) < preamble || payload[0] != entryVersion {
		return e, fmt.Errorf("%w: unknown version; read it with a newer program", ErrInvalid)
	}
	if err := decoding.Unmarshal(payload[preamble:], &e); err != nil {
		return e, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	e.Time = int64(binary.LittleEndian.Uint64(payload[1:]))
	return e, e.valid()
}

// fingerprint tells two uses of a key apart. The time is not part of it: a
// repetition may come later.
func fingerprint(payload []byte) (print [16]byte) {
	sum := sha256.Sum256(payload[preamble:])
	copy(print[:], sum[:])
	return print
}

// valid checks what does not depend on balances.
func (e *Entry) valid() error {
	for _, p := range e.Postings {
		if p.Amount == nil || p.Account == "" || p.Asset == "" {
			return fmt.Errorf("%w: %s: a posting without account, asset or amount", ErrInvalid, e.Key)
		}
	}
	switch {
	case e.Key.ID == "":
		return fmt.Errorf("%w: the key is empty", ErrInvalid)
	case e.Op == opReserve:
		if len(e.Postings) != 1 || e.Postings[0].Amount.Sign() < 0 || e.Key.Serial != 0 {
			return fmt.Errorf("%w: %s: a reservation holds one amount, not negative, under a key of its own", ErrInvalid, e.Key)
		}
		return nil
	case e.Op < opPost || e.Op > opRelease:
		return fmt.Errorf("%w: %s: unknown operation %d", ErrInvalid, e.Key, e.Op)
	}
	return e.balanced()
}

// balanced checks that every asset sums to zero.
func (e *Entry) balanced() error {
	var sum big.Int
	for i, p := range e.Postings {
		if slices.ContainsFunc(e.Postings[:i], func(q Posting) bool { return q.Asset == p.Asset }) {
			continue
		}
		sum.SetUint64(0)
		for _, q := range e.Postings[i:] {
			if q.Asset == p.Asset {
				sum.Add(&sum, q.Amount)
			}
		}
		if sum.Sign() != 0 {
			return fmt.Errorf("%w: %s: %s is off by %s", ErrUnbalanced, e.Key, p.Asset, &sum)
		}
	}
	return nil
}

// debits returns what e takes from account in asset.
func (e *Entry) debits(account, asset string) *big.Int {
	net := new(big.Int)
	for _, p := range e.Postings {
		if p.Account == account && p.Asset == asset {
			net.Sub(net, p.Amount)
		}
	}
	return net
}

// touches says that one of the first n postings is to the place of p.
func (e *Entry) touches(n int, account, asset string) bool {
	return slices.ContainsFunc(e.Postings[:n], func(q Posting) bool {
		return q.Account == account && q.Asset == asset
	})
}
