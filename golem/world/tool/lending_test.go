package tool

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
)

// loan is a lending action; of no amount it is about everything.
func loan(kind grammar.Kind, protocol string, asset common.Address, amount uint64) grammar.Action {
	a := grammar.Action{Kind: kind, Market: protocol, Protocol: protocol, Asset: asset, Amount: uint256.NewInt(amount)}
	if amount == 0 {
		a.Amount.SetAllOne()
	}
	return a
}

// Every order of a lending market does what it names and nothing else: it allows just
// what it pays, and leaves no allowance. Everything is paid back with room for the
// interest until it is included, and taken out as the market counts it.
//
// spec: heartbeat §14.1
func TestALendingOrdersCallsSayWhatTheActionSays(t *testing.T) {
	ad, r, _ := whole(t)
	me, pool, blue := venue.Account, common.HexToAddress("0x07"), isolated().contract
	a, m := aave.NewCodec(), morpho.NewCodec(blue, isolated().params)
	n := uint256.NewInt
	const everything = 0
	all := new(uint256.Int).SetAllOne()
	const grown = 1_001_000_001 // a debt of 1e9 with a thousandth of interest, and a unit
	pays := func(market, token common.Address, units uint64, data []byte) []protocol.Call {
		return []protocol.Call{protocol.Approve(token, market, n(units)), {To: market, Data: data}, protocol.Approve(token, market, n(0))}
	}
	gets := func(market common.Address, data []byte) []protocol.Call {
		return []protocol.Call{{To: market, Data: data}}
	}
	u, w := usdc.Address, weth.Address
	for name, c := range map[string]struct {
		action grammar.Action
		want   []protocol.Call
	}{
		"supply to Aave":               {loan(grammar.Supply, aavev3.Name, w, 5), pays(pool, w, 5, a.Supply(w, n(5), me))},
		"withdraw from Aave":           {loan(grammar.Withdraw, aavev3.Name, w, 5), gets(pool, a.Withdraw(w, n(5), me))},
		"withdraw all from Aave":       {loan(grammar.Withdraw, aavev3.Name, w, everything), gets(pool, a.Withdraw(w, all, me))},
		"borrow from Aave":             {loan(grammar.Borrow, aavev3.Name, u, 5), gets(pool, a.Borrow(u, n(5), me))},
		"repay Aave in part":           {loan(grammar.Repay, aavev3.Name, u, 5), pays(pool, u, 5, a.Repay(u, n(5), me))},
		"repay Aave in full":           {loan(grammar.Repay, aavev3.Name, u, everything), pays(pool, u, grown, a.Repay(u, all, me))},
		"lend to Morpho":               {loan(grammar.Supply, morphoblue.Name, u, 5), pays(blue, u, 5, m.Supply(n(5), me))},
		"collateral for Morpho":        {loan(grammar.Supply, morphoblue.Name, w, 5), pays(blue, w, 5, m.SupplyCollateral(n(5), me))},
		"borrow from Morpho":           {loan(grammar.Borrow, morphoblue.Name, u, 5), gets(blue, m.Borrow(n(5), me))},
		"take a part back":             {loan(grammar.Withdraw, morphoblue.Name, u, 5), gets(blue, m.Withdraw(n(5), me))},
		"take all of it back":          {loan(grammar.Withdraw, morphoblue.Name, u, everything), gets(blue, m.WithdrawShares(n(1e15), me))},
		"take some collateral back":    {loan(grammar.Withdraw, morphoblue.Name, w, 5), gets(blue, m.WithdrawCollateral(n(5), me))},
		"take all collateral back":     {loan(grammar.Withdraw, morphoblue.Name, w, everything), gets(blue, m.WithdrawCollateral(n(1e18), me))},
		"repay Morpho in part":         {loan(grammar.Repay, morphoblue.Name, u, 5), pays(blue, u, 5, m.Repay(n(5), me))},
		"repay Morpho in full":         {loan(grammar.Repay, morphoblue.Name, u, everything), pays(blue, u, grown, m.RepayShares(n(1e15), me))},
		"repay Morpho about all of it": {loan(grammar.Repay, morphoblue.Name, u, 1e9), pays(blue, u, 1e9-1, m.Repay(n(1e9-1), me))},
	} {
		if got, err := ad.Calls(c.action, r, nil); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %x, want %x (%v)", name, got, c.want, err)
		}
	}
}

// An order that the market would not take, or that is about nothing, has no calls and
// says why.
func TestALendingOrderThatCannotBeHasNoCalls(t *testing.T) {
	ad, full, _ := whole(t)
	bare := full
	bare.Lending = nil
	for _, l := range full.Lending {
		l.Reserves = []turn.Reserve{{Token: usdc}, {Token: weth}} // neither supplied nor owed
		bare.Lending = append(bare.Lending, l)
	}
	u, w := usdc.Address, weth.Address
	for name, c := range map[string]struct {
		adapters *Adapters
		reading  turn.Reading
		action   grammar.Action
		why      string // "": it has calls
	}{
		"no market in the venue":      {adapters(t), full, loan(grammar.Supply, aavev3.Name, u, 5), "no market aave-v3 of aave-v3"},
		"no Morpho in the venue":      {adapters(t), full, loan(grammar.Supply, morphoblue.Name, u, 5), "no market morpho-blue of morpho-blue"},
		"no market in the reading":    {ad, reading(), loan(grammar.Supply, aavev3.Name, u, 5), "no market aave-v3 of aave-v3"},
		"a token nobody listed":       {ad, full, loan(grammar.Supply, aavev3.Name, other, 5), "does not list token " + other.Hex()},
		"collateral is not lent":      {ad, full, loan(grammar.Borrow, morphoblue.Name, w, 5), "lends token " + u.Hex() + " alone"},
		"collateral is not owed":      {ad, full, loan(grammar.Repay, morphoblue.Name, w, 5), "lends token " + u.Hex() + " alone"},
		"collateral is supplied":      {ad, full, loan(grammar.Supply, morphoblue.Name, w, 5), ""},
		"nothing to take out":         {ad, bare, loan(grammar.Withdraw, aavev3.Name, u, 5), "nothing of token " + u.Hex() + " is supplied"},
		"nothing to pay back":         {ad, bare, loan(grammar.Repay, aavev3.Name, u, 5), "nothing of token " + u.Hex() + " is owed"},
		"the first supply":            {ad, bare, loan(grammar.Supply, aavev3.Name, u, 5), ""},
		"the first loan":              {ad, bare, loan(grammar.Borrow, aavev3.Name, u, 5), ""},
		"something to take out":       {ad, full, loan(grammar.Withdraw, aavev3.Name, u, 5), ""},
		"something to pay back":       {ad, full, loan(grammar.Repay, aavev3.Name, u, 5), ""},
		"Aave lends every token":      {ad, full, loan(grammar.Borrow, aavev3.Name, w, 5), ""},
		"a kind that nobody carries":  {ad, full, grammar.Action{Kind: "dance"}, "action dance has no executor"},
		"a kind that nobody finishes": {ad, full, grammar.Action{}, "has no executor"},
	} {
		calls, err := c.adapters.Calls(c.action, c.reading, nil)
		if (err == nil) != (c.why == "") || (calls == nil) != (c.why != "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %d calls, %v, want %q", name, len(calls), err, c.why)
		}
	}
}
