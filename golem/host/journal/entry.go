package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/fxamacker/cbor/v2"
)

// Kind names what an entry answers. The words are part of the format.
type Kind string

// The kinds of entries. Boot is written by the journal itself; advance is a
// step of a simulated world.
const (
	KindBoot       Kind = "boot"
	KindWake       Kind = "wake"
	KindGlance     Kind = "glance"
	KindReading    Kind = "reading"
	KindSimulation Kind = "simulation"
	KindSend       Kind = "send"
	KindReceipt    Kind = "receipt"
	KindBalance    Kind = "balance"
	KindWord       Kind = "word" // from outside, through the door
	KindNote       Kind = "note"
	KindAdvance    Kind = "advance"
	KindRoll       Kind = "roll"   // of the stochastic clock
	KindReveal     Kind = "reveal" // of its secret, at death
	KindModel      Kind = "model"  // the reply of who deliberates
	KindKey        Kind = "key"    // another session key took over
	KindCheckpoint Kind = "checkpoint"
)

// Digest identifies a request: the first 16 bytes of the SHA-256 of its CBOR.
type Digest [16]byte

// String returns the digest in hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// Entry is one fact of the life. Body is deterministic CBOR (RFC 8949 §4.2) of
// the answer, or absent where Failure says why there is none.
type Entry struct {
	_       struct{} `cbor:",toarray"`
	Seq     uint64
	Tick    uint64
	Kind    Kind
	Request Digest
	Body    cbor.RawMessage
	Failure *Failure
}

// Decode reads the entry's body into v. The failure of a failed entry is
// returned as the error.
func (e Entry) Decode(v any) error {
	if e.Failure != nil {
		return e.Failure
	}
	if err := decoding.Unmarshal(e.Body, v); err != nil {
		return fmt.Errorf("journal entry %d (%s): %w", e.Seq, e.Kind, err)
	}
	return nil
}

// Holds reports whether the entry's body is v.
func (e Entry) Holds(v any) (bool, error) {
	var body bytes.Buffer
	if err := encoding.MarshalToBuffer(v, &body); err != nil {
		return false, fmt.Errorf("encode %s: %w", e.Kind, err)
	}
	return e.Failure == nil && bytes.Equal(body.Bytes(), e.Body), nil
}

// entryVersion is the first byte of every entry, arrayOfSix the second: the
// head of an Entry's CBOR.
const (
	entryVersion = 1
	arrayOfSix   = 0x86
)

// The modes are built from constant options, so they cannot fail.
var (
	encoding = must(cbor.CoreDetEncOptions().UserBufferEncMode())
	decoding = must(cbor.DecOptions{MaxArrayElements: 1 << 20, MaxMapPairs: 1 << 20}.DecMode())
)

func must[T any](mode T, err error) T {
	if err != nil {
		panic(err)
	}
	return mode
}

func decodeEntry(payload []byte) (e Entry, err error) {
	switch {
	case len(payload) == 0:
		return e, fmt.Errorf("the entry is empty")
	case payload[0] != entryVersion:
		return e, fmt.Errorf("%w: version %d, this program knows %d", ErrNewer, payload[0], entryVersion)
	case len(payload) < 2 || payload[1] != arrayOfSix: // else CBOR's null would be an entry
		return e, fmt.Errorf("this is no journal entry")
	}
	return e, decoding.Unmarshal(payload[1:], &e)
}

// digest identifies a request; buf is scratch.
func digest(request any, buf *bytes.Buffer) (d Digest, err error) {
	buf.Reset()
	if err := encoding.MarshalToBuffer(request, buf); err != nil {
		return d, fmt.Errorf("encode the request: %w", err)
	}
	sum := sha256.Sum256(buf.Bytes())
	copy(d[:], sum[:])
	return d, nil
}

// Recorded returns v as a record of it is read: what a boot entry holds is the same Golem's at its
// birth and ever after.
func Recorded[T any](v T) (same T, err error) {
	var body bytes.Buffer
	if err := encoding.MarshalToBuffer(&v, &body); err != nil {
		return same, err
	}
	return same, decoding.Unmarshal(body.Bytes(), &same)
}
