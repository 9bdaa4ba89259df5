package conf

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// entry is a key of the file with its value, or a table header.
type entry struct {
	key    string // dotted
	line   int    // from 1
	column int
	kind   unstable.Kind
	text   string  // the unquoted text of a string, else the text as written
	items  []entry // of an array
}

// fault is what the TOML library refuses.
type fault struct {
	problem Problem
	line    int
}

// document splits a TOML text into entries in the order of the file. A text that
// is not TOML has a fault and no entries, since nothing in it can be trusted; one
// that defines a key twice, or holds a number that no computer has, has both.
func document(file string, data []byte) ([]entry, *fault) {
	var whole map[string]any
	broken := faultOf(file, toml.Unmarshal(data, &whole))
	var parser unstable.Parser
	parser.Reset(data)
	w := walker{parser: &parser}
	for parser.NextExpression() {
		w.expression(parser.Expression())
	}
	if err := parser.Error(); err != nil {
		if broken == nil {
			broken = faultOf(file, err)
		}
		return nil, broken
	}
	return w.entries, broken
}

func faultOf(file string, err error) *fault {
	if err == nil {
		return nil
	}
	f := &fault{problem: Problem{Where: file, Message: strings.TrimPrefix(err.Error(), "toml: ")}}
	var where *toml.DecodeError
	if errors.As(err, &where) {
		line, column := where.Position()
		f.line, f.problem.Where = line, at(file, line, column)
	}
	return f
}

func at(file string, line, column int) string { return fmt.Sprintf("%s:%d:%d", file, line, column) }

type walker struct {
	parser  *unstable.Parser
	table   []string // header of the table we are in
	entries []entry
}

func (w *walker) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.Table, unstable.ArrayTable:
		path, first := w.path(nil, n)
		w.table = path
		w.entries = append(w.entries, w.entry(path, first, n))
	case unstable.KeyValue:
		w.keyValue(w.table, n)
	}
}

// keyValue takes an inline table apart, so that its keys are known like others.
func (w *walker) keyValue(prefix []string, n *unstable.Node) {
	path, first := w.path(prefix, n)
	value := n.Value()
	w.entries = append(w.entries, w.entry(path, first, value))
	if value.Kind != unstable.InlineTable {
		return
	}
	for children := value.Children(); children.Next(); {
		if child := children.Node(); child.Kind == unstable.KeyValue {
			w.keyValue(path, child)
		}
	}
}

func (w *walker) entry(path []string, key, value *unstable.Node) entry {
	start := w.parser.Shape(key.Raw).Start
	e := entry{key: strings.Join(path, "."), line: start.Line, column: start.Column, kind: value.Kind, text: string(value.Data)}
	if value.Kind == unstable.Array {
		for children := value.Children(); children.Next(); {
			if child := children.Node(); child.Kind != unstable.Comment {
				e.items = append(e.items, entry{kind: child.Kind, text: string(child.Data)})
			}
		}
	}
	return e
}

var bare = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// path returns the dotted parts of n's key below the prefix, and the key's first
// node. A part that is not a bare key is quoted, so that "a.b" is not a.b.
func (w *walker) path(prefix []string, n *unstable.Node) (path []string, first *unstable.Node) {
	path = append(path, prefix...)
	for parts := n.Key(); parts.Next(); {
		if first == nil {
			first = parts.Node()
		}
		part := string(parts.Node().Data)
		if !bare.MatchString(part) {
			part = strconv.Quote(part)
		}
		path = append(path, part)
	}
	return path, first
}
