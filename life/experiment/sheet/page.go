package sheet

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/report/html"
)

// mostRows is how many lives the page lists; what is left out is said, and stands in the other
// outputs.
const mostRows = 2000

// mark tells a page of findings from any other.
const mark = `<main id="findings">`

// IsPage reports whether a text is a page as Page writes it.
func IsPage(text []byte) bool {
	return bytes.HasPrefix(text, []byte(html.Head)) && bytes.Contains(text, []byte(mark))
}

// Page writes findings as one HTML file that asks no network for anything and runs no script.
func Page(out io.Writer, f findings.Findings) error {
	var s html.Sink
	s.Open(title(f), html.Policy())
	s.Verbatim(html.Style())
	s.Put("a{color:inherit;text-decoration-color:var(--line)}.scroll{max-height:none}svg.lines{display:block;width:100%;height:280px}</style>\n</head>\n<body>\n")
	s.Put(`<header><h1>%</h1><p class="verdict">`, title(f))
	s.Verbatim(html.EscapeLong(f.Says, 4*html.TextLength))
	s.Put(`</p><p class="where">%</p></header>`+"\n", basis(f))
	s.Put(mark + "\n")
	curves(&s, f)
	said(&s, "Sets and chains", f.Consists())
	figures(&s, f)
	apart(&s, f)
	luck(&s, f)
	walked(&s, f)
	said(&s, "What else there is to say", f.Notes)
	said(&s, "What was assumed", f.Assumed)
	lives(&s, f)
	s.Put("</main>\n<footer>")
	if f.Plan != "" {
		s.Put("<p>The plan has the SHA-256 <code>%</code>.</p>", f.Plan)
	}
	s.Put("<p>This file holds all it shows and loads nothing.</p></footer>\n</body>\n</html>\n")
	_, err := io.WriteString(out, s.String())
	return err
}

// title names what is compared.
func title(f findings.Findings) string {
	var names []string
	for _, c := range f.Columns {
		if c.Arm {
			names = append(names, c.Name)
		}
	}
	if len(names) > 4 {
		lives := 0
		for _, l := range f.Lives {
			lives += len(l.Lives())
		}
		return fmt.Sprintf("%d arms, %d lives", len(names), lives)
	}
	return strings.Join(names, ", ")
}

// basis says what the figures rest on.
func basis(f findings.Findings) string {
	period := "hours"
	if f.Period == outcome.Day {
		period = "days"
	}
	return fmt.Sprintf("Ratios, volatility and tail rest on the returns of whole %s, and are those of a year of 365 days. A number leads to the life, or the lives, that it comes from, with the command that computes each again.", period)
}

// figures is the table. Each number of an arm is a link to its lives.
func figures(s *html.Sink, f findings.Findings) {
	s.Put(`<section><h2>Side by side</h2><div class="panel scroll" tabindex="0" role="region" aria-label="Figures"><table class="rows"><thead><tr><th scope="col"></th>`)
	for _, c := range f.Columns {
		s.Put(`<th scope="col" class="num">%</th>`, named(c.Name))
	}
	s.Put("</tr></thead><tbody>")
	rows := f.Rows()
	for _, r := range rows {
		s.Put(`<tr><th scope="row">%</th>`, r.Name)
		for i, c := range f.Columns {
			value(s, c, cell(r, i), r.Values[i].Why)
		}
		s.Put("</tr>")
	}
	s.Put(`<tr><th scope="row">orders</th>`)
	for _, c := range f.Columns {
		value(s, c, orders(c), "")
	}
	s.Put("</tr></tbody></table></div>")
	if why := unknown(rows); len(why) > 0 {
		s.Put(`<p class="note">A dash is not known. %.</p>`, strings.Join(why, "; "))
	}
	s.Put("</section>\n")
}

func value(s *html.Sink, c findings.Column, text, why string) {
	if !c.Arm || text == "–" || c.Lives[0] >= mostRows {
		s.Put(`<td class="num" title="%">%</td>`, why, text)
		return
	}
	s.Put(`<td class="num"><a href="#life-%">%</a></td>`, strconv.Itoa(c.Lives[0]+1), text)
}

// said is a list of sentences.
func said(s *html.Sink, heading string, lines []string) {
	if len(lines) == 0 {
		return
	}
	s.Put("<section><h2>%</h2><ul>", heading)
	for _, line := range lines {
		s.Put("<li>%</li>", line)
	}
	s.Put("</ul></section>\n")
}
