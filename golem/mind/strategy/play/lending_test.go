package play

import (
	"slices"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
)

const yield = "```rule entry idle\nwhen cash > 100 usdc do lend 50% of cash\n```\n```rule manage need\nwhen lent > 1 usdc do recall lending\n```\n" +
	"```rule stop out\nwhen true do recall lending then sell all\n```\n"

// newLender is a paper wallet beside a lending market of both tokens.
func newLender(t testing.TB, cash uint64) *paper {
	p := newPaper(t, cash, false)
	p.r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc}, {Token: weth}}}}
	return p
}

// lend moves between the wallet and the market; more than there is fails the test.
func (p *paper) lend(a grammar.Action) {
	p.t.Helper()
	all := slices.Clone(p.r.Lending)
	market := &all[slices.IndexFunc(all, func(l turn.Lending) bool { return l.Handle == a.Market })]
	market.Reserves = slices.Clone(market.Reserves)
	for i := range market.Reserves {
		r := &market.Reserves[i]
		if r.Token.Address != a.Asset {
			continue
		}
		units, side := new(uint256.Int).Set(a.Amount), &r.Supplied
		if a.Kind == grammar.Repay {
			side = &r.Owed
		}
		if a.All() {
			units.Set(side)
		}
		switch {
		case a.Kind == grammar.Supply:
			p.pay(a.Asset, units)
			side.Add(side, units)
			continue
		case side.Lt(units):
			p.t.Fatalf("%s of %s where there is %s", a.Kind, units.Dec(), side.Dec())
		case a.Kind == grammar.Repay:
			p.pay(a.Asset, units)
		default:
			p.earn(a.Asset, units)
		}
		side.Sub(side, units)
	}
	p.r.Lending = all
}

func TestIdleCashIsLentWithinTheLimitsAndRecalled(t *testing.T) {
	s := compiled(t, yield)
	m, player := newLender(t, 1000), New(fixed{s})
	done, thoughts := m.play(player, 0, fire(s, rule.Entry))
	want := `{"type":"supply","params":{"market":"aave-v3","asset":"usdc","amount":"249999998"},"constraints":{}}` // a receipt may be rounded up
	if len(done) != 1 || string(done[0].Proposal.Body) != want || thoughts[0].Summary != "entry idle: supply 249.999998 USDC to aave-v3, cut from 500 USDC to 249.999998 by max_position" ||
		done[0].Proposal.Cut != "from 500 USDC to 249.999998 by max_position" {
		t.Fatalf("%v, %q", m.actions, thoughts[0].Summary)
	}
	if _, thoughts := m.play(player, 1, fire(s, rule.Entry)); !strings.Contains(thoughts[0].Summary, "max_position leaves less than 1 USDC") {
		t.Errorf("lent again: %q", thoughts[0].Summary)
	}
	if done, _ := m.play(player, 2, fire(s, rule.Manage)); len(done) != 1 || !m.r.Lending[0].Idle() {
		t.Errorf("recalled with %v", m.actions)
	}
	if _, thoughts := m.play(player, 3, fire(s, rule.Manage)); !strings.Contains(thoughts[0].Summary, "nothing is lent") {
		t.Errorf("%q", thoughts[0].Summary)
	}
}

// What is owed is repaid before anything is taken out, as far as the wallet reaches.
func TestARecallRepaysFirst(t *testing.T) {
	s := compiled(t, yield)
	for held, want := range map[uint64]string{1000: "repay withdraw swap", 100: "repay withdraw swap"} {
		m, player := newLender(t, held), New(fixed{s})
		m.r.Lending[0].Reserves[0].Owed = *uint256.NewInt(300e6)
		m.r.Lending[0].Reserves[1].Supplied = *uint256.NewInt(1e18)
		done, _ := m.play(player, 0, fire(s, rule.Stop))
		if got := strings.Join(m.actions, " "); got != want {
			t.Fatalf("with %d: %s", held, got)
		}
		if all := strings.Contains(string(done[0].Proposal.Body), `"amount":"all"`); all != (held > 300) {
			t.Errorf("with %d: %s", held, done[0].Proposal.Body)
		}
	}
}

