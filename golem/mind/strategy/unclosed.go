package strategy

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// unclosed is a block of which the end is not there: whatever was to come after it is in it.
type unclosed struct {
	at   place
	what string
	ends string // what closes it
}

// unclosed tells of a block that has no end of its own.
func (r *reader) unclosed(n ast.Node) (unclosed, bool) {
	var ends string
	at, what := n.Pos(), "block of code"
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		if ends = r.fenceAt(at); r.fenced(n, ends) {
			return unclosed{}, false
		}
		if n.Info != nil && isRule(string(n.Info.Segment.Value(r.source))) {
			what = "rule block"
		}
	case *ast.HTMLBlock:
		end, needed := htmlEnds[n.HTMLBlockType]
		first := n.Lines().At(0)
		if !needed || n.HasClosure() || end.closes.Match(first.Value(r.source)) {
			return unclosed{}, false
		}
		what, ends = end.what, end.ends
	default:
		return unclosed{}, false
	}
	return unclosed{r.place(at), what, ends}, true
}

// htmlEnds are the blocks of HTML that no empty line ends.
var htmlEnds = map[ast.HTMLBlockType]struct {
	what, ends string
	closes     *regexp.Regexp
}{
	ast.HTMLBlockType1: {"block of HTML", "the tag that closes it", regexp.MustCompile(`(?i)</(script|pre|style|textarea)>`)},
	ast.HTMLBlockType2: {"comment", "-->", regexp.MustCompile("-->")},
	ast.HTMLBlockType3: {"instruction", "?>", regexp.MustCompile(`\?>`)},
	ast.HTMLBlockType4: {"declaration", ">", regexp.MustCompile(">")},
	ast.HTMLBlockType5: {"block of data", "]]>", regexp.MustCompile(`\]\]>`)},
}

// fenceAt is the run of backticks or tildes at an offset.
func (r *reader) fenceAt(offset int) string {
	end := offset
	for end < len(r.source) && r.source[end] == r.source[offset] {
		end++
	}
	return string(r.source[offset:end])
}

// fenced reports whether the line after what a fenced block holds closes it.
func (r *reader) fenced(n *ast.FencedCodeBlock, fence string) bool {
	last := n.Pos()
	if lines := n.Lines(); lines.Len() > 0 {
		segment := lines.At(lines.Len() - 1)
		last = segment.Start
	}
	after := r.index(last) + 1
	if after >= len(r.starts) {
		return false
	}
	opening := r.source[r.starts[r.index(n.Pos())]:n.Pos()]
	line, _, _ := strings.Cut(string(r.source[r.starts[after]:]), "\n")
	text := strings.TrimLeft(line, " \t>")
	quotes := strings.Count(line[:len(line)-len(text)], ">")
	rest := strings.TrimLeft(text, fence[:1])
	return quotes == strings.Count(string(opening), ">") && len(text)-len(rest) >= len(fence) && strings.TrimSpace(rest) == ""
}

// isRule reports whether the words after the backticks begin a rule.
func isRule(info string) bool {
	words := strings.Fields(info)
	return len(words) > 0 && words[0] == "rule"
}
