package seglog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// segment is one file of the log, and what its header says comes before its first
// frame.
type segment struct {
	name   string
	before mark
}

func segmentName(n int) string { return fmt.Sprintf("%06d%s", n, suffix) }

// folder is the segments of a log, in order.
type folder struct {
	dir   string
	codec *codec
	disk  disk
	held  *os.File // the folder, while it is this handle's to write in
	segs  []segment
}

func (d *folder) path(name string) string { return filepath.Join(d.dir, name) }
func (d *folder) last() *segment          { return &d.segs[len(d.segs)-1] }

// hold makes the folder and keeps every other writer out.
func (d *folder) hold() (err error) {
	if err = os.MkdirAll(d.dir, 0o700); err == nil {
		d.held, err = hold(d.dir)
	}
	return err
}

func (d *folder) release() {
	if d.held != nil {
		d.held.Close()
	}
	d.held = nil
}

func (d *folder) names() ([]string, error) {
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries { // sorted; the names have one width up to 999999
		if strings.HasSuffix(e.Name(), suffix) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// headers reads the segments' headers up to the first that is missing or
// broken. Certain says that a crash cannot have left it so.
func (d *folder) headers(names []string) (broken *Damage, certain bool, err error) {
	for i, name := range names {
		want := segmentName(i + 1)
		if name != want {
			return &Damage{File: d.path(want), Reason: "the file is missing"}, true, nil
		}
		seg, reason, err := d.header(name)
		if err != nil {
			return nil, false, err
		}
		if reason != "" {
			return &Damage{File: d.path(name), Reason: reason}, i < len(names)-1, nil
		}
		d.segs = append(d.segs, seg)
	}
	return nil, false, nil
}

func (d *folder) header(name string) (seg segment, reason string, err error) {
	f, err := os.Open(d.path(name))
	if err != nil {
		return seg, "", err
	}
	defer f.Close()
	b := make([]byte, headerSize)
	n, _ := f.ReadAt(b, 0)
	seg.name = name
	seg.before, reason = d.codec.parseHeader(b[:n])
	if reason == "" && len(d.segs) == 0 && seg.before.frames != 0 {
		reason = "the first segment does not begin with the first entry"
	}
	return seg, reason, nil
}

// clear removes the file behind the last segment, which a crash may have left without
// a header, and what it left of the packing of a segment.
func (d *folder) clear() error {
	for _, seg := range d.segs {
		if _, err := os.Stat(d.path(seg.name + packedSuffix)); err == nil {
			if err := d.disk.remove(d.path(seg.name + packedSuffix)); err != nil {
				return err
			}
		}
	}
	torn := d.path(segmentName(len(d.segs) + 1))
	if _, err := os.Stat(torn); err != nil {
		return nil
	}
	return d.disk.remove(torn)
}

// begin makes the next segment, behind m, and returns its file. A stranded file is one
// that had to be left: a log that went on would number frames twice.
func (d *folder) begin(m mark) (f *os.File, stranded, err error) {
	seg := segment{name: segmentName(len(d.segs) + 1), before: m}
	path := d.path(seg.name)
	f, err = d.disk.create(path)
	if err != nil {
		return nil, nil, explain(path, err)
	}
	if err := d.found(f, m); err != nil {
		f.Close()
		if left := d.disk.remove(path); left != nil {
			stranded = explain(path, left)
		}
		return nil, stranded, explain(path, err)
	}
	d.segs = append(d.segs, seg)
	return f, nil, nil
}

func (d *folder) found(f *os.File, m mark) error {
	if _, err := d.disk.write(f, d.codec.header(m)); err != nil {
		return err
	}
	if err := d.disk.sync(f); err != nil {
		return err
	}
	return d.sync()
}

// keep removes the segments from number n on, the last one first.
func (d *folder) keep(n int) error {
	for len(d.segs) > n {
		if err := d.disk.remove(d.path(d.last().name)); err != nil {
			return err
		}
		d.segs = d.segs[:len(d.segs)-1]
	}
	return nil
}

func (d *folder) sync() error { return d.disk.syncDir(d.dir) }

// of returns the number of the segment that has the frame.
func (d *folder) of(frame uint64) int {
	at := 0
	for i, seg := range d.segs {
		if seg.before.frames <= frame {
			at = i
		}
	}
	return at
}

// frames yields the frames of segment i from number from on; false ends the
// iteration. Of the last segment it reads only the first size bytes.
func (d *folder) frames(i int, size int64, from uint64, yield func(Frame, error) bool) bool {
	seg, last := d.segs[i], i == len(d.segs)-1
	b, lost, err := d.read(seg.name)
	if err != nil {
		yield(Frame{}, err)
		return false
	}
	if last {
		b = b[:min(int64(len(b)), size)]
	}
	number, hash, at := seg.before.frames, seg.before.hash, headerSize
	broken := func(reason string, payload []byte) bool {
		yield(Frame{}, &Damage{File: d.path(seg.name), Frame: number, Offset: int64(at), Reason: reason, Payload: payload})
		return false
	}
	for at < len(b) {
		f, n, reason := d.codec.parse(b[at:], hash)
		if reason != "" && lost != "" { // what was packed tells more of it
			break
		}
		if reason != "" {
			return broken(reason, f.Payload)
		}
		f.Number, f.File, f.Offset = number, seg.name, int64(at)
		if number >= from && !yield(f, nil) {
			return false
		}
		number, hash, at = number+1, f.Hash, at+n
	}
	if lost != "" {
		return broken(lost, nil)
	}
	if last {
		return true
	}
	switch next := d.segs[i+1].before; {
	case number != next.frames:
		return broken(fmt.Sprintf("the segment ends here, but the next begins with entry %d", next.frames), nil)
	case hash != next.hash:
		return broken("the next segment follows another hash", nil)
	}
	return true
}
