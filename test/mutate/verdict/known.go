package verdict

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"bardo.run/bardo/internal/atomicfile"
)

// Known is what was found out, as a text that is committed: a run on another machine asks
// only about groups whose source or tests changed. A group is a line with its name, how
// many changes it has, and the hash that each stage's answers depend on; below it stand
// those that are none, by number, and one line for each that the own tests let pass. All
// others were noticed by the own tests.
type Known struct {
	path   string
	text   string
	groups map[string]known
}

// known is one group.
type known struct {
	all    int
	hash   map[Stage]string
	none   []int
	passed []passed
}

// passed is a change that the own tests let pass: who was asked last, and who noticed it.
type passed struct {
	name string
	last Stage
	by   string // empty: nobody; unseen: no test comes past
}

const (
	unseen = "no test comes past"
	nobody = "nobody"
	itsOwn = "its own tests"
)

const knownHead = `# What is known of each change, written by make mutate; docs/mutation.md is made of it. A group
# has its name, how many changes it has, and hashes of what the answers depend on: of its source
# and own tests, then of the tests above, then of the hostile suite. Where a hash is another one
# now, that stage is asked again, and all behind it. Not listed: what the own tests notice.
`

// OpenKnown reads the text. None is nothing known; one that is not understood is an error.
func OpenKnown(path string) (*Known, error) {
	k := &Known{path: path, groups: map[string]known{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	k.text = string(text)
	name := ""
	for i, line := range strings.Split(strings.TrimRight(k.text, "\n"), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		g, bad := k.groups[name], errors.New("it belongs to no group")
		switch {
		case fields[0] != "":
			name, g = fields[0], known{hash: map[Stage]string{}}
			bad = g.headed(fields[1:])
		case name != "":
			bad = g.add(fields[1:])
		}
		if bad != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, bad)
		}
		k.groups[name] = g
	}
	return k, err
}

func (g *known) headed(fields []string) (err error) {
	if len(fields) != 1+len(Stages) {
		return errors.New("want a name, a number and three hashes")
	}
	for i, st := range Stages {
		g.hash[st] = fields[1+i]
	}
	g.all, err = strconv.Atoi(fields[0])
	return err
}

func (g *known) add(fields []string) error {
	switch {
	case len(fields) == 2 && fields[0] == "none":
		for _, part := range strings.Fields(fields[1]) {
			from, to, several := strings.Cut(part, "-")
			if !several {
				to = from
			}
			a, errA := strconv.Atoi(from)
			b, errB := strconv.Atoi(to)
			if err := errors.Join(errA, errB); err != nil || a < 0 || b < a || b >= g.all {
				return fmt.Errorf("%s is no range of %d changes", part, g.all)
			}
			for n := a; n <= b; n++ {
				g.none = append(g.none, n)
			}
		}
		return nil
	case len(fields) == 3 && slices.Contains(Stages, Stage(fields[1])):
		g.passed = append(g.passed, passed{fields[0], Stage(fields[1]), fields[2]})
		return nil
	}
	return errors.New("want a change, who was asked last, and who noticed it")
}

// Teach tells a store what is known of a group whose hashes these are.
func (k *Known) Teach(s *Store, g Group, hash map[Stage]string) {
	was, ok := k.groups[g.Name]
	if !ok || was.hash[Own] != hash[Own] || was.all != len(g.Changes) {
		return
	}
	past := map[string]passed{}
	for _, p := range was.passed {
		past[p.name] = p
	}
	for i, c := range g.Changes {
		v := Verdict{Group: g.Name, Name: c.Name, Stage: Own, Hash: hash[Own]}
		p, open := past[c.Name]
		switch {
		case slices.Contains(was.none, i):
			v.None = true
		case !open:
			v.By, v.Reached = itsOwn, true
		default:
			v.Reached = p.by != unseen
			later(s, v, p, was.hash, hash)
		}
		s.know(v)
	}
}

// later tells of the stages behind the own tests.
func later(s *Store, v Verdict, p passed, was, is map[Stage]string) {
	for _, st := range Stages[1 : 1+slices.Index(Stages, p.last)] {
		if was[st] != is[st] {
			return
		}
		if v.Stage, v.Hash = st, is[st]; st == p.last && p.by != nobody && p.by != unseen {
			v.By = p.by
		}
		s.know(v)
	}
}

// Note takes a group in, if its own tests were asked about all of it.
func (k *Known) Note(s *Store, g Group, hash map[Stage]string) {
	is := known{all: len(g.Changes), hash: hash}
	for i, c := range g.Changes {
		v, ok := s.Get(g.Name, hash[Own], c.Name, Own)
		switch {
		case !ok:
			return
		case v.None:
			is.none = append(is.none, i)
		case v.By == "":
			is.passed = append(is.passed, let(s, v, hash))
		}
	}
	k.groups[g.Name] = is
}

func let(s *Store, own Verdict, hash map[Stage]string) passed {
	p, reached := passed{name: own.Name, last: Own, by: nobody}, own.Reached
	for _, st := range Stages[1:] {
		v, ok := s.Get(own.Group, hash[st], own.Name, st)
		if !ok {
			break
		}
		if p.last, reached = st, reached || v.Reached; v.By != "" {
			p.by = v.By
			return p
		}
	}
	if !reached {
		p.by = unseen
	}
	return p
}

// Keep forgets all groups but these.
func (k *Known) Keep(groups []Group) {
	maps.DeleteFunc(k.groups, func(name string, _ known) bool {
		return !slices.ContainsFunc(groups, func(g Group) bool { return g.Name == name })
	})
}

// Save writes the text, where it is another one.
func (k *Known) Save() error {
	var out strings.Builder
	out.WriteString(knownHead)
	for _, name := range slices.Sorted(maps.Keys(k.groups)) {
		g := k.groups[name]
		fmt.Fprintf(&out, "\n%s\t%d", name, g.all)
		for _, st := range Stages {
			out.WriteString("\t" + g.hash[st])
		}
		out.WriteString("\n")
		if len(g.none) > 0 {
			out.WriteString("\tnone\t" + ranges(g.none) + "\n")
		}
		for _, p := range g.passed {
			fmt.Fprintf(&out, "\t%s\t%s\t%s\n", p.name, p.last, p.by)
		}
	}
	if out.String() == k.text {
		return nil
	}
	k.text = out.String()
	return atomicfile.Write(k.path, 0o644, []byte(k.text))
}

// ranges writes numbers that grow as "3 5-7".
func ranges(all []int) string {
	var out []string
	for i := 0; i < len(all); {
		j := i
		for j+1 < len(all) && all[j+1] == all[j]+1 {
			j++
		}
		if text := strconv.Itoa(all[i]); j > i {
			out = append(out, text+"-"+strconv.Itoa(all[j]))
		} else {
			out = append(out, text)
		}
		i = j + 1
	}
	return strings.Join(out, " ")
}
