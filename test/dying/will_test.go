package dying

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
)

// will is what these tests read of a testament.
type will struct {
	actions []turn.Action
	left    []thanatopsis.Leftover
	faults  map[string]string // by phase
	kept    bool
	text    string
}

func (g *golem) will() (w will) {
	g.t.Helper()
	text, err := os.ReadFile(filepath.Join(g.dir, home.TestamentFile))
	if err != nil {
		g.t.Fatal(err)
	}
	var t thanatopsis.Testament
	if err := json.Unmarshal(text, &t); err != nil {
		g.t.Fatal(err)
	}
	w = will{actions: t.Settlement, left: t.LeftOpen, kept: t.KeyKept, text: string(text), faults: map[string]string{}}
	for _, p := range t.Phases {
		w.faults[p.Phase] = p.Fault
	}
	return w
}

// executed are the kinds of what was carried out, in order.
func (w will) executed() (kinds []string) {
	for _, a := range w.actions {
		if a.Status == turn.StatusExecuted {
			kinds = append(kinds, a.Preview.Kind)
		}
	}
	return kinds
}

// leftover is what the testament says of something that remains.
func (w will) leftover(what string) (thanatopsis.Leftover, bool) {
	for _, l := range w.left {
		if strings.HasPrefix(l.What, what) {
			return l, true
		}
	}
	return thanatopsis.Leftover{}, false
}
