package why

import (
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/fxamacker/cbor/v2"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
)

// Show returns what an id of an explanation stands for, as JSON.
func (l *Life) Show(id string) (string, error) {
	kind, rest, ok := strings.Cut(id, ":")
	if !ok {
		return "", fmt.Errorf("%w: %q (ids look like permit:137.1, entry:4821, tick:137, rule:…@41)", ErrUnknown, id)
	}
	switch kind {
	case "tick", "gate", "observation", "probe":
		return l.showTick(kind, rest)
	case "entry":
		return l.showEntry(rest)
	case "rule":
		return l.showRule(id)
	case "block":
		return l.showBlock(rest)
	case "death":
		return pretty(l.will)
	case "permit", "simulation", "tx":
		return l.showAction(kind, id, rest)
	}
	return "", fmt.Errorf("%w: %q", ErrUnknown, id)
}

func (l *Life) showTick(kind, rest string) (string, error) {
	number, name, _ := strings.Cut(rest, "/")
	tick, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return "", fmt.Errorf("%w: tick %q", ErrUnknown, number)
	}
	r, err := l.record(tick)
	if errors.Is(err, records.ErrNone) {
		return "", fmt.Errorf("%w: tick %d", ErrUnknown, tick)
	}
	if err != nil {
		return "", err
	}
	switch kind {
	case "gate":
		return pretty(r.Gating)
	case "observation":
		return pretty(r.Seen)
	case "probe":
		for _, p := range r.Seen.Probes {
			if p.Probe == name {
				return pretty(p)
			}
		}
		return "", fmt.Errorf("%w: tick %d has no probe %q", ErrUnknown, tick, name)
	}
	return pretty(r)
}

func (l *Life) showEntry(rest string) (string, error) {
	seq, err := strconv.ParseUint(rest, 10, 64)
	if err != nil {
		return "", fmt.Errorf("%w: journal entry %q", ErrUnknown, rest)
	}
	e, err := l.journal.Lookup(seq)
	if errors.Is(err, journal.ErrEnd) {
		return "", fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	if err != nil {
		return "", err
	}
	body := "none"
	if len(e.Body) > 0 {
		if body, err = cbor.Diagnose(e.Body); err != nil {
			return "", err
		}
	}
	return pretty(map[string]any{"seq": e.Seq, "tick": e.Tick, "kind": e.Kind, "request": e.Request.String(), "body": body, "failure": e.Failure})
}

func (l *Life) showRule(id string) (string, error) {
	var found []turn.Trigger
	for r, err := range l.each() {
		if err != nil {
			return "", err
		}
		for _, t := range r.Strategy.Triggers {
			if t.Rule == id {
				found = append(found, t)
			}
		}
	}
	if len(found) == 0 {
		return "", fmt.Errorf("%w: rule %q never triggered", ErrUnknown, id)
	}
	return pretty(map[string]any{"rule": id, "kind": found[0].Kind, "line": found[0].Line, "text": found[0].Text, "times": len(found)})
}

func (l *Life) showBlock(rest string) (string, error) {
	number, err := strconv.ParseUint(rest, 10, 64)
	if err != nil {
		return "", fmt.Errorf("%w: block %q", ErrUnknown, rest)
	}
	for r, err := range l.about("block:" + rest) {
		if err != nil {
			return "", err
		}
		if r.Seen.Reading.Block.Number == number {
			return pretty(r.Seen.Reading.Block)
		}
	}
	for a, err := range l.actions("block:" + rest) {
		if err != nil {
			return "", err
		}
		if a.Execution != nil && a.Execution.Block.Number == number {
			return pretty(a.Execution.Block)
		}
		if s := a.Preview.Simulation; s != nil && s.Block.Number == number {
			return pretty(s.Block)
		}
	}
	return "", fmt.Errorf("%w: block %d was neither read nor written to", ErrUnknown, number)
}

func (l *Life) showAction(kind, id, rest string) (string, error) {
	for a, err := range l.actions(id) {
		if err != nil {
			return "", err
		}
		switch {
		case kind == "permit" && a.Preview.PermitID == id:
			return pretty(a)
		case kind == "simulation" && a.Preview.Simulation != nil && a.Preview.Simulation.Hash.Hex() == rest:
			return pretty(a.Preview.Simulation)
		case kind == "tx" && a.Execution != nil && a.Execution.TxHash.Hex() == rest:
			return pretty(a.Execution)
		}
	}
	return "", fmt.Errorf("%w: %s", ErrUnknown, id)
}

// actions yields the actions that may know an id, those of the settlement last.
func (l *Life) actions(id string) iter.Seq2[*turn.Action, error] {
	return func(yield func(*turn.Action, error) bool) {
		for r, err := range l.about(id) {
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range r.Actions {
				if !yield(&r.Actions[i], nil) {
					return
				}
			}
		}
		for i := range l.will.Settlement.Actions {
			if !yield(&l.will.Settlement.Actions[i].Action, nil) {
				return
			}
		}
	}
}

// about yields the first record that knows an id, or none.
func (l *Life) about(id string) iter.Seq2[*turn.Record, error] {
	return func(yield func(*turn.Record, error) bool) {
		if err := l.index(); err != nil {
			yield(nil, err)
			return
		}
		tick, ok := l.where[id]
		if !ok {
			return
		}
		yield(l.record(tick))
	}
}

// record reads the record of a tick. The last one is kept: the ids of an
// explanation mostly share it.
func (l *Life) record(tick uint64) (*turn.Record, error) {
	if l.last == nil || l.last.Tick != tick {
		r, late, err := l.records.Read(tick)
		if err != nil {
			return nil, err
		}
		records.Settle(&r, late)
		l.last = &r
	}
	return l.last, nil
}

// index reads the life once and notes the first tick of every id that does not
// name its tick itself.
func (l *Life) index() error {
	if l.where != nil {
		return nil
	}
	where := map[string]uint64{}
	note := func(tick uint64, kind string, of any) {
		id := fmt.Sprint(kind, ":", of)
		if _, ok := where[id]; !ok {
			where[id] = tick
		}
	}
	for r, err := range l.each() {
		if err != nil {
			return err
		}
		note(r.Tick, "block", r.Seen.Reading.Block.Number)
		for i := range r.Actions {
			p, x := &r.Actions[i].Preview, r.Actions[i].Execution
			where[p.PermitID] = r.Tick
			if s := p.Simulation; s != nil {
				note(r.Tick, "simulation", s.Hash.Hex())
				note(r.Tick, "block", s.Block.Number)
			}
			if x != nil {
				note(r.Tick, "tx", x.TxHash.Hex())
				note(r.Tick, "block", x.Block.Number)
			}
		}
	}
	l.where = where
	return nil
}

// each yields the records in order, as they turned out.
func (l *Life) each() iter.Seq2[*turn.Record, error] { return l.records.Settled() }
