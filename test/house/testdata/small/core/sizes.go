package core

import "container/list"

// Wide has six fields: two of its own, an embedded one with one, and one without a name with one.
type Wide struct {
	a, b int
	*narrow
	group struct{ d int }
}

// One is a method of its own, beside two that are promoted.
func (Wide) One() int {
	type local struct{ e, f, g, h, i int }
	return local{}.e
}

type narrow struct{ c int }

func (*narrow) mark()     {}
func (narrow) unmark(int) {}

// Ring embeds itself, and a list that is not ours.
type Ring struct {
	*Ring
	list.List
}

// Both has three methods, two of them embedded.
type Both interface {
	interface {
		One()
		Two()
	}
	Three()
}

// Same is another name of Wide.
type Same = Wide
