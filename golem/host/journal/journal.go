package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seglog"
)

// Mode says what a journal is opened for.
type Mode uint8

// The modes: a new life; a past one, computed again; a life that goes on.
const (
	Record Mode = iota
	Replay
	Resume
)

// Policy says when a recording journal is made durable.
type Policy uint8

// Live syncs before every send and once per tick; History syncs at most once a
// second, and at Close (DESIGN §4).
const (
	Live Policy = iota
	History
)

const (
	ticksPerSegment = 1_000
	groupCommit     = time.Second
)

// Options of a journal.
type Options struct {
	Mode   Mode
	Policy Policy
	// Clock paces the group commit of History; it never enters an entry. Nil is
	// the machine's clock.
	Clock clock.Clock
	// Redo lists the kinds that are executed again during Resume, because they
	// move a world outside the journal. They must give the recorded result.
	Redo []Kind
	// Boot is the body of the boot entry: configuration, strategy text, versions.
	// It is written at the start of a life and wherever a resumed one goes on.
	Boot any
	// From is where a life goes on that was made again from a checkpoint; nil: it begins with
	// the first entry.
	From *Place
	// OnBoot is told of every boot entry as the life passes it.
	OnBoot func(Boot)
	// OnLive is called once, when Resume has passed the last stored entry and
	// recording begins; its error is final.
	OnLive func() error
	// Fault and Sites are the seams of crash tests. Sites is told of what is recorded
	// now, and not of what is played back; with it an entry outlives its process, though
	// not the machine, as soon as it is on record.
	Fault seglog.Fault
	Sites site.Hook
}

// Place is a place in the journal of a life.
type Place struct {
	Seq   uint64 // of the next entry
	Tick  uint64 // of the last one
	Epoch uint64 // boots so far
}

// Place is where the life stands.
func (j *Journal) Place() Place { return Place{j.seq, j.tick, j.epoch} }

// Boot is a boot entry. Epoch counts the life's boots from 1.
type Boot struct {
	Epoch uint64
	Entry Entry
}

// Journal is the open journal of a life. It belongs to one goroutine.
type Journal struct {
	opts Options
	log  *seglog.Log
	dir  string

	stored func() (seglog.Frame, error, bool) // nil while recording
	stop   func()
	ahead  *Entry // read, not yet passed

	seq, tick, epoch uint64
	last             uint64 // tick of the last entry
	syncedAt         time.Time
	final            error
	request, body    bytes.Buffer // scratch
	line             bytes.Buffer // scratch
}

