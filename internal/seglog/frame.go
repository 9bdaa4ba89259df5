package seglog

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
)

const (
	magic      = "bardoseg"
	layout     = 1 // version of the layout of header and frames
	headerSize = 8 + 1 + 1 + 8 + sha256.Size + 4
	prefixSize = 4 + 4
	suffix     = ".seg"
	headName   = "head"
	cutOff     = "the frame is cut off"

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

// codec turns headers and frames into bytes and back. It computes the chain, and
// keeps nothing of a log.
type codec struct {
	chained bool
	digest  hash.Hash
	scratch Hash
}

func newCodec(chained bool) *codec { return &codec{chained: chained, digest: sha256.New()} }

// header returns the header of a segment that begins behind m.
func (c *codec) header(m mark) []byte { return c.headerOf(layout, m) }

func (c *codec) headerOf(layout byte, m mark) []byte {
	b := make([]byte, 0, headerSize)
	b = append(b, magic...)
	b = append(b, layout, flag(c.chained))
	b = binary.LittleEndian.AppendUint64(b, m.frames)
	b = append(b, m.hash[:]...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// parseHeader reads a segment's header; reason is empty when it is intact.
func (c *codec) parseHeader(b []byte) (m mark, reason string) {
	switch {
	case len(b) < headerSize:
		return m, "the segment header is cut off"
	case string(b[:8]) != magic:
		return m, "this is no segment file"
	case binary.LittleEndian.Uint32(b[headerSize-4:]) != crc32.Checksum(b[:headerSize-4], castagnoli):
		return m, "the checksum of the segment header does not match"
	case b[8] != layout && b[8] != packedLayout:
		return m, "the segment has a layout this program does not know"
	case b[9] != flag(c.chained):
		return m, "the segment is of another kind of log (with or without a hash chain)"
	}
	m.frames = binary.LittleEndian.Uint64(b[10:])
	copy(m.hash[:], b[18:])
	return m, ""
}

func flag(chained bool) byte {
	if chained {
		return 1
	}
	return 0
}

// frame adds the frame of payload to b, and returns the chain's state after it.
func (c *codec) frame(b, payload []byte, before Hash) ([]byte, Hash) {
	next := c.link(before, payload)
	size := len(payload)
	if c.chained {
		size += sha256.Size
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	at := len(b)
	b = append(b, 0, 0, 0, 0)
	if c.chained {
		b = append(b, next[:]...)
	}
	b = append(b, payload...)
	binary.LittleEndian.PutUint32(b[at:], crc32.Checksum(b[at+4:], castagnoli))
	return b, next
}

// link returns the chain's state after payload.
func (c *codec) link(before Hash, payload []byte) (after Hash) {
	if !c.chained {
		return after
	}
	c.digest.Reset()
	c.scratch = before // on the heap already: the hash takes slices of it
	c.digest.Write(c.scratch[:])
	c.digest.Write(payload)
	c.digest.Sum(c.scratch[:0])
	return c.scratch
}

// parse reads the frame at the start of b. Size is what it takes; reason
// is empty when it is intact.
func (c *codec) parse(b []byte, before Hash) (f Frame, size int, reason string) {
	if len(b) < prefixSize {
		return f, 0, cutOff
	}
	length := int(binary.LittleEndian.Uint32(b))
	least := 0
	if c.chained {
		least = sha256.Size
	}
	if length < least || length > MaxPayload+least {
		return f, 0, "the length of the frame is impossible"
	}
	if len(b) < prefixSize+length {
		return f, 0, cutOff
	}
	body := b[prefixSize : prefixSize+length]
	f.Payload = body[least:]
	if binary.LittleEndian.Uint32(b[4:]) != crc32.Checksum(body, castagnoli) {
		return f, 0, "the checksum does not match"
	}
	f.Hash = c.link(before, f.Payload)
	if c.chained && string(f.Hash[:]) != string(body[:least]) {
		return f, 0, "the hash does not follow from the entries before it"
	}
	return f, prefixSize + length, ""
}
