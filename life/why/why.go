// Package why walks from a trade or a tick back to what caused it: block,
// transaction, permit, simulation, rule with its line in STRATEGY.md, the
// variables it read, the probe, the observation (DESIGN §1, promise 1).
//
// Every link is checked against the journal, whose hash chain is verified first.
// A link whose entry is not there is an error that names it: an explanation with
// a hole is none.
package why

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/owner"
)

// Errors of a question.
var (
	ErrUnknown = errors.New("the life has nothing of that name")
	ErrMissing = errors.New("the cause is missing from the journal")
	ErrNoTrade = fmt.Errorf("%w", ErrUnknown) // a trade's number beyond the last
	ErrNoTick  = fmt.Errorf("%w", ErrUnknown) // a tick's
)

// Link is one step of an explanation. ID can be shown on its own.
type Link struct {
	ID   string `json:"id"`
	What string `json:"what"`
	Text string `json:"text"`
}

// Answer explains one trade or one tick, from the outcome back to its cause.
type Answer struct {
	Question string `json:"question"`
	Tick     uint64 `json:"tick"`
	Time     int64  `json:"time_ms"`
	// Settlement says that the death did it, after the life's last tick, which Tick is then.
	Settlement bool   `json:"settlement,omitempty"`
	Links      []Link `json:"links"`
}

// Life is a life's folder, open for questions.
type Life struct {
	journal *journal.Reader
	records *records.Store
	boot    agent.Boot
	will    thanatopsis.Testament // empty while the Golem lives
	texts   map[string][]byte     // every STRATEGY.md of the life, by hash
	steers  map[string]Link       // by the id of their letter
	paid    []payment             // what was paid for the time, in order
	where   map[string]uint64     // tick of an id; nil before the first question
	last    *turn.Record          // the one that was read last
}

// Open opens the folder and verifies the journal: an answer from a journal that
// was changed would be worth nothing. The records are opened first: whatever stands in those
// of a living Golem is in the journal by then.
func Open(dir string) (*Life, error) {
	stored, absent := records.Open(filepath.Join(dir, home.CyclesDir), records.Options{ReadOnly: true})
	j, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		if absent == nil {
			err = errors.Join(err, stored.Close())
		}
		return nil, err
	}
	l := &Life{journal: j, records: stored, texts: map[string][]byte{}, steers: map[string]Link{}}
	if err := l.verify(); err != nil {
		l.Close()
		return nil, err
	}
	first, err := j.Lookup(0)
	if err == nil {
		err = first.Decode(&l.boot)
	}
	if err != nil {
		l.Close()
		return nil, fmt.Errorf("read the birth: %w", err)
	}
	l.texts[strategy.Hash(l.boot.Strategy.Text)] = l.boot.Strategy.Text
	if err := l.readWill(home.Paper(dir, home.TestamentFile)); err != nil {
		l.Close()
		return nil, err
	}
	if absent != nil {
		l.Close()
		return nil, absent
	}
	return l, nil
}

// verify reads the whole journal and keeps the strategies that were offered, and the steers.
func (l *Life) verify() error {
	for e, err := range l.journal.Entries(0) {
		if err != nil {
			return err
		}
		if e.Kind != journal.KindWord {
			continue
		}
		letter, err := owner.Read(e)
		if err != nil {
			return err
		}
		switch w := letter.Word.(type) {
		case owner.Strategy:
			l.texts[strategy.Hash(w.Text)] = w.Text
		case owner.Time:
			l.paid = append(l.paid, payment{Link{fmt.Sprintf("entry:%d", e.Seq), "payment", longer(w)}, e.Seq})
		case owner.Steer:
			l.steers[letter.ID] = Link{fmt.Sprintf("entry:%d", e.Seq), "owner", fmt.Sprintf("the owner said %q (%s, journal entry:%d)", w.Text, letter.ID, e.Seq)}
		}
	}
	return nil
}

func (l *Life) readWill(path string) error {
	will, _, err := thanatopsis.Read(path)
	if err == nil {
		l.will = will
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Close releases the folder.
func (l *Life) Close() error {
	err := l.journal.Close()
	if l.records != nil {
		err = errors.Join(err, l.records.Close())
	}
	return err
}

// Trade explains the n-th executed action, from 1, in the order of the life.
func (l *Life) Trade(n int) (Answer, error) {
	seen := 0
	for r, err := range l.records.Settled() {
		if err != nil {
			return Answer{}, err
		}
		for i := range r.Actions {
			if a := &r.Actions[i]; a.Status == turn.StatusExecuted {
				if seen++; seen == n {
					return l.explain(fmt.Sprintf("trade %d", n), r, a)
				}
			}
		}
	}
	return l.settled(n, seen)
}

// settled explains a trade of the death settlement: they are counted on behind
// those of the ticks.
func (l *Life) settled(n, seen int) (Answer, error) {
	for i := range l.will.Settlement.Actions {
		if a := &l.will.Settlement.Actions[i].Action; a.Status == turn.StatusExecuted {
			if seen++; seen == n {
				return l.explainSettlement(fmt.Sprintf("trade %d", n), a)
			}
		}
	}
	return Answer{}, fmt.Errorf("%w: trade %d (the life made %d)", ErrNoTrade, n, seen)
}

// Trades returns how many trades can be asked for.
func (l *Life) Trades() (n int, _ error) {
	for _, a := range l.will.Settlement.Proposed() {
		if a.Status == turn.StatusExecuted {
			n++
		}
	}
	for r, err := range l.records.Settled() {
		if err != nil {
			return 0, err
		}
		for i := range r.Actions {
			if r.Actions[i].Status == turn.StatusExecuted {
				n++
			}
		}
	}
	return n, nil
}

// Tick explains what a tick saw and why it did or did not think and act.
func (l *Life) Tick(tick uint64) (Answer, error) {
	r, err := l.record(tick)
	if last := l.will.Stats.LastTick(); errors.Is(err, records.ErrNone) && l.will.Death.DiedAt > 0 && tick == last+1 {
		return Answer{}, fmt.Errorf("%w: tick %d is the death settlement, after the last tick %d: ask for what it did by --trade", ErrUnknown, tick, last)
	}
	if errors.Is(err, records.ErrNone) {
		if last, err := l.records.Last(); err == nil {
			return Answer{}, fmt.Errorf("%w: tick %d (the last is %d)", ErrNoTick, tick, last.Tick)
		}
		return Answer{}, fmt.Errorf("%w: tick %d (there is none yet)", ErrNoTick, tick)
	}
	if err != nil {
		return Answer{}, err
	}
	return l.explain(fmt.Sprintf("tick %d", tick), r, nil)
}
