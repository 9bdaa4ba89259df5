package seglog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Inspection is what is wrong with the files of a log, each judged by itself: unlike an open
// log it goes on past a fault.
type Inspection struct {
	Faults []*Damage
	Torn   *Damage // the part of a frame at the end that a crash, or a write that goes on, leaves; nil: none
	Frames uint64
	Files  []string // that make up the log, without their folder
}

// Inspect reads every byte of the log in dir and changes nothing. Closed says that its writer
// closed it: it then ends with a whole frame, and its head marks that.
func Inspect(dir string, chained, closed bool) (Inspection, error) {
	s := &inspector{folder: folder{dir: dir, codec: newCodec(chained)}, closed: closed, at: map[uint64]Hash{}}
	if err := s.marks(); err != nil { // first, as load does
		return s.Inspection, err
	}
	names, err := s.folder.names()
	if err != nil {
		return s.Inspection, err
	}
	for i, name := range names {
		if want := segmentName(i + 1); name != want {
			s.fault(want, 0, "the file is missing")
			break
		}
		if err := s.segment(name, i == len(names)-1); err != nil {
			return s.Inspection, err
		}
		s.Files = append(s.Files, name)
	}
	s.head()
	return s.Inspection, nil
}

// inspector reads a log once, from its first file to its last.
type inspector struct {
	Inspection
	folder folder
	closed bool
	slots  []mark // the intact ones
	end    mark
	name   string // of the segment before
	at     map[uint64]Hash
}

func (s *inspector) fault(name string, at int64, reason string) {
	s.Faults = append(s.Faults, &Damage{File: s.folder.path(name), Frame: s.end.frames, Offset: at, Reason: reason})
}

// marks reads the two marks of the head file.
func (s *inspector) marks() error {
	b, err := os.ReadFile(s.folder.path(headName))
	if errors.Is(err, fs.ErrNotExist) {
		s.fault(headName, 0, "the file is missing; it notes how much of the log was synced")
		return nil
	}
	if err != nil {
		return err
	}
	s.Files = append(s.Files, headName)
	for i := range 2 {
		m, ok := decodeMark(b[min(i*slotSize, len(b)):])
		if !ok {
			s.fault(headName, int64(i*slotSize), "a mark of what was synced is damaged")
			continue
		}
		s.slots, s.at[m.frames] = append(s.slots, m), Hash{}
	}
	if len(b) > 2*slotSize {
		s.fault(headName, int64(2*slotSize), "something follows the two marks")
	}
	return nil
}

// synced is how many frames the head says are durable.
func (s *inspector) synced() (frames uint64) {
	for _, m := range s.slots {
		frames = max(frames, m.frames)
	}
	return frames
}

func (s *inspector) segment(name string, last bool) error {
	b, err := os.ReadFile(s.folder.path(name))
	if err != nil {
		return err
	}
	plain, lost := unpack(b)
	before, reason := s.folder.codec.parseHeader(b[:min(len(b), headerSize)])
	switch {
	case reason != "" && last && len(b) < headerSize && s.torn():
		s.Torn = &Damage{File: s.folder.path(name), Frame: s.end.frames, Reason: reason}
		return nil
	case reason != "":
		s.fault(name, 0, reason)
		return nil
	case s.name != "" && before.frames > s.end.frames && len(s.Faults) == 0:
		s.fault(s.name, 0, fmt.Sprintf("the file ends with entry %d, and the next begins with entry %d", s.end.frames, before.frames))
	case before != s.end && (len(s.Faults) == 0 || before.frames < s.end.frames): // a fault before it loses frames, and adds none
		s.fault(name, 0, "the file does not follow from the one before it")
	}
	s.name, s.end = name, before
	s.folder.segs = append(s.folder.segs, segment{name, before})
	if lost != "" {
		s.fault(name, 0, lost)
		return nil
	}
	s.frames(name, plain, last)
	return nil
}

// torn reports whether a crash may have cut the log off here.
func (s *inspector) torn() bool { return !s.closed && s.end.frames >= s.synced() }

func (s *inspector) frames(name string, b []byte, last bool) {
	for at := headerSize; ; {
		if _, asked := s.at[s.end.frames]; asked {
			s.at[s.end.frames] = s.end.hash
		}
		s.Frames = s.end.frames
		if at == len(b) {
			return
		}
		f, n, reason := s.folder.codec.parse(b[at:], s.end.hash)
		if reason == cutOff && last && s.torn() {
			s.Torn = &Damage{File: s.folder.path(name), Frame: s.end.frames, Offset: int64(at), Reason: reason}
			return
		}
		if reason != "" {
			s.fault(name, int64(at), reason)
			return
		}
		s.end, at = mark{s.end.frames + 1, f.Hash}, at+n
	}
}

// head holds the marks against the log. A log that is damaged itself says nothing of them.
func (s *inspector) head() {
	if len(s.Faults) > 0 {
		return
	}
	if s.name == "" && len(s.slots) > 0 && s.synced() > 0 {
		s.fault(segmentName(1), 0, "the file is missing")
		return
	}
	if s.synced() > s.end.frames {
		s.fault(s.name, 0, fmt.Sprintf("the log ends here, but %d entries were synced: its end was cut off, or %s is missing", s.synced(), segmentName(len(s.folder.segs)+1)))
		return
	}
	for i, m := range s.slots {
		if s.closed && m != s.end || m.hash != s.at[m.frames] {
			s.fault(headName, int64(i*slotSize), "it marks the end of another log")
			return
		}
	}
}
