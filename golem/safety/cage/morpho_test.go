package cage

import (
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// isolated is a market that lends USDC against WETH: so many USDC are lent and owed, and
// so many micro-WETH stand behind the debt. No token stands for any of it.
func isolated(lent, owed, micro uint64) turn.Lending {
	return turn.Lending{Handle: morphoblue.Name, Protocol: morphoblue.Name, Loan: usdc.Address, Account: *account(micro*2_000, owed), Reserves: []turn.Reserve{
		{Token: usdc, Supplied: *uint256.NewInt(lent), Owed: *uint256.NewInt(owed), SupplyShares: *uint256.NewInt(lent), DebtShares: *uint256.NewInt(owed)},
		{Token: weth, Supplied: *new(uint256.Int).Mul(uint256.NewInt(micro), uint256.NewInt(1e12))},
	}}
}

// onMorpho is an action of so many USDC, or micro-WETH, with its simulation.
func onMorpho(kind grammar.Kind, token turn.Token, units uint64, then *turn.Account) (grammar.Action, turn.Simulation) {
	a := lends(kind, token, units)
	a.Market, a.Protocol = morphoblue.Name, morphoblue.Name
	value := money.USDC(units)
	if token == weth {
		a.Amount.Mul(a.Amount, uint256.NewInt(1e12))
		value *= 2_000
	}
	out := kind == grammar.Supply || kind == grammar.Repay
	return a, turn.Simulation{Success: true, Value: value, Account: then, Deltas: []turn.Delta{{Token: token.Address, Out: out, Units: *a.Amount}}}
}

func TestEachLimitOnAMarketWithoutReceiptTokensRefusesWithItsOwnCode(t *testing.T) {
	for name, tt := range map[string]struct {
		kind  grammar.Kind
		token turn.Token
		units uint64
		then  *turn.Account
		edit  func(*Policy, *Case)
		want  wire.Code
	}{
		"an honest supply passes":         {grammar.Supply, usdc, 1000e6, account(1, 0), nil, ""},
		"collateral passes":               {grammar.Supply, weth, 500_000, account(1, 0), nil, ""},
		"a loan of the collateral token":  {grammar.Borrow, weth, 1, account(15e9, 8e9), nil, CodeToken},
		"a repayment in it":               {grammar.Repay, weth, 1, account(15e9, 8e9), nil, CodeToken},
		"a loan at 1.5 passes":            {grammar.Borrow, usdc, 100e6, account(15e9, 8e9), nil, ""},
		"a loan below 1.5":                {grammar.Borrow, usdc, 100e6, account(15e9-1, 8e9), nil, CodeHealth},
		"a loan nobody can judge":         {grammar.Borrow, usdc, 100e6, nil, nil, CodeHealth},
		"collateral taken back below 1.2": {grammar.Withdraw, weth, 1, account(15e9-1, 10e9), nil, CodeHealth},
		"collateral taken back at 1.2":    {grammar.Withdraw, weth, 1, account(15e9, 10e9), nil, ""},
		"what is lent taken back in need": {grammar.Withdraw, usdc, 1, account(15e9-1, 10e9), nil, ""},
		"at the position limit passes":    {grammar.Supply, usdc, 2500e6, account(1, 0), nil, ""},
		"above the position limit":        {grammar.Supply, usdc, 2500e6 + 1, account(1, 0), nil, CodePositionSize},
		"what lies there counts": {grammar.Supply, usdc, 1750e6, account(1, 0), func(_ *Policy, k *Case) {
			k.Seen.Lending[0] = isolated(1000e6, 0, 1_000)
		}, CodePositionSize},
		"a debt above the position limit": {grammar.Borrow, usdc, 2501e6, account(15e9, 8e9), nil, CodePositionSize},
		"the protocol is not approved": {grammar.Supply, usdc, 1, account(1, 0), func(p *Policy, _ *Case) {
			p.Protocols = []string{uniswapv3.Name, aavev3.Name}
		}, CodeProtocol},
		"another market's debt is another's": {grammar.Supply, usdc, 1000e6, account(1, 0), func(_ *Policy, k *Case) {
			k.Seen.Lending = append(k.Seen.Lending, lender(1000e6, 500e6))
			k.Phase = turn.Conservation
		}, CodePhase},
		// spec: safety §14 (Conservation: adding collateral)
		"collateral behind a debt is added in conservation": {grammar.Supply, weth, 1_000, account(15e9, 8e9), func(_ *Policy, k *Case) {
			k.Seen.Lending[0], k.Phase, k.Drawdown = isolated(0, 500e6, 1_000_000), turn.Conservation, 5000
		}, ""},
		"the loan token is none": {grammar.Supply, usdc, 1e6, account(15e9, 8e9), func(_ *Policy, k *Case) {
			k.Seen.Lending[0], k.Phase = isolated(0, 500e6, 1_000_000), turn.Conservation
		}, CodePhase},
	} {
		t.Run(name, func(t *testing.T) {
			policy, reading := lending()
			policy.Protocols = append(policy.Protocols, morphoblue.Name)
			reading.Lending = []turn.Lending{isolated(0, 0, 0)}
			k := Case{Seen: reading, Now: noon}
			if tt.edit != nil {
				tt.edit(&policy, &k)
			}
			var s turn.Simulation
			k.Action, s = onMorpho(tt.kind, tt.token, tt.units, tt.then)
			if r := New(policy).judge(k, s); code(r) != tt.want {
				t.Errorf("refused with %q (%+v), want %q", code(r), r, tt.want)
			}
		})
	}
}

// What moves at a market without receipt tokens is lent, put up and owed afterwards: an
// action there leaves the equity as it was.
func TestAnActionOnAMarketWithoutReceiptTokensLeavesTheEquity(t *testing.T) {
	_, r := lending()
	r.Lending = []turn.Lending{isolated(1000e6, 500e6, 1_000_000)}
	now, _ := newBook(r)
	for kind, token := range map[grammar.Kind]turn.Token{grammar.Supply: weth, grammar.Withdraw: usdc, grammar.Borrow: usdc, grammar.Repay: usdc} {
		a, s := onMorpho(kind, token, 300, nil)
		then := now.after(s.Deltas, nil)
		then.booked(Case{Action: a, Seen: r}, s.Deltas)
		if then.equity().Cmp(now.equity()) != 0 {
			t.Errorf("%s: %s became %s", kind, now.equity(), then.equity())
		}
		if then.lent().Cmp(now.lent()) == 0 && then.owed.Cmp(now.owed) == 0 {
			t.Errorf("%s: nothing is lent and owed that was not before", kind)
		}
	}
}
