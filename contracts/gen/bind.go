package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"regexp"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi/abigen"
)

// entry is what we read of one element of an ABI.
type entry struct {
	Type   string  `json:"type"`
	Name   string  `json:"name"`
	Inputs []param `json:"inputs"`
}

type param struct {
	Type       string  `json:"type"`
	Components []param `json:"components"`
}

func (e entry) signature() string { return e.Name + tuple(e.Inputs) }

func tuple(params []param) string {
	types := make([]string, len(params))
	for i, p := range params {
		types[i] = p.Type
		if rest, ok := strings.CutPrefix(p.Type, "tuple"); ok {
			types[i] = tuple(p.Components) + rest
		}
	}
	return "(" + strings.Join(types, ",") + ")"
}

// matches tells whether a name or a signature of the keep list means the entry.
func (e entry) matches(want string) bool {
	if want == "constructor" {
		return e.Type == "constructor"
	}
	return (e.Type == "function" || e.Type == "event") && (e.Name == want || e.signature() == want)
}

// reduce keeps the named entries, in the order of the list. A name that the ABI
// does not have is an error.
func reduce(abi json.RawMessage, keep []string) (json.RawMessage, error) {
	if keep == nil {
		return abi, nil
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(abi, &raw); err != nil {
		return nil, err
	}
	var out []json.RawMessage
	for _, want := range keep {
		before := len(out)
		for _, r := range raw {
			var e entry
			if err := json.Unmarshal(r, &e); err != nil {
				return nil, err
			}
			if e.matches(want) {
				out = append(out, r)
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("the ABI has no %s", want)
		}
	}
	return json.Marshal(out)
}

var (
	instance = regexp.MustCompile(`(?s)\n// Instance creates a wrapper.*?\n}\n`)
	output   = regexp.MustCompile(`(?m)^type (\w+Output) struct`)
	rawGuard = regexp.MustCompile(`(UnpackError\(raw \[\]byte\) \(any, error\) \{\n)`)
)

// bind runs abigen and takes two things out of its answer: the dependency on
// abigen's transaction layer (it links keystores and signers, and our one write
// path is elsewhere), and a panic on revert data shorter than a selector.
func bind(name string, abi json.RawMessage) ([]byte, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, abi); err != nil {
		return nil, err
	}
	code, err := abigen.BindV2([]string{name}, []string{compact.String()}, []string{""}, "bind", nil, nil)
	if err != nil {
		return nil, err
	}
	code = instance.ReplaceAllString(code, "")
	code = strings.Replace(code, "\t\"github.com/ethereum/go-ethereum/accounts/abi/bind/v2\"\n", "", 1)
	for _, name := range []string{"MetaData", "ErrNoEventSignature", "ErrEventSignatureMismatch"} {
		code = strings.ReplaceAll(code, "bind."+name, name)
	}
	// Two contracts may have a method of one name; their answers are two types.
	for _, m := range output.FindAllStringSubmatch(code, -1) {
		code = regexp.MustCompile(`\b`+m[1]+`\b`).ReplaceAllString(code, name+m[1])
	}
	code = rawGuard.ReplaceAllString(code, "${1}\tif len(raw) < 4 {\n\t\treturn nil, errors.New(\"no selector\")\n\t}\n")
	if strings.Contains(code, "bind.") {
		return nil, errors.New("abigen's output still needs its transaction layer")
	}
	return format.Source([]byte(code))
}
