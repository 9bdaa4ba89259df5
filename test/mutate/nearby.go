package main

import (
	"slices"
	"sync"

	"bardo.run/bardo/test/mutate/verdict"
)

// nearby remembers which tests noticed changes of a function lately: they are asked first
// about its next, and mostly notice that one too.
type nearby struct {
	mu    sync.Mutex
	tests map[string][]string
}

// remembered is how many tests of a function are.
const remembered = 3

func (n *nearby) who(c verdict.Change) []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.tests[c.File+" "+c.Func])
}

func (n *nearby) noticed(c verdict.Change, by string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.tests == nil {
		n.tests = map[string][]string{}
	}
	key := c.File + " " + c.Func
	others := slices.DeleteFunc(n.tests[key], func(t string) bool { return t == by })
	n.tests[key] = append([]string{by}, others[:min(len(others), remembered-1)]...)
}
