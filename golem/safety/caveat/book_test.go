package caveat_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/safety/caveat"
)

// A book that contradicts itself is told before its contract would not deploy.
func TestABookThatContradictsItselfIsRefused(t *testing.T) {
	blank := make([]byte, 40)
	forms := func(edit func(*caveat.Form)) []caveat.Form {
		f := caveat.Form{Target: market, Blank: blank, Classes: caveat.Open, Token: dollar, Fields: []caveat.Field{{Meaning: caveat.Amount, Offset: 4, Width: 32}}}
		edit(&f)
		return []caveat.Form{f}
	}
	field := func(m caveat.Meaning, offset uint16, width uint8) []caveat.Form {
		return forms(func(f *caveat.Form) { f.Fields = []caveat.Field{{Meaning: m, Offset: offset, Width: width}} })
	}
	tokens := func(n int) (out []caveat.Token) {
		for i := range n {
			out = append(out, caveat.Token{Address: common.BigToAddress(big.NewInt(int64(1 + i))), Decimals: 6})
		}
		return out
	}
	with := func(decimals uint8) []caveat.Token { return []caveat.Token{{Address: dollar, Decimals: decimals}} }
	for name, c := range map[string]struct {
		tokens []caveat.Token
		forms  []caveat.Form
		why    string // "": it is valid
	}{
		"nothing":                    {nil, nil, ""},
		"255 tokens":                 {tokens(255), nil, ""},
		"256 tokens":                 {tokens(256), nil, "256 tokens"},
		"6 decimals":                 {with(6), nil, ""},
		"5 decimals":                 {with(5), nil, "has 5 decimals"},
		"60 decimals":                {with(60), nil, ""},
		"61 decimals":                {with(61), nil, "has 61 decimals"},
		"a token twice":              {append(priced(), priced()[1]), nil, "there twice"},
		"a token without an address": {[]caveat.Token{{Decimals: 6}}, nil, "there twice"},
		"a form":                     {priced(), forms(func(*caveat.Form) {}), ""},
		"of no class":                {priced(), forms(func(f *caveat.Form) { f.Classes = 0 }), "of no class"},
		"shorter than a selector":    {priced(), forms(func(f *caveat.Form) { f.Blank, f.Fields = blank[:3], nil }), "has 3 bytes"},
		"just a selector":            {priced(), forms(func(f *caveat.Form) { f.Blank, f.Fields = blank[:4], nil }), ""},
		"the longest":                {priced(), forms(func(f *caveat.Form) { f.Blank = make([]byte, 65_535) }), ""},
		"longer than that":           {priced(), forms(func(f *caveat.Form) { f.Blank = make([]byte, 65_536) }), "has 65536 bytes"},
		"it pays what has no price":  {priced(), forms(func(f *caveat.Form) { f.Token = nobody }), "token " + nobody.Hex() + " has no price"},
		"and a second of the kind":   {priced(), forms(func(f *caveat.Form) { f.Token2 = nobody }), "token " + nobody.Hex() + " has no price"},
		"it buys what has no price":  {priced(), forms(func(f *caveat.Form) { f.TokenOut = nobody }), "token " + nobody.Hex() + " has no price"},
		"the last meaning":           {priced(), field(caveat.Least, 4, 32), ""},
		"a meaning beyond":           {priced(), field(caveat.Least+1, 4, 32), "is not in a call of 40 bytes"},
		"a field in the selector":    {priced(), field(caveat.Amount, 3, 32), "is not in a call of 40 bytes"},
		"a field of a byte":          {priced(), field(caveat.Amount, 39, 1), ""},
		"a field of no width":        {priced(), field(caveat.Amount, 4, 0), "is not in a call of 40 bytes"},
		"a field of 33 bytes":        {priced(), field(caveat.Amount, 4, 33), "is not in a call of 40 bytes"},
		"a field to the end":         {priced(), field(caveat.Amount, 8, 32), ""},
		"a field beyond the end":     {priced(), field(caveat.Amount, 9, 32), "is not in a call of 40 bytes"},
	} {
		b, err := caveat.NewBook(c.tokens, c.forms)
		if (err == nil) != (c.why == "") || (b == nil) != (c.why != "") || err != nil && (!errors.Is(err, caveat.ErrBook) || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("%s: %v, want %q", name, err, c.why)
		}
	}
	bad := append(forms(func(*caveat.Form) {}), forms(func(f *caveat.Form) { f.Classes = 0 })...)
	if _, err := caveat.NewBook(priced(), bad); err == nil || !strings.Contains(err.Error(), "form 2 of "+market.Hex()) {
		t.Errorf("%v does not say which form", err)
	}
}

