package grammar

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// MaxBody is the largest proposal that is read, in bytes.
const MaxBody = 4096

// Error says which part of a proposal the grammar refused (VALIDATION_SCHEMA).
type Error struct {
	Field  string // dotted, as in "params.amount_in"; empty: the whole body
	Detail string
}

// Code is the stable code of every grammar error.
const Code = wire.CodeValidationSchema

// Error implements error.
func (e *Error) Error() string {
	if e.Field == "" {
		return string(Code) + ": " + e.Detail
	}
	return string(Code) + ": " + e.Field + ": " + e.Detail
}

// Parse reads one proposal, whose handles are those of a reading. Its error is always an *Error.
func Parse(body []byte, names *turn.Reading) (Action, error) {
	a, err := parse(body, names)
	if err != nil {
		return Action{}, err
	}
	return a, nil
}

func parse(body []byte, names *turn.Reading) (a Action, _ error) {
	if len(body) > MaxBody {
		return a, &Error{"", fmt.Sprintf("%d bytes, at most %d are read", len(body), MaxBody)}
	}
	top, err := object("", body, "type", "params", "constraints")
	if err != nil {
		return a, err
	}
	kind, err := text(top["type"])
	if err != nil {
		return a, &Error{"type", err.Error()}
	}
	form, known := forms[Kind(kind)]
	if !known {
		return a, &Error{"type", fmt.Sprintf("%q is not one of %v", clip(kind), Kinds())}
	}
	a.Kind = Kind(kind)
	if err := readParams(&a, form, top["params"], names); err != nil {
		return a, err
	}
	if a.Constraints, err = readConstraints(top["constraints"], names); err != nil {
		return a, err
	}
	return a, a.sense()
}

func readParams(a *Action, form []field, raw json.RawMessage, names *turn.Reading) error {
	params, err := object("params", raw)
	if err != nil {
		return err
	}
	known := make([]string, len(form))
	for i, f := range form {
		known[i] = f.name
	}
	if err := exactly("params", params, known); err != nil {
		return err
	}
	for _, f := range form {
		if err := f.read(a, params[f.name], names); err != nil {
			return &Error{"params." + f.name, err.Error()}
		}
	}
	return nil
}

// sense checks what no single field can: that the action means something.
func (a Action) sense() error {
	switch {
	case a.Kind == Swap && a.TokenIn == a.TokenOut:
		return &Error{"params.token_out", "is the token that is paid"}
	case a.Kind == AddLiquidity && a.TickLower >= a.TickUpper:
		return &Error{"params.tick_upper", fmt.Sprintf("%d is not above tick_lower %d", a.TickUpper, a.TickLower)}
	case a.Kind == AddLiquidity && a.Base.IsZero() && a.Quote.IsZero():
		return &Error{"params.base_amount", "both amounts are zero"}
	}
	return nil
}

func readConstraints(raw json.RawMessage, tokens *turn.Reading) (c Constraints, _ error) {
	fields, err := object("constraints", raw)
	if err != nil {
		return c, err
	}
	for _, name := range []string{"max_value_usd", "approved_tokens", "approved_protocols"} {
		value, given := fields[name]
		delete(fields, name)
		if !given {
			continue
		}
		if err := c.read(name, value, tokens); err != nil {
			return c, &Error{"constraints." + name, err.Error()}
		}
	}
	if len(fields) > 0 {
		return c, &Error{"constraints", "has an unknown field"}
	}
	return c, nil
}

func (c *Constraints) read(name string, raw json.RawMessage, tokens *turn.Reading) error {
	if name == "max_value_usd" {
		s, err := text(raw)
		if err != nil {
			return err
		}
		if c.MaxValue, err = money.ParseUSDC(clip(s)); err == nil && c.MaxValue <= 0 {
			err = errors.New("is not above zero")
		}
		return err
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil || len(items) > 32 {
		return errors.New("is not a list of at most 32")
	}
	if name == "approved_tokens" {
		c.Tokens = []common.Address{}
	} else {
		c.Protocols = []string{}
	}
	for _, item := range items {
		if err := c.add(name, item, tokens); err != nil {
			return err
		}
	}
	return nil
}

func (c *Constraints) add(list string, item json.RawMessage, tokens *turn.Reading) error {
	if list == "approved_tokens" {
		a, err := readToken(item, tokens)
		c.Tokens = append(c.Tokens, a)
		return err
	}
	s, err := text(item)
	c.Protocols = append(c.Protocols, clip(s))
	return err
}

// object reads a JSON object strictly: nothing after it, no name twice. With
// names given it holds exactly those; without, any.
func object(field string, raw []byte, names ...string) (map[string]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if open, _ := dec.Token(); open != json.Delim('{') {
		return nil, &Error{field, "is not a JSON object"}
	}
	out := map[string]json.RawMessage{}
	for dec.More() {
		name, value, err := member(dec)
		if err != nil {
			return nil, &Error{field, "is not a JSON object"}
		}
		if _, twice := out[name]; twice {
			return nil, &Error{field, fmt.Sprintf("has %q twice", clip(name))}
		}
		out[name] = value
	}
	if _, err := dec.Token(); err != nil {
		return nil, &Error{field, "is cut short"}
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, &Error{field, "has text after the object"}
	}
	return out, exactly(field, out, names)
}

func member(dec *json.Decoder) (name string, value json.RawMessage, err error) {
	key, err := dec.Token()
	if err != nil {
		return "", nil, err
	}
	name, _ = key.(string)
	err = dec.Decode(&value)
	return name, value, err
}

// exactly checks that an object holds the names, and no others.
func exactly(field string, got map[string]json.RawMessage, names []string) error {
	if names == nil {
		return nil
	}
	for _, name := range names {
		if _, ok := got[name]; !ok {
			return &Error{field, fmt.Sprintf("lacks %q", name)}
		}
	}
	if len(got) > len(names) {
		return &Error{field, fmt.Sprintf("has an unknown field (allowed: %v)", names)}
	}
	return nil
}
