package cage

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/wire"
)

// spec: safety §7.6, §25.7: a list that does not answer, or names whom an order reaches,
// refuses opening and admits closing.
func TestASanctionsListRefusesOpeningAndAdmitsClosing(t *testing.T) {
	for name, at := range map[string]struct {
		wanted bool // the configuration names a list
		screen *turn.Screen
		code   wire.Code
	}{
		"none is wanted":            {false, nil, ""},
		"nobody is on it":           {true, &turn.Screen{}, ""},
		"it was not read":           {true, nil, wire.CodeSanctionsOracleUnavailable},
		"it does not answer":        {true, &turn.Screen{Unread: "no link"}, wire.CodeSanctionsOracleUnavailable},
		"somebody is on it":         {true, &turn.Screen{Listed: []common.Address{{7}}}, wire.CodeSafetySanctioned},
		"the cage's does not":       {false, &turn.Screen{Unread: "no link"}, wire.CodeSanctionsOracleUnavailable},
		"somebody is on the cage's": {false, &turn.Screen{Listed: []common.Address{{7}}}, wire.CodeSafetySanctioned},
	} {
		limits, now := limits(), seen()
		limits.Screened, now.Screen, now.Positions = at.wanted, at.screen, []turn.Position{{ID: "7"}}
		c := New(limits)
		for _, a := range []grammar.Action{buy(), provide()} {
			r := c.Before(Case{Action: a, Seen: now, Now: noon})
			if got := r != nil; got != (at.code != "") || got && r.Code != at.code {
				t.Errorf("%s: %s: %+v", name, a.Kind, r)
			}
		}
		for _, a := range []grammar.Action{sell(), leave(7)} {
			says(t, c.Before(Case{Action: a, Seen: now, Now: noon}), "", "%s: %s", name, a.Kind)
		}
	}
}
