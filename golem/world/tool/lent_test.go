package tool

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
)

// Tokens that stand for USDC in a market of Aave's.
var receipt, debt = common.HexToAddress("0xa1"), common.HexToAddress("0xd1")

// lent is a reading with a market of Aave's.
func lent() turn.Reading {
	r := reading()
	r.Lending = []turn.Lending{{Handle: aavev3.Name, Protocol: aavev3.Name, Reserves: []turn.Reserve{{Token: usdc, Receipt: receipt, DebtToken: debt}}}}
	return r
}

func word(v *big.Int) []byte { return common.BigToHash(v).Bytes() }

func words(values ...int64) (out []byte) {
	for _, v := range values {
		out = append(out, word(big.NewInt(v))...)
	}
	return out
}

// index is what Aave's tokens log beside a change, in 1e27ths.
const index = 1e9

// minted and burnt are a change of a receipt or debt token, with the interest in it.
func minted(token, account common.Address, value, interest *big.Int) protocol.Log {
	return protocol.Log{
		Address: token, Topics: []common.Hash{crypto.Keccak256Hash([]byte("Mint(address,address,uint256,uint256,uint256)")), {}, common.BytesToHash(account[:])},
		Data: append(append(word(value), word(interest)...), words(index)...),
	}
}

func burnt(token, account common.Address, value, interest int64) protocol.Log {
	return protocol.Log{
		Address: token, Topics: []common.Hash{crypto.Keccak256Hash([]byte("Burn(address,address,uint256,uint256,uint256)")), common.BytesToHash(account[:]), {}},
		Data: words(value, interest, index),
	}
}

