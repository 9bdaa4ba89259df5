package bardo

import (
	"strings"
	"testing"

	"bardo.run/bardo/life/live"
)

// What is sent home is no loss: the line of a dying life tells no equity any more, once some of it is gone.
func TestTheLineOfALifeSaysWhatIsSentHome(t *testing.T) {
	t.Parallel()
	p := live.Progress{Ticks: 7, Trades: 2, Equity: 49.88, State: "living"}
	if got := line(p); !strings.HasSuffix(got, "tick 7  orders 2  equity read 49.88  living") {
		t.Error(got)
	}
	p.Home, p.State = true, "death: settlement"
	if got := line(p); !strings.HasSuffix(got, "tick 7  orders 2  what it held is sent home  death: settlement") {
		t.Error(got)
	}
}
