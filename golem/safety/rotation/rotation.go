package rotation

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/money"
)

// Key is the record of a session key. Its age counts from when the life took it into force: an
// owner may sign long before a birth, and a renewed grant makes a key no younger. Left of Of is
// the least that remains of what the grant bounds for its whole life, in units of its own; an Of
// of 0 says that nothing does. A day's sum is not among that: it comes back every night.
type Key struct {
	Address    common.Address
	Granted    int64  // unix milliseconds at which it came into force
	Expires    uint64 // unix seconds; the last one in which its grant holds
	Operations uint64 // transactions that it signed
	Left, Of   uint64
}

// Bound takes in that so much is left of something that the grant bounds: the least share
// counts. An of of 0 bounds nothing.
func (k *Key) Bound(left, of uint64) {
	if of > 0 && (k.Of == 0 || more(k.Left, of, left, k.Of)) {
		k.Left, k.Of = left, of
	}
}

// Policy is how long a key acts.
type Policy struct {
	MaxAge        int64     // seconds
	MaxOperations uint64    // signed transactions
	Floor         money.BPS // share of the budget at which it ends
}

// Default is the policy of the specification: seven days, 10,000 operations, a tenth of
// the budget.
//
// spec: provisioning §9.1, safety §8
func Default() Policy { return Policy{MaxAge: 604_800, MaxOperations: 10_000, Floor: 1_000} }

// ErrPolicy says that a policy is none.
var ErrPolicy = errors.New("the policy of rotation")

// Check refuses a policy under which a key would be due at once, or never.
func (p Policy) Check() error {
	if p.MaxAge <= 0 || p.MaxOperations == 0 || p.Floor < 0 || p.Floor >= money.Whole {
		return fmt.Errorf("%w: age %d s, %d operations and a floor of %s: the first two must be positive, the last less than the whole", ErrPolicy, p.MaxAge, p.MaxOperations, p.Floor)
	}
	return nil
}

// Reason is why a key is due, in a word; empty while it is not.
type Reason string

// The reasons, in the order in which they are looked at.
const (
	Age        Reason = "age"
	Operations Reason = "operations"
	Budget     Reason = "budget"
)

// Due says why the key is to be replaced at a time, in unix milliseconds.
//
// spec: provisioning §9.1, safety §8
func (p Policy) Due(k Key, now int64) Reason {
	switch {
	case now-k.Granted >= 1000*p.MaxAge:
		return Age
	case k.Operations >= p.MaxOperations:
		return Operations
	case k.Of > 0 && !more(k.Left, uint64(money.Whole), k.Of, uint64(max(0, p.Floor))):
		return Budget
	}
	return ""
}

// more compares a·b with c·d, which may not fit 64 bits.
func more(a, b, c, d uint64) bool {
	high1, low1 := bits.Mul64(a, b)
	high2, low2 := bits.Mul64(c, d)
	return high1 > high2 || high1 == high2 && low1 > low2
}

// Ends is when the key is due by its age, in unix milliseconds.
func (p Policy) Ends(k Key) int64 { return k.Granted + 1000*p.MaxAge }

// Outlives says that the key's grant holds until the key is due by its age.
func (p Policy) Outlives(k Key) bool { return k.Expires >= 1<<52 || 1000*int64(k.Expires) >= p.Ends(k) }

// Remains is how many milliseconds are left until the key is due by its age, or its grant
// ends.
func (p Policy) Remains(k Key, now int64) int64 {
	left := p.Ends(k) - now
	if k.Expires < 1<<52 {
		left = min(left, 1000*int64(k.Expires)-now)
	}
	return left
}

// Need is a rotation that was triggered: why, and the address of the key that is to take
// over; the zero address where none could be made.
type Need struct {
	Reason Reason         `cbor:"1,keyasint"`
	Next   common.Address `cbor:"2,keyasint,omitzero"`
}

// String says why nothing is opened under the old key; empty without a need.
func (n Need) String() string {
	switch {
	case n.Reason == "":
		return ""
	case n.Next == common.Address{}:
		return fmt.Sprintf("the session key is due to be replaced (%s), and no other could be made", n.Reason)
	}
	return fmt.Sprintf("the session key is due to be replaced (%s): its owner has to grant to %s", n.Reason, n.Next)
}
