package tool

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/weth9"
)

// whole is the venue with everything, a reading of it, and its book.
func whole(t *testing.T) (*Adapters, turn.Reading, *caveat.Book) {
	t.Helper()
	at := dearly
	at.Aave = common.HexToAddress("0x07")
	params := isolated().params
	blue := protocol.Deploy(morphoblue.Name, morphoblue.Name, morphoblue.Terms{Contract: isolated().contract, Market: params.ID(), Params: &params})
	ad := on(t, Venue{Account: dear.Account, Deployments: append(at.Deployments(), blue, protocol.Deploy(weth9.Name, weth9.Name, weth9.Terms{Token: weth.Address}))})
	r := reading()
	reserves := []turn.Reserve{
		{Token: usdc, Supplied: *uint256.NewInt(1e9), Owed: *uint256.NewInt(1e9), SupplyShares: *uint256.NewInt(1e15), DebtShares: *uint256.NewInt(1e15)},
		{Token: weth, Supplied: *uint256.NewInt(1e18), Owed: *uint256.NewInt(1e18)},
	}
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: reserves}, {Handle: morphoblue.Name, Protocol: morphoblue.Name, Loan: usdc.Address, Reserves: reserves}}
	return ad, r, bookOf(t, ad, r)
}

// bookOf is the book of all forms that a venue has for a reading.
func bookOf(t *testing.T, ad *Adapters, r turn.Reading) *caveat.Book {
	t.Helper()
	forms, err := ad.Forms(r)
	check(t, err)
	book, err := caveat.NewBook([]caveat.Token{{Address: usdc.Address, Decimals: 14}, {Address: weth.Address, Decimals: 26}}, forms)
	check(t, err)
	return book
}

// order draws an action of a kind that the venue can carry out.
func order(t *rapid.T, kind grammar.Kind) grammar.Action {
	token := rapid.SampledFrom([]turn.Token{usdc, weth}).Draw(t, "token").Address
	protocol := rapid.SampledFrom([]string{aavev3.Name, morphoblue.Name}).Draw(t, "lender")
	amount := units(t, "amount")
	switch kind {
	case grammar.Swap:
		a, _, _, _ := sale(t, rapid.SampledFrom([]string{inPool, inV2, inV4}).Draw(t, "exchange"))
		return a
	case grammar.Unwrap:
		return grammar.Action{Kind: kind, Protocol: weth9.Name, Asset: weth.Address, Amount: amount}
	case grammar.AddLiquidity:
		return grammar.Action{Kind: kind, Market: inPool, Protocol: uniswapv3.Name, TickLower: tick - 600, TickUpper: tick + 600, Quote: amount, Base: units(t, "amount1"), Slippage: slippage(t)}
	case grammar.RemoveLiquidity, grammar.ClaimFees:
		return grammar.Action{Kind: kind, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12), Percent: uint8(rapid.IntRange(0, 100).Draw(t, "percent")), Slippage: slippage(t)}
	case grammar.Borrow, grammar.Repay:
		if protocol == morphoblue.Name {
			token = usdc.Address
		}
	}
	if (kind == grammar.Withdraw || kind == grammar.Repay) && rapid.Bool().Draw(t, "all") {
		amount = new(uint256.Int).SetAllOne()
	}
	return grammar.Action{Kind: kind, Market: protocol, Protocol: protocol, Asset: token, Amount: amount}
}

