package cage

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// Codes of what a list of sanctioned addresses refuses.
const (
	CodeUnscreened = wire.CodeSanctionsOracleUnavailable
	CodeSanctioned = wire.CodeSafetySanctioned
)

// screened refuses to open a risk where a list of sanctioned addresses names one of those
// that an order reaches, or does not answer. What is held can always be left: it was bought
// before the name was on the list.
//
// spec: safety §7.6, §1.4 S-7 and S-10, §1.5 rule 4
func (p Policy) screened(k Case) *turn.Refusal {
	s := k.Seen.Screen
	if !k.Opens() || s == nil && !p.Screened {
		return nil
	}
	switch {
	case s == nil:
		return refuse(CodeUnscreened, "the list of sanctioned addresses was not read at block %d", k.Seen.Block.Number)
	case s.Unread != "":
		return refuse(CodeUnscreened, "the list of sanctioned addresses cannot be read: %.200s", s.Unread)
	case len(s.Listed) > 0:
		return refuse(CodeSanctioned, "%s is on the list of sanctioned addresses", s.Listed[0])
	}
	return nil
}
