package golem

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/turn"
)

// lacks says what a Golem needs and has not, its owner's address among it: it lives all the
// same, and does less.
func lacks(b agent.Boot, seen turn.Reading, owner string) (all []string) {
	say := func(format string, of ...any) { all = append(all, fmt.Sprintf(format, of...)) }
	account, wallet := b.Venue.Account, b.Venue.Sender()
	if len(b.Policy.Tokens) == 0 {
		say("safety.approved_assets approves no token of the %s, so that nothing is traded: write %s into it", markets(seen), symbols(seen))
	}
	if len(b.Policy.Protocols) == 0 {
		say("safety.approved_protocols is empty, so that nothing is traded: write %q into it", seen.Primary().Protocol)
	}
	if !holds(seen) {
		say("the account %s holds no token of the %s, so that nothing is traded: send it %s", account, markets(seen), seen.Numeraire().Symbol)
	}
	if seen.Native.IsZero() && !b.Policy.Paper {
		say("the wallet %s has no coin to pay gas with, so that nothing is sent: send it some", wallet)
	}
	if owner == "" && b.Venue.Grant == nil {
		say("identity.owner_address is empty: the testament names no owner, and what the wallet %s holds at death stays there", wallet)
	}
	return all
}

func markets(r turn.Reading) string {
	if len(r.Markets) > 1 {
		return "markets"
	}
	return "market"
}

// symbols lists the assets in a sentence.
func symbols(r turn.Reading) string {
	all := r.Tokens()
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = t.Symbol
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, ", ")
}

// holds reports whether an account has anything to trade with, or to leave.
func holds(r turn.Reading) bool {
	return len(r.Positions) > 0 || slices.ContainsFunc(r.Assets, func(a turn.Asset) bool { return !a.Units.IsZero() }) ||
		slices.ContainsFunc(r.Lending, func(l turn.Lending) bool { return !l.Idle() })
}
