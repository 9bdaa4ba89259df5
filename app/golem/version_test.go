package golem

import (
	"bytes"
	"strings"
	"testing"

	"bardo.run/bardo/internal/version"
)

// A life belongs to the version that lived it: another one refuses its folder by name,
// whatever is asked of it, and changes nothing there.
func TestALifeOfAnotherVersionIsRefused(t *testing.T) {
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	if code, said := run(t, dir, "active"); code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	of := born(t, dir)
	of.Version = "0.0.1"
	for name, boot := range map[string]any{
		"of the same shape": of,
		"of another shape":  map[int]any{1: "0.0.1", 2: "no identity", 15: []int{1}},
		"of no version":     map[int]any{1: map[string]int{"golem": 7}},
	} {
		t.Run(name, func(t *testing.T) {
			other := settings(t, m, m.Chain().Server.Endpoint(), "")
			rebirth(t, dir, other, boot)
			before := contents(t, other)
			refused := func(what string, code int, said string) {
				t.Helper()
				if code == exitOK || !strings.Contains(said, version.Program) || name != "of no version" && !strings.Contains(said, `"0.0.1"`) {
					t.Errorf("%s: exit %d: %s", what, code, said)
				}
			}
			code, said := run(t, other, "active")
			refused("start", code, said)
			for _, args := range [][]string{
				{"replay", other},
				{"kill", "--data-dir", other},
				{"halt", "--data-dir", other, "--level", "freeze"},
				{"resume", "--data-dir", other},
				{"reflect", "--data-dir", other},
			} {
				var out bytes.Buffer
				refused(args[0], Main(t.Context(), args, &out, &out), out.String())
			}
			if after := contents(t, other); after != before {
				t.Errorf("the folder held\n%s\nand holds\n%s", before, after)
			}
		})
	}
}
