package cage

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// purchase is one over two markets: what its first move buys pays its second.
func purchase(t *testing.T) (first, second Case, x turn.Execution) {
	t.Helper()
	first = Case{Action: buy(), Seen: seen(), Now: noon, Route: &turn.Route{From: "usdc", Over: "weth", To: "far", Second: "far-weth-5"}}
	second = first
	second.Action.TokenIn, second.Action.TokenOut, second.Action.Market = first.Action.TokenOut, common.HexToAddress("0xFA"), "far-weth-5"
	second.Action.AmountIn = uint256.NewInt(100)
	second.Route = &turn.Route{From: "usdc", Over: "weth", To: "far", Second: "far-weth-5", First: "permit:1"}
	return first, second, turn.Execution{Status: turn.StatusExecuted, Deltas: []turn.Delta{
		{Token: first.Action.TokenIn, Out: true, Units: *first.Action.AmountIn}, {Token: first.Action.TokenOut, Units: *uint256.NewInt(100)},
	}}
}

// begun is a cage that sent a first move for 100, of a value that was judged.
func begun(first Case, x turn.Execution) *Cage {
	c := New(Policy{PerHour: 1, PerDay: 150, PerSession: 150, PerTransaction: 150})
	c.CountLoss("permit:1", first, turn.Simulation{Value: 100, Deltas: x.Deltas})
	c.Sent(first)
	c.SettleLoss("permit:1", first, x, first.Now)
	c.Committed(first, 100)
	return c
}

// An order over two markets is spent once, and is one of an hour's: its second move counts only beyond what
// its first did. What both lose counts.
//
// spec: safety §7.4, §14
func TestAnOrderOverTwoMarketsCountsOnce(t *testing.T) {
	first, second, x := purchase(t)
	c := begun(first, x)
	if r := c.rated(second); r != nil {
		t.Errorf("the second move: %+v", r)
	}
	if r := c.affordable(second, 105); r != nil {
		t.Errorf("the second move: %+v", r)
	}
	if got := c.ValueLimit(second, 105); got != 105 {
		t.Errorf("the second move may move %s", got)
	}
	if r := c.affordable(second, 151); r == nil { // of one transaction
		t.Error("beyond what one transaction may move")
	}
	chained := second // the cage on the chain counts each move by itself
	for _, left := range []money.USDC{104, 105} {
		chained.Seen.Fence = &turn.Fence{Caged: true, PerTransaction: 150, DayLeft: left}
		if r := c.affordable(chained, 105); (r == nil) != (left == 105) {
			t.Errorf("where the chain leaves %s: %+v", left, r)
		}
	}
	c.CountLoss("permit:2", second, turn.Simulation{Value: 105})
	c.Sent(second)
	c.Committed(second, 105)
	if n := len(c.Losses(noon)); n != 2 {
		t.Errorf("the losses of %d moves count", n)
	}
	if c.spent.session != 105 || inHour(c.sent, noon) != 1 || inHour(c.second, noon) != 1 {
		t.Errorf("spent %s, in %d orders, %d second moves", c.spent.session, inHour(c.sent, noon), inHour(c.second, noon))
	}
	if r := c.affordable(second, 105); r == nil || c.rated(second) == nil {
		t.Error("what a first move brought is carried on twice")
	}
	for range Governor - 2 {
		c.Sent(Case{Now: noon})
	}
	if k := (Case{Action: buy(), Seen: seen(), Now: noon}); c.rated(k) == nil || c.rated(second) == nil {
		t.Error("the governor counts orders and not what is sent")
	}
}

