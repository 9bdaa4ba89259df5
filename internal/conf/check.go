package conf

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"bardo.run/bardo/internal/eip55"
)

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
		if l.choices != nil && !slices.Contains(l.choices, text) {
			return fmt.Errorf("%swants one of %s", quoting(shown, "; "), strings.Join(l.choices, ", "))
		}
		if l.match != nil && !l.match.MatchString(text) {
			return fmt.Errorf("%swants text that matches %s", quoting(shown, "; "), l.tag.Get("match"))
		}
		if _, err := eip55.Parse(text); l.tag.Get("eip55") != "" && errors.Is(err, eip55.ErrChecksum) {
			return err
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
