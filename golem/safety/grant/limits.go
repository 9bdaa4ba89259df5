package grant

import (
	"fmt"
	"math/big"
	"time"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/internal/money"
)

// Limits are those of a signed grant, as its caveats say them and as the cage stood at a
// reading; nil where it was not read.
func (g Grant) Limits(f *turn.Fence) (limits []Limit) {
	for i, e := range g.Enforcers {
		terms := g.Delegation.Caveats[i].Terms
		name, value := string(e.Kind), "as signed"
		switch c, err := caveat.Decode(e.Kind, terms); {
		case e.Kind == KindLimitedCalls:
			name, value = "number of orders", new(big.Int).SetBytes(terms).String()
		case e.Kind == KindPolicyCage:
			limits = append(limits, caged(f)...)
			name, value = "recipient of everything", g.Account().Hex()
		case err != nil:
		default:
			name, value = told(c)
		}
		limits = append(limits, Limit{Name: name, Value: value, OnChain: true, By: string(e.Kind)})
	}
	return limits
}

// told says what one of our caveats bounds.
func told(c caveat.Caveat) (name, value string) {
	switch c := c.(type) {
	case *caveat.MortalityTimeWindow:
		return "ends", time.Unix(int64(c.End), 0).UTC().Format("2 January 2006, 15:04 UTC") //nolint:gosec // a time
	case *caveat.GolemPhase:
		return "calls, by phase of life", "the forms of the book at " + c.Book.Hex()
	case *caveat.DailySpendLimit:
		return "spent in any 24 hours on openings and swaps", Dollars(money.USDC(c.Limit)) //nolint:gosec // bounded
	}
	return string(c.Kind()), "as signed"
}

// caged are the limits of a cage as it was read last.
func caged(f *turn.Fence) []Limit {
	if f == nil || !f.Caged {
		return nil
	}
	row := func(name, format string, args ...any) Limit {
		return Limit{Name: name, Value: fmt.Sprintf(format, args...), OnChain: true, By: string(KindPolicyCage)}
	}
	return append([]Limit{
		row("spent at once", "%s", Dollars(f.PerTransaction)), row("left to spend now (any 24 hours)", "%s", Dollars(f.DayLeft)),
		row("one asset or position", "%s", f.Position), row("everything but cash", "%s", f.Concentration),
		row("left to lose before nothing is opened", "%s in any 24 hours, %s in the session", Dollars(f.Loss.Left), Dollars(f.Loss.SessionLeft)),
		row("open positions", "%d, %d are", f.Positions, f.Open), row("drawdown that stops openings", "%s", f.Drawdown),
	}, fenced(f)...)
}
