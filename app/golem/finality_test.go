package golem

import (
	"testing"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/mirage/cheat"
)

// spec: heartbeat §3 step 8, §22 point 14, chain §8: an outcome counts as verified with its
// confirmations and is final with the chain's word, each on record after its tick; a reorg
// takes both back. disturb replays the life.
func TestOutcomesBecomeConfirmedAndSafeAndAReorgTakesThatBack(t *testing.T) {
	t.Parallel()
	m := furnished(t, evmtest.NewServedMarket(t, cheat.Services(cheat.Options{}))) // go-ethereum alone knows no safe block
	v := newVictim(t, m)
	late := v.disturb(func() { v.reorg(m, 10) })
	stands := map[string]string{} // what is known of each order
	counts := map[string]int{}
	for _, o := range late {
		was := stands[o.PermitID]
		switch o.Actual {
		case string(turn.Confirmed):
			if was == string(turn.Confirmed) || was == string(turn.Safe) || was == "reorged" { // once, and of what is known
				t.Errorf("%s is confirmed after %q", o.PermitID, was)
			}
			if was == "reorged then executed" {
				counts["again"]++
			}
		case string(turn.Safe):
			if was != string(turn.Confirmed) {
				t.Errorf("%s is safe after %q", o.PermitID, was)
			}
		case "executed":
			if o.Verified {
				t.Errorf("%s is verified by its receipt alone", o.PermitID)
			}
			if was == "reorged" {
				o.Actual = "reorged then executed"
			}
		}
		if final := o.Source == records.SourceFinality; (o.Verified && !final) || (final && o.Execution != nil) {
			t.Errorf("%+v", o)
		}
		stands[o.PermitID] = o.Actual
		counts[o.Actual]++
	}
	t.Log(counts)
	if counts["confirmed"] < 2 || counts["safe"] < 2 || counts["reorged"] == 0 || counts["again"] == 0 {
		t.Errorf("outcomes %v: %+v", counts, late)
	}
	v.booksAgree()
}
