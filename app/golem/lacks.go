package golem

import (
	"fmt"
	"slices"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/turn"
)

// lacks says what a Golem needs and has not, its owner's address among it: it lives all the
// same, and does less.
func lacks(b agent.Boot, seen turn.Reading, owner string) (all []string) {
	say := func(format string, of ...any) { all = append(all, fmt.Sprintf(format, of...)) }
	account, wallet := b.Venue.Account, b.Venue.Sender()
	if len(b.Policy.Tokens) == 0 {
		say("safety.approved_assets approves no token of the pool, so that nothing is traded: write %s and %s into it", seen.Pool.Quote().Symbol, seen.Pool.Base().Symbol)
	}
	if len(b.Policy.Protocols) == 0 {
		say(`safety.approved_protocols is empty, so that nothing is traded: write "uniswap-v3" into it`)
	}
	if !holds(seen) {
		say("the account %s holds nothing of the pool's tokens, so that nothing is traded: send it %s", account, seen.Pool.Quote().Symbol)
	}
	if seen.Native.IsZero() && !b.Policy.Paper {
		say("the wallet %s has no coin to pay gas with, so that nothing is sent: send it some", wallet)
	}
	if owner == "" && b.Venue.Grant == nil {
		say("identity.owner_address is empty: the testament names no owner, and what the wallet %s holds at death stays there", wallet)
	}
	return all
}

// holds reports whether an account has anything to trade with, or to leave.
func holds(r turn.Reading) bool {
	return len(r.Positions) > 0 || slices.ContainsFunc(r.Balances, func(b turn.Balance) bool { return !b.Units.IsZero() }) ||
		slices.ContainsFunc(r.Lending, func(l turn.Lending) bool { return !l.Idle() })
}
