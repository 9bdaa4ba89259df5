package library

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// Order asks for one scenario.
type Order struct {
	Name       string           `json:"name"`
	Parameters map[string]Value `json:"parameters,omitempty"` // the missing ones have their defaults
	Seed       uint64           `json:"seed,omitempty"`       // of sizes, sides and accounts
}

// Value is a parameter's value as text; JSON may also write it as a number.
type Value string

// UnmarshalJSON takes a text or a number.
func (v *Value) UnmarshalJSON(b []byte) error {
	var n json.Number
	if b[0] != '"' {
		err := json.Unmarshal(b, &n)
		*v = Value(n)
		return err
	}
	return json.Unmarshal(b, (*string)(v))
}

// ErrOrder is wrapped where an order asks for what the library does not have.
var ErrOrder = errors.New("the scenario is refused")

// settings are the checked parameters of an order, by name.
type settings map[string]string

// Check tells whether an order can be carried out: the scenario exists, and so does
// every parameter, inside its range. Otherwise the error wraps ErrOrder and names the
// range.
func (o Order) Check() error {
	_, _, err := o.settle()
	return err
}

// settle finds the scenario and completes its parameters.
func (o Order) settle() (Definition, settings, error) {
	d, ok := find(o.Name)
	if !ok {
		return d, nil, fmt.Errorf("%w: %q is none of %s", ErrOrder, o.Name, strings.Join(names(), ", "))
	}
	s, known := settings{}, []string{}
	for _, p := range d.Parameters {
		s[p.Name], known = p.Default, append(known, p.Name)
		if v, set := o.Parameters[p.Name]; set {
			s[p.Name] = string(v)
		}
		if err := p.check(s[p.Name]); err != nil {
			return d, nil, fmt.Errorf("%w: %s: %w", ErrOrder, d.Name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.Parameters)) {
		if !slices.Contains(known, name) {
			return d, nil, fmt.Errorf("%w: %s has no parameter %q, only %s", ErrOrder, d.Name, name, strings.Join(known, ", "))
		}
	}
	return d, s, nil
}

var (
	decimal = regexp.MustCompile(`^[0-9]{1,12}(\.[0-9]{1,12})?$`)
	symbol  = regexp.MustCompile(`^[A-Z0-9]{1,11}$`)
)

// check refuses a value outside the parameter's range.
func (p Parameter) check(v string) error {
	switch {
	case p.Choices != nil:
		if !slices.Contains(p.Choices, v) {
			return fmt.Errorf("%s is %q, want %s", p.Name, v, strings.Join(p.Choices, " or "))
		}
		return nil
	case p.Max == "":
		if !symbol.MatchString(v) {
			return fmt.Errorf("%s is %q, want %s", p.Name, v, p.About)
		}
		return nil
	}
	kind := "number"
	if p.Whole {
		kind = "whole number"
	}
	if !decimal.MatchString(v) || p.Whole && !rat(v).IsInt() || rat(v).Cmp(rat(p.Min)) < 0 || rat(v).Cmp(rat(p.Max)) > 0 {
		return fmt.Errorf("%s is %q, want a %s from %s to %s", p.Name, v, kind, p.Min, p.Max)
	}
	return nil
}

// number is a setting that was checked to be one.
func (s settings) number(name string) *big.Rat { return rat(s[name]) }

// count is a setting that was checked to be a small whole number.
func (s settings) count(name string) int { return int(s.number(name).Num().Int64()) }

// rat is a decimal; what is none is zero.
func rat(text string) *big.Rat {
	if r, ok := new(big.Rat).SetString(text); ok {
		return r
	}
	return new(big.Rat)
}
