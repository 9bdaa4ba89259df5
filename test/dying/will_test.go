package dying

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
)

// will is what these tests read of a testament, as whoever gets the file would.
type will struct {
	Death struct {
		Duration int64 `json:"protocol_duration_ms"`
		Budget   struct {
			Total string `json:"total_usdc"`
			Gas   string `json:"gas_spent_usdc"`
		} `json:"budget"`
		Phases []struct{ Phase, Fault string } `json:"phases"`
	} `json:"death"`
	Settlement struct {
		Actions  []deed     `json:"actions"`
		Stranded []leftover `json:"stranded"`
	} `json:"settlement"`
	Wallet struct {
		Native  string `json:"native"`
		KeyKept bool   `json:"key_kept"`
	} `json:"wallet"`
}

// deed is one action of the settlement.
type deed struct {
	Key, What string
	Success   bool
	Action    turn.Action
}

// leftover is something that remains.
type leftover struct{ What, Status, Value, Reason, Advice string }

func (g *golem) will() (w will) {
	g.t.Helper()
	text, err := os.ReadFile(filepath.Join(g.dir, home.TestamentFile))
	if err != nil {
		g.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &w); err != nil {
		g.t.Fatal(err)
	}
	return w
}

// fault is how a phase ended; empty where it ended well.
func (w will) fault(phase string) string {
	for _, p := range w.Death.Phases {
		if p.Phase == phase {
			return p.Fault
		}
	}
	return "it did not take place"
}

// executed are the kinds of what was carried out, in order.
func (w will) executed() (kinds []string) {
	for _, d := range w.Settlement.Actions {
		if d.Success {
			kinds = append(kinds, d.Action.Preview.Kind)
		}
	}
	return kinds
}

// left is what the testament says of something that remains.
func (w will) left(what string) (leftover, bool) {
	for _, l := range w.Settlement.Stranded {
		if strings.HasPrefix(l.What, what) {
			return l, true
		}
	}
	return leftover{}, false
}
