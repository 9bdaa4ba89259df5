package taint

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// derived returns content with the labels and origins of everything it was made of.
func derived(content string, parts []Text) Text {
	t := Text{body: func() string { return content }}
	for _, part := range parts {
		t.labels |= part.labels
		t.from |= part.from
	}
	return t
}

// Concat joins texts.
func Concat(parts ...Text) Text { return Join(Text{}, parts...) }

// Join joins texts with a separator between them.
func Join(separator Text, parts ...Text) Text {
	contents := make([]string, len(parts))
	for i, part := range parts {
		contents[i] = part.content()
	}
	return derived(strings.Join(contents, separator.content()), append([]Text{separator}, parts...))
}

// Format is fmt.Sprintf where arguments may be Texts: their content is inserted
// as a string, and the result carries their labels. A Text inside another value
// stays hidden. format must be a constant of the program.
func Format(format string, args ...any) Text {
	parts := []Text{Literal("")}
	opened := make([]any, len(args))
	for i, arg := range args {
		opened[i] = arg
		switch t := arg.(type) {
		case Text:
			parts, opened[i] = append(parts, t), t.content()
		case *Text:
			if t != nil {
				parts, opened[i] = append(parts, *t), t.content()
			}
		}
	}
	return derived(fmt.Sprintf(format, opened...), parts)
}

// Field is a member of a JSON object.
type Field struct {
	Name  string // a constant of the program
	Value Text
}

// Object encodes fields as a JSON object of strings, in the given order. Bytes
// that are not UTF-8 become the replacement character.
func Object(fields ...Field) Text {
	parts := []Text{Literal("")}
	var b strings.Builder
	b.WriteByte('{')
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quoted(f.Name))
		b.WriteByte(':')
		b.Write(quoted(f.Value.content()))
		parts = append(parts, f.Value)
	}
	b.WriteByte('}')
	return derived(b.String(), parts)
}

// quoted encodes a string, which encoding/json cannot refuse.
func quoted(s string) []byte {
	text, _ := json.Marshal(s)
	return text
}

// Truncate returns the first bytes of the text, at most limit and whole
// characters only. A negative limit is 0.
func (t Text) Truncate(limit int) Text {
	content := t.content()
	if len(content) <= limit {
		return t
	}
	end := max(limit, 0)
	for end > 0 && !utf8.RuneStart(content[end]) {
		end--
	}
	return derived(content[:end], []Text{t})
}
