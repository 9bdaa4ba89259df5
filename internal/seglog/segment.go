package seglog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// segment is one file of the log: first is the number of its first frame,
// before the chain's hash ahead of it.
type segment struct {
	name   string
	first  uint64
	before Hash
}

func segmentName(n int) string { return fmt.Sprintf("%06d%s", n, suffix) }

// load finds the segments, reads their headers and scans the last one that can
// be read. Damage is left in l.damage. The mark is read first: a writer that goes
// on meanwhile adds segments, and a later mark would cover some not listed.
func (l *Log) load() error {
	var err error
	l.synced, err = readMark(l.headPath())
	var headless *Damage
	if err != nil && !errors.As(err, &headless) {
		return err
	}
	names, err := l.names()
	if err != nil {
		return err
	}
	if len(names) > 0 {
		l.damage = headless
	}
	broken, certain, err := l.headers(names)
	if err != nil {
		return err
	}
	if err := l.tail(); err != nil {
		return err
	}
	// A header broken in the last file is torn unless frames were synced there.
	if broken != nil && (certain || l.frames < l.synced.frames) {
		broken.Frame = l.frames
		l.damage = broken
	}
	return nil
}

func (l *Log) names() ([]string, error) {
	entries, err := os.ReadDir(l.dir)
	if err != nil && (l.opts.ReadOnly || !os.IsNotExist(err)) {
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
func (l *Log) headers(names []string) (broken *Damage, certain bool, err error) {
	for i, name := range names {
		want := segmentName(i + 1)
		if name != want {
			return &Damage{File: l.path(want), Reason: "the file is missing"}, true, nil
		}
		seg, reason, err := l.header(name)
		if err != nil {
			return nil, false, err
		}
		if reason != "" {
			return &Damage{File: l.path(name), Reason: reason}, i < len(names)-1, nil
		}
		l.segs = append(l.segs, seg)
	}
	return nil, false, nil
}

func (l *Log) header(name string) (seg segment, reason string, err error) {
	f, err := os.Open(l.path(name))
	if err != nil {
		return seg, "", err
	}
	defer f.Close()
	b := make([]byte, headerSize)
	n, _ := f.ReadAt(b, 0)
	seg.name = name
	seg.first, seg.before, reason = decodeHeader(b[:n], l.opts.Chained)
	if reason == "" && len(l.segs) == 0 && seg.first != 0 {
		reason = "the first segment does not begin with the first entry"
	}
	return seg, reason, nil
}

// tail scans the last segment up to the last whole frame, and decides whether
// what follows is a torn tail or damage.
func (l *Log) tail() error {
	if len(l.segs) == 0 {
		if l.synced.frames > 0 {
			l.damage = &Damage{File: l.path(segmentName(1)), Reason: "the file is missing"}
		}
		return nil
	}
	seg := l.last()
	b, err := os.ReadFile(l.path(seg.name))
	if err != nil {
		return err
	}
	l.frames, l.hash, l.size = seg.first, seg.before, headerSize
	reason := ""
	var f Frame
	for l.size < int64(len(b)) {
		l.checkMark(seg)
		var n int
		if f, n, reason = l.parseFrame(b[l.size:], l.hash); reason != "" {
			break
		}
		l.size += int64(n)
		l.frames++
		l.hash = f.Hash
	}
	l.checkMark(seg)
	if l.frames < l.synced.frames {
		if reason == "" {
			f = Frame{}
			reason = fmt.Sprintf("the log ends here, but %d entries were synced", l.synced.frames)
		}
		l.fault(Damage{File: l.path(seg.name), Frame: l.frames, Offset: l.size, Reason: reason, Payload: f.Payload})
	}
	return nil
}

// fault notes damage found by the scan; damage found earlier stands.
func (l *Log) fault(d Damage) {
	if l.damage == nil {
		l.damage = &d
	}
}

// checkMark compares the chain with the head file where the two meet.
func (l *Log) checkMark(seg *segment) {
	if l.opts.Chained && l.frames == l.synced.frames && l.hash != l.synced.hash {
		l.fault(Damage{
			File: l.path(seg.name), Frame: l.frames, Offset: l.size,
			Reason: "the hash differs from the one noted in the head file",
		})
	}
}

// prepare makes an intact log ready to append: it creates what is missing and
// cuts the torn tail.
func (l *Log) prepare() error {
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return err
	}
	var err error
	if l.head, err = os.OpenFile(l.headPath(), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return err
	}
	if len(l.segs) == 0 {
		if err := l.settle(mark{}); err != nil {
			return err
		}
	}
	torn := l.path(segmentName(len(l.segs) + 1))
	if _, err := os.Stat(torn); err == nil {
		if err := l.disk.remove(torn); err != nil {
			return err
		}
	}
	if len(l.segs) == 0 {
		return l.begin()
	}
	return l.resume()
}

// resume opens the last segment behind its last whole frame.
func (l *Log) resume() error {
	path := l.path(l.last().name)
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() > l.size {
		if err := l.disk.truncate(path, l.size); err != nil {
			return err
		}
	}
	if l.file, err = os.OpenFile(path, os.O_RDWR, 0o600); err != nil {
		return err
	}
	_, err = l.file.Seek(l.size, 0)
	return err
}

// begin creates the next segment and makes it the current one.
func (l *Log) begin() error {
	seg := segment{name: segmentName(len(l.segs) + 1), first: l.frames, before: l.hash}
	path := filepath.Join(l.dir, seg.name)
	f, err := l.disk.create(path)
	if err != nil {
		return explain(path, err)
	}
	if err := l.found(f, seg); err != nil {
		f.Close()
		if left := l.disk.remove(path); left != nil {
			l.broken = explain(path, left) // going on would number frames twice
		}
		return explain(path, err)
	}
	if l.file != nil {
		l.file.Close()
	}
	l.file, l.size = f, headerSize
	l.segs = append(l.segs, seg)
	return nil
}

func (l *Log) found(f *os.File, seg segment) error {
	if _, err := l.disk.write(f, encodeHeader(l.opts.Chained, seg.first, seg.before)); err != nil {
		return err
	}
	if err := l.disk.sync(f); err != nil {
		return err
	}
	return l.disk.syncDir(l.dir)
}

// cut drops every frame from number keep on. After an error it is not known how
// much is left, or whether the open file still has its name.
func (l *Log) cut(keep uint64) error {
	l.broken = l.drop(keep)
	return l.broken
}

// drop moves the mark first: a crash in between leaves a log that is longer than
// its mark, which is sound.
func (l *Log) drop(keep uint64) error {
	at := len(l.segs) - 1
	for l.segs[at].first > keep {
		at--
	}
	size, hash := int64(headerSize), l.segs[at].before
	for f, err := range l.Frames(l.segs[at].first) {
		if err != nil {
			return err
		}
		if f.Number == keep {
			size = f.Offset
			break
		}
		hash = f.Hash
	}
	if err := l.settle(mark{keep, hash}); err != nil {
		return err
	}
	for i := len(l.segs) - 1; i > at; i-- {
		if err := l.disk.remove(l.path(l.segs[i].name)); err != nil {
			return explain(l.dir, err)
		}
		l.segs = l.segs[:i]
	}
	l.file.Close()
	l.frames, l.hash, l.size = keep, hash, size
	if err := l.resume(); err != nil {
		return explain(l.dir, err)
	}
	return explainNil(l.dir, l.disk.sync(l.file), l.disk.syncDir(l.dir))
}

func explainNil(path string, errs ...error) error {
	if err := errors.Join(errs...); err != nil {
		return explain(path, err)
	}
	return nil
}
