package ledger

import (
	"bytes"
	"crypto/sha256"
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
	Time     int64
	Memo     string
	Postings []Posting
	Hold     Key
}

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

// encode writes e into b, which it resets.
func (e *Entry) encode(b *bytes.Buffer) error {
	b.Reset()
	b.WriteByte(entryVersion)
	return encoding.MarshalToBuffer(e, b)
}

func decodeEntry(payload []byte) (e Entry, err error) {
	if len(payload) == 0 || payload[0] != entryVersion {
		return e, fmt.Errorf("%w: unknown version; read it with a newer program", ErrInvalid)
	}
	if err := decoding.Unmarshal(payload[1:], &e); err != nil {
		return e, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return e, e.valid()
}

// valid checks what does not depend on balances.
func (e *Entry) valid() error {
	sums := map[string]*big.Int{}
	for _, p := range e.Postings {
		if p.Amount == nil || p.Account == "" || p.Asset == "" {
			return fmt.Errorf("%w: %s: a posting without account, asset or amount", ErrInvalid, e.Key)
		}
		if sums[p.Asset] == nil {
			sums[p.Asset] = new(big.Int)
		}
		sums[p.Asset].Add(sums[p.Asset], p.Amount)
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
	for _, p := range e.Postings { // in order, so that the error is always the same
		if sums[p.Asset].Sign() != 0 {
			return fmt.Errorf("%w: %s: %s is off by %s", ErrUnbalanced, e.Key, p.Asset, sums[p.Asset])
		}
	}
	return nil
}

// fingerprint tells two uses of a key apart. The time is not part of it: a
// repetition may come later.
func (e *Entry) fingerprint(b *bytes.Buffer) (sum [16]byte, err error) {
	same := *e
	same.Time = 0
	if err := same.encode(b); err != nil {
		return sum, err
	}
	full := sha256.Sum256(b.Bytes())
	copy(sum[:], full[:])
	return sum, nil
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

// touched returns the places e posts to, each once, sorted.
func (e *Entry) touched() []place {
	places := make([]place, 0, len(e.Postings))
	for _, p := range e.Postings {
		places = append(places, place{p.Account, p.Asset})
	}
	slices.SortFunc(places, place.compare)
	return slices.Compact(places)
}
