package seglog

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
)

// mark is what the head file notes: how many frames were synced and the chain's
// hash there. The file holds two slots that are written in turn, so a torn
// write costs one of them and the older mark, which is still true, remains. It
// is written after the data is synced and needs no sync of its own.
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

// readMark returns the newest intact mark of the head file.
func readMark(path string) (mark, error) {
	b, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return mark{}, &Damage{File: path, Reason: "the file is missing; it notes how much of the log was synced"}
	}
	if err != nil {
		return mark{}, err
	}
	first, ok := decodeMark(b)
	var second mark
	var also bool
	if len(b) > slotSize {
		second, also = decodeMark(b[slotSize:])
	}
	switch {
	case ok && also && second.frames > first.frames, !ok && also:
		return second, nil
	case ok:
		return first, nil
	}
	return mark{}, &Damage{File: path, Reason: "no mark of what was synced is intact"}
}

// note writes the mark into the slot whose turn it is.
func (l *Log) note() error {
	m := mark{l.frames, l.hash}
	if err := l.disk.writeAt(l.head, m.encode(), int64(l.slot*slotSize)); err != nil {
		return explain(l.headPath(), err)
	}
	l.slot = 1 - l.slot
	l.synced = m
	return nil
}

// settle writes the mark into both slots and syncs it, so that a closed or cut
// log has one head, whatever was synced when. The frames under it are synced
// first: a process that was killed may have left them to the kernel.
func (l *Log) settle(m mark) error {
	if l.file != nil {
		if err := l.disk.sync(l.file); err != nil {
			return explain(l.file.Name(), err)
		}
	}
	both := append(m.encode(), m.encode()...)
	if err := l.disk.writeAt(l.head, both, 0); err != nil {
		return explain(l.headPath(), err)
	}
	l.synced = m
	return l.disk.sync(l.head)
}

func (l *Log) headPath() string { return filepath.Join(l.dir, headName) }
