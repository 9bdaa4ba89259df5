package strategy

import (
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// place is a line and a column, both from 1.
type place struct{ line, col int }

// front is the TOML between the +++ lines: values by dotted key, and where each
// key stands in the file.
type front struct {
	values map[string]any
	places map[string]place
}

// splitFront cuts the front matter off. bodyLine is the line the Markdown begins
// on.
func splitFront(text string) (matter, body string, bodyLine int, problem *Problem) {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.TrimRight(first, " ") != "+++" {
		return "", text, 1, nil
	}
	line := 2
	for at := 0; at < len(rest); line++ {
		l, _, more := strings.Cut(rest[at:], "\n")
		if strings.TrimRight(l, " ") == "+++" {
			end := at + len(l)
			if more {
				end++
			}
			return rest[:at], rest[end:], line + 1, nil
		}
		at += len(l)
		if more {
			at++
		}
	}
	return "", "", line, &Problem{Line: 1, Col: 1, Message: "the front matter is not closed; end it with a line +++"}
}

// readFront parses the front matter, which begins on line 2 of the file.
func readFront(matter string) (front, *Problem) {
	f := front{values: map[string]any{}, places: map[string]place{}}
	if err := toml.Unmarshal([]byte(matter), &f.values); err != nil {
		p := Problem{Line: 2, Col: 1, Message: strings.TrimPrefix(err.Error(), "toml: ")}
		if at := (*toml.DecodeError)(nil); errors.As(err, &at) {
			row, col := at.Position()
			p.Line, p.Col = row+1, max(col, 1)
		}
		return f, &p
	}
	f.locate(matter)
	return f, nil
}

// locate notes where every key stands.
func (f front) locate(matter string) {
	var p unstable.Parser
	p.Reset([]byte(matter))
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		key, at := dotted(&p, e)
		if e.Kind != unstable.KeyValue {
			table = key + "."
			f.note(key, at)
			continue
		}
		f.note(strings.TrimPrefix(table, ".")+key, at)
	}
}

func (f front) note(key string, at place) {
	if _, seen := f.places[key]; !seen {
		f.places[key] = at
	}
}

func dotted(p *unstable.Parser, e *unstable.Node) (string, place) {
	var parts []string
	at := place{}
	for it := e.Key(); it.Next(); {
		n := it.Node()
		if at.line == 0 {
			start := p.Shape(n.Raw).Start
			at = place{start.Line + 1, start.Column}
		}
		parts = append(parts, string(n.Data))
	}
	return strings.Join(parts, "."), at
}

// where returns the place of a key, or of the nearest table around it.
func (f front) where(key string) place {
	for {
		if at, ok := f.places[key]; ok {
			return at
		}
		cut := strings.LastIndexByte(key, '.')
		if cut < 0 {
			return place{1, 1}
		}
		key = key[:cut]
	}
}

// parameterText is how a parameter's value is filled in: strings as they are,
// numbers in plain decimals.
func parameterText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, len(v) > 0 && len(v) <= 64 && !strings.ContainsAny(v, "\n\r`{}")
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), v-v == 0
	}
	return "", false
}
