package seglog

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"

	"github.com/klauspost/compress/zstd"
)

// A segment that no longer grows is packed: a header that says so, the length of what
// follows in a plain one, a CRC-32C over that length and the rest of the file, and the frames
// as Zstandard. Chain and checksums of the frames are those of the plain segment, and so are
// the offsets that a Damage names.
const (
	packedLayout = 2
	packedSize   = headerSize + 8 + 4 // of what comes before the frames
	packedSuffix = ".packing"
	// mostPacked bounds what one segment takes in memory; a longer one stays plain.
	mostPacked = 256 << 20
)

const brokenPack = "the checksum does not match"

// pack returns the packed form of a plain segment that follows m. The default level would take
// two or three times as long, for 4 % fewer bytes.
func (c *codec) pack(m mark, plain []byte) ([]byte, error) {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false), zstd.WithWindowSize(1<<20))
	if err != nil {
		return nil, err
	}
	body := plain[headerSize:]
	b := binary.LittleEndian.AppendUint64(c.headerOf(packedLayout, m), uint64(len(body)))
	b = enc.EncodeAll(body, append(b, 0, 0, 0, 0))
	binary.LittleEndian.PutUint32(b[packedSize-4:], packedSum(b))
	return b, enc.Close()
}

func packedSum(b []byte) uint32 {
	return crc32.Update(crc32.Checksum(b[headerSize:packedSize-4], castagnoli), castagnoli, b[packedSize:])
}

func packed(b []byte) bool { return len(b) > len(magic) && b[len(magic)] == packedLayout }

// unpack returns a segment as it was when it was plain, but for its header; reason is empty
// where it is intact. Of one that is not it returns what comes before the damage, as far as that
// unpacks: its frames have checksums of their own. A plain one is returned as it is.
func unpack(b []byte) (plain []byte, reason string) {
	if !packed(b) {
		return b, ""
	}
	if len(b) < packedSize {
		return nil, "the packed segment is cut off"
	}
	size := binary.LittleEndian.Uint64(b[headerSize:])
	if size > mostPacked {
		return nil, brokenPack
	}
	if packedSum(b) != binary.LittleEndian.Uint32(b[packedSize-4:]) {
		reason = brokenPack
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(2*mostPacked))
	if err != nil {
		return nil, err.Error()
	}
	defer dec.Close()
	plain = append(make([]byte, 0, headerSize+size), b[:headerSize]...)
	plain, err = dec.DecodeAll(b[packedSize:], plain)
	if reason == "" && (err != nil || uint64(len(plain)) != headerSize+size) {
		reason = "the packed segment does not unpack"
	}
	return plain, reason
}

// read returns a segment as it was when it was plain; reason is empty where that works.
func (d *folder) read(name string) (plain []byte, reason string, err error) {
	b, err := os.ReadFile(d.path(name))
	if err != nil {
		return nil, "", err
	}
	plain, reason = unpack(b)
	return plain, reason, nil
}

// pack puts the packed form in the place of plain segments that no longer grow, from number
// from on. Their names stay, so that one of the two forms is there whenever the process ends.
func (d *folder) pack(from int) error {
	for i := max(from, 0); i < len(d.segs)-1; i++ {
		if err := d.packOne(d.segs[i]); err != nil {
			return fmt.Errorf("pack %s: %w", d.path(d.segs[i].name), err)
		}
	}
	return nil
}

func (d *folder) packOne(seg segment) error {
	path := d.path(seg.name)
	if done, size, err := d.form(seg.name); err != nil || done || size > mostPacked {
		return err
	}
	b, err := os.ReadFile(path)
	if err != nil || !d.sound(seg, b) {
		return err // what is damaged stays as it is, for who reads it
	}
	b, err = d.codec.pack(seg.before, b)
	if err != nil {
		return err
	}
	return d.replace(path, b)
}

// form reports whether a segment is packed, and the size of its file.
func (d *folder) form(name string) (done bool, size int64, err error) {
	f, err := os.Open(d.path(name))
	if err != nil {
		return false, 0, err
	}
	defer f.Close()
	b := make([]byte, headerSize)
	n, _ := f.ReadAt(b, 0)
	info, err := f.Stat()
	if err != nil {
		return false, 0, err
	}
	return packed(b[:n]), info.Size(), nil
}

// sound reports whether a plain segment holds whole frames and nothing else.
func (d *folder) sound(seg segment, b []byte) bool {
	hash := seg.before.hash
	for at := headerSize; at < len(b); {
		f, n, reason := d.codec.parse(b[at:], hash)
		if reason != "" {
			return false
		}
		hash, at = f.Hash, at+n
	}
	return len(b) >= headerSize
}

// replace puts b in the place of a file, as a whole or not at all.
func (d *folder) replace(path string, b []byte) error {
	f, err := d.disk.create(path + packedSuffix)
	if err != nil {
		return err
	}
	_, err = d.disk.write(f, b)
	if err == nil {
		err = d.disk.sync(f)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = d.disk.rename(path+packedSuffix, path)
	}
	if err != nil {
		_ = d.disk.remove(path + packedSuffix) // else the next Open does
		return err
	}
	return d.sync()
}

// grows makes the last segment plain, which is packed where those behind it were dropped, or
// were lost with a crash before their header was whole.
func (d *folder) grows() error {
	seg := d.last()
	if done, _, err := d.form(seg.name); err != nil || !done {
		return err
	}
	b, reason, err := d.read(seg.name)
	if err != nil {
		return err
	}
	if reason != "" {
		return &Damage{File: d.path(seg.name), Frame: seg.before.frames, Reason: reason}
	}
	return d.replace(d.path(seg.name), append(d.codec.header(seg.before), b[headerSize:]...))
}