func TestCloseAllLeavesTheLendingMarketToo(t *testing.T) {
	s := compiled(t, yield)
	m, player := newLender(t, 1000), New(fixed{s})
	m.r.Lending[0].Reserves[1].Supplied = *uint256.NewInt(1e18)
	done, _ := m.play(player, 0, nil, turn.Steer{ID: "steer:1", Text: "close all"})
	if got := strings.Join(m.actions, " "); got != "withdraw swap" || done[0].Proposal.Origin != turn.OriginSteer || !m.wallet(weth.Address).IsZero() {
		t.Errorf("%s, %+v", got, done)
	}
}

// What a market that is short of cash frees by cents is not fetched by a transaction each.
func TestWhatTricklesOutOfAMarketIsLeftUntilItIsWorthATransaction(t *testing.T) {
	s := compiled(t, yield)
	for frees, want := range map[uint64]string{999_999: "", 1_000_000: "withdraw"} {
		m, player := newLender(t, 1000), New(fixed{s})
		m.r.Lending[0].Reserves[0].Supplied = *uint256.NewInt(frees)
		m.r.Lending[0].Reserves[0].Barred = *uint256.NewInt(500e6)
		m.play(player, 0, nil, turn.Steer{ID: "steer:1", Text: "close all"})
		if got := strings.Join(m.actions, " "); got != want {
			t.Errorf("of %d units it came to %q", frees, got)
		}
	}
}

func TestWithoutAMarketNothingIsLent(t *testing.T) {
	s, m, player := playing(t, yield, false)
	done, thoughts := m.play(player, 0, fire(s, rule.Entry))
	if len(done) != 0 || !strings.Contains(thoughts[0].Summary, "no lending market is configured that takes USDC") {
		t.Errorf("%d actions, %q", len(done), thoughts[0].Summary)
	}
}

// Whatever is bought and lent in whatever order, all of it together stays within the
// limits, and the wallet never pays what it has not.
func TestWhatIsLentAndBoughtStaysWithinTheLimits(t *testing.T) {
	s := compiled(t, yield+"```rule entry buys\nwhen true do buy 60% of cash\n```\n")
	lent := 0
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		m := newLender(outer, rapid.Uint64Range(2, 1_000_000).Draw(t, "cash"))
		player := New(fixed{s})
		for tick := range rapid.IntRange(1, 6).Draw(t, "ticks") {
			m.moveTo(201101 + rapid.Int32Range(-2000, 2000).Draw(t, "tick"))
			before := atWork(walletOf(&m.r))
			m.play(player, int64(tick), fire(s, rule.Entry))
			w := walletOf(&m.r)
			equity, now := w.equity(), atWork(w)
			most := bpsOf(&equity, s.Bounds.MaxDeployed+10) // what fees and gas took is not deployed any more
			if now.Gt(&most) && now.Gt(&before) {
				t.Fatalf("%s is deployed of %s", now.Dec(), equity.Dec())
			}
		}
		if !m.r.Lending[0].Idle() {
			lent++
		}
	})
	if lent == 0 {
		t.Error("nothing was ever lent")
	}
}

// atWork is what is lent and what the coins are worth.
func atWork(w wallet) uint256.Int {
	sum, _ := w.lent()
	base := w.base(w.primary())
	value := w.value(weth, &base)
	return *sum.Add(&sum, &value)
}

// A rule lends where it says, or else on the first market where the tokens earn; in one
// that takes them as collateral only, they would not.
func TestARuleLendsWhereItSays(t *testing.T) {
	aave := turn.Lending{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc}, {Token: weth}}}
	morpho, reversed := aave, aave
	morpho.Handle, morpho.Protocol, morpho.Loan = morphoblue.Name, morphoblue.Name, usdc.Address
	reversed.Handle, reversed.Protocol, reversed.Loan = morphoblue.Name, morphoblue.Name, weth.Address
	for _, c := range []struct {
		name, on string
		markets  []turn.Lending
		want     string
	}{
		{"the first of two", "", []turn.Lending{aave, morpho}, "to aave-v3"},
		{"the second by its name", " on morpho-blue", []turn.Lending{aave, morpho}, "to morpho-blue"},
		{"the only one", "", []turn.Lending{morpho}, "to morpho-blue"},
		{"one that is not there", " on aave-v3", []turn.Lending{morpho}, "no market of aave-v3 is configured that lends USDC"},
		{"one that takes it as collateral", "", []turn.Lending{reversed}, "no lending market is configured"},
		{"the same by its name", " on morpho-blue", []turn.Lending{aave, reversed}, "no market of morpho-blue"},
	} {
		s := compiled(t, "```rule entry idle\nwhen cash > 100 usdc do lend 10% of cash"+c.on+"\n```\n")
		m, player := newLender(t, 1000), New(fixed{s})
		m.r.Lending = c.markets
		if _, thoughts := m.play(player, 0, fire(s, rule.Entry)); !strings.Contains(thoughts[0].Summary, c.want) {
			t.Errorf("%s: %q, want %q", c.name, thoughts[0].Summary, c.want)
		}
	}
}

