package sheet

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"bardo.run/bardo/life/report/html"
)

// list writes lines under a label.
func list(b *strings.Builder, label string, lines []string) {
	if len(lines) > 0 {
		b.WriteByte('\n')
	}
	for i, line := range lines {
		wrapped(b, line, fmt.Sprintf("  %-9s ", once(i, label)))
	}
}

func once(i int, label string) string {
	if i > 0 {
		return ""
	}
	return label
}

// wrapped breaks a text at blanks; the first line begins with a label, the others below its text.
func wrapped(b *strings.Builder, text, label string) {
	line, indent := label, strings.Repeat(" ", utf8.RuneCountInString(label))
	for i, word := range strings.Fields(html.Clean(text, 4*html.TextLength)) {
		switch {
		case i == 0:
			line += word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			b.WriteString(line + "\n")
			line = indent + word
		default:
			line += " " + word
		}
	}
	b.WriteString(line + "\n")
}
