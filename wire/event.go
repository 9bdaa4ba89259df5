package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Payload is the part of an event that its type defines.
type Payload interface {
	// Type is the same for every value of one Go type.
	Type() Type
}

// Event is one entry of a Golem's event stream (runtime §9.1). On the wire it is
// one flat object: the base fields, then those of the payload.
type Event struct {
	Timestamp int64  // Unix milliseconds of the life's clock
	GolemID   string // whose event this is
	Sequence  uint64 // from 1, without gaps; 0 on control messages
	Tick      uint64 // the tick it belongs to, else the last completed one
	// Coalesced is how many events this one stands for. Events that were never
	// merged have 1, and it is left out on the wire.
	Coalesced uint64
	Payload   Payload
}

// Type returns the type of the payload.
func (e Event) Type() Type {
	if e.Payload == nil {
		return 0
	}
	return e.Payload.Type()
}

// Errors of decoding an event.
var (
	// ErrUnknownType means the event is well formed and of a type that this
	// version cannot read: a reader skips it.
	ErrUnknownType = errors.New("wire: unknown event type")
	// ErrMalformed means the text is not an event.
	ErrMalformed = errors.New("wire: malformed event")
)

// base are the fields of every event, in their order on the wire.
type base struct {
	Type      string `json:"type"`
	Timestamp int64  `json:"timestamp"`
	GolemID   string `json:"golem_id"`
	Sequence  uint64 `json:"sequence"`
	Tick      uint64 `json:"tick"`
	Coalesced uint64 `json:"coalesced,omitzero"`
}

// MarshalJSON writes the flat form. It fails for an unknown type and for a
// payload with a value that JSON cannot hold, such as NaN.
func (e Event) MarshalJSON() ([]byte, error) {
	t := e.Type()
	if !t.Known() {
		return nil, fmt.Errorf("%w: %T", ErrUnknownType, e.Payload)
	}
	b := base{t.String(), e.Timestamp, e.GolemID, e.Sequence, e.Tick, e.Coalesced}
	if b.Coalesced == 1 {
		b.Coalesced = 0
	}
	head, err := json.Marshal(b)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", t, err)
	}
	body, err := json.Marshal(e.Payload)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", t, err)
	}
	if bytes.Equal(body, []byte("{}")) {
		return head, nil
	}
	flat := append(head[:len(head)-1], ',')
	return append(flat, body[1:]...), nil
}

// UnmarshalJSON reads the flat form. An event of an unknown type yields its base
// fields and ErrUnknownType.
func (e *Event) UnmarshalJSON(data []byte) error {
	var b base
	if err := json.Unmarshal(data, &b); err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	*e = Event{Timestamp: b.Timestamp, GolemID: b.GolemID, Sequence: b.Sequence, Tick: b.Tick, Coalesced: max(b.Coalesced, 1)}
	t, known := TypeNamed(b.Type)
	if !known || !t.HasPayload() {
		return fmt.Errorf("%w: %q", ErrUnknownType, b.Type)
	}
	payload, err := catalogue[t].decode(data)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	e.Payload = payload
	return nil
}
