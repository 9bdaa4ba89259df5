package trust

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy/play"
)

// A supply that comes after a withdrawal is judged before that is made, by stage, standing and limits.
//
// spec: heartbeat §15
func TestASupplyIsForetoldByWhatIsKnown(t *testing.T) {
	usdc := turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}
	then := turn.Reading{
		Assets:  []turn.Asset{{Token: usdc, Units: *uint256.NewInt(1_000e6), Price: 1, Value: 1_000}},
		Lending: []turn.Lending{{Handle: "aave-v3", Protocol: "aave-v3", Reserves: []turn.Reserve{{Token: usdc, Receipt: common.Address{2}}}}},
	}
	then.Assets[0].Rate.SetUint64(1)
	then.Assets[0].Rate.Lsh(&then.Assets[0].Rate, 128)
	for name, c := range map[string]struct {
		stage, amount string
		adaptive      bool
		standing      turn.Standing
		want          string
	}{
		"nothing speaks against it": {"full", "100000000", false, turn.Standing{}, ""},
		"in shadow":                 {"shadow", "100000000", false, turn.Standing{}, "stage shadow: simulated, not sent"},
		"more than a position":      {"full", "300000000", false, turn.Standing{}, "the position would be above 20.00% of equity"},
		"by the engine":             {"full", "100000000", true, turn.Standing{}, "no price was seen"},
		"stopped":                   {"full", "100000000", false, turn.Standing{Halt: turn.HaltOpening}, "the owner stopped opening"},
	} {
		a, _ := weighed(t, plain, c.stage, c.adaptive)
		state, write := turn.NewState(turn.Identity{})
		write.Standing.Edit(func(s *turn.Standing) { *s = c.standing })
		a.parts.State = state
		p := a.terms.Policy
		p.Protocols, p.Tokens, p.MinCollateral = []string{"aave-v3"}, []common.Address{usdc.Address}, 15_000
		a.Limit(p)
		var f play.Foreteller = a.Sized()
		why := f.Foretell([]byte(`{"type":"supply","params":{"market":"aave-v3","asset":"usdc","amount":"`+c.amount+`"},"constraints":{}}`), then)
		if (why == "") != (c.want == "") || !strings.Contains(why, c.want) {
			t.Errorf("%s: %q, want %q", name, why, c.want)
		}
	}
}