// No word makes a move the second of another: of another permit, order, market or token, of more than
// came, or too late it is an order by itself, and so is what no proposal says to be one.
//
// spec: safety §1.4 S-2
func TestASecondMoveCarriesOnlyWhatAFirstOneBrought(t *testing.T) {
	for name, change := range map[string]func(first, second *Case, x *turn.Execution){
		"another permit":   func(_, s *Case, _ *turn.Execution) { s.Route.First = "permit:2" },
		"no route":         func(_, s *Case, _ *turn.Execution) { s.Route = nil },
		"another order":    func(_, s *Case, _ *turn.Execution) { s.Route.To = "weth" },
		"another end":      func(f, s *Case, _ *turn.Execution) { f.Route.Second, s.Route.Second = "far-weth-30", "far-weth-30" },
		"another market":   func(_, s *Case, _ *turn.Execution) { s.Action.Market = "far-weth-30" },
		"another token":    func(_, s *Case, _ *turn.Execution) { s.Action.TokenIn = s.Action.TokenOut },
		"more than came":   func(_, s *Case, _ *turn.Execution) { s.Action.AmountIn = uint256.NewInt(101) },
		"too late":         func(_, s *Case, _ *turn.Execution) { s.Now = noon + hour },
		"no swap":          func(_, s *Case, _ *turn.Execution) { s.Action.Kind = grammar.AddLiquidity },
		"nothing came":     func(_, _ *Case, x *turn.Execution) { x.Deltas = x.Deltas[:1] },
		"it failed":        func(_, _ *Case, x *turn.Execution) { x.Status = turn.StatusFailed },
		"not known yet":    func(_, _ *Case, x *turn.Execution) { x.Status = turn.StatusPending },
		"it was no first":  func(f, _ *Case, _ *turn.Execution) { f.Route = nil },
		"it was a second":  func(f, _ *Case, _ *turn.Execution) { f.Route.First = "permit:0" },
		"it was no buying": func(f, _ *Case, _ *turn.Execution) { f.Action.TokenOut = f.Seen.Numeraire().Address },
	} {
		first, second, x := purchase(t)
		change(&first, &second, &x)
		if c := begun(first, x); c.paid(second, 100) != 0 {
			t.Errorf("%s: %s were counted before", name, c.paid(second, 100))
		}
	}
	// What a reorg takes back is none until it has an outcome again.
	first, second, x := purchase(t)
	c := begun(first, x)
	if c.ReopenLoss("permit:1", noon); c.follows(second) != nil {
		t.Error("a second move carries on what was taken back")
	}
	if c.SettleLoss("permit:1", first, x, noon); c.follows(second) == nil {
		t.Error("what came again is not carried on")
	}
	c.Committed(second, 100)
	c.ReopenLoss("permit:1", noon)
	if c.SettleLoss("permit:1", first, x, noon); c.follows(second) != nil {
		t.Error("what came again is carried on twice")
	}
}

// The first move of a sale opens nothing where no market makes it straight and the second one can end in the
// numeraire: what nobody buys directly can be left whatever is halted or spent. Anything else opens.
//
// spec: safety §1.4 S-7
func TestTheFirstMoveOfASaleOpensNothing(t *testing.T) {
	if k := home(); k.Opens() {
		t.Error("it opens")
	}
	for name, change := range map[string]func(k *Case){
		"no route":   func(k *Case) { k.Route = nil },
		"a purchase": func(k *Case) { k.Action.TokenIn = k.Seen.Numeraire().Address },
		"a market makes it": func(k *Case) {
			k.Seen.Markets = append(k.Seen.Markets, turn.Market{Base: far, Quote: k.Seen.Numeraire()})
		},
		"a second move":        func(k *Case) { k.Route.First = "permit:1" },
		"a market of others":   func(k *Case) { k.Action.TokenOut, k.Action.TokenIn = far.Address, k.Action.TokenOut },
		"a market that is not": func(k *Case) { k.Route.Second = "none" },
		"another asset's market": func(k *Case) {
			k.Seen.Markets = append(k.Seen.Markets, turn.Market{Handle: "far-weth-5", Base: far, Quote: k.Seen.Primary().Base})
			k.Route.Second = "far-weth-5"
		},
		"a market without word": func(k *Case) { k.Seen.Mute = []turn.Mute{{Handle: k.Route.Second}} },
		"no swap":               func(k *Case) { k.Action.Kind = grammar.Supply },
	} {
		k := home()
		if change(&k); !k.Opens() {
			t.Errorf("%s: it opens nothing", name)
		}
	}
	k := home()
	c := begun(k, turn.Execution{Status: turn.StatusExecuted, Deltas: []turn.Delta{{Token: k.Action.TokenOut, Units: *uint256.NewInt(1)}}})
	if c.spent.session != 0 || len(c.hops) != 1 || c.hops[0].spent != 0 {
		t.Errorf("a sale spends %s, and leaves %+v", c.spent.session, c.hops)
	}
}

