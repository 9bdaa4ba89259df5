package strategy

import (
	"strings"
	"unicode/utf8"

	"bardo.run/bardo/golem/mind/strategy/rule"
)

// params are the parameters of a file by name, and which of them were used.
type params struct {
	text map[string]string
	used map[string]bool
}

func (p params) names() []string {
	out := make([]string, 0, len(p.text))
	for n := range p.text {
		out = append(out, n)
	}
	sortStrings(out)
	return out
}

// passage is a run of lines with its placeholders filled in, which still knows
// where each character stood in the file.
type passage struct {
	lines []string
	line  int      // in the file, of the first line
	edges [][]edge // of each line
}

// text returns the lines as one text.
func (g passage) text() string { return strings.Join(g.lines, "\n") }

// edge says that from column at of the filled line on, a column of the file is
// shift more.
type edge struct{ at, shift int }

// place maps a problem's place in the filled text to the file's.
func (g passage) place(line, col int) (int, int) {
	i := line - g.line
	if i < 0 || i >= len(g.edges) {
		return line, col
	}
	shift := 0
	for _, e := range g.edges[i] {
		if col < e.at {
			break
		}
		shift = e.shift
	}
	return line, max(1, col+shift)
}

// fill appends one line of the file, whose first character stands at column col,
// and reports placeholders without a value.
func (g *passage) fill(line string, number, col int, p params, report func(place, string)) {
	if len(g.edges) == 0 {
		g.line = number
	}
	edges := []edge{{1, col - 1}}
	out := strings.Builder{}
	at := col // column in the file of what is left of line
	for {
		before, rest, found := strings.Cut(line, "{{")
		name, after, closed := strings.Cut(rest, "}}")
		if !found || !closed {
			if found {
				report(place{number, at + utf8.RuneCountInString(before)}, "a placeholder is written {{name}}")
			}
			out.WriteString(line)
			break
		}
		out.WriteString(before)
		start := at + utf8.RuneCountInString(before)
		key := strings.TrimSpace(name)
		value, ok := p.text[key]
		if !ok {
			value = "{{" + name + "}}"
			report(place{number, start}, "placeholder "+rule.Quote(key)+" has no value in [parameters]"+rule.Nearest(key, p.names()))
		}
		p.used[key] = true
		written := utf8.RuneCountInString(out.String())
		edges = append(edges, edge{written + 1, start - written - 1})
		out.WriteString(value)
		at = start + utf8.RuneCountInString(name) + 4
		written = utf8.RuneCountInString(out.String())
		edges = append(edges, edge{written + 1, at - written - 1})
		line = after
	}
	g.lines = append(g.lines, out.String())
	g.edges = append(g.edges, edges)
}
