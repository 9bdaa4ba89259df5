package play

import (
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/strategy/quote"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/wire"
)

// detour adds WBTC, which a deep market trades for WETH, and for the numeraire one with so many whole
// tokens of it around its price; none where that is zero.
func (p *paper) detour(thin uint64) {
	p.pour(*uint256.NewInt(224_000_000_000_000_000)) // some 20,000,000 USDC in both tokens
	price := p.r.Primary().Price
	deep := turntest.Pool{Address: common.HexToAddress("0xB3"), Token0: wbtc, Token1: weth, FeePips: 500, TickSpacing: 10, Price: 50_000 / price}.Market()
	deep.Depth = *new(uint256.Int).Mul(uint256.NewInt(5_000), uint256.NewInt(1e18))
	p.r.Markets = append(p.r.Markets, deep)
	direct := turntest.Pool{Address: common.HexToAddress("0xB1"), Token0: usdc, Token1: wbtc, QuoteIsZero: true, FeePips: 3000, TickSpacing: 60, Price: 50_000}.Market()
	if direct.Depth = *uint256.NewInt(thin * 1e6); thin > 0 {
		p.r.Markets = append(p.r.Markets, direct)
	}
	p.r.Assets = append(p.r.Assets, turn.Asset{Token: wbtc, Price: 50_000, Rate: direct.Rate})
	p.revalue()
}

const far = "```rule entry in\nwhen true do buy 20% of equity of wbtc\n```\n```rule exit out\nwhen true do sell all of wbtc\n```\n"

func routing(t testing.TB, thin uint64) (*paper, *Player, func(rule.Kind) []turn.Trigger) {
	t.Helper()
	s := loose(t, far)
	m := newPaper(t, 1_000, false)
	m.detour(thin)
	return m, New(fixed{s}), func(k rule.Kind) []turn.Trigger { return fire(s, k) }
}

// In a thin market an order would move the price: it goes over two deep ones, carries on all that the
// first move brought, and says what the thin one would have given. Sold is by the same way.
func TestAnOrderGoesOverTwoMarketsWhereThatIsCheaper(t *testing.T) {
	for _, thin := range []uint64{2_000, 0} {
		m, p, of := routing(t, thin)
		m.earn(weth.Address, uint256.NewInt(7e15))
		m.revalue()
		done, thoughts := m.play(p, 0, of(rule.Entry))
		if len(done) != 2 || !strings.HasSuffix(asked(done), "weth in wbtc-weth-5") || !strings.Contains(asked(done), "usdc in weth-usdc-5") {
			t.Fatalf("%d: %s: %s", thin, asked(done), said(thoughts))
		}
		first, second := done[0].Proposal.Route, done[1].Proposal.Route
		if first.First != "" || second.First != done[0].Preview.PermitID || first.From != "usdc" || first.Over != "weth" || first.To != "wbtc" || first.Second != "wbtc-weth-5" {
			t.Errorf("%+v, %+v", first, second)
		}
		if (first.Direct == "wbtc-usdc-30") != (thin > 0) || first.Straight.IsZero() != (thin == 0) || !first.Gives.Gt(&first.Straight) {
			t.Errorf("%+v", first)
		}
		if held := m.wallet(weth.Address); held.Uint64() != 7e15 || m.wallet(wbtc.Address).IsZero() {
			t.Errorf("between lie %s", held.Dec())
		}
		done, _ = m.play(p, 1, of(rule.Exit))
		if len(done) != 2 || done[0].Proposal.Route.To != "usdc" || !m.wallet(wbtc.Address).IsZero() || m.wallet(weth.Address).Uint64() != 7e15 {
			t.Errorf("%d: sold by %s", thin, asked(done))
		}
	}
}

