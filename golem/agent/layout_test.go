package agent

import (
	"fmt"
	"testing"

	"bardo.run/bardo/internal/version"
)

// layout is the version of the program, and how a Golem is laid out in it.
const layout = "0.6.0 74582d13f2e6a3a4"

// A Golem that is laid out otherwise makes other images, and no journal that holds checkpoints of
// the old ones can be played back: it is another version.
//
// spec: runtime §14.3
func TestAnotherLayoutIsAnotherVersion(t *testing.T) {
	img, err := bounds.Of(&Agent{}) // begins with the sum over its layout
	if err != nil {
		t.Fatal(err)
	}
	if now := fmt.Sprintf("%s %x", version.Program, img[:8]); now != layout {
		t.Errorf("a Golem is now laid out as %q, and it was %q: give the program another version if lives were lived under this one, and write down both", now, layout)
	}
}
