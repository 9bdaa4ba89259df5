package records

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/fxamacker/cbor/v2"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Outcome is what became known of an action after its tick (heartbeat §10). At
// is unix milliseconds; Source is receipt, reorg, balance_check, log_comparison or
// pending. PnL is nil where it is not known. Execution is what the action came to; nil
// after a reorg, with which it is under way again.
type Outcome struct {
	Tick     uint64      `cbor:"1,keyasint" json:"tick"` // of the record it belongs to
	At       int64       `cbor:"2,keyasint" json:"timestamp_ms"`
	PermitID string      `cbor:"3,keyasint" json:"permit_id"`
	Verified bool        `cbor:"4,keyasint" json:"verified"`
	Expected string      `cbor:"5,keyasint,omitempty" json:"expected,omitempty"`
	Actual   string      `cbor:"6,keyasint,omitempty" json:"actual,omitempty"`
	PnL      *money.USDC `cbor:"7,keyasint,omitempty" json:"pnl_impact,omitempty"`
	Source   string      `cbor:"8,keyasint" json:"ground_truth_source"`
	Cause    string      `cbor:"9,keyasint,omitempty" json:"cause_variable,omitempty"`
	Effect   string      `cbor:"10,keyasint,omitempty" json:"effect_variable,omitempty"`

	Execution *turn.Execution `cbor:"11,keyasint,omitempty" json:"execution,omitempty"`
	// Own is the kind of an order of the Golem's own, which stands in no record: an
	// anchor of its audit, the word of its death.
	Own string `cbor:"12,keyasint,omitempty" json:"own,omitempty"`
}

// Errors of the store.
var (
	// ErrNewer says that a newer program wrote a record.
	ErrNewer = errors.New("the record has a newer schema; read it with a newer program")
	// ErrNone says that there is no record of a tick.
	ErrNone = errors.New("there is no record of this tick")
	// ErrKept says that a record was not written, is kept in memory and will be
	// retried with the next one.
	ErrKept = errors.New("the record could not be written yet and is kept")
	// ErrLost says that too many records wait already. This one and all behind it
	// are lost until the life is resumed and computes them again: a gap could not
	// be filled any more.
	ErrLost = errors.New("100 records wait to be written; from here on none is kept until the life is resumed")
	// ErrDiffers says that a record computed again is not the stored one.
	ErrDiffers = errors.New("the record differs from the stored one")
)

const (
	kindRecord  = 'r'
	kindOutcome = 'o'
	preamble    = 2 // version and kind
	cborMap     = 5 // the major type of records and outcomes
)

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

// encode appends the bytes of a record or an outcome to b.
func encode(b *bytes.Buffer, kind byte, v any) error {
	b.WriteByte(turn.RecordVersion)
	b.WriteByte(kind)
	if err := encoding.MarshalToBuffer(v, b); err != nil {
		return fmt.Errorf("encode a record: %w", err)
	}
	return nil
}

// Encode returns the bytes of r as they are stored and hashed.
func Encode(r *turn.Record) ([]byte, error) {
	var b bytes.Buffer
	err := encode(&b, kindRecord, r)
	return b.Bytes(), err
}

// kindOf is what stored bytes say that they are; 0 where they say nothing.
func kindOf(payload []byte) byte {
	if len(payload) < preamble {
		return 0
	}
	return payload[1]
}

// decode reads stored bytes: exactly one of the results is set.
func decode(payload []byte) (*turn.Record, *Outcome, error) {
	if len(payload) <= preamble || payload[0] == 0 || payload[preamble]>>5 != cborMap {
		return nil, nil, errors.New("this is no record")
	}
	if payload[0] > turn.RecordVersion {
		return nil, nil, fmt.Errorf("%w: version %d, this program knows %d", ErrNewer, payload[0], turn.RecordVersion)
	}
	switch payload[1] {
	case kindRecord:
		r := new(turn.Record)
		return r, nil, decoding.Unmarshal(payload[preamble:], r)
	case kindOutcome:
		o := new(Outcome)
		return nil, o, decoding.Unmarshal(payload[preamble:], o)
	}
	return nil, nil, fmt.Errorf("a record of unknown kind %q", payload[1])
}