// spec: provisioning §8.5 (classes by (target, selector) pairs from the tool registry)
func TestEveryCallOfEveryOrderHasAForm(t *testing.T) {
	ad, r, book := whole(t)
	seen := map[grammar.Kind]int{}
	rapid.Check(t, func(t *rapid.T) {
		for _, kind := range grammar.Kinds() {
			if kind == grammar.Wrap { // coin goes with it, and no form holds that
				seen[kind]++
				continue
			}
			a := order(t, kind)
			calls, err := ad.Calls(a, r, nil)
			check(t, err)
			opens := 0
			for i, c := range Calls(calls) {
				action, err := book.Read(c)
				if err != nil {
					t.Fatalf("call %d of %+v, %x of %s: %v", i+1, a, c.Data, c.Target, err)
				}
				if action.Classes&caveat.Open != 0 {
					opens++
					counts(t, a, action)
				}
			}
			if want := a.Opens(); (opens == 1) != want || opens > 1 {
				t.Fatalf("%d calls of %+v open", opens, a)
			}
			seen[kind]++
		}
	})
	for _, kind := range grammar.Kinds() {
		if seen[kind] == 0 {
			t.Errorf("no order of kind %s", kind)
		}
	}
}

// counts holds what an order pays, by the book, to the order.
func counts(t *rapid.T, a grammar.Action, got caveat.Action) {
	token, amount, second := a.Asset, a.Amount, new(uint256.Int)
	switch a.Kind {
	case grammar.Swap:
		token, amount = a.TokenIn, a.AmountIn
	case grammar.AddLiquidity:
		token, amount, second = usdc.Address, a.Quote, a.Base
	}
	if got.Token != token || got.Amount.Cmp(amount.ToBig()) != 0 || got.Amount2.Cmp(second.ToBig()) != 0 || got.TokenOut != a.TokenOut {
		t.Fatalf("%+v pays %+v", a, got)
	}
	if settles := got.Classes&caveat.Settle != 0; settles != (a.Kind == grammar.Swap && a.TokenOut == usdc.Address) {
		t.Fatalf("%+v settles: %v", a, settles)
	}
}

// Whatever byte of a call is changed outside its fields, it is no action any more:
// another recipient, another token, another spender.
func TestACallThatIsBentIsNoAction(t *testing.T) {
	ad, r, book := whole(t)
	forms, err := ad.Forms(r)
	if err != nil || len(forms) < 30 {
		t.Fatalf("%d forms, %v", len(forms), err)
	}
	// Of two forms of one shape, such as assets and shares, either may fit.
	free := func(f caveat.Form, i int) bool {
		for _, g := range forms {
			for _, field := range g.Fields {
				if g.Target == f.Target && len(g.Blank) == len(f.Blank) && i >= int(field.Offset) && i < int(field.Offset)+int(field.Width) {
					return true
				}
			}
		}
		return false
	}
	for _, f := range forms {
		if _, err := book.Read(caveat.Call{Target: f.Target, Value: new(big.Int), Data: f.Blank}); err != nil {
			t.Fatalf("%x of %s: %v", f.Blank, f.Target, err)
		}
		for i := range f.Blank {
			if free(f, i) {
				continue
			}
			bent := append([]byte{}, f.Blank...)
			bent[i] ^= 0x40
			if a, err := book.Read(caveat.Call{Target: f.Target, Value: new(big.Int), Data: bent}); err == nil {
				t.Fatalf("byte %d of %x of %s: %+v", i, f.Blank, f.Target, a)
			}
		}
	}
	stranger := protocol.Approve(usdc.Address, other, uint256.NewInt(1))
	if _, err := book.Read(Calls([]protocol.Call{stranger})[0]); err == nil {
		t.Error("a stranger may be approved")
	}
	if _, err := book.Read(caveat.Call{Target: permit2.Address, Value: new(big.Int)}); err == nil {
		t.Error("an empty call is an action")
	}
}

// A form counts what it pays and asks for: without a token there is nothing to count, and
// with one the amount is named. A limit that counted another field would bound nothing.
func TestAFormCountsWhatItPaysAndNothingElse(t *testing.T) {
	for name, steps := range map[string]bool{"at once": false, "in steps": true} {
		full, r, _ := whole(t)
		v := full.venue
		v.Steps = steps
		ad := on(t, v)
		forms, err := ad.Forms(r)
		check(t, err)
		for i, f := range forms {
			has := map[caveat.Meaning]bool{}
			for _, field := range f.Fields {
				has[field.Meaning] = true
			}
			none := common.Address{}
			if has[caveat.Amount] != (f.Token != none) || has[caveat.Amount2] != (f.Token2 != none) || has[caveat.Least] != (f.TokenOut != none) {
				t.Errorf("%s: form %d of %s pays %s and %s for %s, and has the fields %+v", name, i+1, f.Target, f.Token, f.Token2, f.TokenOut, f.Fields)
			}
		}
	}
}

