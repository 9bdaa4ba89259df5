package taint

import (
	"errors"
	"fmt"
	"log/slog"
)

// ErrForbidden means a label keeps the text from where it was to flow. The
// error is a *Violation.
var ErrForbidden = errors.New("taint: forbidden flow")

// Violation says which labels met which sink. It never holds the content.
type Violation struct {
	Labels Labels // the labels that block, not all of the text's
	Sink   Sink
}

// Error implements error.
func (v *Violation) Error() string {
	return fmt.Sprintf("taint: %s may not flow to the %s", v.Labels, v.Sink)
}

// Unwrap makes errors.Is(err, ErrForbidden) true.
func (v *Violation) Unwrap() error { return ErrForbidden }

// Text is text with labels and origins. It is immutable; the zero value is the
// empty text without labels. It cannot be compared with ==.
type Text struct {
	// body is behind a function: fmt prints of a function the address only,
	// wherever the Text is buried.
	body   func() string
	labels Labels
	from   uint16 // one bit per origin
}

// New returns text of the given origin. Labels that the origin implies are
// added: words from outside are UntrustedExternal whatever the caller says.
func New(from Origin, content string, labels Labels) Text {
	return Text{body: func() string { return content }, labels: labels | from.labels(), from: bit(from)}
}

// Literal returns the program's own words, without labels. content must be a
// constant of the program.
func Literal(content string) Text { return New(Runtime, content, 0) }

func bit(o Origin) uint16 { return 1 << min(o, Origin(originCount)) }

// Reveal returns the content for the named sink, or a *Violation.
func (t Text) Reveal(s Sink) (string, error) {
	if b := t.labels.Blocked(s); b != 0 {
		return "", &Violation{Labels: b, Sink: s}
	}
	return t.content(), nil
}

func (t Text) content() string {
	if t.body == nil {
		return ""
	}
	return t.body()
}

// Labels returns the labels of the text and of all it was made of.
func (t Text) Labels() Labels { return t.labels }

// Origins returns where the parts of the text came from, in the order of the
// constants.
func (t Text) Origins() []Origin {
	var origins []Origin
	for o := range Origin(originCount) + 1 {
		if t.from&bit(o) != 0 {
			origins = append(origins, o)
		}
	}
	return origins
}

// Len returns the length of the content in bytes.
func (t Text) Len() int { return len(t.content()) }

// With returns the text with more labels. Labels are never taken away but by Clear.
func (t Text) With(labels Labels) Text {
	t.labels |= labels
	return t
}

// String describes the text and hides its content.
func (t Text) String() string {
	return fmt.Sprintf("[text of %d bytes, labels %s]", t.Len(), t.labels)
}

// GoString implements fmt.GoStringer.
func (t Text) GoString() string { return t.String() }

// Format implements fmt.Formatter, for every verb.
func (t Text) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(t.String())) }

// MarshalText implements encoding.TextMarshaler; JSON and CBOR use it too.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// LogValue implements slog.LogValuer.
func (t Text) LogValue() slog.Value { return slog.StringValue(t.String()) }
