package orders

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// spec: heartbeat §15 layer 1: a reduction is told with the liquidity that it left.
func TestAReductionNamesThePositionItClosed(t *testing.T) {
	for body, want := range map[string]string{
		`{"type":"remove_liquidity","params":{"position_id":"77","percent":100,"slippage_bps":50},"constraints":{}}`:                                                                                                  "77",
		`{"type":"swap","params":{"token_in":"0x00000000000000000000000000000000000000aa","token_out":"0x00000000000000000000000000000000000000bb","amount_in":"1","slippage_bps":50,"deadline":0},"constraints":{}}`: "",
		`{`: "",
	} {
		if got := Closed(&turn.Action{Proposal: turn.Proposal{Body: []byte(body)}}); got != want {
			t.Errorf("%s: %q", body, got)
		}
	}
}
