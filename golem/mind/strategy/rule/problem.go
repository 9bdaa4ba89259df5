package rule

import (
	"fmt"
	"sort"
)

// Problem is one thing wrong with a text, at a line and a column that both count
// from 1; columns count characters. Message says what is wrong and what is
// allowed.
type Problem struct {
	Line, Col int
	Message   string
}

// String returns "line:col: message".
func (p Problem) String() string { return fmt.Sprintf("%d:%d: %s", p.Line, p.Col, p.Message) }

// SortProblems orders problems by position, then by message.
func SortProblems(ps []Problem) {
	sort.SliceStable(ps, func(i, j int) bool {
		a, b := ps[i], ps[j]
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		if a.Col != b.Col {
			return a.Col < b.Col
		}
		return a.Message < b.Message
	})
}

// Nearest returns "; did you mean X?" for the name that differs from word by the
// fewest edits, or nothing where even the nearest differs by more than a third.
func Nearest(word string, names []string) string {
	best, found := 1+len(word)/3, ""
	for _, n := range names {
		if d := edits(word, n, best); d < best || (d == best && found == "") {
			best, found = d, n
		}
	}
	if found == "" {
		return ""
	}
	return "; did you mean " + found + "?"
}

// Quote bounds and quotes a word of the text for a message.
func Quote(word string) string {
	r := []rune(word)
	if len(r) > 40 {
		r = append(r[:40], '…')
	}
	return fmt.Sprintf("%q", string(r))
}

// edits is the Levenshtein distance, or limit+1 where it is more.
func edits(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			next := min(row[j]+1, row[j-1]+1)
			if a[i-1] == b[j-1] {
				next = min(next, diagonal)
			} else {
				next = min(next, diagonal+1)
			}
			diagonal, row[j] = row[j], next
		}
	}
	return min(row[len(b)], limit+1)
}