// Open opens the journal in dir. Record needs an empty or absent folder; a torn
// tail is cut by Resume and ignored by Replay.
func Open(dir string, opts Options) (*Journal, error) {
	if opts.Clock == nil {
		opts.Clock = clock.System{}
	}
	log, err := seglog.Open(dir, seglog.Options{Chained: true, ReadOnly: opts.Mode == Replay, Fault: opts.Fault})
	if err != nil {
		return nil, describe(dir, err)
	}
	j := &Journal{opts: opts, log: log, dir: dir, syncedAt: opts.Clock.Now()}
	if err := j.start(); err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

func (j *Journal) start() error {
	switch {
	case j.opts.Mode == Record && j.log.Len() > 0:
		return fmt.Errorf("%s: %w", j.dir, ErrExists)
	case j.opts.From != nil:
		j.seq, j.last, j.epoch = j.opts.From.Seq, j.opts.From.Tick, j.opts.From.Epoch
		j.stored, j.stop = iter.Pull2(j.log.Frames(j.seq))
		return nil
	case j.opts.Mode == Replay || j.log.Len() > 0:
		j.stored, j.stop = iter.Pull2(j.log.Frames(0))
		_, err := j.peek()
		return err
	}
	if err := j.live(); err != nil {
		return err
	}
	return j.Sync()
}

// Begin says which tick the entries that follow belong to.
func (j *Journal) Begin(tick uint64) { j.tick = tick }

// End ends the tick and makes it durable as the policy says.
func (j *Journal) End() error {
	if j.stored != nil || j.opts.Policy != Live {
		return j.final
	}
	return j.Sync()
}

// Seq returns the number the next entry has or had.
func (j *Journal) Seq() uint64 { return j.seq }

// Epoch returns the instance epoch: how many boots the life has passed so far.
func (j *Journal) Epoch() uint64 { return j.epoch }

// Replaying says that answers come from the journal.
func (j *Journal) Replaying() bool { return j.stored != nil }

// Err returns the error that ended this journal; nil while it answers. After it
// nothing may be decided in this process.
func (j *Journal) Err() error { return j.final }

// Head returns the number of entries on record and the hash over all of them.
func (j *Journal) Head() (seq uint64, hash [32]byte) {
	n, h := j.log.Head()
	return n, h
}

// Sync makes every entry durable, also those of a life that was interrupted.
func (j *Journal) Sync() error {
	if j.opts.Mode == Replay || j.final != nil && !errors.Is(j.final, ErrInterrupted) {
		return j.final
	}
	j.syncedAt = j.opts.Clock.Now()
	if err := j.sites().Around(site.Sync, storeName, j.log.Sync); err != nil {
		return j.fail(fmt.Errorf("%w: %w", ErrUnwritable, err))
	}
	return nil
}

// Close syncs and closes. A second Close does nothing.
func (j *Journal) Close() error {
	j.leave()
	return j.log.Close()
}

// peek returns the next stored entry, after passing boots; nil where recording
// begins. ErrEnd, behind the last entry of a replay, is the caller's to make final.
func (j *Journal) peek() (*Entry, error) {
	for j.ahead == nil && j.stored != nil {
		f, err, ok := j.stored()
		switch {
		case err != nil:
			return nil, j.fail(describe(j.dir, err))
		case !ok && j.opts.Mode == Replay:
			return nil, ErrEnd
		case !ok:
			return nil, j.live()
		}
		e, err := decodeEntry(f.Payload)
		if err != nil {
			return nil, j.fail(fmt.Errorf("journal entry %d in %s: %w", f.Number, f.File, err))
		}
		j.last = e.Tick
		if e.Kind != KindBoot {
			j.ahead = &e
			break
		}
		j.pass(e)
		if e.Seq == 0 {
			break // the first boot is passed at Open, later ones with the answer behind them
		}
	}
	return j.ahead, nil
}

// pass notes that the life is behind entry e.
func (j *Journal) pass(e Entry) {
	j.ahead = nil
	j.seq = e.Seq + 1
	if e.Kind != KindBoot {
		return
	}
	j.epoch++
	if j.opts.OnBoot != nil {
		j.opts.OnBoot(Boot{j.epoch, e})
	}
}

// live begins to record, with a boot entry.
func (j *Journal) live() error {
	resumed := j.stored != nil
	j.leave()
	if resumed && j.opts.OnLive != nil {
		if err := j.opts.OnLive(); err != nil {
			return j.fail(err)
		}
	}
	j.body.Reset()
	if err := encoding.MarshalToBuffer(j.opts.Boot, &j.body); err != nil {
		return j.fail(fmt.Errorf("encode the boot entry: %w", err))
	}
	e := Entry{Seq: j.seq, Tick: j.tick, Kind: KindBoot, Body: j.body.Bytes()}
	j.sites().Pass(site.Entry, string(KindBoot), site.Before)
	if err := j.append(&e); err != nil {
		return err
	}
	if err := j.leaves(j.sites(), KindBoot); err != nil {
		return err
	}
	e.Body = bytes.Clone(e.Body)
	j.pass(e)
	return nil
}

func (j *Journal) leave() {
	if j.stop != nil {
		j.stop()
	}
	j.stored, j.stop = nil, nil
}

// append writes e, in a new segment where a thousand ticks are full.
func (j *Journal) append(e *Entry) error {
	if e.Tick/ticksPerSegment != j.last/ticksPerSegment {
		if err := j.log.Roll(); err != nil {
			return j.fail(fmt.Errorf("%w: %w", ErrUnwritable, err))
		}
	}
	j.line.Reset()
	j.line.WriteByte(entryVersion)
	if err := encoding.MarshalToBuffer(e, &j.line); err != nil {
		return j.fail(fmt.Errorf("encode journal entry %d: %w", e.Seq, err))
	}
	if _, err := j.log.Append(j.line.Bytes()); err != nil {
		return j.fail(fmt.Errorf("%w: %w", ErrUnwritable, err))
	}
	j.last = e.Tick
	if j.opts.Policy == History && j.opts.Clock.Now().Sub(j.syncedAt) >= groupCommit {
		return j.Sync()
	}
	return nil
}

// fail makes err final.
func (j *Journal) fail(err error) error {
	if j.final == nil {
		j.final = err
	}
	return j.final
}

func (j *Journal) redo(kind Kind) bool {
	return j.opts.Mode == Resume && slices.Contains(j.opts.Redo, kind)
}

func interrupted(err error) bool { return errors.Is(err, context.Canceled) }