// A venue without a lending market has no form of it, and Morpho's collateral none of
// being lent.
func TestAVenueHasTheFormsOfItsOwnMarketsAlone(t *testing.T) {
	ad, r, _ := whole(t)
	all, err := ad.Forms(r)
	check(t, err)
	of := func(forms []caveat.Form, target common.Address) (n int) {
		for _, f := range forms {
			if f.Target == target {
				n++
			}
		}
		return n
	}
	// Aave takes both tokens in four ways each; Morpho lends one in six and takes the other as collateral in two.
	if n, m := of(all, common.HexToAddress("0x07")), of(all, isolated().contract); n != 8 || m != 8 {
		t.Errorf("%d forms of Aave, %d of Morpho", n, m)
	}
	few, err := adapters(t).Forms(r)
	if err != nil || of(few, common.Address{}) != 0 || of(few, isolated().contract) != 0 {
		t.Errorf("%d forms, %v", len(few), err)
	}
	for _, f := range few {
		if f.Target != placed.Router && f.Target != placed.Positions && f.Target != usdc.Address && f.Target != weth.Address {
			t.Errorf("a form of %s", f.Target)
		}
	}
	// Of each token: a swap, and approvals of the router and the position manager. Of positions: a mint, collect, and four ways out.
	if want := 2*3 + 6; len(few) != want {
		t.Errorf("%d forms, want %d", len(few), want)
	}
}

// Under a grant there is no form of a call that borrows, and no order is made of one. Debts that the
// owner makes are repaid.
//
// spec: DESIGN §12.29
func TestNothingIsBorrowedUnderAGrant(t *testing.T) {
	for _, mode := range []grant.Mode{grant.LocalKey, grant.Delegation} {
		ad, r, _ := whole(t)
		ad.Regrant(grant.Grant{Mode: mode})
		forms, err := ad.Forms(r)
		check(t, err)
		n := map[common.Address]int{}
		for _, f := range forms {
			n[f.Target]++
		}
		if aave, blue := n[common.HexToAddress("0x07")], n[isolated().contract]; aave != 6 || blue != 7 {
			t.Errorf("%s: %d forms of Aave, %d of Morpho, want 6 and 7", mode, aave, blue)
		}
		blue := grammar.Action{Kind: grammar.Borrow, Market: morphoblue.Name, Protocol: morphoblue.Name, Asset: usdc.Address, Amount: uint256.NewInt(1)}
		if _, err := ad.Calls(blue, r, nil); err == nil || !strings.Contains(err.Error(), "NO_ADAPTER: a grant has no form of a call that borrows") {
			t.Errorf("%s: a loan from Morpho: %v", mode, err)
		}
		for _, token := range []turn.Token{usdc, weth} {
			loan := grammar.Action{Kind: grammar.Borrow, Market: aavev3.Name, Protocol: aavev3.Name, Asset: token.Address, Amount: uint256.NewInt(1)}
			if _, err := ad.Calls(loan, r, nil); err == nil || !strings.Contains(err.Error(), "NO_ADAPTER: a grant has no form of a call that borrows") {
				t.Errorf("%s: a loan of %s: %v", mode, token.Symbol, err)
			}
			back := grammar.Action{Kind: grammar.Repay, Market: aavev3.Name, Protocol: aavev3.Name, Asset: token.Address, Amount: uint256.NewInt(1)}
			if _, err := ad.Calls(back, r, nil); err != nil {
				t.Errorf("%s: a repayment of %s: %v", mode, token.Symbol, err)
			}
		}
	}
}
