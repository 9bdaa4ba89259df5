package canon

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf16"
)

// escapes are the characters that have a short escape.
var escapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`}

func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	for _, r := range s {
		short, ok := escapes[r]
		switch {
		case ok:
			out = append(out, short...)
		case r < ' ':
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = append(out, string(r)...)
		}
	}
	return append(out, '"')
}

// loneSurrogate finds an escape that is half a character, which encoding/json would
// replace silently; -1 where there is none.
func loneSurrogate(text []byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		first, ok := escaped(text[i:])
		if !ok {
			i++ // what is escaped is no escape itself
			continue
		}
		if utf16.IsSurrogate(first) {
			second, ok := escaped(text[i+6:])
			if !ok || utf16.DecodeRune(first, second) == '\uFFFD' {
				return i
			}
			i += 6
		}
		i += 5
	}
	return -1
}

// escaped reads an escape of four digits.
func escaped(text []byte) (rune, bool) {
	if len(text) < 6 || !bytes.HasPrefix(text, []byte(`\u`)) {
		return 0, false
	}
	v, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(v), err == nil
}
