package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

// Hash is a SHA-256 of a record; of the chain before its first record it is zero.
type Hash = [sha256.Size]byte

// Record is one link of the chain (safety §12.1). Time is unix milliseconds of the
// life's clock and never decreases. Event is canonical JSON.
type Record struct {
	Seq   uint64
	Prev  Hash
	Time  uint64
	Tick  uint64
	Event []byte
	Hash  Hash
}

const (
	prefixSize = 4                  // length of the body
	eventAt    = 8 + 32 + 8 + 8 + 4 // of the event in a body
	fixedSize  = eventAt + 32       // of a body without its event
	// MaxEvent bounds one event, in bytes, so that a damaged length is seen as such.
	MaxEvent = 64 << 10
)

// Sum is the hash that the record must have.
func (r Record) Sum() (sum Hash) {
	h := sha256.New()
	var b []byte
	b = binary.LittleEndian.AppendUint64(b, r.Seq)
	b = append(b, r.Prev[:]...)
	b = binary.LittleEndian.AppendUint64(b, r.Time)
	b = binary.LittleEndian.AppendUint64(b, r.Tick)
	h.Write(b)
	h.Write(r.Event)
	h.Sum(sum[:0])
	return sum
}

// frame appends the record as it stands in the file.
func (r Record) frame(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(fixedSize+len(r.Event)))
	b = binary.LittleEndian.AppendUint64(b, r.Seq)
	b = append(b, r.Prev[:]...)
	b = binary.LittleEndian.AppendUint64(b, r.Time)
	b = binary.LittleEndian.AppendUint64(b, r.Tick)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(r.Event)))
	b = append(b, r.Event...)
	return append(b, r.Hash[:]...)
}

// Equal reports whether two records are the same bytes.
func (r Record) Equal(other Record) bool { return bytes.Equal(r.frame(nil), other.frame(nil)) }

// Why bytes are no record.
var (
	errCut    = errors.New("it is cut off")
	errLength = errors.New("its length is impossible")
)

// blank says that b begins with a record of which at most the beginning was written, and
// that zeros lie behind it to the end: so a power cut leaves a file that grew.
func blank(b []byte) bool {
	told := len(bytes.TrimRight(b, "\x00"))
	if len(b)-told < sha256.Size {
		return false
	}
	if told < prefixSize {
		return true
	}
	length := int(binary.LittleEndian.Uint32(b))
	return length <= fixedSize+MaxEvent && told <= prefixSize+length-sha256.Size
}

// parse reads the record at the start of b, and how many bytes it takes. What it says
// is not checked.
func parse(b []byte) (r Record, size int, err error) {
	if len(b) < prefixSize {
		return r, 0, errCut
	}
	length := int(binary.LittleEndian.Uint32(b))
	if length < fixedSize || length > fixedSize+MaxEvent {
		return r, 0, errLength
	}
	// The event's own length tells a damaged length from a record that is cut off.
	if told := prefixSize + eventAt; len(b) >= told && binary.LittleEndian.Uint32(b[told-4:]) != uint32(length-fixedSize) {
		return r, 0, errLength
	}
	if len(b) < prefixSize+length {
		return r, 0, errCut
	}
	body := b[prefixSize : prefixSize+length]
	event := body[eventAt : length-len(r.Hash)]
	r = Record{
		Seq: binary.LittleEndian.Uint64(body), Prev: Hash(body[8:]), Time: binary.LittleEndian.Uint64(body[40:]),
		Tick: binary.LittleEndian.Uint64(body[48:]), Event: event, Hash: Hash(body[length-len(r.Hash):]),
	}
	return r, prefixSize + length, nil
}
