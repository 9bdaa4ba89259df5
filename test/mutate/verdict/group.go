package verdict

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"bardo.run/bardo/internal/money"
)

// Floor is how much of what was changed has to be noticed, and MostEquivalent how much
// of it may be called equivalent.
const (
	Floor          money.BPS = 9_500
	MostEquivalent money.BPS = 300
)

// Change is one change and what became of it.
type Change struct {
	Name, File, Func, What string
	Line                   int
	By                     Stage  // who noticed it; empty: nobody
	Test                   string // what did
	Reached                bool   // by a test
	Missing                Stage  // who was not asked yet; empty: all were
	Why                    string // it is equivalent
}

// Group is a package or a contract's source.
type Group struct {
	Name     string
	Contract bool
	Changes  []Change
	Dropped  int // that do not compile, or to the code that was there
}

// Count is how many changes became what.
type Count struct {
	All, Own, Above, Hostile, Survived, Equivalent, Missing int
}

// Count counts a group.
func (g Group) Count() (c Count) {
	for _, x := range g.Changes {
		c.All++
		switch {
		case x.By == Own:
			c.Own++
		case x.By == Above:
			c.Above++
		case x.By == Hostile:
			c.Hostile++
		case x.Missing != "":
			c.Missing++
		case x.Why != "":
			c.Equivalent++
		default:
			c.Survived++
		}
	}
	return c
}

// Add adds another count.
func (c *Count) Add(d Count) {
	c.All += d.All
	c.Own += d.Own
	c.Above += d.Above
	c.Hostile += d.Hostile
	c.Survived += d.Survived
	c.Equivalent += d.Equivalent
	c.Missing += d.Missing
}

// Noticed is the part that was noticed of all that are not equivalent, rounded down.
func (c Count) Noticed() money.BPS {
	if c.All == c.Equivalent {
		return money.Whole
	}
	return money.BPS((c.Own + c.Above + c.Hostile) * int(money.Whole) / (c.All - c.Equivalent))
}

// Equivalents reads a list of changes that change nothing: a line has the change's name,
// a bar and why. Empty lines and lines that begin with # are nothing.
func Equivalents(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for i, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at := strings.LastIndex(line, " | ")
		if at < 0 || strings.TrimSpace(line[at+3:]) == "" {
			return nil, fmt.Errorf("%s:%d: it does not say why: want <change> | <why>", path, i+1)
		}
		name := line[:at]
		if out[name] != "" {
			return nil, fmt.Errorf("%s:%d: %s stands there twice", path, i+1, name)
		}
		out[name] = strings.TrimSpace(line[at+3:])
	}
	return out, nil
}

// Mark marks the equivalent changes and returns what is wrong with the list: a line that
// names no change of these groups' files, or one that was noticed.
func Mark(groups []Group, list map[string]string, all bool) (faults []string) {
	known := map[string]bool{}
	files := map[string]bool{}
	for _, g := range groups {
		for i := range g.Changes {
			c := &g.Changes[i]
			known[c.Name], files[c.File] = true, true
			c.Why = list[c.Name]
			if c.Why != "" && c.By != "" {
				faults = append(faults, "called equivalent, and noticed by "+c.Test+": "+c.Name)
			}
		}
	}
	for name := range list {
		file, _, _ := strings.Cut(name, " ")
		if !known[name] && (all || files[file]) {
			faults = append(faults, "called equivalent, and there is no such change: "+name)
		}
	}
	slices.Sort(faults)
	return faults
}
