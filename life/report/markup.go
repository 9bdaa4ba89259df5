package report

import (
	"strings"
)

// markup is HTML of our own. Only constants of this package become markup: a
// string variable does not convert by itself, so text of others can only arrive
// through the escaped arguments of put.
type markup string

// sink collects a page.
type sink struct{ b strings.Builder }

// put writes m with each % replaced by the next argument, escaped for element
// content and for double-quoted attributes alike. There are as many arguments as
// there are %.
func (s *sink) put(m markup, args ...string) {
	rest := string(m)
	for _, a := range args {
		before, after, _ := strings.Cut(rest, "%")
		s.b.WriteString(before)
		s.b.WriteString(escape(a))
		rest = after
	}
	s.b.WriteString(rest)
}

var entities = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;", "`", "&#96;",
)

// escape makes any text harmless in content and in quoted attributes; characters
// that are not to be shown have become replacement marks.
func escape(s string) string { return entities.Replace(clean(s, textLength)) }