// Of two markets of both assets an order goes to the one that gives more, not to the deeper one.
func TestAnOrderGoesWhereItGetsMost(t *testing.T) {
	for depth, want := range map[uint64]string{8_900_000: "wbtc-usdc-1", 20_000: "wbtc-usdc-30"} {
		m, p, of := routing(t, 9_000_000)
		m.r.Markets[2].BaseFee, m.r.Markets[2].QuoteFee = 500, 500
		cheap := turntest.Pool{Address: common.HexToAddress("0xB5"), Token0: usdc, Token1: wbtc, QuoteIsZero: true, FeePips: 100, TickSpacing: 1, Price: 50_000}.Market()
		cheap.Depth = *uint256.NewInt(depth * 1e6)
		m.r.Markets = append(m.r.Markets, cheap)
		m.revalue()
		for i, k := range []rule.Kind{rule.Entry, rule.Exit} {
			if done, thoughts := m.play(p, int64(i), of(k)); len(done) != 1 || !strings.HasSuffix(asked(done), " in "+want) {
				t.Errorf("%d: %s: %s", depth, asked(done), said(thoughts))
			}
		}
	}
}

// Where the market of both assets gives more, or a rule names it, or a price on the way is in doubt, or
// the owner does not name the asset between, nothing goes over two.
func TestAnOrderGoesStraightWhereNothingSpeaksForARoute(t *testing.T) {
	for name, c := range map[string]struct {
		rules, head string
		thin        uint64
		bend        func(*paper)
	}{
		"deep":            {far, "", 9_000_000, func(p *paper) { p.r.Markets[2].BaseFee, p.r.Markets[2].QuoteFee = 500, 500 }},
		"named":           {strings.ReplaceAll(far, "of wbtc", "of wbtc on wbtc-usdc-30"), "", 2_000, nil},
		"in doubt":        {far, "", 2_000, func(p *paper) { p.r.Assets[1].Doubt = "bent" }},
		"not listed":      {far, "assets = [\"USDC\", \"WBTC\"]\n", 2_000, nil},
		"too much gas":    {far, "", 2_000, func(p *paper) { p.r.NativeUSD = 1e6 }},
		"does not answer": {far, "", 2_000, func(p *paper) { p.r.Mute = []turn.Mute{{Handle: "wbtc-weth-5"}} }},
	} {
		s := headed(t, c.head, c.rules)
		m := newPaper(t, 1_000, false)
		if m.detour(c.thin); c.bend != nil {
			c.bend(m)
		}
		done, thoughts := m.play(New(fixed{s}), 0, fire(s, rule.Entry))
		if len(done) != 1 || done[0].Proposal.Route != nil || !strings.HasSuffix(asked(done), "usdc in wbtc-usdc-30") {
			t.Errorf("%s: %s: %s", name, asked(done), said(thoughts))
		}
	}
}

// Where the price may move while the second move waits, a route gives up to 10 bps more for nothing:
// two fees of 5 bps lose to one of 15, and win over one of 25.
func TestARouteGivesMoreThanTheWaitMayCost(t *testing.T) {
	for fee, moves := range map[uint32]int{1_500: 1, 2_500: 2} {
		m, p, of := routing(t, 9_000_000)
		m.r.NativeUSD = 0
		m.r.Markets[2].BaseFee, m.r.Markets[2].QuoteFee = fee, fee
		in := uint256.NewInt(200e6)
		direct := quote.Gives(&m.r.Markets[2], usdc.Address, in)
		best, ok := quote.Best(&m.r, usdc, wbtc, in, func(*turn.Asset, *turn.Market) bool { return true })
		if !ok || !best.Gives.Gt(&direct) {
			t.Fatalf("a fee of %d: the route gives %s, the market %s", fee, best.Gives.Dec(), direct.Dec())
		}
		if done, thoughts := m.play(p, 0, of(rule.Entry)); len(done) != moves {
			t.Errorf("a fee of %d: %s: %s", fee, asked(done), said(thoughts))
		}
	}
}

// What is refused of a first move goes straight at once, and nothing lies between.
func TestARefusedFirstMoveGoesStraight(t *testing.T) {
	m, p, of := routing(t, 2_000)
	m.limit = 1e-7 // of what the deep market of WETH may move
	done, thoughts := m.play(p, 0, of(rule.Entry))
	if len(done) != 2 || done[0].Status != turn.StatusBlocked || done[1].Proposal.Route != nil || !strings.HasSuffix(asked(done), "usdc in wbtc-usdc-30") {
		t.Errorf("%s: %s", asked(done), said(thoughts))
	}
	if !m.wallet(weth.Address).IsZero() {
		t.Error("something lies between")
	}
}

