package journal

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/site"
)

// Checkpoint is the body of a checkpoint entry: the SHA-256 of the image of the life at this
// entry, and of the file that holds it.
type Checkpoint struct {
	Image [sha256.Size]byte `cbor:"1,keyasint"`
	File  [sha256.Size]byte `cbor:"2,keyasint"`
}

// Standing is a life at a moment at which a checkpoint may be made.
type Standing struct {
	Due bool // one is to be made, where the life is not played back
	// Image returns what the life is.
	Image func() ([]byte, error)
	// Differs is told where a life that is resumed has another image than the one on record.
	Differs func(*Diverged)
	// Keep writes an image down, durably, and returns the sum of its file.
	Keep func(image []byte) ([sha256.Size]byte, error)
}

// Stand makes a checkpoint where one is due. Where the life is played back it holds the life
// against every checkpoint that is on record here: another image is a *Diverged in a replay. A
// life that is resumed goes on, because what it answers is held entry by entry all the same.
//
// A checkpoint that cannot be made is an error that is not final: nothing is on record of it.
// One may be made behind an interrupted answer.
//
// spec: runtime §14.3
func (j *Journal) Stand(s Standing) error {
	for {
		if j.final != nil && !errors.Is(j.final, ErrInterrupted) {
			return j.final
		}
		e, err := j.peek()
		if e != nil && e.Kind != KindCheckpoint {
			e = nil
		}
		switch {
		case errors.Is(err, ErrEnd):
			return nil // it is for the next Take to say that the journal ends
		case err != nil:
			return err
		case e == nil && (j.stored != nil || !s.Due):
			return nil
		case e == nil:
			return j.stands(s)
		}
		if err := j.holds(e, s); err != nil {
			return err
		}
	}
}

// holds passes a checkpoint that is on record.
func (j *Journal) holds(e *Entry, s Standing) error {
	var was Checkpoint
	if err := e.Decode(&was); err != nil {
		return j.fail(err)
	}
	image, err := s.Image()
	if err != nil {
		return j.fail(fmt.Errorf("journal entry %d: %w", e.Seq, err))
	}
	if now := sha256.Sum256(image); now != was.Image {
		d := &Diverged{
			Entry: e.Seq, Tick: e.Tick,
			Stored: fmt.Sprintf("a checkpoint, image %x", was.Image[:8]), Asked: fmt.Sprintf("image %x", now[:8]),
		}
		if j.opts.Mode == Replay {
			return j.fail(d)
		}
		s.Differs(d)
	}
	j.pass(*e)
	return nil
}

// stands puts a checkpoint on record.
func (j *Journal) stands(s Standing) error {
	image, err := s.Image()
	if err != nil {
		return err
	}
	file, err := s.Keep(image)
	if err != nil {
		return err
	}
	j.body.Reset()
	if err := encoding.MarshalToBuffer(Checkpoint{sha256.Sum256(image), file}, &j.body); err != nil {
		return err
	}
	sites := j.sites()
	sites.Pass(site.Entry, string(KindCheckpoint), site.Before)
	entry := Entry{Seq: j.seq, Tick: j.tick, Kind: KindCheckpoint, Body: j.body.Bytes()}
	if err := j.append(&entry); err != nil {
		return err
	}
	j.seq++
	return j.leaves(sites, KindCheckpoint)
}
