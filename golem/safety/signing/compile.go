package signing

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"

	"bardo.run/bardo/golem/safety/caveat"
)

// Allow makes contracts of forms of call: each function that a form calls, with every
// argument held to what the forms hold it to. The interfaces say what a call's bytes
// mean. What no rule can hold is left out, and told with the reason: a function that
// takes calls as bytes would let anything through (safety §24), so there is no swap that
// names its way in a list of tokens or of commands, and no multicall. Where that is a way out of
// a position there is no policy at all: nothing may stop an exit (safety §1.4, S-7).
func Allow(forms []caveat.Form, interfaces ...*abi.ABI) (contracts []Contract, leftOut []string, _ error) {
	for _, form := range forms {
		method := methodOf(form.Blank, interfaces)
		if method == nil {
			return nil, nil, fmt.Errorf("%w: no interface has selector %x of %s", ErrPolicy, form.Blank[:4], form.Target)
		}
		pins, err := held(*method, form)
		if err != nil {
			if form.Classes&caveat.Leave != 0 {
				return nil, nil, fmt.Errorf("%w: it would shut a way out, %s of %s: %w", ErrPolicy, method.RawName, form.Target, err)
			}
			if told := fmt.Sprintf("%s of %s: %v", method.RawName, form.Target, err); !slices.Contains(leftOut, told) {
				leftOut = append(leftOut, told)
			}
			continue
		}
		contracts = add(contracts, form, *method, pins)
	}
	return contracts, leftOut, nil
}

func methodOf(call []byte, interfaces []*abi.ABI) *abi.Method {
	for _, i := range interfaces {
		if m, err := i.MethodById(call); err == nil {
			return m
		}
	}
	return nil
}

// held are the arguments that a form holds, found by changing all its fields.
func held(m abi.Method, form caveat.Form) (pins []Pin, _ error) {
	blank, err := leaves(m, form.Blank)
	if err != nil {
		return nil, err
	}
	full := bytes.Clone(form.Blank)
	for _, f := range form.Fields {
		for i := range int(f.Width) {
			at := int(f.Offset) + i
			full[at] = ^form.Blank[at]
		}
	}
	filled, err := leaves(m, full)
	if err != nil {
		return nil, fmt.Errorf("its values lie where no rule sees them: %w", err)
	}
	for i, l := range blank {
		if l.text == filled[i].text {
			pins = append(pins, Pin{l.path, []string{l.text}})
		} else if strings.HasPrefix(l.text, "0x") {
			return nil, fmt.Errorf("argument %s would be free", l.path)
		}
	}
	return pins, nil
}

// add puts a function into its contract. Two forms of one function hold an argument
// together to the values of both, and what one leaves free is free.
func add(contracts []Contract, form caveat.Form, m abi.Method, pins []Pin) []Contract {
	at := slices.IndexFunc(contracts, func(c Contract) bool { return c.Address == form.Target })
	if at < 0 {
		at, contracts = len(contracts), append(contracts, Contract{Address: form.Target})
	}
	c := &contracts[at]
	i := slices.IndexFunc(c.Functions, func(f Function) bool { return bytes.Equal(f.Method.ID, m.ID) })
	if i < 0 {
		c.Functions = append(c.Functions, Function{m, pins})
		return contracts
	}
	c.Functions[i].Pins = merge(c.Functions[i].Pins, pins)
	return contracts
}

func merge(a, b []Pin) (both []Pin) {
	for _, p := range a {
		i := slices.IndexFunc(b, func(q Pin) bool { return q.Path == p.Path })
		if i < 0 {
			continue
		}
		for _, v := range b[i].OneOf {
			if !slices.Contains(p.OneOf, v) {
				p.OneOf = append(slices.Clone(p.OneOf), v)
			}
		}
		both = append(both, p)
	}
	return both
}
