package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"bardo.run/bardo/life/report/html"
)

// Will is the testament to read: what people ask it first, and the whole of it.
type Will struct {
	Parts []Part `json:"parts"`
	// Text is the testament as it stands in its file.
	Text json.RawMessage `json:"text"`
}

// Part is some of the testament under a heading.
type Part struct {
	Heading string `json:"heading"`
	Facts   []Fact `json:"facts"`
}

// will is folded: the page is about the life.
func (d *Death) will(s *sink) {
	if d.Testament == nil {
		return
	}
	s.put(`<details class="panel"><summary>The testament</summary><div class="will">`)
	for _, p := range d.Testament.Parts {
		s.put(`<h3>%</h3><dl class="facts">`, label(p.Heading))
		for _, f := range p.Facts {
			s.put(`<dt>%</dt><dd>%</dd>`, f.Name, f.Value)
		}
		s.put(`</dl>`)
	}
	s.put(`<h3>All of it</h3><pre tabindex="0" role="region" aria-label="The testament as it was written">`)
	s.lines(readable(d.Testament.Text))
	s.put("</pre></div></details>\n")
}

// readable is the same JSON, one field a line. What is no JSON stays as it is.
func readable(text json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, text, "", "  ") != nil {
		return string(text)
	}
	return b.String()
}

// A testament is shown whole within these bounds; what is cut off is said.
const (
	maxLines   = 4 * maxRows
	lineLength = 1 << 14
)

// lines writes a text line by line, each escaped as everything else.
func (s *sink) lines(text string) {
	all := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, line := range all {
		if i == maxLines {
			s.put("and % more lines: they are in its file\n", fmt.Sprint(len(all)-i))
			return
		}
		s.Verbatim(html.EscapeLong(line, lineLength) + "\n")
	}
}
