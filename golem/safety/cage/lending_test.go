package cage

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

var (
	aUSDC, dUSDC = common.HexToAddress("0xa1"), common.HexToAddress("0xd1")
	aWETH, dWETH = common.HexToAddress("0xa2"), common.HexToAddress("0xd2")
)

func lends(kind grammar.Kind, token turn.Token, units uint64) grammar.Action {
	return grammar.Action{Kind: kind, Market: aavev3.Name, Protocol: aavev3.Name, Asset: token.Address, Amount: uint256.NewInt(units)}
}

// lender has supplied and owes so many USDC; the market counts in eighths decimals.
func lender(supplied, owed uint64) turn.Lending {
	l := turn.Lending{Handle: aavev3.Name, Protocol: aavev3.Name, Account: *account(supplied*100, owed*100), Reserves: []turn.Reserve{
		{Token: usdc, Receipt: aUSDC, DebtToken: dUSDC, Supplied: *uint256.NewInt(supplied), Owed: *uint256.NewInt(owed)},
		{Token: weth, Receipt: aWETH, DebtToken: dWETH},
	}}
	return l
}

// account has 80 % of its collateral as liquidation threshold.
func account(collateral, debt uint64) *turn.Account {
	a := &turn.Account{Collateral: *uint256.NewInt(collateral), Debt: *uint256.NewInt(debt), Threshold: 8_000, LoanToValue: 7_500}
	if a.Health.SetAllOne(); debt > 0 {
		a.Health.Mul(uint256.NewInt(collateral), uint256.NewInt(8e17))
		a.Health.Div(&a.Health, uint256.NewInt(debt))
	}
	return a
}

func lending() (Policy, turn.Reading) {
	p, r := limits(), seen()
	p.Protocols, p.MinCollateral = append(p.Protocols, aavev3.Name), 12_500
	r.Lending = []turn.Lending{lender(0, 0)}
	return p, r
}

// lent is a simulation of a supply or a withdrawal of USDC.
func lent(units uint64, back bool, then *turn.Account) turn.Simulation {
	return turn.Simulation{Success: true, Value: money.USDC(units), Account: then, Deltas: []turn.Delta{
		{Token: usdc.Address, Out: !back, Units: *uint256.NewInt(units)}, {Token: aUSDC, Out: back, Units: *uint256.NewInt(units)},
	}}
}

