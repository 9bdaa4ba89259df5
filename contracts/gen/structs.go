package main

import (
	"fmt"
	"go/format"
	"regexp"
)

// structs remembers the struct types that were written: two contracts may take the
// same struct, and the bindings are one package.
type structs map[string]string

var userStruct = regexp.MustCompile(`(?s)\n// \w+ is an auto generated low-level Go binding around an user-defined struct\.\ntype (\w+) struct \{.*?\n\}\n`)

// once takes out of a binding the structs that an earlier one defines. A struct of
// the same name and another shape is an error.
func (s structs) once(code []byte) ([]byte, error) {
	var clash error
	code = userStruct.ReplaceAllFunc(code, func(def []byte) []byte {
		name := string(userStruct.FindSubmatch(def)[1])
		have, ok := s[name]
		if !ok {
			s[name] = string(def)
			return def
		}
		if have != string(def) {
			clash = fmt.Errorf("struct %s has two shapes", name)
		}
		return []byte("\n")
	})
	if clash != nil {
		return nil, clash
	}
	return format.Source(code)
}
