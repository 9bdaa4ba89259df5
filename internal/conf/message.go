package conf

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

var privateKey = regexp.MustCompile(`^(0x)?[0-9a-fA-F]{64}$`)

// looksLikeKey reports 64 hex digits (runtime §4.1).
func looksLikeKey(text string) bool { return privateKey.MatchString(strings.TrimSpace(text)) }

// quote shows a text in a message, unless the leaf may hold a password or the
// text looks like a private key.
func (l *leaf) quote(text string) string {
	switch {
	case l.tag.Get("secret") == "never":
		return ""
	case looksLikeKey(text):
		return "[redacted]"
	default:
		return strconv.Quote(text)
	}
}

// quoting returns the shown value followed by a format, or nothing.
func quoting(shown, format string, args ...any) string {
	if shown == "" {
		return ""
	}
	return shown + fmt.Sprintf(format, args...)
}

func kindName(k unstable.Kind) string {
	switch k {
	case unstable.Invalid:
		return "text"
	case unstable.String:
		return "text"
	case unstable.Bool:
		return "true or false"
	case unstable.Integer:
		return "an integer"
	case unstable.Float:
		return "a number"
	case unstable.Array:
		return "a list"
	case unstable.InlineTable, unstable.Table, unstable.ArrayTable:
		return "a table"
	default:
		return "a date or time"
	}
}

// article makes a type name part of a sentence.
func article(typeName string) string {
	switch {
	case strings.HasPrefix(typeName, "true") || typeName == "text":
		return typeName
	case strings.ContainsAny(typeName[:1], "aeiou"):
		return "an " + typeName
	default:
		return "a " + typeName
	}
}
