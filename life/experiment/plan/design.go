package plan

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
)

// Most is how many lives a sweep has at most: a hundred thousand days of life are days of a large
// machine.
const Most = 100_000

// Design is the lives of a plan.
type Design struct {
	Plan   Plan
	Arms   []Arm
	Places []Place
	seeds  seeds
}

// Place is a market: a generated world or a recorded history, and a seed.
type Place struct {
	World   string
	History string
	Seed    uint64
}

// Kind is what the place is, and what it is called.
func (p Place) Kind() (kind, name string) {
	if p.History != "" {
		return "history", filepath.Base(filepath.Clean(p.History))
	}
	return "world", p.World
}

// Run is an arm in a place, by their indices: one life, or those of the arm's members.
type Run struct{ Arm, Place int }

// Lives is how many lives there are in all.
func (d *Design) Lives() (n int) {
	for _, a := range d.Arms {
		n += len(a.Members)
	}
	return n * len(d.Places)
}

// Runs are all runs, those of a place beside one another.
func (d *Design) Runs() []Run {
	all := make([]Run, 0, len(d.Arms)*len(d.Places))
	for p := range d.Places {
		for a := range d.Arms {
			all = append(all, Run{a, p})
		}
	}
	return all
}

// Key names a run among those of its sweep; it is the name of a folder.
func (d *Design) Key(r Run) string {
	_, name := d.Places[r.Place].Kind()
	return fmt.Sprintf("%s-%d-%03d", name, d.Places[r.Place].Seed, r.Arm+1)
}

// Markets is how many worlds or histories there are, and Seeds how many seeds of each.
func (d *Design) Markets() int { return len(d.Places) / d.Seeds() }

// Seeds is how many seeds each market is lived with.
func (d *Design) Seeds() int { return int(d.seeds.count()) }

// Design makes the lives of a plan. read returns the text of a strategy's file.
func (p Plan) Design(read func(path string) ([]byte, error)) (*Design, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.Judge.Untouched < 0 {
		p.Judge.Untouched = 0
		if p.Judge.WalkForward > 0 {
			p.Judge.Untouched = 20
		}
	}
	d := &Design{Plan: p}
	var err error
	if d.seeds, err = parseSeeds(p.Seeds); err != nil {
		return nil, err
	}
	if p.History != "" && d.seeds.count() > 1 {
		return nil, fmt.Errorf("%w: recorded days are one market whatever the seed: with %.0f seeds it would count as often; give one", ErrPlan, d.seeds.count())
	}
	if err := d.makeArms(read); err != nil {
		return nil, err
	}
	if t := p.Judge.Tried; t > 0 && t < len(d.Arms) {
		return nil, fmt.Errorf("%w: %d arms were tried in all, and here are %d", ErrPlan, t, len(d.Arms))
	}
	worlds := slices.Compact(slices.Sorted(slices.Values(p.Worlds)))
	markets := float64(max(1, len(worlds)))
	each := 0
	for _, a := range d.Arms {
		each += len(a.Members)
	}
	if n := d.seeds.count() * markets * float64(each); n > Most {
		return nil, fmt.Errorf("%w: %d arms, %d markets and %.0f seeds are %.3g lives, and a sweep has %d at most: take fewer seeds or larger steps",
			ErrMany, len(d.Arms), int(markets), d.seeds.count(), n, Most)
	}
	for _, seed := range d.seeds.list() {
		if p.History != "" {
			d.Places = append(d.Places, Place{History: p.History, Seed: seed})
		}
		for _, w := range worlds {
			d.Places = append(d.Places, Place{World: w, Seed: seed})
		}
	}
	slices.SortFunc(d.Places, func(a, b Place) int { return cmp.Or(cmp.Compare(a.World, b.World), cmp.Compare(a.Seed, b.Seed)) })
	return d, nil
}
