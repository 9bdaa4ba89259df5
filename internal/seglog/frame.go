package seglog

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
)

const (
	magic      = "bardoseg"
	layout     = 1 // version of the layout of header and frames
	headerSize = 8 + 1 + 1 + 8 + sha256.Size + 4
	prefixSize = 4 + 4
	suffix     = ".seg"
	headName   = "head"

	// MaxPayload bounds one frame, so that a damaged length is seen as such.
	MaxPayload = 64 << 20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Hash is the state of the chain after a frame; zero before the first, and
// always zero in a log without a chain.
type Hash [sha256.Size]byte

// Frame is one entry of a log and where it stands. Payload is only valid until
// the iteration goes on.
type Frame struct {
	Number  uint64 // from 0
	Payload []byte
	Hash    Hash
	File    string // base name of the segment
	Offset  int64  // of the frame in the segment
}

// encodeHeader returns a segment's header.
func encodeHeader(chained bool, first uint64, before Hash) []byte {
	b := make([]byte, 0, headerSize)
	b = append(b, magic...)
	b = append(b, layout, flag(chained))
	b = binary.LittleEndian.AppendUint64(b, first)
	b = append(b, before[:]...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// decodeHeader reads a segment's header; reason is empty when it is intact.
func decodeHeader(b []byte, chained bool) (first uint64, before Hash, reason string) {
	switch {
	case len(b) < headerSize:
		return 0, before, "the segment header is cut off"
	case string(b[:8]) != magic:
		return 0, before, "this is no segment file"
	case binary.LittleEndian.Uint32(b[headerSize-4:]) != crc32.Checksum(b[:headerSize-4], castagnoli):
		return 0, before, "the checksum of the segment header does not match"
	case b[8] != layout:
		return 0, before, "the segment has a layout this program does not know"
	case b[9] != flag(chained):
		return 0, before, "the segment is of another kind of log (with or without a hash chain)"
	}
	copy(before[:], b[18:])
	return binary.LittleEndian.Uint64(b[10:]), before, ""
}

func flag(chained bool) byte {
	if chained {
		return 1
	}
	return 0
}

// appendFrame adds a frame to b and returns the chain's new state.
func (l *Log) appendFrame(b, payload []byte) ([]byte, Hash) {
	next := l.link(l.hash, payload)
	size := len(payload)
	if l.opts.Chained {
		size += sha256.Size
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	at := len(b)
	b = append(b, 0, 0, 0, 0)
	if l.opts.Chained {
		b = append(b, next[:]...)
	}
	b = append(b, payload...)
	binary.LittleEndian.PutUint32(b[at:], crc32.Checksum(b[at+4:], castagnoli))
	return b, next
}

// link returns the chain's state after payload.
func (l *Log) link(before Hash, payload []byte) (after Hash) {
	if !l.opts.Chained {
		return after
	}
	l.digest.Reset()
	l.scratch = before // on the heap already: the hash takes slices of it
	l.digest.Write(l.scratch[:])
	l.digest.Write(payload)
	l.digest.Sum(l.scratch[:0])
	return l.scratch
}

// parseFrame reads the frame at the start of b. Size is what it takes; reason
// is empty when it is intact.
func (l *Log) parseFrame(b []byte, before Hash) (f Frame, size int, reason string) {
	if len(b) < prefixSize {
		return f, 0, "the frame is cut off"
	}
	length := int(binary.LittleEndian.Uint32(b))
	least := 0
	if l.opts.Chained {
		least = sha256.Size
	}
	if length < least || length > MaxPayload+least {
		return f, 0, "the length of the frame is impossible"
	}
	if len(b) < prefixSize+length {
		return f, 0, "the frame is cut off"
	}
	body := b[prefixSize : prefixSize+length]
	f.Payload = body[least:]
	if binary.LittleEndian.Uint32(b[4:]) != crc32.Checksum(body, castagnoli) {
		return f, 0, "the checksum does not match"
	}
	f.Hash = l.link(before, f.Payload)
	if l.opts.Chained && string(f.Hash[:]) != string(body[:least]) {
		return f, 0, "the hash does not follow from the entries before it"
	}
	return f, prefixSize + length, ""
}
