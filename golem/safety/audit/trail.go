package audit

import (
	"encoding/binary"
	"fmt"
)

// Keeper takes the records of a chain in order: a Store, or a comparison with one. Lasting ones
// are durable when it returns.
type Keeper interface {
	Append(r Record, lasting bool) error
}

// Mark is a place in a chain: how many records there are, and the hash of the last.
type Mark struct {
	Records uint64 `json:"records" cbor:"1,keyasint"`
	Head    Hash   `json:"-" cbor:"2,keyasint"`
}

// String returns the mark as package anchor reads it.
func (m Mark) String() string { return fmt.Sprintf("%d:%s", m.Records, hexed(m.Head)) }

// Payload is the calldata of the mark's anchor: BRDOAUD1, the number of its last record in
// eight bytes, big-endian, and the head.
func (m Mark) Payload() []byte {
	return append(binary.BigEndian.AppendUint64([]byte("BRDOAUD1"), m.Records-1), m.Head[:]...)
}

// Trail turns events into records and hands them to a Keeper. Behind the first error it
// takes nothing more: what was not written down must not have happened.
type Trail struct {
	keeper Keeper `image:"-"`
	mark   Mark
	last   uint64 // time of the last record
	err    error
}

// NewTrail begins a chain at its first record.
func NewTrail(k Keeper) *Trail { return &Trail{keeper: k} }

// Note adds a record. now is unix milliseconds of the life's clock; one that went back
// counts as standing still.
func (t *Trail) Note(now int64, tick uint64, e Event) error {
	if t.err != nil {
		return t.err
	}
	text, err := e.canonical()
	if err == nil {
		t.last = max(t.last, uint64(max(now, 0)))
		r := Record{Seq: t.mark.Records, Prev: t.mark.Head, Time: t.last, Tick: tick, Event: text}
		r.Hash = r.Sum()
		if err = t.keeper.Append(r, e.lasting); err == nil {
			t.mark = Mark{r.Seq + 1, r.Hash}
			return nil
		}
	}
	t.err = fmt.Errorf("audit record %d: %w", t.mark.Records, err)
	return t.err
}

// Err is the error that ended the trail; nil while it takes records.
func (t *Trail) Err() error { return t.err }

// Mark is where the chain stands.
func (t *Trail) Mark() Mark { return t.mark }
