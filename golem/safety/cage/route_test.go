package cage

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// purchase is one over two markets: what its first move buys pays its second.
func purchase(t *testing.T) (first, second Case, x turn.Execution) {
	t.Helper()
	first = Case{Action: buy(), Seen: seen(), Now: noon, Route: &turn.Route{From: "usdc", Over: "weth", To: "far", Second: "far-weth-5"}}
	second = first
	second.Action.TokenIn, second.Action.TokenOut = first.Action.TokenOut, common.HexToAddress("0xFA")
	second.Action.AmountIn = uint256.NewInt(100)
	second.Route = &turn.Route{From: "usdc", Over: "weth", To: "far", Second: "far-weth-5", First: "permit:1"}
	return first, second, turn.Execution{Status: turn.StatusExecuted, Deltas: []turn.Delta{
		{Token: first.Action.TokenIn, Out: true, Units: *first.Action.AmountIn}, {Token: first.Action.TokenOut, Units: *uint256.NewInt(100)},
	}}
}

// An order over two markets is spent once, and is one of an hour's: its second move counts only beyond what
// its first did.
//
// spec: safety §7.4, §14
func TestAnOrderOverTwoMarketsCountsOnce(t *testing.T) {
	first, second, x := purchase(t)
	c := New(Policy{PerHour: 1, PerDay: 150, PerSession: 150, PerTransaction: 150})
	c.Sent(noon)
	c.Committed(first, 100)
	c.Brought("permit:1", first, 100, x)
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
	c.Sent(noon)
	c.Committed(second, 105)
	if c.spent.session != 105 || c.orders(noon) != 1 || c.sentInHour(noon) != 2 {
		t.Errorf("spent %s, %d orders in %d moves", c.spent.session, c.orders(noon), c.sentInHour(noon))
	}
	if r := c.affordable(second, 105); r == nil || c.rated(second) == nil {
		t.Error("what a first move brought is carried on twice")
	}
}

// Nobody's word makes a move the second of another: of another permit, another token, more than came, or too
// late it is an order by itself, and so is what no proposal says to be one.
//
// spec: safety §7.4
func TestASecondMoveCarriesOnlyWhatAFirstOneBrought(t *testing.T) {
	for name, change := range map[string]func(first, second *Case, x *turn.Execution){
		"another permit":  func(_, s *Case, _ *turn.Execution) { s.Route.First = "permit:2" },
		"no route":        func(_, s *Case, _ *turn.Execution) { s.Route = nil },
		"another token":   func(_, s *Case, _ *turn.Execution) { s.Action.TokenIn = s.Action.TokenOut },
		"more than came":  func(_, s *Case, _ *turn.Execution) { s.Action.AmountIn = uint256.NewInt(101) },
		"too late":        func(_, s *Case, _ *turn.Execution) { s.Now = noon + hour },
		"no swap":         func(_, s *Case, _ *turn.Execution) { s.Action.Kind = grammar.AddLiquidity },
		"nothing came":    func(_, _ *Case, x *turn.Execution) { x.Deltas = x.Deltas[:1] },
		"it failed":       func(_, _ *Case, x *turn.Execution) { x.Status = turn.StatusFailed },
		"it was no first": func(f, _ *Case, _ *turn.Execution) { f.Route = nil },
		"it was a second": func(f, _ *Case, _ *turn.Execution) { f.Route.First = "permit:0" },
	} {
		first, second, x := purchase(t)
		change(&first, &second, &x)
		c := New(Policy{PerHour: 1, PerDay: 150, PerSession: 150, PerTransaction: 150})
		c.Sent(noon)
		c.Committed(first, 100)
		c.Brought("permit:1", first, 100, x)
		if c.carried(second) >= 0 || c.counts(second, 100) != 100 {
			t.Errorf("%s: it counts %s", name, c.counts(second, 100))
		}
	}
}

// The first move of a sale opens nothing where the second one can end in the numeraire: what nobody buys
// directly can be left whatever else holds. A purchase is none, whatever it says.
//
// spec: safety §1.4 S-7
func TestTheFirstMoveOfASaleOpensNothing(t *testing.T) {
	far := turn.Token{Address: common.HexToAddress("0xFA"), Symbol: "FAR", Decimals: 18}
	home := func() Case {
		k := Case{Action: buy(), Seen: seen(), Now: noon}
		m := k.Seen.Primary()
		k.Seen.Assets = append(k.Seen.Assets, turn.Asset{Token: far})
		k.Action.TokenIn, k.Action.TokenOut = far.Address, m.Base.Address
		k.Route = &turn.Route{From: "far", Over: m.Base.Handle(), To: k.Seen.Numeraire().Handle(), Second: m.Handle}
		return k
	}
	if k := home(); k.Opens() {
		t.Error("it opens")
	}
	for name, change := range map[string]func(k *Case){
		"no route":              func(k *Case) { k.Route = nil },
		"a purchase":            func(k *Case) { k.Action.TokenIn = k.Seen.Numeraire().Address },
		"to something else":     func(k *Case) { k.Route.To = "far" },
		"a second move":         func(k *Case) { k.Route.First = "permit:1" },
		"a market of others":    func(k *Case) { k.Action.TokenOut, k.Action.TokenIn = far.Address, k.Action.TokenOut },
		"a market that is not":  func(k *Case) { k.Route.Second = "none" },
		"a market without word": func(k *Case) { k.Seen.Mute = []turn.Mute{{Handle: k.Route.Second}} },
		"no swap":               func(k *Case) { k.Action.Kind = grammar.Supply },
	} {
		k := home()
		if change(&k); !k.Opens() {
			t.Errorf("%s: it opens nothing", name)
		}
	}
	c := New(Policy{})
	k := home()
	c.Committed(k, 70*money.One)
	c.Brought("permit:1", k, 70*money.One, turn.Execution{Status: turn.StatusExecuted, Deltas: []turn.Delta{{Token: k.Action.TokenOut, Units: *uint256.NewInt(1)}}})
	if c.spent.session != 0 || len(c.hops.open) != 1 || c.hops.open[0].spent != 0 {
		t.Errorf("a sale spends %s, and leaves %+v", c.spent.session, c.hops.open)
	}
}
