package strategy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"bardo.run/bardo/golem/mind/strategy/rule"
)

// The bounds of a file.
const (
	MaxBytes = 64 << 10
	maxLine  = 4000 // characters
	maxNest  = 32
	maxRules = 64
	maxSlots = 128
	// maxSeries bounds the assets and markets whose prices the windows follow.
	maxSeries = 32
)

// maxProblems is how many problems are listed; the rest is counted.
const (
	maxProblems = 100
)

// Base interval hints are clamped to the clock's bounds, in milliseconds.
const (
	minInterval = 30_000
	maxInterval = 120_000
)

// Hash returns the hash of a text as it appears in records.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Compile reads a STRATEGY.md under a policy. The error is of type Problems and
// holds everything that is wrong; what merely deserves attention is in the
// strategy's Warnings. Compile is a pure function of its arguments.
func Compile(text []byte, policy Policy) (*Strategy, error) {
	c := newCompiler(text, policy)
	return c.compile(text)
}

// Draft is Compile where nobody said which assets and markets there will be: all but the policy's first
// two assets pass, and a warning says which were not checked.
func Draft(text []byte, policy Policy) (*Strategy, error) {
	policy.Assets, policy.Markets = policy.Assets[:min(2, len(policy.Assets))], nil
	c := newCompiler(text, policy)
	c.slots.Names.Unchecked = &[]string{}
	return c.compile(text)
}

func newCompiler(text []byte, policy Policy) *compiler {
	c := &compiler{policy: policy, s: &Strategy{Hash: Hash(text), Bounds: policy.Bounds}}
	c.params = params{text: map[string]string{}, used: map[string]bool{}}
	c.slots.Names = policy.names()
	return c
}

func (c *compiler) compile(text []byte) (*Strategy, error) {
	c.run(text)
	rule.SortProblems(c.problems)
	c.problems = slices.Compact(c.problems) // a rule's text is read as Markdown too
	rule.SortProblems(c.s.Warnings)
	if n := len(c.problems) - maxProblems; n > 0 {
		last := c.problems[maxProblems]
		last.Message = fmt.Sprintf("%s; and %d problems more", last.Message, n-1)
		c.problems = append(c.problems[:maxProblems:maxProblems], last)
	}
	if len(c.problems) > 0 {
		return nil, Problems(c.problems)
	}
	return c.s, nil
}

type compiler struct {
	policy   Policy
	s        *Strategy
	params   params
	front    front
	slots    rule.Slots
	problems []Problem
	given    map[string]place // what was set, and where first
}

func (c *compiler) report(at place, message string) {
	c.problems = append(c.problems, Problem{Line: at.line, Col: at.col, Message: message})
}

func (c *compiler) warn(at place, message string) {
	c.s.Warnings = append(c.s.Warnings, Problem{Line: at.line, Col: at.col, Message: message})
}

func (c *compiler) run(raw []byte) {
	c.given = map[string]place{}
	if len(raw) > MaxBytes {
		c.report(place{1, 1}, "the file has more than 65,536 bytes; shorten it")
		return
	}
	if at, ok := invalidUTF8(string(raw)); !ok {
		c.report(at, "the file is not valid UTF-8 here")
		return
	}
	text := strings.ReplaceAll(strings.TrimPrefix(string(raw), "\ufeff"), "\r\n", "\n")
	if at, why := unruly(text); why != "" {
		c.report(at, why)
		return
	}
	matter, body, first, problem := splitFront(text)
	if problem == nil && matter != "" {
		c.front, problem = readFront(matter)
	}
	if problem != nil {
		c.problems = append(c.problems, *problem)
		if body == "" {
			return
		}
	}
	broken := problem != nil
	c.keys()
	o := newReader(body, first).read()
	c.sections(o.sections)
	c.items(o.items)
	for _, u := range o.unclosed {
		c.report(u.at, fmt.Sprintf("the %s that begins in line %d is not closed, and takes what comes after it; end it with %s", u.what, u.at.line, u.ends))
	}
	c.rules(o.fences)
	c.finish(broken)
}

func invalidUTF8(s string) (place, bool) {
	at := place{1, 1}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return at, false
		}
		at.col++
		if r == '\n' {
			at = place{at.line + 1, 1}
		}
		i += n
	}
	return place{}, true
}

// unruly returns the first line that is too long or nests too deep: parsing
// quotes and lists costs the square of their depth.
func unruly(s string) (place, string) {
	number := 0
	for l := range strings.Lines(s) {
		number++
		if utf8.RuneCountInString(l) > maxLine {
			return place{number, maxLine + 1}, "the line is longer than 4,000 characters; break it"
		}
		if markers(l) > maxNest {
			return place{number, 1}, "quotes and lists nest more than 32 deep"
		}
	}
	return place{}, ""
}

// markers counts the quote and list markers a line begins with.
func markers(l string) int {
	n := 0
	for {
		l = strings.TrimLeft(l, " \t")
		rest := strings.TrimLeft(l, "0123456789")
		switch {
		case strings.HasPrefix(l, ">"):
			l = l[1:]
		case len(rest) > 1 && strings.ContainsRune("-*+.)", rune(rest[0])) && (rest[1] == ' ' || rest[1] == '\t'):
			l = rest[1:]
		default:
			return n
		}
		n++
	}
}

// once reports whether a setting is given for the first time.
func (c *compiler) once(key string, at place) bool {
	if before, twice := c.given[key]; twice {
		c.report(at, fmt.Sprintf("%s is already given on line %d; keep one", key, before.line))
		return false
	}
	c.given[key] = at
	return true
}

// sections takes objective and notes from their headings.
func (c *compiler) sections(all []section) {
	for _, s := range all {
		if s.name != headObjective && s.name != headNotes {
			continue
		}
		var p passage
		for _, l := range s.lines {
			p.fill(l.text, l.line, l.col, c.params, c.report)
		}
		words := strings.TrimSpace(p.text())
		if !c.once(string(s.name), s.at) {
			continue
		}
		if s.name == headObjective {
			c.s.Objective = words
		} else {
			c.s.Notes = words
		}
	}
}

// finish checks what only the whole file can tell. Where the front matter could
// not be read, what is missing is not worth reporting.
func (c *compiler) finish(broken bool) {
	if c.s.Objective == "" && !broken {
		c.report(place{1, 1}, "an objective is required; give objective = \"…\" in the front matter or words under a heading Objective")
	}
	for name := range c.params.text {
		if !c.params.used[name] {
			c.warn(c.front.where("parameters."+name), "parameter "+name+" is not used")
		}
	}
	c.s.Slots, c.s.Series = c.slots.All(), c.slots.Series()
	if len(c.s.Slots) > maxSlots {
		c.report(place{1, 1}, fmt.Sprintf("the rules read %d different values; at most 128 are allowed", len(c.s.Slots)))
	}
	if n := len(c.s.Series); n > maxSeries {
		c.report(place{1, 1}, fmt.Sprintf("the windows follow the prices of %d assets and markets; at most %d are allowed", n, maxSeries))
	}
	if u := c.slots.Names.Unchecked; u != nil && len(*u) > 0 {
		c.warn(place{1, 1}, "not checked, because nobody said where it is to live: whether it can trade "+list(*u)+" there")
	}
	if len(c.s.Rules) == 0 && !broken {
		c.warn(place{1, 1}, "the strategy has no rules; without a model this Golem only watches")
	}
}

func sortStrings(s []string) { sort.Strings(s) }