// interrupted plays a first move, behind which the tick ends as a cut off one does.
func interruptedBetween(t *testing.T, thin uint64) (*paper, *Player, turn.Action) {
	m, p, of := routing(t, thin)
	m.ends = map[string]turn.Status{"swap": turn.StatusExecuted}
	done, _ := m.play(p, 0, of(rule.Entry))
	if m.ends = nil; len(done) != 1 || m.wallet(weth.Address).IsZero() {
		t.Fatalf("%s", asked(done))
	}
	return m, p, done[0]
}

// A tick that ends between the moves is carried on by the next one.
func TestTheSecondMoveIsMadeInTheNextTick(t *testing.T) {
	m, p, first := interruptedBetween(t, 0)
	done, _ := m.play(p, 1, p.Rest(1))
	if len(done) != 1 || done[0].Proposal.Route.First != first.Preview.PermitID || !m.wallet(weth.Address).IsZero() || m.wallet(wbtc.Address).IsZero() {
		t.Errorf("%s", asked(done))
	}
	if rest := p.Rest(2); len(rest) != 0 {
		t.Errorf("%+v is left", rest)
	}
}

// A second move that only the moment speaks against is tried again; one that is refused is undone, and
// so is one that the owner, or something that closes, does not let go on.
func TestWhatLiesBetweenIsCarriedOnOrSold(t *testing.T) {
	const moment = wire.CodeSafetyRateLimit
	for name, c := range map[string]struct {
		code  wire.Code
		steer string
		want  turn.Token
	}{
		"the moment": {moment, "", wbtc}, "refused": {"TEST", "", usdc}, "entries are paused": {"", "pause entries", usdc},
	} {
		m, p, _ := interruptedBetween(t, 0)
		if c.code != "" {
			m.refuse["swap"], m.code = turn.StatusBlocked, c.code
		}
		var steers []turn.Steer
		if c.steer != "" {
			steers = []turn.Steer{{ID: "steer", Text: c.steer}}
		}
		m.play(p, 1, p.Rest(1), steers...)
		delete(m.refuse, "swap")
		for now := int64(2); now < 5; now++ {
			m.play(p, now*60_000, p.Rest(now*60_000))
		}
		if left := m.wallet(weth.Address); !left.IsZero() {
			t.Errorf("%s: %s WETH lie between: %v", name, left.Dec(), m.actions)
		}
		if bought := !m.wallet(wbtc.Address).IsZero(); bought != (c.want == wbtc) {
			t.Errorf("%s: it is %v that WBTC was bought: %v", name, bought, m.actions)
		}
	}
}

// Of a first move that is under way nothing is carried on before its outcome is known.
func TestAFirstMoveUnderWayIsWaitedFor(t *testing.T) {
	for _, became := range []turn.Status{turn.StatusExecuted, turn.StatusFailed} {
		m, p, of := routing(t, 0)
		m.refuse["swap"] = turn.StatusPending
		done, _ := m.play(p, 0, of(rule.Entry))
		if delete(m.refuse, "swap"); len(done) != 1 || len(p.Rest(1)) != 0 {
			t.Fatalf("%s, then %+v", asked(done), p.Rest(1))
		}
		if became == turn.StatusExecuted {
			m.earn(weth.Address, uint256.NewInt(1e17))
			m.revalue()
		}
		done[0].Status = became
		p.Resolved(done[0])
		again, _ := m.play(p, 60_000, p.Rest(60_000))
		if (len(again) == 1 && again[0].Proposal.Route.First == done[0].Preview.PermitID) != (became == turn.StatusExecuted) || len(again) > 1 {
			t.Errorf("%s: %s", became, asked(again))
		}
		if left := m.wallet(weth.Address); !left.IsZero() {
			t.Errorf("%s: %s WETH lie between", became, left.Dec())
		}
	}
}

