package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// waiting are functions that no main has to reach, each with its reason.
type waiting map[string]string

// readWaiting reads a list: a function and its reason a line; # begins a comment.
func readWaiting(path string) (waiting, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	list := waiting{}
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, reason, _ := strings.Cut(line, " ")
		if reason = strings.TrimSpace(reason); reason == "" {
			return nil, fmt.Errorf("%s:%d: %s has no reason", path, i+1, name)
		}
		if list[name] != "" {
			return nil, fmt.Errorf("%s:%d: %s stands here twice", path, i+1, name)
		}
		list[name] = reason
	}
	return list, nil
}

// faults compares a list with what was written and what of it is dead.
func (w waiting) faults(path string, written map[string]*ssa.Function, dead []string) (faults []string) {
	for _, name := range dead {
		if w[name] == "" {
			faults = append(faults, fmt.Sprintf("%s is reached by no main, and is not in %s", name, path))
		}
	}
	for name := range w {
		switch {
		case written[name] == nil:
			faults = append(faults, fmt.Sprintf("%s is in %s, and is gone", name, path))
		case !slices.Contains(dead, name):
			faults = append(faults, fmt.Sprintf("%s is in %s, and a main reaches it", name, path))
		}
	}
	slices.Sort(faults)
	return faults
}
