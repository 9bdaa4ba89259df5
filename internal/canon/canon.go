package canon

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// ErrNoForm means that the document has no canonical form.
var ErrNoForm = errors.New("the JSON has no canonical form")

// JSON writes a value canonically, as encoding/json understands it.
func JSON(v any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("encode JSON: %w", err)
	}
	return Bytes(text.Bytes())
}

// Bytes writes a JSON text canonically. The text is one value, alone.
func Bytes(text []byte) ([]byte, error) {
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("%w: it is not UTF-8", ErrNoForm)
	}
	if at := loneSurrogate(text); at >= 0 {
		return nil, fmt.Errorf("%w: half a surrogate pair at byte %d", ErrNoForm, at)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	w := writer{d: d}
	if err := w.value(0); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: something stands behind it", ErrNoForm)
	}
	return w.out, nil
}

// deepest is how many arrays and objects may lie in one another.
const deepest = 200

type writer struct {
	d   *json.Decoder
	out []byte
}

func (w *writer) value(depth int) error {
	token, err := w.d.Token()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoForm, err)
	}
	return w.token(token, depth)
}

func (w *writer) token(token json.Token, depth int) error {
	switch t := token.(type) {
	case nil:
		w.out = append(w.out, "null"...)
	case bool:
		w.out = strconv.AppendBool(w.out, t)
	case string:
		w.out = appendString(w.out, t)
	case json.Number:
		return w.number(t)
	case json.Delim:
		if depth++; depth > deepest {
			return fmt.Errorf("%w: more than %d levels", ErrNoForm, deepest)
		}
		if t == '[' {
			return w.array(depth)
		}
		return w.object(depth)
	}
	return nil
}

func (w *writer) array(depth int) error {
	w.out = append(w.out, '[')
	for first := true; w.d.More(); first = false {
		if !first {
			w.out = append(w.out, ',')
		}
		if err := w.value(depth); err != nil {
			return err
		}
	}
	return w.end(']')
}

func (w *writer) end(bracket byte) error {
	if _, err := w.d.Token(); err != nil {
		return fmt.Errorf("%w: %w", ErrNoForm, err)
	}
	w.out = append(w.out, bracket)
	return nil
}

type member struct {
	name  string
	order []uint16
	text  []byte
}

func (w *writer) object(depth int) error {
	var members []member
	whole := w.out
	for w.d.More() {
		token, err := w.d.Token()
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNoForm, err)
		}
		name, _ := token.(string) // the decoder lets nothing else be a name
		w.out = nil
		if err := w.value(depth); err != nil {
			return err
		}
		members = append(members, member{name, utf16.Encode([]rune(name)), w.out})
	}
	slices.SortFunc(members, func(a, b member) int { return slices.Compare(a.order, b.order) })
	w.out = append(whole, '{')
	for i, m := range members {
		if i > 0 {
			if members[i-1].name == m.name {
				return fmt.Errorf("%w: name %q is there twice", ErrNoForm, m.name)
			}
			w.out = append(w.out, ',')
		}
		w.out = append(append(appendString(w.out, m.name), ':'), m.text...)
	}
	return w.end('}')
}

// number writes as ECMAScript does, which is how encoding/json writes a float64.
func (w *writer) number(n json.Number) error {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return fmt.Errorf("%w: number %s", ErrNoForm, n)
	}
	if f == 0 {
		f = math.Abs(f) // minus zero is zero
	}
	text, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("%w: number %s", ErrNoForm, n)
	}
	w.out = append(w.out, text...)
	return nil
}
