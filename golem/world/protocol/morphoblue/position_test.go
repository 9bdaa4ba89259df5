package morphoblue

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// event is what the contract logs of a call: units, and shares where the side has them.
// Every party of it is the wallet.
func (l *Adapter) event(name string, units int64, shares ...int64) protocol.Log {
	me := common.BytesToHash(l.account.Address[:])
	data := words(append([]int64{units}, shares...)...)
	if name == "Withdraw" || name == "Borrow" || name == "WithdrawCollateral" {
		data = append(me.Bytes(), data...) // who called
	}
	return protocol.Log{Address: l.contract, Topics: []common.Hash{bind.NewMorphoEvents().GetABI().Events[name].ID, l.id, me, me}, Data: data}
}

// Each of the six calls is held to the position: by shares where there are some, by units
// of collateral, in its direction, and the sides that it leaves alone.
func TestEveryCallOfMorphoIsHeldToThePosition(t *testing.T) {
	l := isolated()
	before := turn.Lending{Handle: Name, Protocol: Name, Loan: usdc.Address, Reserves: []turn.Reserve{
		{Token: usdc, SupplyShares: *uint256.NewInt(500), DebtShares: *uint256.NewInt(30)},
		{Token: weth, Supplied: *uint256.NewInt(7)},
	}}
	for name, c := range map[string]struct {
		logs                     []protocol.Log
		supply, debt, collateral uint64 // behind it
		side                     string
	}{
		"nothing":              {nil, 500, 30, 7, ""},
		"a supply":             {[]protocol.Log{l.event("Supply", 10, 100)}, 600, 30, 7, "supply"},
		"a withdrawal":         {[]protocol.Log{l.event("Withdraw", 10, 100)}, 400, 30, 7, "supply"},
		"a loan":               {[]protocol.Log{l.event("Borrow", 10, 100)}, 500, 130, 7, "debt"},
		"a repayment":          {[]protocol.Log{l.event("Repay", 10, 20)}, 500, 10, 7, "debt"},
		"collateral put up":    {[]protocol.Log{l.event("SupplyCollateral", 10)}, 500, 30, 17, "collateral"},
		"collateral back":      {[]protocol.Log{l.event("WithdrawCollateral", 5)}, 500, 30, 2, "collateral"},
		"two calls":            {[]protocol.Log{l.event("Borrow", 10, 100), l.event("Repay", 10, 20)}, 500, 110, 7, "debt"},
		"a log of other words": {[]protocol.Log{{Address: usdc.Address, Topics: []common.Hash{{1}, {2}, {3}}, Data: words(9)}}, 500, 30, 7, ""},
	} {
		order := []sim.Result{{Logs: simulated(c.logs)}}
		after := func(supply, debt, collateral uint64) morpho.Position {
			return morpho.Position{SupplyShares: *uint256.NewInt(supply), BorrowShares: *uint256.NewInt(debt), Collateral: *uint256.NewInt(collateral)}
		}
		if got := l.fault(before, after(c.supply, c.debt, c.collateral), order); got != "" {
			t.Errorf("%s: %s", name, got)
		}
		for side, p := range map[string]morpho.Position{
			"supply": after(c.supply+1, c.debt, c.collateral), "debt": after(c.supply, c.debt+1, c.collateral), "collateral": after(c.supply, c.debt, c.collateral+1),
		} {
			if got := l.fault(before, p, order); !strings.Contains(got, "the wallet's "+side+" in market "+l.id.Hex()) {
				t.Errorf("%s, with another %s: %q", name, side, got)
			}
		}
	}
}

