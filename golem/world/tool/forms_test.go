package tool

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
)

// whole is the venue with everything, a reading of it, and its book.
func whole(t *testing.T) (*Adapters, turn.Reading, *caveat.Book) {
	t.Helper()
	v := dear
	v.Aave, v.Morpho, v.MorphoParams = common.HexToAddress("0x07"), isolated().contract, isolated().params
	ad, err := NewAdapters(v)
	if err != nil {
		t.Fatal(err)
	}
	r := reading()
	reserves := []turn.Reserve{
		{Token: usdc, Supplied: *uint256.NewInt(1e9), Owed: *uint256.NewInt(1e9), SupplyShares: *uint256.NewInt(1e15), DebtShares: *uint256.NewInt(1e15)},
		{Token: weth, Supplied: *uint256.NewInt(1e18), Owed: *uint256.NewInt(1e18)},
	}
	r.Lending = []turn.Lending{{Protocol: grammar.AaveV3, Reserves: reserves}, {Protocol: grammar.MorphoBlue, Loan: usdc.Address, Reserves: reserves}}
	forms, err := ad.Forms(r)
	if err != nil {
		t.Fatal(err)
	}
	book, err := caveat.NewBook([]caveat.Token{{Address: usdc.Address, Decimals: 14}, {Address: weth.Address, Decimals: 26}}, forms)
	if err != nil {
		t.Fatal(err)
	}
	return ad, r, book
}

// order draws an action of a kind that the venue can carry out.
func order(t *rapid.T, kind grammar.Kind) grammar.Action {
	token := rapid.SampledFrom([]turn.Token{usdc, weth}).Draw(t, "token").Address
	protocol := rapid.SampledFrom([]string{grammar.AaveV3, grammar.MorphoBlue}).Draw(t, "lender")
	amount := units(t, "amount")
	switch kind {
	case grammar.Swap:
		a, _, _, _ := sale(t, rapid.SampledFrom(grammar.Exchanges()).Draw(t, "exchange"))
		return a
	case grammar.AddLiquidity:
		return grammar.Action{Kind: kind, Pool: pool, TickLower: tick - 600, TickUpper: tick + 600, Amount0: amount, Amount1: units(t, "amount1"), Slippage: slippage(t)}
	case grammar.RemoveLiquidity, grammar.ClaimFees:
		return grammar.Action{Kind: kind, PositionID: uint256.NewInt(12), Percent: uint8(rapid.IntRange(0, 100).Draw(t, "percent")), Slippage: slippage(t)}
	case grammar.Borrow, grammar.Repay:
		if protocol == grammar.MorphoBlue {
			token = usdc.Address
		}
	}
	if (kind == grammar.Withdraw || kind == grammar.Repay) && rapid.Bool().Draw(t, "all") {
		amount = new(uint256.Int).SetAllOne()
	}
	return grammar.Action{Kind: kind, Protocol: protocol, Asset: token, Amount: amount}
}

// spec: provisioning §8.5 (classes by (target, selector) pairs from the tool registry)
func TestEveryCallOfEveryOrderHasAForm(t *testing.T) {
	ad, r, book := whole(t)
	seen := map[grammar.Kind]int{}
	rapid.Check(t, func(t *rapid.T) {
		for _, kind := range grammar.Kinds() {
			a := order(t, kind)
			calls, err := ad.Calls(a, r, nil)
			if err != nil {
				t.Fatal(err)
			}
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
		token, amount, second = usdc.Address, a.Amount0, a.Amount1
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
	stranger := ad.approve(usdc.Address, other, uint256.NewInt(1))
	if _, err := book.Read(Calls([]chain.Call{stranger})[0]); err == nil {
		t.Error("a stranger may be approved")
	}
	if _, err := book.Read(caveat.Call{Target: permit2.Address, Value: new(big.Int)}); err == nil {
		t.Error("an empty call is an action")
	}
}