// A vault is named by its handle, and by the protocol's name the one of that name, wherever it stands.
func TestEachOfTwoVaultsIsLentToByItsName(t *testing.T) {
	const vaults = "```rule entry one\nwhen true do lend 100 usdc on erc-4626\n```\n```rule exit other\nwhen true do recall lending\n```\n"
	for on, want := range map[string]string{"erc-4626": "erc-4626", "erc-4626-steady": "erc-4626-steady"} {
		s := compiled(t, strings.Replace(vaults, "on erc-4626", "on "+on, 1))
		m, player := newPaper(t, 1000, false), New(fixed{s})
		for _, handle := range []string{"erc-4626-steady", "erc-4626"} {
			m.r.Lending = append(m.r.Lending, turn.Lending{Handle: handle, Protocol: "erc-4626", Loan: usdc.Address, Reserves: []turn.Reserve{{Token: usdc}}})
		}
		m.play(player, 0, fire(s, rule.Entry))
		l, _ := m.r.Lender(want)
		if r, _ := l.Reserve(usdc.Address); !r.Supplied.Eq(uint256.NewInt(100e6)) {
			t.Errorf("on %s: %+v", on, m.r.Lending)
		}
	}
}

// foretelling is a source that refuses every supply to come for a reason; read is what it was asked on.
type foretelling struct {
	fixed
	why  string
	read *turn.Reading
}

func (f foretelling) Foretell(_ []byte, then turn.Reading) string { *f.read = then; return f.why }

// What could not be supplied to the better market stays where it is: nothing would be earned by it in
// the wallet.
func TestNothingIsTakenOutThatCouldNotBeSupplied(t *testing.T) {
	for name, c := range map[string]struct{ why, deployed, want, says string }{
		"nothing speaks against it": {"", "100%", "withdraw supply", ""},
		"it would be refused":       {"stage scaled, 3 of 30 trades followed", "100%", "supply", "USDC stays in aave-v3: its supply to morpho-blue would be refused: stage scaled, 3 of 30 trades followed; supply 100 USDC"},
		"it would be cut":           {"", "70%", "", "USDC stays in aave-v3: the limits would let only 4199.999998 USDC of it be supplied to morpho-blue"},
	} {
		p := strategy.DefaultPolicy()
		p.Bounds = turn.Bounds{MaxDrawdown: 10_000, MaxPosition: 10_000, MaxDeployed: 10_000, Slippage: 100}
		s, err := strategy.Compile([]byte("+++\nobjective = \"x\"\n[risk]\nmax_deployed = \""+c.deployed+"\"\n+++\n```rule entry in\nwhen true do lend 100 usdc at best\n```\n"), p)
		check(t, err)
		m, read := newPaper(t, 1_000, false), turn.Reading{}
		lenders(m, 200, 500, 5000)
		_, thoughts := m.play(New(foretelling{fixed{s}, c.why, &read}), 0, fire(s, rule.Entry))
		if got := strings.Join(m.actions, " "); got != c.want || !strings.Contains(said(thoughts), c.says) {
			t.Errorf("%s: %s: %s", name, got, said(thoughts))
		}
		if c.why == "" {
			continue
		}
		if held := read.Held(usdc.Address); held.Uint64() != 6_000e6 || !read.Lending[0].Reserves[0].Supplied.IsZero() || m.r.Lending[0].Reserves[0].Supplied.IsZero() {
			t.Errorf("%s: asked on a reading of %s", name, held.Dec())
		}
	}
}