// The market's log must tell of just what moved, on the order's side and in its
// direction: else the wallet's tokens became somebody else's, or nobody's.
func TestMorphoCreditsJustWhatMoved(t *testing.T) {
	l := isolated()
	u, w := usdc.Address, weth.Address
	out := func(token common.Address, units uint64) turn.Delta {
		return turn.Delta{Token: token, Out: true, Units: *uint256.NewInt(units)}
	}
	in := func(token common.Address, units uint64) turn.Delta {
		return turn.Delta{Token: token, Units: *uint256.NewInt(units)}
	}
	for name, c := range map[string]struct {
		kind  grammar.Kind
		asset common.Address
		log   protocol.Log
		moved []turn.Delta
		want  bool
	}{
		"a supply":                        {grammar.Supply, u, l.event("Supply", 10, 100), []turn.Delta{out(u, 10)}, true},
		"a withdrawal":                    {grammar.Withdraw, u, l.event("Withdraw", 10, 100), []turn.Delta{in(u, 10)}, true},
		"a loan":                          {grammar.Borrow, u, l.event("Borrow", 10, 100), []turn.Delta{in(u, 10)}, true},
		"a repayment":                     {grammar.Repay, u, l.event("Repay", 10, 100), []turn.Delta{out(u, 10)}, true},
		"collateral put up":               {grammar.Supply, w, l.event("SupplyCollateral", 10), []turn.Delta{out(w, 10)}, true},
		"collateral back":                 {grammar.Withdraw, w, l.event("WithdrawCollateral", 10), []turn.Delta{in(w, 10)}, true},
		"beside another token":            {grammar.Supply, u, l.event("Supply", 10, 100), []turn.Delta{out(w, 3), out(u, 10)}, true},
		"a supply booked as withdrawn":    {grammar.Supply, u, l.event("Withdraw", 10, 100), []turn.Delta{out(u, 10)}, false},
		"a withdrawal booked as a supply": {grammar.Withdraw, u, l.event("Supply", 10, 100), []turn.Delta{in(u, 10)}, false},
		"a loan booked as repaid":         {grammar.Borrow, u, l.event("Repay", 10, 100), []turn.Delta{in(u, 10)}, false},
		"a repayment booked as a loan":    {grammar.Repay, u, l.event("Borrow", 10, 100), []turn.Delta{out(u, 10)}, false},
		"a supply booked as a debt":       {grammar.Supply, u, l.event("Borrow", 10, 100), []turn.Delta{out(u, 10)}, false},
		"a repayment booked as a supply":  {grammar.Repay, u, l.event("Withdraw", 10, 100), []turn.Delta{out(u, 10)}, false},
		"collateral booked as a supply":   {grammar.Supply, w, l.event("Supply", 10, 100), []turn.Delta{out(w, 10)}, false},
		"a supply booked as collateral":   {grammar.Supply, u, l.event("SupplyCollateral", 10), []turn.Delta{out(u, 10)}, false},
		"a unit less":                     {grammar.Supply, u, l.event("Supply", 9, 100), []turn.Delta{out(u, 10)}, false},
		"booked, and nothing moved":       {grammar.Supply, u, l.event("Supply", 10, 100), nil, false},
		"taken off, and nothing moved":    {grammar.Withdraw, u, l.event("Withdraw", 10, 100), nil, false},
		"neither booked nor moved":        {grammar.Supply, u, protocol.Log{}, nil, true},
	} {
		if got := l.Credits(grammar.Action{Kind: c.kind, Market: Name, Protocol: Name, Asset: c.asset, Amount: uint256.NewInt(10)}, []protocol.Log{c.log}, c.moved); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// answered is what the market says behind an order: a wallet with 2 WETH at 2,000 USDC as
// collateral, and all of the market's debt of 1,000 USDC.
func answered() []sim.Result {
	price, _ := new(big.Int).SetString("2000000000000000000000000000", 10) // 2,000e6 / 1e18 × 1e36
	return []sim.Result{
		{Success: true},
		{Success: true, Return: words(5000e6, 5000e12, 1000e6, 1000e12, 1_700_000_000, 0)},
		{Success: true, Return: words(0, 1000e12, 2e18)},
		{Success: true, Return: word(price)},
	}
}

// owing is the wallet before an order that changed nothing.
func owing() turn.Lending {
	return turn.Lending{Handle: Name, Protocol: Name, Loan: usdc.Address, Reserves: []turn.Reserve{{Token: usdc, DebtShares: *uint256.NewInt(1000e12)}, {Token: weth, Supplied: *uint256.NewInt(2e18)}}}
}

// What the market would take the wallet for behind the order: 4,000 USDC of collateral at
// 86 % for a debt of 1,000 are a health of 3.44.
func TestMorphoSaysWhatTheWalletWillBe(t *testing.T) {
	l := isolated()
	got, fault, err := l.Account(owing(), nil, answered())
	want := turn.Account{Collateral: *uint256.NewInt(4000e6), Debt: *uint256.NewInt(1000e6), Threshold: 8600, LoanToValue: 8600, Health: *uint256.NewInt(344e16)}
	if err != nil || fault != "" || got != want {
		t.Errorf("%+v, %q, %v, want %+v", got, fault, err, want)
	}
	mute := answered()
	mute[3] = sim.Result{Revert: rpc.Revert{Kind: rpc.RevertReason, Reason: "stale"}} // collateral without a price is worth nothing
	want.Collateral.Clear()
	want.Health.Clear()
	if got, fault, err = l.Account(owing(), nil, mute); err != nil || fault != "" || got != want {
		t.Errorf("without a price: %+v, %q, %v", got, fault, err)
	}
	less := owing()
	less.Reserves[1].Supplied.SetUint64(1)
	if _, fault, err = l.Account(less, nil, answered()); err != nil || !strings.Contains(fault, "collateral") {
		t.Errorf("collateral from nowhere: %q, %v", fault, err)
	}
}

// An answer that is missing or cannot be read is an error, and no health of nought.
func TestWhatMorphoDoesNotSayIsAnError(t *testing.T) {
	l := isolated()
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	for name, edit := range map[string]func([]sim.Result) []sim.Result{
		"no answer at all":         func(a []sim.Result) []sim.Result { return a[:1] },
		"the oracle was not asked": func(a []sim.Result) []sim.Result { return a[:3] },
		"sums that are none":       func(a []sim.Result) []sim.Result { a[1].Return = words(1); return a },
		"a position that is none":  func(a []sim.Result) []sim.Result { a[2].Return = words(1); return a },
		"a price that is none":     func(a []sim.Result) []sim.Result { a[3].Return = words(1, 2); return a },
		"a price beyond all":       func(a []sim.Result) []sim.Result { a[3].Return = word(most); return a },
	} {
		answers := edit(answered())
		answers[len(answers)-1].Revert = rpc.Revert{Kind: rpc.RevertReason, Reason: "the reason"}
		_, _, err := l.Account(owing(), nil, answers)
		if err == nil || len(answers) < 4 && !strings.Contains(err.Error(), "market "+l.id.Hex()+" after the order: ") || len(answers) < 4 && !strings.Contains(err.Error(), "the reason") {
			t.Errorf("%s: %v", name, err)
		}
		if len(answers) == 4 && !errors.Is(err, morpho.ErrMarket) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
