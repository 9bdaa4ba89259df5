package trust

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/internal/money"
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

// What opens a range again is judged before the liquidity is taken out, and so is the gas for it.
//
// spec: heartbeat §15
func TestAnOpeningIsForetoldAndItsGasIsAsked(t *testing.T) {
	usdc, weth := turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}, turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18}
	pool := turntest.Pool{Address: common.Address{3}, Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, TickSpacing: 10, Price: 2_000}
	then := pool.Seen(uint256.NewInt(10_000e6), uint256.NewInt(1e18))
	a, _ := weighed(t, plain, "full", false)
	p := a.terms.Policy
	p.Protocols, p.Tokens, p.Markets = []string{"uniswap-v3"}, []common.Address{usdc.Address, weth.Address}, []cage.Listing{cage.Listed(then.Markets[0])}
	a.Limit(p)
	body := func(quote string) []byte {
		return []byte(`{"type":"add_liquidity","params":{"market":"weth-usdc-5","base_amount":"500000000000000000","quote_amount":"` + quote + `","tick_lower":200000,"tick_upper":202000,"slippage_bps":50},"constraints":{}}`)
	}
	for quote, want := range map[string]string{"500000000": "", "3000000000": "the position would be above"} {
		if why := a.Sized().Foretell(body(quote), then); (why == "") != (want == "") || !strings.Contains(why, want) {
			t.Errorf("%s units of cash: %q, want %q", quote, why, want)
		}
	}
	then.MaxFee, then.NativePrice = *uint256.NewInt(1e9), 2_000*money.One
	for left, want := range map[money.USDC]string{2 * money.One: "", 1_999_999: "may cost 2.000000 USDC, and 1.999999 are left for gas today"} {
		a.parts.Gas = func() (money.USDC, error) { return left, nil }
		if why := a.Sized().Fuels(1_000_000, then); (why == "") != (want == "") || !strings.Contains(why, want) {
			t.Errorf("%s are left: %q, want %q", left, why, want)
		}
	}
}
