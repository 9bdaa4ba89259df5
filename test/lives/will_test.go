package lives

import (
	"encoding/json"
	"fmt"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
)

// will is what is looked up in a testament: nothing here knows its shape but willOf.
type will struct {
	cause      lifecycle.Cause
	ticks      uint64
	trades     int
	born, died float64 // equity
	gas        string  // USDC
	balances   map[string]string
	native     string
	settlement []turn.Action
	leftOpen   []string
	clocks     bool
	secret     string
}

// willOf reads the testament among the papers of a life.
func willOf(papers map[string]string) (w will, err error) {
	var t thanatopsis.Testament
	if err := json.Unmarshal([]byte(papers["testament"]), &t); err != nil {
		return w, fmt.Errorf("read the testament: %w", err)
	}
	w = will{
		cause: t.Death.Cause, ticks: t.Stats.Ticks, trades: t.Stats.Trades, born: t.Stats.Start, died: t.Stats.End, gas: t.Stats.GasPaid,
		balances: map[string]string{}, native: t.Wallet.Native, settlement: t.Settlement.Proposed(), clocks: t.Death.Clocks != nil,
	}
	for _, h := range t.Wallet.Balances {
		w.balances[h.Token] = h.Units
	}
	for _, l := range t.Settlement.Stranded {
		w.leftOpen = append(w.leftOpen, fmt.Sprintf("%s worth %s: %s", l.What, l.Value, l.Reason))
	}
	if c := t.Death.Clocks; c != nil {
		w.secret = c.Secret
	}
	return w, nil
}
