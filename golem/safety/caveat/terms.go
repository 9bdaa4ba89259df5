package caveat

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/money"
)

// Kind names an enforcer, as its contract is called.
type Kind string

// The seven enforcers.
const (
	KindGolemPhase          Kind = "GolemPhase"
	KindMortalityTimeWindow Kind = "MortalityTimeWindow"
	KindDreamMode           Kind = "DreamMode"
	KindVaultNAV            Kind = "VaultNAV"
	KindReplicantBudget     Kind = "ReplicantBudget"
	KindMaxSlippage         Kind = "MaxSlippage"
	KindDailySpendLimit     Kind = "DailySpendLimit"
)

// Kinds are all of them, in the order of the specification.
func Kinds() []Kind {
	return []Kind{
		KindGolemPhase, KindMortalityTimeWindow, KindDreamMode, KindVaultNAV,
		KindReplicantBudget, KindMaxSlippage, KindDailySpendLimit,
	}
}

// GolemPhase allows what the phase of the Golem allows (provisioning §8.5).
// Terms, 60 bytes: Book, Oracle, Golem.
type GolemPhase struct{ Book, Oracle, Golem common.Address }

// MortalityTimeWindow allows what happens between two times, in seconds since 1970,
// both inclusive. Terms, 16 bytes: Start, End; End is later.
type MortalityTimeWindow struct{ Start, End uint64 }

// DreamMode allows nothing while the Golem dreams. Terms, 40 bytes: Oracle, Golem.
type DreamMode struct{ Oracle, Golem common.Address }

// VaultNAV allows what is worth at most a share of a vault's assets. A batch counts as one,
// so that ten parts of it are not ten times the share.
// Terms, 42 bytes: Book, Vault, Share (two bytes, 1 to 10,000).
type VaultNAV struct {
	Book, Vault common.Address
	Share       money.BPS
}

// ReplicantBudget allows Budget, in millionths of a US dollar, within Lifespan seconds
// of Born, in seconds since 1970; both are inclusive and above zero. The birth is a term
// because a clock that starts at the first use would let an unused delegation live for ever.
// Terms, 44 bytes: Book, Budget, Lifespan, Born.
type ReplicantBudget struct {
	Book                   common.Address
	Budget, Lifespan, Born uint64
}

// MaxSlippage allows swaps that ask for at least what the feeds say, less Slippage. The pool's
// own price would not do: it is what a sandwich moves. Other actions of the book pass, or no
// batch with an approval in it would.
// Terms, 22 bytes: Book, Slippage (two bytes, 0 to 10,000).
type MaxSlippage struct {
	Book     common.Address
	Slippage money.BPS
}

// DailySpendLimit allows Limit, in millionths of a US dollar, above zero and at most what can
// be counted (policycage.MostCounted), in any 24 hours. Terms, 28 bytes: Book, Limit.
type DailySpendLimit struct {
	Book  common.Address
	Limit uint64
}

// Caveat is the terms of one enforcer.
type Caveat interface {
	// Kind names the enforcer.
	Kind() Kind
	// Terms encodes them. Terms that the enforcer would refuse are an error.
	Terms() ([]byte, error)
	// Judge refuses calls, or says what their enforcer writes down, nil for nothing.
	Judge(calls []Call, r Redemption, f Facts) (*Entry, error)

	// valid refuses what the enforcer would, in its words.
	valid() error
	// within tells whether everything that passes passes the parent's too.
	within(parent Caveat) error
	// fields are what the terms are encoded from and decoded into, in order.
	fields() []any
}

// ErrTerms means that terms are none of their enforcer's.
var ErrTerms = errors.New("the terms of the caveat are not valid")

// Decode reads the terms of an enforcer.
func Decode(k Kind, terms []byte) (Caveat, error) {
	c := empty(k)
	if c == nil {
		return nil, fmt.Errorf("%w: there is no enforcer %q", ErrTerms, k)
	}
	fields := c.fields()
	if len(terms) != length(fields) {
		return nil, Refusal("Caveat: the terms have the wrong length")
	}
	for _, field := range fields {
		terms = terms[take(field, terms):]
	}
	if err := c.valid(); err != nil {
		return nil, err
	}
	return c, nil
}

// encode is Terms of every kind.
func encode(c Caveat) (out []byte, _ error) {
	if err := c.valid(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTerms, err)
	}
	for _, field := range c.fields() {
		switch v := field.(type) {
		case *common.Address:
			out = append(out, v[:]...)
		case *uint64:
			out = binary.BigEndian.AppendUint64(out, *v)
		case *money.BPS:
			out = binary.BigEndian.AppendUint16(out, uint16(*v))
		}
	}
	return out, nil
}

func length(fields []any) (n int) {
	for _, field := range fields {
		n += take(field, nil)
	}
	return n
}

// take reads a field and returns how long it is; of no bytes it only does the latter.
func take(field any, from []byte) int {
	switch v := field.(type) {
	case *common.Address:
		copy(v[:], from)
		return common.AddressLength
	case *uint64:
		if from != nil {
			*v = binary.BigEndian.Uint64(from)
		}
		return 8
	case *money.BPS:
		if from != nil {
			*v = money.BPS(binary.BigEndian.Uint16(from))
		}
		return 2
	}
	panic(fmt.Sprintf("caveat: a field of type %T has no encoding", field))
}
