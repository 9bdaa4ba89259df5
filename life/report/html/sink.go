package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strings"
	"unicode"
)

//go:embed style.css
var style string

// Style is the sheet that the pages share.
func Style() string { return style }

// Markup is HTML of our own. Only constants become markup: a string variable does not convert by
// itself, so text of others can only arrive through the escaped arguments of Put.
type Markup string

// Sink collects a page.
type Sink struct{ b strings.Builder }

// Put writes m with each % replaced by the next argument, escaped for element content and for
// double-quoted attributes alike. There are as many arguments as there are %.
func (s *Sink) Put(m Markup, args ...string) {
	rest := string(m)
	for _, a := range args {
		before, after, _ := strings.Cut(rest, "%")
		s.b.WriteString(before)
		s.b.WriteString(Escape(a))
		rest = after
	}
	s.b.WriteString(rest)
}

// Verbatim writes a text as it is: a script or a sheet of our own, or what was escaped before.
func (s *Sink) Verbatim(text string) { s.b.WriteString(text) }

// String is the page so far.
func (s *Sink) String() string { return s.b.String() }

var entities = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;", "`", "&#96;",
)

// TextLength is how many characters of a text are shown at most.
const TextLength = 400

// Escape makes any text harmless in content and in quoted attributes; characters that are not to
// be shown have become replacement marks.
func Escape(s string) string { return EscapeLong(s, TextLength) }

// EscapeLong is Escape for a text of at most limit characters.
func EscapeLong(s string, limit int) string { return entities.Replace(Clean(s, limit)) }

// Clean makes a text of unknown origin fit to show: what could steer a terminal or turn the
// reading direction becomes a replacement mark, and at most limit characters remain.
func Clean(s string, limit int) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n++; n > limit {
			return b.String() + "…"
		}
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp):
			b.WriteRune(unicode.ReplacementChar)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Policy forbids a page every load, and every script but those that are in it, each named by its
// SHA-256: what a stranger's text could smuggle in does not run.
func Policy(scripts ...string) string {
	allowed := ""
	for _, text := range scripts {
		sum := sha256.Sum256([]byte(text))
		allowed += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	if allowed == "" {
		allowed = " 'none'"
	}
	return "default-src 'none'; script-src" + allowed + "; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
}

// Open begins a page: what every page has above its style, with a title.
func (s *Sink) Open(title, policy string) {
	s.Put(Head)
	s.Put(`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="%">
<meta name="referrer" content="no-referrer">
<title>%</title>
<style>`, policy, title)
}

// Head is what every page begins with.
const Head = "<!doctype html>\n<html lang=\"en\">\n<head>\n"
