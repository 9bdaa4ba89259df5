package injection

import (
	"strings"
	"unicode"
)

// Kind is what a text of a stranger is; each kind has a bound.
type Kind uint8

// The kinds that enter today.
const (
	Revert Kind = iota // why a call reverted
	Name               // of a token
	Symbol             // of a token
)

// limits are how many characters of a kind are kept (safety §11 point 1).
var limits = [...]int{Revert: 256, Name: 64, Symbol: 16}

// Limit is how many characters of the kind are kept.
func (k Kind) Limit() int { return limits[k] }

// Flags say what was wrong with a text.
type Flags uint8

// The flags. A text with Hidden, Turned or Control was made to look like another.
const (
	Control Flags = 1 << iota // control characters
	Hidden                    // characters that nobody sees
	Turned                    // marks that turn the reading direction
	Invalid                   // bytes that are no UTF-8
	Long                      // more than the kind allows
)

var flagNames = [...]string{"control", "hidden", "turned", "invalid", "long"}

// String lists the flags, joined by "+"; none is "none".
func (f Flags) String() string {
	var names []string
	for i, name := range flagNames {
		if f&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, "+")
}

// Clean returns what may be shown of a stranger's text, in one line, and what was wrong
// with it. It is idempotent.
func Clean(k Kind, text string) (string, Flags) {
	var flags Flags
	var b strings.Builder
	kept, limit := 0, k.Limit()
	for at, r := range text {
		if r == unicode.ReplacementChar && !strings.HasPrefix(text[at:], "\uFFFD") {
			flags |= Invalid
			continue
		}
		bad := class(r)
		flags |= bad
		if r == '\n' || r == '\t' || r == '\r' {
			r, bad = ' ', 0
		}
		if bad != 0 {
			continue
		}
		if kept == limit {
			flags |= Long
			break
		}
		b.WriteRune(r)
		kept++
	}
	return b.String(), flags
}

// class says what is wrong with a character; 0: nothing.
func class(r rune) Flags {
	switch {
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x200E, r == 0x200F, r == 0x061C:
		return Turned
	case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp):
		return Control
	case unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs, unicode.Variation_Selector), r == 0x034F, r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, r >= 0xE0000 && r <= 0xE0FFF:
		return Hidden
	}
	return 0
}
