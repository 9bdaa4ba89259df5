package seglog

import (
	"errors"
	"fmt"
)

// Open opens the log in dir, and creates it where dir is empty or absent (not
// for reading). A torn tail is cut; a fault in what was synced is a *Damage. Of two
// that would write, in one process or in two, the second is ErrHeld.
func Open(dir string, opts Options) (*Log, error) {
	disk := disk{opts.Fault}
	l := &Log{folder: folder{dir: dir, codec: newCodec(opts.Chained), disk: disk}, tail: tail{disk: disk}, readOnly: opts.ReadOnly}
	l.head = head{path: l.folder.path(headName), disk: disk}
	if err := l.open(); err != nil {
		l.release()
		return nil, err
	}
	if opts.Repeat && l.end.frames < opts.From {
		l.release()
		return nil, fmt.Errorf("%w: %s has %d entries, and was to have %d", ErrShort, dir, l.end.frames, opts.From)
	}
	if opts.Repeat && !opts.ReadOnly && l.end.frames > opts.From {
		l.repeat = newRepetition(l, opts.From)
	}
	return l, nil
}

func (l *Log) open() error {
	if l.readOnly {
		return l.load()
	}
	if err := l.folder.hold(); err != nil { // before anything is read
		return explain(l.folder.dir, err)
	}
	if err := l.load(); err != nil {
		return err
	}
	if l.damage != nil {
		return l.damage
	}
	if err := l.prepare(); err != nil {
		return explain(l.folder.dir, err)
	}
	return nil
}

// load finds the segments, reads their headers and scans the last one that can
// be read. Damage is left in l.damage. The mark is read first: a writer that goes
// on meanwhile adds segments, and a later mark would cover some not listed.
func (l *Log) load() error {
	var headless *Damage
	if err := l.head.read(); err != nil && !errors.As(err, &headless) {
		return err
	}
	names, err := l.folder.names()
	if err != nil {
		return err
	}
	if len(names) > 0 {
		l.damage = headless
	}
	broken, certain, err := l.folder.headers(names)
	if err != nil {
		return err
	}
	if err := l.scan(); err != nil {
		return err
	}
	// A header broken in the last file is torn unless frames were synced there.
	if broken != nil && (certain || l.end.frames < l.head.synced.frames) {
		broken.Frame = l.end.frames
		l.damage = broken
	}
	return nil
}

// scan reads the last segment up to the last whole frame, and decides whether
// what follows is a torn tail or damage.
func (l *Log) scan() error {
	synced := l.head.synced
	if len(l.folder.segs) == 0 {
		if synced.frames > 0 {
			l.damage = &Damage{File: l.folder.path(segmentName(1)), Reason: "the file is missing"}
		}
		return nil
	}
	seg := l.folder.last()
	path := l.folder.path(seg.name)
	b, reason, err := l.folder.read(seg.name)
	if err != nil {
		return err
	}
	if reason != "" {
		l.end = seg.before
		l.damage = &Damage{File: path, Frame: seg.before.frames, Reason: reason}
		return nil
	}
	s := scan{at: seg.before, size: headerSize, synced: synced}
	s.run(l.folder.codec, b)
	l.end, l.tail.size = s.at, s.size
	if s.fault != nil && l.damage == nil {
		s.fault.File = path
		l.damage = s.fault
	}
	return nil
}

// scan is a reading of a segment, held against what was synced.
type scan struct {
	at     mark  // behind the last whole frame
	size   int64 // of the segment up to there
	synced mark
	fault  *Damage // the first, without its file
}

// run reads the frames of segment b behind its header.
func (s *scan) run(c *codec, b []byte) {
	reason := ""
	var f Frame
	for s.size < int64(len(b)) {
		s.meet(c.chained)
		var n int
		if f, n, reason = c.parse(b[s.size:], s.at.hash); reason != "" {
			break
		}
		s.size += int64(n)
		s.at = mark{s.at.frames + 1, f.Hash}
	}
	s.meet(c.chained)
	if s.at.frames >= s.synced.frames {
		return
	}
	if reason == "" {
		f = Frame{}
		reason = fmt.Sprintf("the log ends here, but %d entries were synced", s.synced.frames)
	}
	s.found(reason, f.Payload)
}

// meet compares the chain with the head file where the two meet.
func (s *scan) meet(chained bool) {
	if chained && s.at.frames == s.synced.frames && s.at.hash != s.synced.hash {
		s.found("the hash differs from the one noted in the head file", nil)
	}
}

func (s *scan) found(reason string, payload []byte) {
	if s.fault == nil {
		s.fault = &Damage{Frame: s.at.frames, Offset: s.size, Reason: reason, Payload: payload}
	}
}

// prepare makes an intact log ready to append: it creates what is missing and
// cuts the torn tail.
func (l *Log) prepare() error {
	if err := l.head.open(); err != nil {
		return err
	}
	empty := len(l.folder.segs) == 0
	if empty {
		if err := l.head.settle(mark{}); err != nil {
			return err
		}
	}
	if err := l.folder.clear(); err != nil {
		return err
	}
	if empty {
		return l.begin()
	}
	if err := l.folder.grows(); err != nil {
		return err
	}
	l.pack(0)
	return l.tail.resume(l.folder.path(l.folder.last().name))
}
