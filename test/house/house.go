package main

import (
	"fmt"
	"path/filepath"
)

// house is what is looked at, and its bounds. Packages are named from the module's root,
// and what lies in them as package.Name and package.Type.Method.
type house struct {
	dir             string // the module's root
	waiting         string // the list of what no main has to reach, from the root
	imports         int    // the most, as the next two
	fields, methods int
	wiring          []string // packages that import as many as they like, beside the mains
	trigger, commit string   // the functions that a tick and a transaction begin with
	hand, token     string   // the package that sends, and the type without which it does not
	protocols       []protocol
	trusted         []string // packages that what is safe depends on
	guards          int      // lines that these have at most, in all
}

// protocol is a kind of protocol, and words of which each names one of that kind.
type protocol struct {
	kind  string
	words []string
}

// bardo is this repository.
func bardo() house {
	return house{
		dir: ".", waiting: "test/house/waiting.txt",
		imports: 20, fields: 25, methods: 30,
		wiring:  []string{"app/bardo", "app/golem", "golem/agent"}, // DESIGN §2
		trigger: "golem/mind/heartbeat.Heartbeat.Theta", commit: "golem/safety/permit.Desk.Commit",
		hand: "golem/world/chain", token: "golem/safety/capability.Token",
		protocols: []protocol{{"a new exchange", []string{"uniswap"}}, {"a new lender", []string{"aave", "morpho"}}},
		trusted: []string{
			"golem/safety/permit", "golem/safety/cage", "golem/safety/grammar", "golem/safety/capability",
			"golem/safety/signing", "golem/safety/audit", "golem/host/ledger", "internal/ledger",
		},
		guards: 8_713, // lower it with every line that goes; 710 came with assets, markets, caps, doubt, pairs, the coin, orders of two moves, ages of feeds what orders are sized by, 73 with checkpoints, and 62 with rules of a ledger that stand apart from its log
	}
}

// report is what a look at a house found.
type report struct {
	house           house
	imports         []count
	fields, methods []count
	ways            []way
	touched         map[string][]string // packages, by the kind of protocol
	dead            []string            // functions that no main reaches
	waiting         []string            // faults of the list
	lines           []count             // by what they are for
	trusted         []count
}

// count is how much of something a name has.
type count struct {
	name string
	n    int
}

// look measures everything.
func (h house) look() (*report, error) {
	t, err := load(h.dir)
	if err != nil {
		return nil, err
	}
	p, err := t.build()
	if err != nil {
		return nil, err
	}
	r := &report{house: h, imports: t.imports(), touched: map[string][]string{}}
	r.fields, r.methods = t.sizes()
	for _, of := range h.protocols {
		r.touched[of.kind] = t.naming(of.words)
	}
	if r.ways, err = p.ways(h); err != nil {
		return nil, err
	}
	written := p.written()
	r.dead = p.dead(written)
	list, err := readWaiting(filepath.Join(h.dir, h.waiting))
	if err != nil {
		return nil, err
	}
	r.waiting = list.faults(h.waiting, written, r.dead)
	if r.lines, err = t.lines(); err != nil {
		return nil, err
	}
	r.trusted, err = t.linesOf(h.trusted)
	return r, err
}

// faults says what is past its bound, and what of the list of unreached functions is wrong.
func (r *report) faults() []string {
	free := func(string) bool { return false }
	faults := over(r.imports, r.house.imports, "imports %d of our packages, at most %d", r.house.wires)
	faults = append(faults, over(r.fields, r.house.fields, "has %d fields, at most %d", free)...)
	faults = append(faults, over(r.methods, r.house.methods, "has %d methods, at most %d", free)...)
	sum := 0
	for _, c := range r.trusted {
		sum += c.n
	}
	if sum > r.house.guards {
		faults = append(faults, fmt.Sprintf("what is trusted has %d lines, at most %d", sum, r.house.guards))
	}
	return append(faults, r.waiting...)
}

func over(of []count, most int, says string, free func(string) bool) (faults []string) {
	for _, c := range of {
		if c.n > most && !free(c.name) {
			faults = append(faults, c.name+" "+fmt.Sprintf(says, c.n, most))
		}
	}
	return faults
}
