package protocol

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
)

// tried is a proof whose simulations answer in turn, and what they were asked.
type tried struct {
	Proof
	answers []tip
	asked   []string
}

// tip is an answer: what the account of the proof gains of the base token, or an error.
type tip struct {
	gain int64
	err  error
}

var usdc, weth, pool = common.Address{1}, common.Address{2}, common.Address{3}

var errReverted = errors.New("reverted")

// proving is a proof on a pool of USDC and WETH, to which 10 USDC are lent.
func proving(answers ...tip) *tried {
	p := &tried{answers: answers}
	p.Seen = turntest.Pool{
		Address: pool, Token0: turn.Token{Address: usdc, Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Address: weth, Symbol: "WETH", Decimals: 18}, QuoteIsZero: true, FeePips: 500, Price: 2_000,
	}.Seen(new(uint256.Int), new(uint256.Int))
	p.Seen.Markets[0].Protocol = "x"
	p.Account, p.Loans = common.Address{9}, []Loan{{usdc, pool, uint256.NewInt(10_000_000)}}
	p.Simulate = func(orders ...grammar.Action) (o sim.Outcome, err error) {
		said := ""
		for _, a := range orders {
			switch a.Kind {
			case grammar.Swap:
				said += fmt.Sprintf("%s %s %d>%d %s;", a.Protocol, a.Market, a.TokenIn[0], a.TokenOut[0], a.AmountIn.Dec())
			default:
				held, _ := p.Seen.Lender(a.Market)
				reserve, _ := held.Reserve(a.Asset)
				said += fmt.Sprintf("%s %s %s %s of %d, %s held;", a.Protocol, a.Market, a.Kind, a.Amount.Dec(), a.Asset[0], reserve.Supplied.Dec())
			}
		}
		p.asked = append(p.asked, said)
		next := p.answers[0]
		p.answers = p.answers[1:]
		o.Deltas = []sim.Delta{
			{Account: common.Address{8}, Token: weth, Amount: big.NewInt(999)},
			{Account: p.Account, Token: usdc, Amount: big.NewInt(998)},
			{Account: p.Account, Token: weth, Amount: big.NewInt(next.gain)},
		}
		return o, next.err
	}
	return p
}

// says reports a trip as a text.
func (p *tried) says() (all []string) {
	for _, t := range p.Trips {
		all = append(all, fmt.Sprintf("%s at %d: %v", t.What, t.At[0], t.Err))
	}
	return all
}

// A round trip sells just what its purchase brought, beside what was lent before.
func TestARoundTripSellsWhatItBought(t *testing.T) {
	const what = "swap USDC for WETH on x and back at 5: "
	buy := "x weth-usdc-5 1>2 10000000;"
	for name, c := range map[string]struct {
		base    uint64 // lent before
		answers []tip
		asked   []string
		trip    string
		left    uint64 // lent after
	}{
		"the first":        {0, []tip{{gain: 7}, {}}, []string{buy, buy + "x weth-usdc-5 2>1 7;"}, "<nil>", 7},
		"a later one":      {7, []tip{{gain: 12}, {}}, []string{buy, buy + "x weth-usdc-5 2>1 5;"}, "<nil>", 7},
		"no purchase":      {0, []tip{{gain: 7, err: errReverted}}, []string{buy}, "reverted", 0},
		"nothing bought":   {0, []tip{{}}, []string{buy}, "10 USDC buy nothing", 0},
		"less than before": {0, []tip{{gain: -3}}, []string{buy}, "10 USDC buy nothing", 0},
		"one unit":         {0, []tip{{gain: 1}, {}}, []string{buy, buy + "x weth-usdc-5 2>1 1;"}, "<nil>", 1},
		"no sale":          {0, []tip{{gain: 7}, {err: errReverted}}, []string{buy, buy + "x weth-usdc-5 2>1 7;"}, "reverted", 0},
	} {
		p := proving(c.answers...)
		if c.base > 0 {
			p.Loans = append(p.Loans, Loan{weth, pool, uint256.NewInt(c.base)})
		}
		p.Trade(*p.Seen.Primary(), common.Address{5})
		left := uint64(0)
		if lent := p.Lent(weth); lent != nil {
			left = lent.Uint64()
		}
		if !slices.Equal(p.asked, c.asked) || !slices.Equal(p.says(), []string{what + c.trip}) || left != c.left {
			t.Errorf("%s: asked %q, says %q, %d lent after", name, p.asked, p.says(), left)
		}
	}
}

