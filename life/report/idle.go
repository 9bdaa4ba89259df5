package report

import (
	"fmt"

	"bardo.run/bardo/wire"
)

// Idle is why a life did nothing on the chain, and what to do about it; both are empty where
// it did something.
func (l Life) Idle() (why, remedy string) {
	if len(l.Acts.Trades)+len(l.Acts.Liquidity)+len(l.Acts.Lending)+len(l.Acts.Coin) > 0 {
		return "", ""
	}
	sums := l.Thought.ByRule()
	if dear := l.Thought.TooDear; len(sums) == 0 && dear != "" {
		return "No trade: " + dear + ".", "raise what the rule allows gas to cost, or live where gas costs less: on recorded candles, with bardo live --gas-price"
	}
	if len(sums) == 0 {
		return "No trade: no rule's condition became true.", "compare the conditions with the prices in the page; a wider band is met more often"
	}
	var codes []Share
	stopped := 0
	for _, t := range l.Thought.Triggers {
		if t.Code != "" {
			stopped++
			codes = tally(codes, t.Code)
		}
	}
	seen := count(len(l.Thought.Triggers), "trigger", "triggers")
	if stopped == 0 {
		return "No trade: " + seen + ", and what the rules say came to nothing.", "bardo why with --tick says what a rule asked for; look at its sizes"
	}
	most := codes[0]
	for _, c := range codes {
		if c.Count > most.Count {
			most = c
		}
	}
	why = fmt.Sprintf("No trade: %s, stopped %s, most often by %s.", seen, times(stopped), most.Name)
	if wire.Code(most.Name) == wire.CodeSafetyPaper { // perhaps it does not any more
		return why, "it lived on paper, and what was asked for was simulated, not sent: a life without --paper sends it"
	}
	if x, known := wire.Explain(wire.Code(most.Name)); known {
		return why, x.What + ": " + x.Next
	}
	return why, ""
}

// headline is what the page says first.
func (l Life) headline() string {
	why, remedy := l.Idle()
	if why == "" {
		return l.Verdict()
	}
	if remedy != "" {
		why += " What to do: " + remedy + "."
	}
	return why + " " + l.Verdict()
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
