package main

import (
	"embed"
	"errors"
	"fmt"
	"slices"

	"github.com/pelletier/go-toml/v2"
)

// protocols holds what we call of each protocol, one a file, in the form of listed.
//
//go:embed called/*.toml
var protocols embed.FS

// listed is a binding as a file of called has it. From names a fetched artifact, Ours a contract of
// our own; the other is empty.
type listed struct {
	Name string   `toml:"name"`
	File string   `toml:"file"`
	From string   `toml:"from"`
	Ours string   `toml:"ours"`
	Keep []string `toml:"keep"`
}

// every is what we call, that of no protocol first, then what the protocols' files list, in their
// order.
func every() ([]contract, error) {
	files, err := protocols.ReadDir("called")
	if err != nil {
		return nil, err
	}
	all := slices.Clone(called)
	for _, f := range files {
		text, err := protocols.ReadFile("called/" + f.Name())
		if err != nil {
			return nil, err
		}
		some, err := list(text)
		if err != nil {
			return nil, fmt.Errorf("called/%s: %w", f.Name(), err)
		}
		all = append(all, some...)
	}
	return all, nil
}

// list reads one file.
func list(text []byte) (some []contract, _ error) {
	var in struct {
		Contracts []listed `toml:"contract"`
	}
	if err := toml.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	for _, l := range in.Contracts {
		c := contract{l.Name, l.File, from(l.From), l.Keep}
		switch {
		case l.Name == "" || l.File == "" || (l.From == "") == (l.Ours == ""):
			return nil, fmt.Errorf("%q: a binding has a name, a file and one source", l.Name)
		case l.Ours != "":
			c.source = ours(l.Ours)
		}
		some = append(some, c)
	}
	if len(some) == 0 {
		return nil, errors.New("no contract")
	}
	return some, nil
}