// It stays within what may be held of the asset between, and within what may be lost: beyond that a sale
// passes that is one move, and two would lose it twice. A death is not held to sizes.
//
// spec: safety §7.4, DESIGN §12.29
func TestTheFirstMoveOfASaleIsHeldToSizesAndLosses(t *testing.T) {
	k := home()
	k.Seen.Assets[len(k.Seen.Assets)-1].Units = *uint256.NewInt(1e18)
	s := turn.Simulation{Success: true, Deltas: []turn.Delta{{Token: far.Address, Out: true, Units: *uint256.NewInt(1e18)}, {Token: k.Action.TokenOut, Units: *uint256.NewInt(998e15)}}}
	k.Action.AmountIn, k.Action.Slippage = uint256.NewInt(1e18), 0
	p := Policy{MaxImpact: 300, MaxPosition: 9_000, MaxAssets: 5, Loss: LossLimits{Move: 100, Day: 9_000, Session: 9_000, Exit: 50}}
	judged := func(p Policy, k Case) *turn.Refusal { return New(p).After(k, s) }
	if r := judged(p, k); r != nil {
		t.Fatalf("within all: %+v", r)
	}
	small := p
	if small.MaxPosition = 1; judged(small, k) == nil {
		t.Error("more lies between than may be held")
	}
	capped := p
	if capped.Caps.Assets = []Cap{{"weth", k.Action.TokenOut, 1}}; judged(capped, k) == nil {
		t.Error("more lies between than its cap lets")
	}
	dying := k
	if dying.Dying = true; judged(small, dying) != nil {
		t.Errorf("a death: %+v", judged(small, dying))
	}
	spent := p
	spent.Loss.Day = 0
	if r := judged(spent, k); r == nil || r.Code != CodeLoss {
		t.Errorf("beyond the day's losses: %+v", r)
	}
	one := k // the same for the numeraire
	one.Route, one.Action.TokenIn, one.Action.TokenOut = nil, k.Action.TokenOut, k.Seen.Numeraire().Address
	v, _ := k.Seen.Value(one.Action.TokenIn, uint256.NewInt(998e15))
	s.Deltas = []turn.Delta{{Token: one.Action.TokenIn, Out: true, Units: *one.Action.AmountIn}, {Token: one.Action.TokenOut, Units: v}}
	if r := judged(spent, one); r != nil {
		t.Errorf("a sale in one move: %+v", r)
	}
}

// What is sold over an asset in doubt is left all the same, for what the exit may lose and no more: by what
// was believed of both. At a death nothing that was lost before keeps it from that.
//
// spec: safety §1.4 S-7, §16.8
func TestTheFirstMoveOfASalePassesOverWhatIsInDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		brings uint64 // thousandths of a WETH for what was worth one
		spent  bool   // the day has nothing left to lose
		dying  bool
		want   wire.Code
	}{
		"within the exit's loss":             {996, false, false, ""},
		"beyond it":                          {994, false, false, CodeLoss},
		"beyond the move's":                  {980, false, false, CodeLoss},
		"with nothing left to lose":          {996, true, false, CodeLoss},
		"a death":                            {996, false, true, ""},
		"a death, with nothing left to lose": {996, true, true, ""},
		"a death, beyond the exit's loss":    {994, false, true, CodeLoss},
	} {
		k := home()
		k.Action.AmountIn, k.Action.Slippage, k.Dying = uint256.NewInt(1e18), 0, c.dying
		for i := range k.Seen.Assets[1:] { // a market that is bent, and prices both
			a := &k.Seen.Assets[i+1]
			a.Doubt, a.Believed = "bent", &turn.Believed{Rate: a.Rate, Price: a.Price}
			a.Units = *uint256.NewInt(1e18)
			a.Rate.Rsh(&a.Rate, uint(i)) //nolint:gosec // small
		}
		p := bounded()
		p.Loss.Move, p.Loss.Exit, p.MaxImpact, p.MaxPosition, p.MaxConcentration = 100, 50, 300, 10_000, 10_000
		p.Tokens, p.MaxAssets = append(p.Tokens, far.Address), 5
		p.Markets = append(p.Markets, Listed(turn.Market{Handle: "far-weth-5"}))
		if c.spent {
			p.Loss.Day = 0
		}
		if k.Opens() {
			t.Fatalf("%s: it opens", name)
		}
		s := turn.Simulation{Success: true, Value: money.One, Deltas: []turn.Delta{{Token: far.Address, Out: true, Units: *uint256.NewInt(1e18)}, {Token: k.Action.TokenOut, Units: *uint256.NewInt(c.brings * 1e15)}}}
		says(t, New(p).After(k, s), c.want, "%s", name)
	}
}

var far = turn.Token{Address: common.HexToAddress("0xFA"), Symbol: "FAR", Decimals: 18}

// home is the first move of a sale that no market makes straight.
func home() Case {
	k := Case{Action: buy(), Seen: seen(), Now: noon}
	m := k.Seen.Primary()
	over, _ := k.Seen.Asset(m.Base.Address)
	k.Seen.Assets = append(k.Seen.Assets, turn.Asset{Token: far, Rate: over.Rate, Price: over.Price})
	k.Action.TokenIn, k.Action.TokenOut = far.Address, m.Base.Address
	k.Route = &turn.Route{From: "far", Over: m.Base.Handle(), To: k.Seen.Numeraire().Handle(), Second: m.Handle}
	return k
}