func TestEachLimitOnLendingRefusesWithItsOwnCode(t *testing.T) {
	begin := func() scene {
		policy, reading := lending()
		return scene{policy, Case{Action: lends(grammar.Supply, usdc, 1000e6), Seen: reading, Now: noon}, lent(1000e6, false, account(1000e8, 0))}
	}
	withdrawal := func(s *scene, then *turn.Account) {
		s.k.Action, s.k.Seen.Lending[0], s.sim = lends(grammar.Withdraw, usdc, 1000e6), lender(2000e6, 500e6), lent(1000e6, true, then)
	}
	loan := func(s *scene, then *turn.Account) {
		s.k.Action, s.k.Seen.Lending[0], s.sim = lends(grammar.Borrow, usdc, 100e6), lender(1000e6, 0), turn.Simulation{
			Success: true, Value: 100e6, Account: then,
			Deltas: []turn.Delta{{Token: usdc.Address, Units: *uint256.NewInt(100e6)}, {Token: dUSDC, Units: *uint256.NewInt(100e6)}},
		}
	}
	judged(t, begin, map[string]change{
		"an honest supply passes":             {func(*scene) {}, ""},
		"the protocol is not approved":        {func(s *scene) { s.policy.Protocols = []string{uniswapv3.Name} }, CodeProtocol},
		"its own constraint on protocols":     {func(s *scene) { s.k.Action.Constraints.Protocols = []string{uniswapv3.Name} }, CodeProtocol},
		"no market is configured":             {func(s *scene) { s.k.Seen.Lending = nil }, CodeProtocol},
		"no bound is configured":              {func(s *scene) { s.policy.MinCollateral = 0 }, CodeProtocol},
		"a token that is not approved":        {func(s *scene) { s.policy.Tokens = s.policy.Tokens[1:] }, CodeToken},
		"a token that the market lacks":       {func(s *scene) { s.k.Seen.Lending[0].Reserves = nil }, CodeToken},
		"conservation":                        {func(s *scene) { s.k.Phase = turn.Conservation }, CodePhase},
		"drawdown":                            {func(s *scene) { s.k.Drawdown = 1301 }, CodeDrawdown},
		"as many positions as are allowed":    {func(s *scene) { s.policy.MaxPositions = 0 }, CodePositions},
		"one more supply is no more position": {func(s *scene) { s.policy.MaxPositions = 0; s.k.Seen.Lending[0] = lender(1, 0) }, ""},
		"above per transaction":               {func(s *scene) { s.policy.PerTransaction = s.sim.Value - 1 }, CodeSpend},
		"at the position limit passes":        {func(s *scene) { s.sim = lent(2500e6, false, account(1, 0)) }, ""},
		"above the position limit":            {func(s *scene) { s.sim = lent(2500e6+1, false, account(1, 0)) }, CodePositionSize},
		"what is lent counts as risk": {func(s *scene) {
			s.k.Seen.Positions = []turn.Position{{ID: "1", Market: exchange, Quote: *uint256.NewInt(3_000e6)}}
		}, CodeConcentration},
		"shadow stage": {func(s *scene) { s.policy.Shadow = true }, CodeStage},

		// spec: tools-archetypes §5.6 (health factor after a loan at least 1.5, after a withdrawal 1.2)
		"a loan at 1.5 passes":          {func(s *scene) { loan(s, account(15e9, 8e9)) }, ""},
		"a loan below 1.5":              {func(s *scene) { loan(s, account(15e9-1, 8e9)) }, CodeHealth},
		"a loan nobody can judge":       {func(s *scene) { loan(s, nil) }, CodeHealth},
		"a loan in conservation":        {func(s *scene) { loan(s, account(15e9, 8e9)); s.k.Phase = turn.Conservation }, CodePhase},
		"a withdrawal at 1.2 passes":    {func(s *scene) { withdrawal(s, account(15e9, 10e9)) }, ""},
		"a withdrawal below 1.2":        {func(s *scene) { withdrawal(s, account(15e9-1, 10e9)) }, CodeHealth},
		"a withdrawal nobody can judge": {func(s *scene) { withdrawal(s, nil) }, CodeHealth},
		"the last withdrawal passes":    {func(s *scene) { withdrawal(s, account(0, 0)) }, ""},
		// spec: safety §7.4 (collateral 12,500, borrow 10,000 → allowed; 12,499 violated)
		"a ratio at the least passes": {func(s *scene) {
			withdrawal(s, &turn.Account{Collateral: *uint256.NewInt(12_500), Debt: *uint256.NewInt(10_000), Health: *uint256.NewInt(2e18)})
		}, ""},
		"a ratio below the least": {func(s *scene) {
			withdrawal(s, &turn.Account{Collateral: *uint256.NewInt(12_499), Debt: *uint256.NewInt(10_000), Health: *uint256.NewInt(2e18)})
		}, CodeCollateral},
		// spec: safety §14 (Conservation: adding collateral)
		"collateral behind a debt is added in conservation": {func(s *scene) {
			s.k.Seen.Lending[0], s.k.Phase, s.k.Drawdown = lender(1000e6, 500e6), turn.Conservation, 5000
		}, ""},
		"but not in decline": {func(s *scene) { s.k.Seen.Lending[0], s.k.Phase = lender(1000e6, 500e6), turn.Declining }, CodePhase},
	})
}

