package seglog

import (
	"encoding/binary"
	"hash/crc32"
	"os"
)

// mark is a place in a log: how many frames come before it, and the chain's hash
// there.
type mark struct {
	frames uint64
	hash   Hash
}

const slotSize = 8 + len(Hash{}) + 4

func (m mark) encode() []byte {
	b := binary.LittleEndian.AppendUint64(make([]byte, 0, slotSize), m.frames)
	b = append(b, m.hash[:]...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func decodeMark(b []byte) (m mark, ok bool) {
	if len(b) < slotSize || binary.LittleEndian.Uint32(b[slotSize-4:]) != crc32.Checksum(b[:slotSize-4], castagnoli) {
		return m, false
	}
	m.frames = binary.LittleEndian.Uint64(b)
	copy(m.hash[:], b[8:])
	return m, true
}

// head is the head file, which notes how much of the log was synced. It holds two
// slots that are written in turn, so a torn write costs one of them and the older
// mark, which is still true, remains. It is written after the data is synced and
// needs no sync of its own.
type head struct {
	path   string
	disk   disk
	file   *os.File // nil before open
	slot   int      // whose turn it is
	synced mark     // the newest that was noted
}

// read finds the newest intact mark of the file; the fault is a *Damage.
func (h *head) read() error {
	b, err := os.ReadFile(h.path)
	if os.IsNotExist(err) {
		return &Damage{File: h.path, Reason: "the file is missing; it notes how much of the log was synced"}
	}
	if err != nil {
		return err
	}
	first, ok := decodeMark(b)
	var second mark
	var also bool
	if len(b) > slotSize {
		second, also = decodeMark(b[slotSize:])
	}
	switch {
	case ok && also && second.frames > first.frames, !ok && also:
		h.synced = second
	case ok:
		h.synced = first
	default:
		return &Damage{File: h.path, Reason: "no mark of what was synced is intact"}
	}
	return nil
}

// open makes the file ready for note and settle.
func (h *head) open() (err error) {
	h.file, err = os.OpenFile(h.path, os.O_RDWR|os.O_CREATE, 0o600)
	return err
}

// note writes m into the slot whose turn it is.
func (h *head) note(m mark) error {
	if err := h.disk.writeAt(h.file, m.encode(), int64(h.slot*slotSize)); err != nil {
		return explain(h.path, err)
	}
	h.slot = 1 - h.slot
	h.synced = m
	return nil
}

// settle writes m into both slots and syncs it, so that a closed or cut log has
// one head, whatever was synced when.
func (h *head) settle(m mark) error {
	both := append(m.encode(), m.encode()...)
	if err := h.disk.writeAt(h.file, both, 0); err != nil {
		return explain(h.path, err)
	}
	h.synced = m
	return h.disk.sync(h.file)
}

func (h *head) close() {
	if h.file != nil {
		h.file.Close()
	}
	h.file = nil
}
