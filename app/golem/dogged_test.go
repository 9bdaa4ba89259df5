package golem

import (
	"testing"

	"bardo.run/bardo/golem/agent"
)

// A life from before gives up an exit where it did.
func TestALifeFromBeforeIsNoMoreDoggedThanItWas(t *testing.T) {
	for _, born := range []bool{false, true} {
		b := agent.Boot{Dogged: true}
		if new(life).keep(&b, &agent.Boot{Emergency: 2_000, Dogged: born}); b.Dogged != born {
			t.Errorf("born %v, it goes on as %v", born, b.Dogged)
		}
	}
}
