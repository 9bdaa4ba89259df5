package solidity

import (
	"fmt"
	"maps"
	"slices"
)

// node is one of solc's syntax tree.
type node map[string]any

func (n node) kind() string { return n.text("nodeType") }

func (n node) text(key string) string {
	s, _ := n[key].(string)
	return s
}

func (n node) child(key string) node {
	m, _ := n[key].(map[string]any)
	return m
}

func (n node) list(key string) (out []node) {
	all, _ := n[key].([]any)
	for _, x := range all {
		if m, ok := x.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// span are the offsets that a node lies between.
func (n node) span() (from, to int) {
	var file int
	if _, err := fmt.Sscanf(n.text("src"), "%d:%d:%d", &from, &to, &file); err != nil {
		return 0, 0
	}
	return from, from + to
}

// children are the nodes right below, in the source's order.
func (n node) children() (out []node) {
	for _, key := range slices.Sorted(maps.Keys(n)) {
		if m := n.child(key); m != nil && m.kind() != "" {
			out = append(out, m)
		}
		for _, m := range n.list(key) {
			if m.kind() != "" {
				out = append(out, m)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b node) int {
		x, _ := a.span()
		y, _ := b.span()
		return x - y
	})
	return out
}

// carried names what is inherited or created anywhere below.
func (n node) carried() (out []string) {
	switch n.kind() {
	case "InheritanceSpecifier":
		out = append(out, n.child("baseName").text("name"))
	case "NewExpression":
		out = append(out, n.child("typeName").child("pathNode").text("name"))
	case "FunctionCall": // type(C).creationCode
		if e := n.child("expression"); e.text("name") == "type" {
			for _, a := range n.list("arguments") {
				out = append(out, a.text("name"))
			}
		}
	}
	for _, c := range n.children() {
		out = append(out, c.carried()...)
	}
	return out
}
