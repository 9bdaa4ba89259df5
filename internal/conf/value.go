package conf

import (
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"bardo.run/bardo/internal/money"
)

// input is a value on its way into a leaf. Text from the environment or a flag
// has no kind and may become any type.
type input struct {
	kind  unstable.Kind
	text  string
	shown string // what a message may quote; "" for nothing
	items []item // of an array of strings
}

// item is an element of an array of strings.
type item struct{ text, shown string }

// errType is a value of the wrong type; the message names the right one.
var errType = errors.New("wrong type")

// set stores the input in the leaf and checks it. The error is a message for
// the person who wrote the value.
func (l *leaf) set(in input) error {
	value := reflect.New(l.field.Type()).Elem()
	wants := article(l.typeName())
	if l.tag.Get("unit") == "bps" {
		in, wants = in.points(), `basis points, as 50, "50bps" or "0.50%"`
	}
	if err := assign(value, in); err != nil {
		if errors.Is(err, errType) {
			return fmt.Errorf("%swants %s", quoting(in.shown, " is %s; ", kindName(in.kind)), wants)
		}
		return fmt.Errorf("%s%w", quoting(in.shown, ": "), err)
	}
	l.field.Set(value) // also when it is out of range: rules between keys look at it
	return l.check(value, in)
}

// points is a share in basis points, where it is written as "2.00%" or "200bps". What is none
// stays as it is.
func (in input) points() input {
	if in.kind != unstable.Invalid && in.kind != unstable.String {
		return in
	}
	b, err := money.ParseBPS(in.text)
	if err != nil {
		return in
	}
	if in.text = strconv.Itoa(int(b)); in.kind == unstable.String {
		in.kind = unstable.Integer
	}
	return in
}

// assign converts the input to the type of v.
func assign(v reflect.Value, in input) error {
	free := in.kind == unstable.Invalid
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if !free && in.kind != unstable.String && in.kind != unstable.Integer && in.kind != unstable.Float {
			return errType
		}
		return u.UnmarshalText([]byte(strings.ReplaceAll(in.text, "_", underscore(in.kind))))
	}
	switch v.Kind() {
	case reflect.String:
		if !free && in.kind != unstable.String {
			return errType
		}
		v.SetString(in.text)
	case reflect.Bool:
		return assignBool(v, in, free)
	case reflect.Slice:
		return assignList(v, in, free)
	case reflect.Float64:
		if !free && in.kind != unstable.Float && in.kind != unstable.Integer {
			return errType
		}
		return assignFloat(v, in)
	default:
		if !free && in.kind != unstable.Integer {
			return errType
		}
		return assignInteger(v, in, free)
	}
	return nil
}

// underscore is what "_" becomes: TOML allows it inside numbers only.
func underscore(k unstable.Kind) string {
	if k == unstable.Integer || k == unstable.Float {
		return ""
	}
	return "_"
}

func assignBool(v reflect.Value, in input, free bool) error {
	if (in.text != "true" && in.text != "false") || (!free && in.kind != unstable.Bool) {
		return errType
	}
	v.SetBool(in.text == "true")
	return nil
}

// assignList takes an array of strings; a variable separates with commas.
func assignList(v reflect.Value, in input, free bool) error {
	var texts []string
	switch {
	case free:
		for text := range strings.SplitSeq(in.text, ",") {
			if text = strings.TrimSpace(text); text != "" {
				texts = append(texts, text)
			}
		}
	case in.kind != unstable.Array:
		return errType
	}
	for _, item := range in.items {
		texts = append(texts, item.text)
	}
	v.Set(reflect.ValueOf(texts).Convert(v.Type()))
	return nil
}

func assignFloat(v reflect.Value, in input) error {
	f, err := strconv.ParseFloat(strings.ReplaceAll(in.text, "_", ""), 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && (math.IsNaN(f) || math.IsInf(f, 0)):
		return errors.New("is not a finite number")
	case err != nil:
		return errType
	}
	v.SetFloat(f)
	return nil
}

func assignInteger(v reflect.Value, in input, free bool) error {
	base := 0 // TOML's 0x, 0o, 0b and underscores
	if free {
		base = 10
	}
	if v.CanUint() {
		n, err := strconv.ParseUint(strings.TrimPrefix(in.text, "+"), base, v.Type().Bits())
		if err == nil {
			v.SetUint(n)
		} else if _, negative := strconv.ParseInt(in.text, base, 64); negative == nil {
			return errors.New("is negative or too large")
		}
		return integerError(err)
	}
	n, err := strconv.ParseInt(in.text, base, v.Type().Bits())
	if err == nil {
		v.SetInt(n)
	}
	return integerError(err)
}

func integerError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return errors.New("is too large")
	default:
		return errType
	}
}
