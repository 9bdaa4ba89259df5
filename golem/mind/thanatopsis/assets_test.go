package thanatopsis

import (
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/wire"
)

// A death sells every asset, each where most of it is traded; one that is refused keeps no other
// from being sold, and what nobody buys is named.
func TestADeathSellsEveryAsset(t *testing.T) {
	wbtc := turn.Token{Address: common.HexToAddress("0xcc"), Symbol: "WBTC", Decimals: 8}
	none := turn.Token{Address: common.HexToAddress("0xdd"), Symbol: "LOST", Decimals: 18}
	for name, c := range map[string]struct {
		refuse string
		want   string // what stays
	}{
		"all that is bought": {"nothing", "LOST: no market trades it for USDC"},
		"one is refused":     {`"weth"`, "WETH: cage: no, LOST: no market trades it for USDC"},
	} {
		w := newWorld()
		w.reading.Positions = nil
		pool := turntest.Pool{Token0: usdc, Token1: wbtc, QuoteIsZero: true, FeePips: 3000, Price: 50_000}
		shallow := pool.Market()
		pool.FeePips = 500
		deep := pool.Market()
		shallow.Depth, deep.Depth = *uint256.NewInt(1e12), *uint256.NewInt(2e12)
		w.reading.Markets = append(w.reading.Markets, shallow, deep)
		w.reading.Assets = append(w.reading.Assets,
			turn.Asset{Token: wbtc, Units: *uint256.NewInt(1e6), Price: 50_000, Value: 500, Rate: deep.Rate},
			turn.Asset{Token: none, Units: *uint256.NewInt(7)})
		w.answer = func(body string) (turn.Preview, turn.Execution, error) {
			if strings.Contains(body, c.refuse) {
				return turn.Preview{Refusal: &turn.Refusal{Layer: "cage", Code: wire.CodeSafetyTokenNotAllowed, Detail: "no"}}, turn.Execution{}, nil
			}
			return turn.Preview{}, turn.Execution{}, nil
		}
		will, faults := die(t, w)
		check(t, errors.Join(faults...))
		if all := strings.Join(w.proposals, " "); !strings.Contains(all, `"amount_in":"1000000","market":"wbtc-usdc-5","slippage_bps":50,"token_in":"wbtc","token_out":"usdc"`) || strings.Contains(all, "lost") {
			t.Errorf("%s: proposed %s", name, all)
		}
		var left []string
		for _, l := range will.Settlement.Stranded {
			left = append(left, l.What+": "+l.Reason)
		}
		if got := strings.Join(left, ", "); got != c.want {
			t.Errorf("%s: %s stays, want %s", name, got, c.want)
		}
		if held := w.reading.Assets[2].Units; !held.IsZero() {
			t.Errorf("%s: %s WBTC are left", name, held.Dec())
		}
	}
}

// What is dearest is sold first, whatever order the assets stand in, so that a death whose means end
// between two sales has saved the most that one sale can.
//
// spec: mortality §9.3 step 6
func TestADeathSellsTheDearestFirst(t *testing.T) {
	wbtc := turn.Token{Address: common.HexToAddress("0xcc"), Symbol: "WBTC", Decimals: 8}
	for name, c := range map[string]struct {
		coins uint64 // in satoshi, at 50,000
		want  string
	}{
		"bitcoin is dearer": {1e7, "wbtc weth"},
		"ether is dearer":   {1e5, "weth wbtc"},
	} {
		w := newWorld()
		w.reading.Positions = nil
		pool := turntest.Pool{Token0: usdc, Token1: wbtc, QuoteIsZero: true, FeePips: 500, Price: 50_000}
		m := pool.Market()
		m.Depth = *uint256.NewInt(1)
		w.reading.Markets = append(w.reading.Markets, m)
		w.reading.Assets = append(w.reading.Assets,
			turn.Asset{Token: wbtc, Units: *uint256.NewInt(c.coins), Price: 50_000, Value: float64(c.coins) / 1e8 * 50_000, Rate: m.Rate})
		_, faults := die(t, w)
		check(t, errors.Join(faults...))
		var sold []string
		for _, body := range w.proposals {
			for _, handle := range []string{"weth", "wbtc"} {
				if strings.Contains(body, `"token_in":"`+handle+`"`) {
					sold = append(sold, handle)
				}
			}
		}
		if got := strings.Join(sold, " "); got != c.want {
			t.Errorf("%s: sold %s, want %s", name, got, c.want)
		}
	}
}

// What no market trades for the numeraire is sold first, for an asset that another one trades for it, and
// that is sold then with all there is of it.
//
// spec: mortality §9.3 step 6
func TestADeathSellsOverAnotherAsset(t *testing.T) {
	wbtc := turn.Token{Address: common.HexToAddress("0xcc"), Symbol: "WBTC", Decimals: 8}
	w := newWorld()
	w.reading.Positions = nil
	m := turntest.Pool{Token0: wbtc, Token1: weth, FeePips: 500, Price: 25}.Market()
	m.Depth = *uint256.NewInt(1e18)
	w.reading.Markets[0].Depth = *uint256.NewInt(1e12)
	w.reading.Markets = append(w.reading.Markets, m)
	w.reading.Assets = append(w.reading.Assets, turn.Asset{Token: wbtc, Units: *uint256.NewInt(1e6), Price: 50_000, Value: 500, Rate: m.Rate})
	will, faults := die(t, w)
	check(t, errors.Join(faults...))
	all := strings.Join(w.proposals, " ")
	first, then := strings.Index(all, `"token_in":"wbtc","token_out":"weth"`), strings.LastIndex(all, `"token_in":"weth","token_out":"usdc"`)
	if first < 0 || then < first || len(will.Settlement.Stranded) > 0 {
		t.Errorf("proposed %s, and left %+v", all, will.Settlement.Stranded)
	}
}
