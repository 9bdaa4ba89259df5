package strategy

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// ParametersOf returns the parameters of a STRATEGY.md by name, without compiling it. A front
// matter that cannot be read has none: compiling says what is wrong with it.
func ParametersOf(text []byte) []Parameter {
	matter, _, _, problem := splitFront(string(text))
	if problem != nil {
		return nil
	}
	f, problem := readFront(matter)
	table, _ := f.values["parameters"].(map[string]any)
	if problem != nil {
		return nil
	}
	var all []Parameter
	for _, name := range sortedKeys(table) {
		if value, ok := parameterText(table[name]); ok {
			all = append(all, Parameter{name, value})
		}
	}
	return all
}

// Vary returns the text with other values in the place of some of its parameters, and nothing else
// changed: every line keeps its number. A value is written as a number where the text has one and
// it is one, else as a text. One that the text does not have is an error.
func Vary(text []byte, values []Parameter) ([]byte, error) {
	matter, _, _, problem := splitFront(string(text))
	if problem != nil {
		return nil, Problems{*problem}
	}
	// The front matter begins behind the first line of the file.
	begin := strings.IndexByte(string(text), '\n') + 1
	spots := parameterSpots(matter)
	var edits []spot
	for _, v := range values {
		at, ok := spots[v.Name]
		if !ok {
			return nil, fmt.Errorf("no line below [parameters] has %q", v.Name)
		}
		at.text = written(v.Value, at.number)
		edits = append(edits, at)
	}
	slices.SortFunc(edits, func(a, b spot) int { return b.from - a.from }) // the last one first
	out := string(text)
	for _, e := range edits {
		out = out[:begin+e.from] + e.text + out[begin+e.to:]
	}
	return []byte(out), nil
}

// spot is where a value stands in the front matter, and what takes its place.
type spot struct {
	from, to int
	number   bool
	text     string
}

// parameterSpots are those of all parameters.
func parameterSpots(matter string) map[string]spot {
	spots := map[string]spot{}
	var p unstable.Parser
	p.Reset([]byte(matter))
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		key, _ := dotted(&p, e)
		if e.Kind != unstable.KeyValue {
			table = key + "."
			continue
		}
		name, ok := strings.CutPrefix(table+key, "parameters.")
		v := e.Value()
		if !ok || v.Kind != unstable.String && v.Kind != unstable.Integer && v.Kind != unstable.Float {
			continue
		}
		spots[name] = spot{from: int(v.Raw.Offset), to: int(v.Raw.Offset + v.Raw.Length), number: v.Kind != unstable.String}
	}
	return spots
}

// decimal is a number as TOML has it.
var decimal = regexp.MustCompile(`^[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// written is a value as TOML.
func written(value string, number bool) string {
	if number && decimal.MatchString(value) {
		return value
	}
	return strconv.Quote(value)
}
