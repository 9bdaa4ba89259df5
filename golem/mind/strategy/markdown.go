package strategy

import (
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// heading is a recognised heading of the file.
type heading string

// The recognised headings, compared without case.
const (
	headObjective heading = "objective"
	headEntry     heading = "entry criteria"
	headExit      heading = "exit criteria"
	headRisk      heading = "risk limits"
	headProtocols heading = "protocols"
	headHeartbeat heading = "heartbeat"
	headNotes     heading = "notes"
)

var headings = []heading{headObjective, headEntry, headExit, headRisk, headProtocols, headHeartbeat, headNotes}

// line is one line of the file from a column on.
type line struct {
	place
	text string
}

// item is a list item under a recognised heading: its first line.
type item struct {
	under heading
	line
}

// fence is one fenced block: the words after the backticks and the lines inside.
type fence struct {
	info  string
	at    place // of the info
	lines []line
	empty place // where the first line would stand
}

// section is the prose below a recognised heading.
type section struct {
	name  heading
	at    place
	lines []line
}

// outline is what the compiler takes from the Markdown.
type outline struct {
	sections []section
	items    []item
	fences   []fence
	unclosed []unclosed
}

// reader turns goldmark's byte offsets into places in the file.
type reader struct {
	source []byte
	starts []int // byte offset of each line
	first  int   // line of the file the source begins on
}

func newReader(body string, first int) *reader {
	r := &reader{source: []byte(body), starts: []int{0}, first: first}
	for i, c := range r.source {
		if c == '\n' {
			r.starts = append(r.starts, i+1)
		}
	}
	return r
}

// index returns the number, from 0, of the line an offset lies in.
func (r *reader) index(offset int) int {
	lo, hi := 0, len(r.starts)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; r.starts[mid] <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

func (r *reader) place(offset int) place {
	i := r.index(offset)
	return place{r.first + i, 1 + utf8.RuneCount(r.source[r.starts[i]:offset])}
}

func (r *reader) line(s text.Segment) line {
	return line{r.place(s.Start), strings.TrimRight(string(s.Value(r.source)[s.Padding:]), "\n")}
}

// read walks the blocks of the document; inline markup has no meaning here.
func (r *reader) read() outline {
	var o outline
	p := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
	doc := p.Parse(text.NewReader(r.source))
	current, level := heading(""), 0
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			name := r.title(n)
			if name != "" || n.Level <= level {
				current, level = name, n.Level
			}
			if name != "" && n.Lines().Len() > 0 {
				o.sections = append(o.sections, r.section(n, name))
			}
		case *ast.List:
			r.items(n, current, &o)
		}
	}
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if u, open := r.unclosed(n); open {
			o.unclosed = append(o.unclosed, u)
		}
		if f, ok := n.(*ast.FencedCodeBlock); ok && f.Info != nil {
			o.fences = append(o.fences, r.fence(f))
		}
		return ast.WalkContinue, nil
	})
	return o
}

// title returns the recognised name of a heading, or "".
func (r *reader) title(n *ast.Heading) heading {
	var b strings.Builder
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		b.Write(s.Value(r.source))
	}
	words := strings.ToLower(strings.Join(strings.Fields(b.String()), " "))
	for _, h := range headings {
		if words == string(h) {
			return h
		}
	}
	return ""
}

// section takes the prose up to the next recognised heading, or the next one of the same
// or a higher level; code, with the rules in it, is none.
func (r *reader) section(n *ast.Heading, name heading) section {
	s := section{name: name, at: r.place(n.Lines().At(0).Start)}
	for next := n.NextSibling(); next != nil; next = next.NextSibling() {
		if h, ok := next.(*ast.Heading); ok && (h.Level <= n.Level || r.title(h) != "") {
			break
		}
		_ = ast.Walk(next, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			switch n.(type) {
			case *ast.Heading, *ast.CodeBlock, *ast.FencedCodeBlock:
				return ast.WalkSkipChildren, nil
			}
			for i := 0; entering && n.Type() == ast.TypeBlock && i < n.Lines().Len(); i++ {
				s.lines = append(s.lines, r.line(n.Lines().At(i)))
			}
			return ast.WalkContinue, nil
		})
	}
	return s
}

func (r *reader) items(list *ast.List, under heading, o *outline) {
	if under == "" {
		return
	}
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		if first := n.FirstChild(); first != nil && first.Lines() != nil && first.Lines().Len() > 0 {
			o.items = append(o.items, item{under, r.line(first.Lines().At(0))})
		}
	}
}

func (r *reader) fence(f *ast.FencedCodeBlock) fence {
	out := fence{info: string(f.Info.Segment.Value(r.source)), at: r.place(f.Info.Segment.Start)}
	out.empty = place{out.at.line + 1, 1}
	for i := range f.Lines().Len() {
		out.lines = append(out.lines, r.line(f.Lines().At(i)))
	}
	return out
}
