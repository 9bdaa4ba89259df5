package agent

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
)

// WorstDay is what the worst day of this life is computed from, at a reading.
//
// spec: DESIGN §12.29
func (b Boot) WorstDay(r turn.Reading) worstday.Limits {
	g := b.Venue.Grant
	switch {
	case b.Custody.Enclave != nil:
		return worstday.Of(worstday.Embedded, b.Policy, r, worstday.Coin(r), 0)
	case g == nil:
		return worstday.Of(worstday.OwnKey, b.Policy, r, worstday.Coin(r), 0)
	case g.Mode == grant.LocalKey:
		return worstday.Of(worstday.Granted, b.Policy, r, b.Custody.KeyBalance, g.Daily())
	}
	return worstday.Of(worstday.Delegation, b.Policy, r, b.Custody.KeyBalance, 0)
}
