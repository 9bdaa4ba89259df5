package dying

import (
	"strings"
	"testing"
)

// spec: mortality §9.3 — the owner is told on the terminal what could not be settled,
// what it is worth, why, and what to do; the same stands in the testament.
func TestTheTerminalNamesWhatADeathLeft(t *testing.T) {
	t.Parallel()
	p := newProgram(t, everything)
	code := p.lives(func() {
		p.Pause(p.USDC, true)
		p.Refuse(p.Positions, "multicall(bytes[])")
	})
	said := p.said.String()
	if code != 0 || !strings.Contains(said, "dead (hayflick_limit)") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	w := p.will()
	for _, what := range []string{"position ", "lending market aave-v3"} {
		if _, named := w.left(what); !named {
			t.Errorf("the testament does not name %s: %+v", what, w.Settlement.Stranded)
		}
	}
	for _, l := range w.Settlement.Stranded {
		for _, part := range []string{l.What, l.Value, l.Reason, l.Advice} {
			if !strings.Contains(said, part) {
				t.Errorf("the terminal does not say %q of %s", part, l.What)
			}
		}
	}
	t.Log(said)
}