// A reduction of which the first move was under way and failed leaves nothing to go on with: it is
// asked for anew. Where the move was executed the second one follows.
func TestAReductionOfWhichTheFirstMoveFailsWaitsForNothing(t *testing.T) {
	for became, rests := range map[turn.Status]int{turn.StatusFailed: 0, turn.StatusExecuted: 1} {
		m, p, _ := routing(t, 0)
		m.earn(wbtc.Address, uint256.NewInt(1e5))
		m.revalue()
		m.refuse["swap"] = turn.StatusPending
		done, _ := m.play(p, 0, reduction(0, 0))
		if delete(m.refuse, "swap"); len(done) != 1 || done[0].Proposal.Route == nil || len(p.Rest(1)) != 0 {
			t.Fatalf("%s, then %+v", asked(done), p.Rest(1))
		}
		done[0].Status = became
		if p.Resolved(done[0]); len(p.Rest(1)) != rests || len(p.agenda.aside) != rests || len(p.agenda.flights) != 0 {
			t.Errorf("%s: %+v is due, and %d wait", became, p.Rest(1), len(p.agenda.aside))
		}
		if became == turn.StatusExecuted {
			m.pay(wbtc.Address, uint256.NewInt(1e5))
			m.earn(weth.Address, uint256.NewInt(3e16))
			m.revalue()
			m.play(p, 1, p.Rest(1))
		} else {
			m.play(p, 1, reduction(0, 0))
		}
		if !m.wallet(wbtc.Address).IsZero() || !m.wallet(weth.Address).IsZero() {
			t.Errorf("%s: %s WBTC and %s WETH are left: %v", became, m.wallet(wbtc.Address).Dec(), m.wallet(weth.Address).Dec(), m.actions)
		}
	}
}

// What closes all sells what only a route sells.
func TestWhatClosesAllGoesOverTwoMarkets(t *testing.T) {
	m, p, _ := routing(t, 0)
	m.earn(wbtc.Address, uint256.NewInt(1e5))
	m.revalue()
	if done, thoughts := m.play(p, 0, emergency); len(done) != 2 || !m.wallet(wbtc.Address).IsZero() || !m.wallet(weth.Address).IsZero() {
		t.Errorf("%s: %s", asked(done), said(thoughts))
	}
}

// What a first move brought is carried on at a price that came into doubt, too: it lies nowhere better.
// Where its second market is not read any more it stays, and the player says so.
//
// spec: heartbeat §3
func TestASecondMoveIsMadeWhateverIsInDoubt(t *testing.T) {
	m, p, _ := interruptedBetween(t, 0)
	m.r.Assets[1].Doubt = "bent"
	if done, thoughts := m.play(p, 1, p.Rest(1)); len(done) != 1 || !m.wallet(weth.Address).IsZero() {
		t.Errorf("in doubt: %s: %s", asked(done), said(thoughts))
	}
	m, p, _ = interruptedBetween(t, 0)
	m.r.Markets = slices.DeleteFunc(m.r.Markets, func(x turn.Market) bool { return x.Handle == "wbtc-weth-5" })
	if done, thoughts := m.play(p, 1, p.Rest(1)); len(done) != 0 || !strings.Contains(said(thoughts), "WETH stays: the market wbtc-weth-5 is not read any more") {
		t.Errorf("without its market: %s: %s", asked(done), said(thoughts))
	}
}

// No more goes into the asset between than may lie there beside what is held of it.
func TestARouteKeepsToThePositionOfWhatLiesBetween(t *testing.T) {
	for held, moves := range map[uint64]int{0: 2, 1: 1} {
		s := *loose(t, far)
		m := newPaper(t, 1_000, false)
		m.detour(2_000)
		if held > 0 { // as much as half of all that may be held
			m.earn(weth.Address, uint256.NewInt(1e17))
			m.revalue()
		}
		s.Bounds.MaxPosition = 2_500
		if done, thoughts := m.play(New(fixed{&s}), 0, fire(&s, rule.Entry)); len(done) != moves {
			t.Errorf("with %d held before: %s: %s", held, asked(done), said(thoughts))
		}
	}
}
