package process

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"time"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/image"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/internal/version"
)

// Day is how much of its time a life passes between two checkpoints where nobody asks for others.
const Day = 24 * time.Hour

// past is what a process knows of the life before it.
type past struct {
	of    *process
	known audit.Mark             // of the audit chain, by the manifest
	from  *checkpoint.Checkpoint // that it went on from; nil: the life is computed from its first entry
	// seq is the entry of the last checkpoint, and heard what was said to the life up to there.
	seq   uint64
	heard []journal.Entry
}

// checkpointName is what the writing of a checkpoint is called.
const checkpointName = "checkpoint"

// keep writes an image of the Golem down, with where its stores stand. They are made durable
// before it, because nothing before a checkpoint is computed again.
func (k *past) keep(image []byte) (sum [32]byte, err error) {
	p := k.of
	mark, err := p.records.Mark()
	if err == nil {
		err = errors.Join(p.journal.Sync(), p.records.Sync(), p.ledger.Sync(), p.audit.Sync())
	}
	if err != nil {
		return sum, err
	}
	c := checkpoint.Checkpoint{
		Version: version.Program, Place: p.journal.Place(), Events: p.golem.Events().Last(),
		Records: mark, Ledger: p.ledger.Len(), Audit: p.audit.Place(), Image: image,
	}
	if c.Birth, err = p.journal.BirthHash(); err != nil {
		return sum, err
	}
	if c.Heard, err = k.listen(); err != nil {
		return sum, err
	}
	if s, ok := p.outside.Signer.(chain.Rememberer); ok {
		if c.Signer, err = s.Memory(); err != nil {
			return sum, err
		}
	}
	if p.World != nil {
		if c.World, err = p.World.Image(); err != nil {
			return sum, fmt.Errorf("the image of its world: %w", err)
		}
	}
	err = p.Sites.Around(site.Document, checkpointName, func() (err error) {
		sum, err = checkpoint.Write(unnamed{sites: p.Sites, what: checkpointName}, p.Home.Path(home.CheckpointDir), c)
		return err
	})
	if err == nil {
		k.seq, k.heard = c.Place.Seq, c.Heard
	}
	return sum, err
}

// listen adds what was said since the last checkpoint.
func (k *past) listen() ([]journal.Entry, error) {
	all := slices.Clip(k.heard)
	for e, err := range checkpoint.Telling(k.of.journal.Entries(k.seq)) {
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// setAside has no start take a checkpoint any more. A file that cannot be renamed is named all
// the same.
func (k *past) setAside(seq uint64, why error) {
	p := k.of
	name, err := checkpoint.SetAside(p.Home.Path(home.CheckpointDir), seq)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		why = errors.Join(why, err)
	}
	p.Log.Error("a checkpoint is set aside; the life goes on from the one before it, or is computed from its first entry", "checkpoint", checkpoint.Name(seq), "now", name, "error", why)
}

// newest takes the newest checkpoint that the journal vouches for.
func (k *past) newest() {
	k.from = nil
	if !k.of.at.result.Resumed || k.of.Checkpoints == 0 {
		return
	}
	var err error
	if k.from, err = checkpoint.Newest(k.of.Home.Dir(), k.setAside); err != nil {
		k.of.Log.Error("no checkpoint can be read; the life is computed from its first entry", "error", err)
	}
}

// places are where the stores are opened.
func (k *past) places() (at struct {
	journal *journal.Place
	records records.Mark
	ledger  uint64
	audit   audit.Place
},
) {
	if c := k.from; c != nil {
		next := c.Place
		next.Seq++ // behind its own entry
		at.journal, at.records, at.ledger, at.audit = &next, c.Records, c.Ledger, c.Audit
	}
	return at
}

// restore makes the Golem the one of the checkpoint, and its signer remember.
func (k *past) restore() error {
	p, c := k.of, k.from
	if (c.World == nil) != (p.World == nil) {
		return fmt.Errorf("%w: its world is another one", image.ErrForeign)
	}
	if err := agent.Restore(p.golem, c.Image, c.Events); err != nil {
		return err
	}
	k.seq, k.heard = c.Place.Seq, c.Heard
	if s, ok := p.outside.Signer.(chain.Rememberer); ok {
		if err := s.Remember(c.Signer); err != nil {
			return fmt.Errorf("what the signer remembers: %w", err)
		}
	}
	if p.World != nil {
		if err := p.World.Restore(c.World); err != nil {
			k.setAside(c.Place.Seq, err)
			return fmt.Errorf("%w: %w", ErrWorld, err)
		}
	}
	p.Log.Info("the life goes on from a checkpoint", "entry", c.Place.Seq, "tick", c.Place.Tick)
	return nil
}

// build opens the stores and builds the Golem, as it was at the newest checkpoint that fits.
func (p *process) build() error {
	for {
		p.past.newest()
		err := p.assemble()
		if err == nil || p.past.from == nil || !unfit(err) {
			return err
		}
		p.past.setAside(p.past.from.Place.Seq, err)
		if err := p.close(); err != nil {
			return err
		}
		p.golem, p.journal, p.records, p.ledger, p.audit = nil, nil, nil, nil, nil
	}
}

// assemble builds the Golem over its stores.
func (p *process) assemble() (err error) {
	if err := p.stores(); err != nil {
		return err
	}
	s := agent.Stores{
		Journal: p.journal, Records: p.records, Ledger: p.ledger, Audit: p.audit, Anchors: p.anchored, Estate: p.estate(),
		Log: slog.New(news{p.Log.Handler(), p.replaying}), Sites: p.Sites,
	}
	if p.Checkpoints != 0 {
		s.Keep, s.Every = p.past.keep, p.Checkpoints.Milliseconds()
	}
	if p.golem, err = agent.New(p.boot, p.outside, s); err != nil || p.past.from == nil {
		return err
	}
	return p.past.restore()
}

// unfit reports whether a checkpoint is why a Golem could not be built: it does not fit the stores,
// or this program.
func unfit(err error) bool {
	if errors.Is(err, ErrWorld) {
		return false // it is said and done, and the world is not what it was
	}
	for _, why := range []error{seglog.ErrShort, audit.ErrShort, image.ErrForeign, image.ErrDamaged} {
		if errors.Is(err, why) {
			return true
		}
	}
	return false
}
