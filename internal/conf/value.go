package conf

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
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
	if err := assign(value, in); err != nil {
		if errors.Is(err, errType) {
			return fmt.Errorf("%swants %s", quoting(in.shown, " is %s; ", kindName(in.kind)), article(l.typeName()))
		}
		return fmt.Errorf("%s%w", quoting(in.shown, ": "), err)
	}
	l.field.Set(value) // also when it is out of range: rules between keys look at it
	return l.check(value, in)
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

// check applies the tags to a value of the right type.
func (l *leaf) check(v reflect.Value, in input) error {
	if l.tag.Get("secret") == "never" && slices.ContainsFunc(texts(v), looksLikeKey) {
		return errors.New("looks like a private key; keys are never written into the configuration")
	}
	for i, text := range texts(v) {
		shown := in.shown
		if i < len(in.items) {
			shown = in.items[i].shown
		}
		if choices := l.choices(); choices != nil && !slices.Contains(choices, text) {
			return fmt.Errorf("%swants one of %s", quoting(shown, "; "), strings.Join(choices, ", "))
		}
		if l.match != nil && !l.match.MatchString(text) {
			return fmt.Errorf("%swants text that matches %s", quoting(shown, "; "), l.tag.Get("match"))
		}
	}
	inside, err := l.limits.holds(func(bound string) (int, error) { return compare(v, bound) })
	if err != nil {
		panic(fmt.Sprintf("conf: range of %s: %v", l.key, err))
	}
	if !inside {
		what := "is outside "
		if isText(v) {
			what = "has a length outside "
		}
		return fmt.Errorf("%s%s%s", quoting(in.shown, " "), what, l.limits.text)
	}
	return nil
}

func isText(v reflect.Value) bool {
	_, ordered := v.Addr().Interface().(Ordered)
	return !ordered && (v.Kind() == reflect.String || v.Kind() == reflect.Slice)
}

// texts returns what oneof, match and secret look at.
func texts(v reflect.Value) []string {
	switch {
	case v.Kind() == reflect.String:
		return []string{v.String()}
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.String:
		var all []string
		for i := range v.Len() {
			all = append(all, v.Index(i).String())
		}
		return all
	}
	return nil
}

// compare compares a number, a length or an Ordered value with a bound.
func compare(v reflect.Value, bound string) (int, error) {
	if o, ok := v.Addr().Interface().(Ordered); ok {
		return o.CompareText(bound)
	}
	switch {
	case v.CanInt():
		b, err := strconv.ParseInt(bound, 10, 64)
		return cmp.Compare(v.Int(), b), err
	case v.CanUint():
		b, err := strconv.ParseUint(bound, 10, 64)
		return cmp.Compare(v.Uint(), b), err
	case v.CanFloat():
		b, err := strconv.ParseFloat(bound, 64)
		return cmp.Compare(v.Float(), b), err
	default:
		b, err := strconv.Atoi(bound)
		return cmp.Compare(v.Len(), b), err
	}
}

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
