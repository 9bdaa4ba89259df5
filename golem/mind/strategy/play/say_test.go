package play

import (
	"slices"
	"testing"
)

// What several tasks of a tick have to say alike stands once in its thought.
func TestAThoughtSaysNothingTwice(t *testing.T) {
	p := &Player{}
	for _, text := range []string{"weth stays", "wbtc stays", "weth stays"} {
		p.say(text)
	}
	if !slices.Equal(p.notes, []string{"weth stays", "wbtc stays"}) {
		t.Errorf("%q", p.notes)
	}
}