// Of a market one reserve that takes and gives back is enough, and none is tried of a token
// that nothing is lent of. What was read stays as it was.
func TestOneReserveThatWorksIsEnough(t *testing.T) {
	const what = "supply to y and withdraw at 5: "
	dollars, ether := "z y supply 10000000 of 1, 10000000 held;z y withdraw 5000000 of 1, 10000000 held;", "z y supply 8 of 2, 8 held;z y withdraw 4 of 2, 8 held;"
	for name, c := range map[string]struct {
		base     uint64
		reserves []common.Address
		answers  []tip
		asked    []string
		trips    []string
	}{
		"the first":          {8, []common.Address{usdc, weth}, []tip{{}}, []string{dollars}, []string{what + "<nil>"}},
		"the second":         {8, []common.Address{usdc, weth}, []tip{{err: errReverted}, {}}, []string{dollars, ether}, []string{what + "<nil>"}},
		"neither":            {8, []common.Address{usdc, weth}, []tip{{err: errReverted}, {err: errReverted}}, []string{dollars, ether}, []string{what + "reverted"}},
		"nothing is lent":    {0, []common.Address{weth}, nil, nil, []string{what + "it lists no token of a market"}},
		"it lists nothing":   {8, []common.Address{}, nil, nil, []string{what + "it lists no token of a market"}},
		"there is no market": {8, nil, nil, nil, nil},
	} {
		p := proving(c.answers...)
		if c.base > 0 {
			p.Loans = append(p.Loans, Loan{weth, pool, uint256.NewInt(c.base)})
		}
		if c.reserves != nil {
			p.Seen.Lending = []turn.Lending{{Handle: "y", Protocol: "z"}}
		}
		for _, at := range c.reserves {
			p.Seen.Lending[0].Reserves = append(p.Seen.Lending[0].Reserves, turn.Reserve{Token: turn.Token{Address: at}})
		}
		p.Lend("y", common.Address{5})
		if !slices.Equal(p.asked, c.asked) || !slices.Equal(p.says(), c.trips) {
			t.Errorf("%s: asked %q, says %q", name, p.asked, p.says())
		}
		for _, market := range p.Seen.Lending {
			for _, r := range market.Reserves {
				if !r.Supplied.IsZero() {
					t.Errorf("%s: %s of the reading is changed", name, r.Token.Address)
				}
			}
		}
	}
}

// Of a token that no market before it gave, nothing is there to try a market with; what a market
// gave is lent by that market from then on.
func TestAMarketIsTriedWithWhatOneBeforeItGave(t *testing.T) {
	dai := turn.Token{Address: common.Address{6}, Symbol: "DAI", Decimals: 18}
	p := proving(tip{gain: 7}, tip{})
	first := *p.Seen.Primary()
	second := turn.Market{Handle: "dai-weth-30", Protocol: "x", Address: common.Address{4}, Base: dai, Quote: first.Base}
	p.Trade(second, common.Address{5})
	p.Trade(first, common.Address{5})
	if want := []string{"swap WETH for DAI on x and back at 5: no market before it gave WETH to try it with", "swap USDC for WETH on x and back at 5: <nil>"}; !slices.Equal(p.says(), want) {
		t.Errorf("says %q", p.says())
	}
	if len(p.Loans) != 2 || p.Loans[1].Token != weth || p.Loans[1].From != first.Address || p.Loans[1].Units.Uint64() != 7 {
		t.Errorf("lent %+v", p.Loans)
	}
	p.answers, p.asked = []tip{{err: errReverted}}, nil
	p.Trade(second, common.Address{5})
	if want := []string{"x dai-weth-30 2>6 7;"}; !slices.Equal(p.asked, want) || p.Lent(dai.Address) != nil {
		t.Errorf("asked %q, %s DAI lent", p.asked, p.Lent(dai.Address))
	}
}
