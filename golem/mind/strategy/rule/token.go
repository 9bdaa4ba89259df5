package rule

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of one rule's text.
const (
	MaxBytes  = 4096
	maxTokens = 256
	maxDepth  = 24
)

type kind uint8

const (
	tokEnd kind = iota
	tokWord
	tokNumber // text holds the digits, unit the suffix
	tokSign
)

type token struct {
	kind      kind
	text      string
	unit      string
	line, col int
}

// units are the suffixes of a literal: the dimension and what one is worth.
var units = []struct {
	name  string
	dim   Dim
	worth float64
}{
	{"%", DimNumber, 0.01},
	{"bps", DimNumber, 0.0001},
	{"s", DimDuration, 1},
	{"m", DimDuration, 60},
	{"h", DimDuration, 3600},
	{"d", DimDuration, 86400},
	{"usdc", DimMoney, 1},
	{"usd", DimMoney, 1},
}

func isUnit(word string) bool {
	for _, u := range units {
		if u.name == word {
			return true
		}
	}
	return false
}

// scan cuts a text into tokens; the last is tokEnd. line is that of the first
// character. Comments run from # to the end of the line.
func scan(src string, line int) ([]token, *Problem) {
	s := scanner{rest: src, line: line, col: 1}
	if len(src) > MaxBytes {
		return nil, &Problem{line, 1, "the rule is longer than 4,096 bytes"}
	}
	for {
		s.skip()
		t, p := s.next()
		if p != nil {
			return nil, p
		}
		if len(s.out) == maxTokens {
			return nil, &Problem{t.line, t.col, "the rule has more than 256 words and signs; split it"}
		}
		s.out = append(s.out, t)
		if t.kind == tokEnd {
			return s.out, nil
		}
	}
}

type scanner struct {
	rest      string
	line, col int
	out       []token
}

func (s *scanner) peek() rune {
	if s.rest == "" {
		return -1
	}
	r, _ := utf8.DecodeRuneInString(s.rest)
	return r
}

func (s *scanner) advance() {
	r, n := utf8.DecodeRuneInString(s.rest)
	s.rest = s.rest[n:]
	s.col++
	if r == '\n' {
		s.line, s.col = s.line+1, 1
	}
}

func (s *scanner) skip() {
	for comment := false; s.rest != ""; s.advance() {
		r := s.peek()
		comment = (comment || r == '#') && r != '\n'
		if !comment && !unicode.IsSpace(r) {
			return
		}
	}
}

// take returns the longest run of characters that belong.
func (s *scanner) take(belongs func(rune) bool) string {
	start := s.rest
	for s.rest != "" && belongs(s.peek()) {
		s.advance()
	}
	return start[:len(start)-len(s.rest)]
}

func (s *scanner) next() (token, *Problem) {
	t := token{line: s.line, col: s.col}
	r := s.peek()
	switch {
	case r < 0:
		return t, nil
	case isLetter(r):
		t.kind, t.text = tokWord, s.word()
		return t, nil
	case isDigit(r):
		return s.number(t)
	}
	for _, sign := range []string{"<=", ">=", "==", "!=", "+-", "±", "<", ">", "+", "-", "*", "/", "(", ")", ","} {
		if strings.HasPrefix(s.rest, sign) {
			for range utf8.RuneCountInString(sign) {
				s.advance()
			}
			if sign == "+-" {
				sign = "±"
			}
			t.kind, t.text = tokSign, sign
			return t, nil
		}
	}
	return t, &Problem{t.line, t.col, "unexpected " + Quote(string(r)) + strange(r)}
}

// word reads letters and digits, and points between them: the symbol of a token may have some.
func (s *scanner) word() string {
	text := s.take(func(r rune) bool { return isLetter(r) || isDigit(r) })
	for len(s.rest) > 1 && s.rest[0] == '.' && (isLetter(rune(s.rest[1])) || isDigit(rune(s.rest[1]))) {
		s.advance()
		text += "." + s.take(func(r rune) bool { return isLetter(r) || isDigit(r) })
	}
	return strings.ToLower(text)
}

func strange(r rune) string {
	switch r {
	case '=':
		return "; write == to compare"
	case '&':
		return "; write and"
	case '|':
		return "; write or"
	case '!':
		return "; write not, or != to compare"
	case '%':
		return "; there is no remainder: write hour == 0 or hour == 12, or give the rule a cooldown; a share is written 5%"
	case '−', '–':
		return "; write the minus of the keyboard"
	}
	return ""
}

// number reads digits, a fraction, and a unit that touches them.
func (s *scanner) number(t token) (token, *Problem) {
	t.kind, t.text = tokNumber, s.take(isDigit)
	if s.peek() == '.' {
		s.advance()
		frac := s.take(isDigit)
		if frac == "" {
			return t, &Problem{t.line, t.col, "digits must follow the point of a number"}
		}
		t.text += "." + frac
	}
	if len(t.text) > 24 {
		return t, &Problem{t.line, t.col, "a number has at most 24 digits"}
	}
	if s.peek() == '%' {
		s.advance()
		t.unit = "%"
		return t, nil
	}
	t.unit = strings.ToLower(s.take(func(r rune) bool { return isLetter(r) || isDigit(r) }))
	if t.unit != "" && !isUnit(t.unit) {
		return t, &Problem{t.line, t.col, "unknown unit " + Quote(t.unit) + "; allowed are %, bps, s, m, h, d, usdc"}
	}
	return t, nil
}

func isLetter(r rune) bool { return r == '_' || (r|32 >= 'a' && r|32 <= 'z') }
func isDigit(r rune) bool  { return r >= '0' && r <= '9' }