// A call is an action by its target, its selector, its length and every byte that is no
// field; what it pays is told by the fields.
func TestACallIsReadByItsForm(t *testing.T) {
	const none = "ActionBook: the call is of no form"
	b := told(t).Books[bookAt]
	sell := call(sellsDollars, usd(2000), big.NewInt(5), big.NewInt(7))
	want := caveat.Action{Classes: caveat.Open, Token: dollar, TokenOut: ether, Amount: usd(2000), Amount2: new(big.Int), Least: big.NewInt(5)}
	if got, err := b.Read(sell); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	want = caveat.Action{Classes: caveat.Open, Token: dollar, Token2: ether, Amount: usd(1), Amount2: big.NewInt(2), Least: new(big.Int)}
	if got, err := b.Read(call(paysBoth, usd(1), big.NewInt(2))); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for name, c := range map[string]struct {
		edit func(*caveat.Call)
		want string
	}{
		"another target":            {func(c *caveat.Call) { c.Target = first }, none},
		"another selector":          {func(c *caveat.Call) { c.Data[3]++ }, none},
		"a byte more":               {func(c *caveat.Call) { c.Data = append(c.Data, 0) }, none},
		"a byte less":               {func(c *caveat.Call) { c.Data = c.Data[:len(c.Data)-1] }, none},
		"half a selector":           {func(c *caveat.Call) { c.Data = c.Data[:3] }, none},
		"no data":                   {func(c *caveat.Call) { c.Data = nil }, none},
		"a wei with it":             {func(c *caveat.Call) { c.Value = big.NewInt(1) }, "ActionBook: no action sends native money"},
		"less than no money at all": {func(c *caveat.Call) { c.Value = big.NewInt(-1) }, "ActionBook: no action sends native money"},
	} {
		bent := caveat.Call{Target: sell.Target, Value: sell.Value, Data: bytes.Clone(sell.Data)}
		c.edit(&bent)
		got, err := b.Read(bent)
		says(t, name, err, c.want)
		if got.Amount != nil || got.Classes != 0 {
			t.Errorf("%s: still %+v", name, got)
		}
	}
	// A form of the same shape beside it, with a byte fixed, is told apart by that byte; an amount
	// that is written twice must be the same twice.
	fixed := caveat.Form{Target: market, Classes: caveat.Leave, Blank: append([]byte{1, 1, 1, 1}, make([]byte, 4)...), Fields: []caveat.Field{
		{Meaning: caveat.Free, Offset: 4, Width: 1}, {Meaning: caveat.Free, Offset: 5, Width: 1},
	}}
	twice := caveat.Form{Target: market, Classes: caveat.Open, Token: dollar, Blank: append([]byte{1, 1, 1, 1}, 0, 0, 0, 9), Fields: []caveat.Field{
		{Meaning: caveat.Amount, Offset: 4, Width: 1}, {Meaning: caveat.Amount, Offset: 6, Width: 1},
	}}
	short := caveat.Form{Target: market, Classes: caveat.Sweep, Blank: []byte{2, 2, 2, 2}}
	b, err := caveat.NewBook(priced(), []caveat.Form{fixed, twice, short})
	check(t, err)
	if got, err := b.Read(caveat.Call{Target: market, Value: new(big.Int), Data: short.Blank}); err != nil || got.Classes != caveat.Sweep {
		t.Errorf("just a selector: %+v, %v", got, err)
	}
	for name, c := range map[string]struct {
		data    []byte
		classes caveat.Class // 0: no action
		amount  int64
	}{
		"the first":                {[]byte{3, 4, 0, 0}, caveat.Leave, 0},
		"neither":                  {[]byte{3, 4, 1, 0}, 0, 0},
		"the second":               {[]byte{3, 0, 3, 9}, caveat.Open, 3},
		"of two amounts":           {[]byte{3, 0, 4, 9}, 0, 0},
		"the second, of no amount": {[]byte{0, 0, 0, 9}, caveat.Open, 0},
	} {
		got, err := b.Read(caveat.Call{Target: market, Value: new(big.Int), Data: append([]byte{1, 1, 1, 1}, c.data...)})
		if (err == nil) != (c.classes != 0) || got.Classes != c.classes || err == nil && got.Amount.Int64() != c.amount {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// The contract is constructed with just what the book holds.
func TestABooksContractHoldsTheBook(t *testing.T) {
	sequencer := common.HexToAddress("0x5e")
	both := form(t, caveat.Form{Classes: caveat.Open | caveat.Settle, Token: ether, Token2: dollar, TokenOut: speck}, paysBoth, caveat.Amount, caveat.Least)
	b, err := caveat.NewBook(priced(), []caveat.Form{both})
	check(t, err)
	parsed, err := bind.ActionBookMetaData.ParseABI()
	check(t, err)
	for at, book := range map[common.Address]*caveat.Book{{}: b, sequencer: b.On(sequencer)} {
		args, err := parsed.Constructor.Inputs.Unpack(book.Arguments())
		if err != nil || args[2] != at {
			t.Fatalf("%v, %v", args, err)
		}
		tokens := *abi.ConvertType(args[0], new([]bind.ActionBookToken)).(*[]bind.ActionBookToken)
		want := []bind.ActionBookToken{{Token: dollar, Feed: first, MaxAge: age}, {Token: ether, Feed: second, MaxAge: age}, {Token: speck, Feed: third, MaxAge: age}, {Token: pebble, Feed: first, MaxAge: age}}
		if !slices.Equal(tokens, want) {
			t.Errorf("tokens %+v", tokens)
		}
		blank := append([]byte{paysBoth, 0, 0, 0}, make([]byte, 64)...)
		f := append(append(market[:], paysBoth, 0, 0, 0, 0, 68), crypto.Keccak256(blank)...)
		f = append(f, 2, 17, 2, 1, 3, 1, 0, 4, 32, 3, 0, 36, 32)
		if forms := args[1].([]byte); !bytes.Equal(forms, f) {
			t.Errorf("forms %x, want %x", forms, f)
		}
	}
}
