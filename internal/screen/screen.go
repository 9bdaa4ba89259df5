// Package screen fits what a program prints to the terminal that shows it: a line that is
// wider goes on in the next one, below its own last column. What is not shown on a terminal,
// as in a file or a pipe, stays as it was printed.
package screen

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// narrowest is the width below which nothing is fitted.
const narrowest = 30

// Writer fits lines to a width. A line is written when it is whole, or with Flush. It is for
// one goroutine, as what it writes to.
type Writer struct {
	out  io.Writer
	wide int
	line []byte
}

// On returns a writer for out: one that fits where out is a terminal, by COLUMNS or by its own
// width, and one that changes nothing elsewhere.
func On(out io.Writer) *Writer {
	w := &Writer{out: out}
	file, ok := out.(*os.File)
	if !ok {
		return w
	}
	shown := columns(file)
	if said, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && shown > 0 && said > 0 {
		shown = said
	}
	w.wide = shown
	return w
}

// Terminal reports whether somebody looks at what is written.
func (w *Writer) Terminal() bool { return w.wide > 0 }

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	if w.wide < narrowest {
		return w.out.Write(p)
	}
	w.line = append(w.line, p...)
	end := bytes.LastIndexByte(w.line, '\n')
	if end < 0 {
		return len(p), nil
	}
	whole := string(w.line[:end])
	w.line = append([]byte(nil), w.line[end+1:]...)
	var b strings.Builder
	for line := range strings.SplitSeq(whole, "\n") {
		b.WriteString(fit(line, w.wide) + "\n")
	}
	if _, err := io.WriteString(w.out, b.String()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what has no end of a line yet.
func (w *Writer) Flush() error {
	if len(w.line) == 0 {
		return nil
	}
	_, err := io.WriteString(w.out, fit(string(w.line), w.wide))
	w.line = nil
	return err
}

// copied is what people copy whole: a command, or JSON. A terminal breaks it as it likes and
// copies it in one piece.
var copied = regexp.MustCompile(`^ +([a-z]+ {2,})?(bardo|golem|make|curl|export) [^ ]|^\s*[{["]`)

// gap is where a column begins.
var gap = regexp.MustCompile(` {2,}[^ ]`)

// fit breaks a line between words, and goes on below its last column.
func fit(line string, wide int) string {
	if utf8.RuneCountInString(line) <= wide || copied.MatchString(line) {
		return line
	}
	text := []rune(line)
	hang := hanging(line, wide)
	var b strings.Builder
	for first := true; len(text) > 0; first = false {
		room := wide
		if !first {
			room = wide - hang
			b.WriteString("\n" + strings.Repeat(" ", hang))
		}
		if len(text) <= room {
			b.WriteString(string(text))
			break
		}
		cut := room
		for cut > 0 && text[cut] != ' ' {
			cut--
		}
		if strings.TrimSpace(string(text[:cut])) == "" { // a word that is wider
			for cut = room; cut < len(text) && text[cut] != ' '; cut++ {
			}
		}
		b.WriteString(strings.TrimRight(string(text[:cut]), " "))
		text = []rune(strings.TrimLeft(string(text[cut:]), " "))
	}
	return b.String()
}

// deep is from where on an indent is that of a column, and the rest goes on in it.
const deep = 8

// hanging is the column in which the rest of a line goes on: that of the line's last column
// which leaves it a third of the width and its longest word, else a little more than its own
// indent.
func hanging(line string, wide int) int {
	own := utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeft(line, " "))
	longest := 0
	for word := range strings.FieldsSeq(line) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	hang := min(own+2, wide*2/3)
	if own >= deep {
		hang = min(own, wide*2/3)
	}
	for _, at := range gap.FindAllStringIndex(line, -1) {
		if begins := utf8.RuneCountInString(line[:at[1]-1]); begins > own && begins <= wide*2/3 && longest <= wide-begins {
			hang = begins
		}
	}
	return hang
}