// What stands for a deposit or a debt is counted by its own logs, without interest, and
// only the account's own.
func TestAStandingTokenMovesByItsOwnLogs(t *testing.T) {
	ad, _, _ := whole(t)
	me, big256 := venue.Account, new(big.Int).Lsh(big.NewInt(1), 255)
	n := big.NewInt
	for name, c := range map[string]struct {
		logs []protocol.Log
		want []turn.Delta
	}{
		"a deposit, less its interest":       {[]protocol.Log{minted(receipt, me, n(105), n(5))}, []turn.Delta{{Token: receipt, Units: *uint256.NewInt(100)}}},
		"taken out, with its interest":       {[]protocol.Log{burnt(receipt, me, 95, 5)}, []turn.Delta{{Token: receipt, Out: true, Units: *uint256.NewInt(100)}}},
		"in two parts":                       {[]protocol.Log{minted(debt, me, n(7), n(0)), minted(debt, me, n(3), n(0))}, []turn.Delta{{Token: debt, Units: *uint256.NewInt(10)}}},
		"interest alone":                     {[]protocol.Log{minted(receipt, me, n(5), n(5))}, nil},
		"a stranger's":                       {[]protocol.Log{minted(receipt, other, n(105), n(5))}, nil},
		"a transfer of it":                   {[]protocol.Log{transfer(receipt, pool, me, 100)}, nil},
		"the most that fits":                 {[]protocol.Log{minted(receipt, me, big256, n(0))}, []turn.Delta{{Token: receipt, Units: *uint256.MustFromBig(big256)}}},
		"of a token that stands for nothing": {[]protocol.Log{minted(other, me, n(105), n(5))}, nil},
	} {
		if got := compact(ad.Moved(nil, lent(), c.logs)); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	beyond := burnt(receipt, me, 0, 1) // 2^256 in all: no token has as much
	copy(beyond.Data, word(most))
	if got := ad.Moved(nil, lent(), []protocol.Log{beyond}); got != nil {
		t.Errorf("more than there can be: %+v", got)
	}
}

// A receipt token's balance is kept by an index: it may be two units off what was moved,
// and no more.
func TestAStandingTokensBalanceAgreesToTwoUnits(t *testing.T) {
	ad, _, _ := whole(t)
	me := venue.Account
	n := big.NewInt
	logs := []protocol.Log{
		minted(receipt, me, n(105), n(5)), minted(receipt, other, n(1000), n(0)), minted(debt, me, n(50), n(0)), transfer(receipt, pool, me, 9),
	}
	for name, c := range map[string]struct {
		amount   int64
		readable bool
		want     bool
	}{
		"to the unit": {100, true, true}, "two more": {102, true, true}, "two less": {98, true, true},
		"three more": {103, true, false}, "three less": {97, true, false}, "no balance": {100, false, false},
	} {
		o := sim.Outcome{Calls: []sim.Result{{}, {Logs: simulated(logs)}}}
		units, ok := ad.changed(o, sim.Delta{Token: receipt, Account: me, Amount: n(c.amount), Readable: c.readable})
		if units.Int64() != 100 || ok != c.want {
			t.Errorf("%s: %s units, %v", name, units, ok)
		}
	}
}

// simulated are logs as a simulation has them.
func simulated(logs []protocol.Log) (out []sim.Log) {
	for _, l := range logs {
		out = append(out, sim.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
	}
	return out
}

// A market that moves another amount than it was told to, or the other way, is no
// success. Of a repayment and of everything nobody knows the number before.
func TestALendingOrderMovesJustWhatItNames(t *testing.T) {
	u := usdc.Address
	out := func(units uint64) turn.Delta { return turn.Delta{Token: u, Out: true, Units: *uint256.NewInt(units)} }
	in := func(units uint64) turn.Delta { return turn.Delta{Token: u, Units: *uint256.NewInt(units)} }
	for name, c := range map[string]struct {
		action grammar.Action
		deltas []turn.Delta
		ok     bool
	}{
		"a supply":                {loan(grammar.Supply, aavev3.Name, u, 10), []turn.Delta{{Token: other, Units: *uint256.NewInt(3)}, out(10)}, true},
		"a unit less":             {loan(grammar.Supply, aavev3.Name, u, 10), []turn.Delta{out(9)}, false},
		"a unit more":             {loan(grammar.Supply, aavev3.Name, u, 10), []turn.Delta{out(11)}, false},
		"a supply that pays out":  {loan(grammar.Supply, aavev3.Name, u, 10), []turn.Delta{in(10)}, false},
		"of another token":        {loan(grammar.Supply, aavev3.Name, u, 10), []turn.Delta{{Token: other, Out: true, Units: *uint256.NewInt(10)}}, false},
		"nothing":                 {loan(grammar.Supply, aavev3.Name, u, 10), nil, false},
		"a loan":                  {loan(grammar.Borrow, aavev3.Name, u, 10), []turn.Delta{in(10)}, true},
		"a loan that takes":       {loan(grammar.Borrow, aavev3.Name, u, 10), []turn.Delta{out(10)}, false},
		"taken out":               {loan(grammar.Withdraw, aavev3.Name, u, 10), []turn.Delta{in(10)}, true},
		"taken out, too little":   {loan(grammar.Withdraw, aavev3.Name, u, 10), []turn.Delta{in(9)}, false},
		"all taken out":           {loan(grammar.Withdraw, aavev3.Name, u, 0), []turn.Delta{in(9)}, true},
		"more paid than was owed": {loan(grammar.Repay, aavev3.Name, u, 10), []turn.Delta{out(9)}, true},
		"no lending":              {grammar.Action{Kind: grammar.ClaimFees}, nil, true},
	} {
		got := short(c.action, c.deltas)
		if (got == "") != c.ok || !c.ok && !strings.Contains(got, "does not move 10 units of token "+u.Hex()) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Behind a lending order the market is asked, by the account itself; behind any other,
// and where no market is configured, nobody is.
func TestOnlyALendingOrderIsFollowedByQuestions(t *testing.T) {
	ad, _, _ := whole(t)
	pool, me := common.HexToAddress("0x07"), venue.Account
	for name, c := range map[string]struct {
		adapters *Adapters
		action   grammar.Action
		asked    []common.Address
	}{
		"Aave":             {ad, loan(grammar.Supply, aavev3.Name, usdc.Address, 1), []common.Address{pool}},
		"Morpho":           {ad, loan(grammar.Supply, morphoblue.Name, usdc.Address, 1), []common.Address{isolated().contract, isolated().contract, isolated().contract, isolated().params.Oracle}},
		"a swap":           {ad, grammar.Action{Kind: grammar.Swap, Protocol: aavev3.Name}, nil},
		"no market at all": {adapters(t), loan(grammar.Supply, aavev3.Name, usdc.Address, 1), nil},
	} {
		s := &Simulator{Adapters: c.adapters}
		got := s.ask(c.action, sim.Request{Calls: make([]sim.Call, 3)}).Calls[3:]
		if len(got) != len(c.asked) {
			t.Errorf("%s: %d questions, want %d", name, len(got), len(c.asked))
			continue
		}
		for i, q := range got {
			if *q.To != c.asked[i] || q.From != me || len(q.Data) < 4 {
				t.Errorf("%s: question %d is %+v", name, i+1, q)
			}
		}
	}
	if q := aaveOf(t, ad).Questions()[0]; string(q.Data) != string(aave.NewCodec().Account(me)) {
		t.Errorf("Aave is asked %x", q.Data)
	}
}

// The answers are no part of the order: neither is their gas, nor whether they came.
func TestAnswersAreTakenOutOfTheOrder(t *testing.T) {
	ad, r, _ := whole(t)
	s, a := &Simulator{Adapters: ad}, loan(grammar.Supply, aavev3.Name, usdc.Address, 1)
	ran := func(answers ...sim.Result) sim.Outcome {
		o := sim.Outcome{GasUsed: 600, Calls: append([]sim.Result{{Success: true, GasUsed: 100}, {Success: true, GasUsed: 200}}, answers...)}
		o.Success = o.Calls[len(o.Calls)-1].Success
		return o
	}
	o := ran(sim.Result{Success: true, GasUsed: 300, Return: words(4000, 1000, 7, 8250, 8000, 3)})
	account, fault, err := s.told(a, r, &o, 2)
	want := turn.Account{Collateral: *uint256.NewInt(4000), Debt: *uint256.NewInt(1000), Threshold: 8250, LoanToValue: 8000, Health: *uint256.NewInt(3)}
	if err != nil || fault != "" || *account != want || len(o.Calls) != 2 || !o.Success || o.GasUsed != 300 {
		t.Errorf("%+v, %q, %v of %+v", account, fault, err, o)
	}
	mute := ran(sim.Result{GasUsed: 300, Revert: rpc.Revert{Kind: rpc.RevertReason, Reason: "27"}})
	if _, _, err := s.told(a, r, &mute, 2); err == nil || !strings.Contains(err.Error(), "account data after the order: ") || !strings.Contains(err.Error(), "27") || !mute.Success {
		t.Errorf("a market that does not answer: %v", err)
	}
	garbled := ran(sim.Result{Success: true, GasUsed: 300, Return: words(1, 2)})
	if _, _, err := s.told(a, r, &garbled, 2); err == nil {
		t.Error("an answer that cannot be read is taken")
	}
	for name, o := range map[string]sim.Outcome{"nobody was asked": ran(), "the order failed before": {GasUsed: 100, Calls: []sim.Result{{GasUsed: 100}}}} {
		was := o
		if account, fault, err := s.told(a, r, &o, 2); account != nil || fault != "" || err != nil || o.GasUsed != was.GasUsed || len(o.Calls) != len(was.Calls) || o.Success != was.Success {
			t.Errorf("%s: %+v, %q, %v", name, account, fault, err)
		}
	}
}

// A lending market's own word is explained, and its number told; what is nobody's word
// is told as it is.
func TestALendingMarketsRevertIsExplained(t *testing.T) {
	ad, _, _ := whole(t)
	said := func(reason string) rpc.Revert { return rpc.Revert{Kind: rpc.RevertReason, Reason: reason} }
	known, ok := aave.Reason("36")
	if !ok {
		t.Fatal("Aave has no error 36")
	}
	for name, c := range map[string]struct {
		adapters *Adapters
		action   grammar.Action
		reason   string
		want     string
	}{
		"Aave's own":          {ad, loan(grammar.Borrow, aavev3.Name, usdc.Address, 1), "36", "36: " + known},
		"nobody's":            {ad, loan(grammar.Borrow, aavev3.Name, usdc.Address, 1), "no such error", said("no such error").String()},
		"not of this market":  {ad, loan(grammar.Borrow, morphoblue.Name, usdc.Address, 1), "36", said("36").String()},
		"of a swap":           {ad, grammar.Action{Kind: grammar.Swap, Protocol: aavev3.Name}, "36", said("36").String()},
		"of no market at all": {adapters(t), loan(grammar.Borrow, aavev3.Name, usdc.Address, 1), "36", said("36").String()},
	} {
		if got := c.adapters.named(c.action, said(c.reason)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// On Aave tokens stand for a position, and they are held to the preview: nothing else
// has to speak for an order. No order of another kind is asked about at all.
func TestOnlyALendingOrderCanBeUncredited(t *testing.T) {
	ad, _, _ := whole(t)
	moved := []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.NewInt(10)}}
	for name, c := range map[string]struct {
		adapters *Adapters
		action   grammar.Action
		ok       bool
	}{
		"Aave":            {ad, loan(grammar.Supply, aavev3.Name, usdc.Address, 10), true},
		"Morpho, no word": {ad, loan(grammar.Supply, morphoblue.Name, usdc.Address, 10), false},
		"a swap":          {ad, grammar.Action{Kind: grammar.Swap, Protocol: morphoblue.Name, Asset: usdc.Address}, true},
		"no market":       {adapters(t), loan(grammar.Supply, morphoblue.Name, usdc.Address, 10), true},
	} {
		got := c.adapters.uncredited(c.action, nil, moved)
		if (got == "") != c.ok || !c.ok && !strings.Contains(got, "morpho-blue books another amount than it moves of token "+usdc.Address.Hex()) {
			t.Errorf("%s: %q", name, got)
		}
	}
	l := isolated()
	if got := ad.uncredited(loan(grammar.Supply, morphoblue.Name, usdc.Address, 10), []protocol.Log{l.event("Supply", 10, 100)}, moved); got != "" {
		t.Errorf("Morpho, as it moved: %q", got)
	}
}

// aaveOf is the lender of Aave.
func aaveOf(t *testing.T, ad *Adapters) protocol.Lender {
	t.Helper()
	l, ok := ad.lender(loan(grammar.Supply, aavev3.Name, usdc.Address, 1))
	if !ok {
		t.Fatal("nobody lends")
	}
	return l
}
