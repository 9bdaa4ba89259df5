package signing

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// leaf is one value of a call: no struct, and nothing that a rule could not compare.
type leaf struct {
	path string
	text string // as a rule writes it
}

// leaves decodes a call. It has to be exactly what the arguments encode to: not a byte
// more, and no other way to write them.
func leaves(m abi.Method, data []byte) ([]leaf, error) {
	values, err := m.Inputs.Unpack(data[4:])
	if err != nil {
		return nil, fmt.Errorf("the call does not decode as %s: %w", m.Sig, err)
	}
	if again, _ := m.Inputs.Pack(values...); !slices.Equal(again, data[4:]) { // what does not encode is not the same either
		return nil, fmt.Errorf("the call of %s is not written as the compiler writes it", m.Sig)
	}
	var found []leaf
	for i, in := range m.Inputs {
		if found, err = appendLeaves(found, nameOf(in.Name, i), in.Type, reflect.ValueOf(values[i])); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// nameOf names an argument; some ABIs do not. The members of a struct all have names.
func nameOf(name string, i int) string {
	if name == "" {
		return fmt.Sprintf("arg%d", i)
	}
	return name
}

func appendLeaves(found []leaf, path string, t abi.Type, v reflect.Value) (_ []leaf, err error) {
	switch t.T {
	case abi.TupleTy:
		for i, member := range t.TupleElems {
			if found, err = appendLeaves(found, path+"."+t.TupleRawNames[i], *member, v.Field(i)); err != nil {
				return nil, err
			}
		}
		return found, nil
	case abi.AddressTy, abi.UintTy, abi.IntTy, abi.BoolTy:
		return append(found, leaf{path, fmt.Sprint(v.Interface())}), nil
	case abi.BytesTy:
		return append(found, leaf{path, hexutil.Encode(v.Bytes())}), nil
	}
	return nil, fmt.Errorf("argument %s of type %s cannot be held by a rule", path, t.String())
}

// same compares as a rule does: addresses without their case.
func same(a, b string) bool { return strings.EqualFold(a, b) }

// fragment writes a method as the one entry of an ABI, each argument with a name.
func fragment(m abi.Method) json.RawMessage {
	type argument struct {
		Name       string `json:"name"`
		Type       string `json:"type"`
		Components []any  `json:"components,omitempty"`
	}
	var write func(name string, t abi.Type) any
	write = func(name string, t abi.Type) any {
		a := argument{Name: name, Type: t.String()}
		if t.T == abi.TupleTy {
			a.Type = "tuple"
			for i, member := range t.TupleElems {
				a.Components = append(a.Components, write(t.TupleRawNames[i], *member))
			}
		}
		return a
	}
	inputs := []any{}
	for i, in := range m.Inputs {
		inputs = append(inputs, write(nameOf(in.Name, i), in.Type))
	}
	return always(json.Marshal([]any{map[string]any{"type": "function", "name": m.RawName, "inputs": inputs, "outputs": []any{}, "stateMutability": "nonpayable"}}))
}

// always is a value of what fails for no policy.
func always[T any](v T, err error) T {
	if err != nil {
		panic("signing: it always encodes: " + err.Error())
	}
	return v
}

// addresses are texts as a rule writes them.
func addresses(list []common.Address) (texts []string) {
	for _, a := range list {
		texts = append(texts, a.Hex())
	}
	return texts
}
