package protocol

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// What a swap is simulated to return is what comes in of the token that it buys, and not
// what goes out of it, nor another's.
func TestTheLeastIsOfWhatComesIn(t *testing.T) {
	n := uint256.NewInt
	bought, other := common.Address{1}, common.Address{2}
	a := grammar.Action{Kind: grammar.Swap, TokenOut: bought, Slippage: 50}
	deltas := []turn.Delta{{Token: bought, Out: true, Units: *n(5)}, {Token: other, Units: *n(7)}, {Token: bought, Units: *n(10_000)}}
	if got := (Order{Action: a, Expect: &turn.Simulation{Deltas: deltas}}).Least(); got.Int64() != 9_950 {
		t.Errorf("at least %s", got)
	}
	if got := (Order{Action: a, Expect: &turn.Simulation{Deltas: deltas[:2]}}).Least(); got.Sign() != 0 {
		t.Errorf("of nothing at least %s", got)
	}
}