// spec: safety §1.4 S-7
func TestRepayingAndLeavingWithoutADebtAreNeverRefusedForSizePhaseOrBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, r := lending()
		p.MaxPosition, p.MaxConcentration, p.MaxPositions, p.PerHour, p.MaxDrawdown = 0, 0, 0, 0, 0
		p.PerTransaction, p.PerDay, p.Shadow = 0, 0, rapid.Bool().Draw(t, "shadow")
		units := rapid.Uint64Range(1, 1<<60).Draw(t, "units")
		k := Case{Seen: r, Now: noon, Phase: turn.Phase(rapid.IntRange(0, int(turn.Terminal)).Draw(t, "phase")), Drawdown: 9_999}
		k.Action = lends(grammar.Withdraw, usdc, units)
		s := lent(units, true, account(rapid.Uint64Range(0, 1e9).Draw(t, "collateral"), 0))
		if rapid.Bool().Draw(t, "repay") {
			k.Action.Kind, s.Account = grammar.Repay, account(rapid.Uint64Range(0, 1e9).Draw(t, "left"), rapid.Uint64Range(0, 1e9).Draw(t, "debt"))
		}
		c := New(p)
		if refused := c.judge(k, s); refused != nil {
			t.Fatalf("%s was refused: %+v", k.Action.Kind, refused)
		}
		if c.Committed(k, s.Value); len(c.spent.opened) != 0 || c.spent.inDay(k.Now) != 0 {
			t.Fatalf("%s counts against the budget", k.Action.Kind)
		}
	})
}

// A loan makes nobody richer: the same purchase is as large a share of the equity
// with it as without.
// Whoever bends the pool bends neither how much may be owed and held, nor what is spent, where
// a feed is asked: a loan in ether is sold at what it is worth.
func TestABentPoolMakesNoLoanSmaller(t *testing.T) {
	p, r := lending()
	p.Loss.Move, p.FeedAge.Rest = 200, 1_200
	r = fed(r, &turn.Feed{Answer: *uint256.NewInt(2_000e8), Decimals: 8, Updated: r.Block.Time})
	r.Lending = []turn.Lending{lender(2_000e6, 0)}
	loan := func(milliether uint64) (Case, turn.Simulation) {
		units := uint256.NewInt(milliether * 1e15)
		return Case{Action: lends(grammar.Borrow, weth, milliether*1e15), Seen: r, Now: noon}, turn.Simulation{Success: true, Value: 1, Account: account(15e9, 1e9), Deltas: []turn.Delta{
			{Token: weth.Address, Units: *units}, {Token: dWETH, Units: *units},
		}}
	}
	for name, bent := range map[string][2]uint{"at the market": {0, 0}, "bent by 256": {4, 0}, "bent by 256 the other way": {0, 4}} {
		k, s := loan(100) // 200 dollars
		root := new(uint256.Int).Lsh(&r.Markets[0].Range.SqrtPriceX96, bent[0])
		k.Seen = turntest.Moved(r, root.Rsh(root, bent[1]))
		says(t, New(p).After(k, s), "", "%s, 200", name)
		tight := p
		tight.PerDay = 199 * money.One
		says(t, New(tight).After(k, s), CodeSpend, "%s, beyond what a day may spend", name)
		large, held := loan(2_000)
		k.Action, s = large.Action, held
		if code(New(p).After(k, s)) == "" {
			t.Errorf("%s, 4,000 of an account of 10,000", name)
		}
		k, s = loan(100)
		k.Seen = fed(k.Seen, &turn.Feed{Unread: "no answer"})
		says(t, New(p).After(k, s), CodeUnpriced, "%s, while the feed is silent", name)
	}
}

func TestBorrowedMoneyIsNoEquity(t *testing.T) {
	p, r := lending()
	r.Lending[0] = lender(1000e6, 700e6) // equity is still 10,000 USDC
	r.Assets[0].Units = *uint256.NewInt(9_700e6)
	for paid, want := range map[uint64]wire.Code{2000e6: "", 2000e6 + 4: CodeConcentration} {
		k := Case{Action: buy(), Seen: r, Now: noon}
		says(t, New(p).judge(k, spent(paid, paid*5e8)), want, "%d", paid)
	}
}
