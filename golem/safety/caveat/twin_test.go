package caveat_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
)

// The twins need no chain: what they are told of one is in Facts. Here a book has four
// tokens with prices, and forms that say what they pay in so many words.
var (
	dollar  = common.HexToAddress("0xd0") // 6 decimals, at one US dollar
	ether   = common.HexToAddress("0xe0") // 18 decimals, at 2,000 US dollars
	speck   = common.HexToAddress("0x50") // no decimals, and none of its feed's
	pebble  = common.HexToAddress("0x9e") // 32 decimals with its feed's
	nobody  = common.HexToAddress("0x0b") // a token without a price
	bookAt  = common.HexToAddress("0xb0")
	vaultAt = common.HexToAddress("0xfa")
	market  = common.HexToAddress("0x3a")
	wallet  = common.HexToAddress("0xaa")
	salted  = common.HexToHash("0x5a")
)

// noon is the time of the facts, in seconds since 1970.
const noon = 1_700_000_000

// age is how old a price may be, in seconds.
const age = 100

// The selectors of the market's calls; a form of a class alone has its class's.
const (
	paysDollars = 0x20 + iota
	paysEther
	paysSpecks
	paysBoth
	sellsDollars
	sellsEther
	sellsSpecks
	sellsPebbles
	sellsForSpecks
	moves
)

// call is a call of the market: a selector, and a word for each field.
func call(selector byte, values ...*big.Int) caveat.Call {
	data := []byte{selector, 0, 0, 0}
	for _, v := range values {
		data = append(data, common.BigToHash(v).Bytes()...)
	}
	return caveat.Call{Target: market, Value: new(big.Int), Data: data}
}

// form is the form of such a call.
func form(t *testing.T, f caveat.Form, selector byte, fields ...caveat.Meaning) caveat.Form {
	t.Helper()
	f.Target = market
	learned, err := f.Learn(func(v vary) []byte {
		values := make([]*big.Int, len(fields))
		for i, m := range fields {
			values[i] = v(m, 256)
			if values[i].Sign() < 0 {
				t.Fatal("a word is no negative number")
			}
		}
		return call(selector, values...).Data
	})
	check(t, err)
	return learned
}

func priced() []caveat.Token {
	return []caveat.Token{
		{Address: dollar, Feed: first, MaxAge: age, Decimals: 14},
		{Address: ether, Feed: second, MaxAge: age, Decimals: 26},
		{Address: speck, Feed: third, MaxAge: age, Decimals: 6},
		{Address: pebble, Feed: first, MaxAge: age, Decimals: 32},
	}
}

func marketForms(t *testing.T) []caveat.Form {
	t.Helper()
	forms := []caveat.Form{
		form(t, caveat.Form{Classes: caveat.Open, Token: dollar}, paysDollars, caveat.Amount),
		form(t, caveat.Form{Classes: caveat.Open, Token: ether}, paysEther, caveat.Amount),
		form(t, caveat.Form{Classes: caveat.Open, Token: speck}, paysSpecks, caveat.Amount),
		form(t, caveat.Form{Classes: caveat.Open, Token: dollar, Token2: ether}, paysBoth, caveat.Amount, caveat.Amount2),
		form(t, caveat.Form{Classes: caveat.Open, Token: dollar, TokenOut: ether}, sellsDollars, caveat.Amount, caveat.Least, caveat.Free),
		form(t, caveat.Form{Classes: caveat.Open | caveat.Settle, Token: ether, TokenOut: dollar}, sellsEther, caveat.Amount, caveat.Least),
		form(t, caveat.Form{Classes: caveat.Open, Token: speck, TokenOut: dollar}, sellsSpecks, caveat.Amount, caveat.Least),
		form(t, caveat.Form{Classes: caveat.Open, Token: pebble, TokenOut: speck}, sellsPebbles, caveat.Amount, caveat.Least),
		form(t, caveat.Form{Classes: caveat.Open, Token: speck, TokenOut: pebble}, sellsForSpecks, caveat.Amount, caveat.Least),
		form(t, caveat.Form{Classes: caveat.Leave}, moves, caveat.Free),
	}
	for _, class := range classes {
		forms = append(forms, form(t, caveat.Form{Classes: class}, byte(class), caveat.Free))
	}
	return forms
}

// told is what the chain says at noon.
func told(t *testing.T) caveat.Facts {
	t.Helper()
	book, err := caveat.NewBook(priced(), marketForms(t))
	check(t, err)
	at := func(answer int64) caveat.Price { return caveat.Price{Answer: big.NewInt(answer), Updated: noon} }
	return caveat.Facts{
		Now: noon, Books: map[common.Address]*caveat.Book{bookAt: book}, Spent: map[caveat.Slot]*big.Int{},
		Prices: map[common.Address]caveat.Price{dollar: at(1e8), ether: at(2_000e8), speck: at(1), pebble: at(1)},
		Lives:  map[caveat.Asked]caveat.Life{{Oracle: first, Golem: second}: {Registered: true, Phase: turn.Stable}, {Oracle: first, Golem: third}: {}},
		Dreams: map[caveat.Asked]bool{{Oracle: first, Golem: second}: true, {Oracle: first, Golem: third}: false},
		Vaults: map[common.Address]caveat.Vault{vaultAt: {Asset: dollar, Total: usd(1_000_000)}},
	}
}

// judge has the twin of a caveat judge the calls as one redemption.
func judge(t *testing.T, c caveat.Caveat, f caveat.Facts, calls ...caveat.Call) (*caveat.Entry, error) {
	t.Helper()
	terms, err := c.Terms()
	check(t, err)
	r, err := caveat.Several(wallet, salted, calls)
	check(t, err)
	if len(calls) == 1 {
		r = caveat.One(wallet, salted, calls[0])
	}
	e, err := caveat.Judge(c.Kind(), terms, r, f)
	if err != nil && e != nil {
		t.Errorf("%s: refused with %v, and still writes %+v", c.Kind(), err, e)
	}
	return e, err
}

// says holds a verdict to the words of the contract; none is "".
func says(t *testing.T, name string, err error, want string) {
	t.Helper()
	got := ""
	if err != nil {
		got = err.Error()
		if _, ok := err.(caveat.Refusal); !ok {
			t.Errorf("%s: %v is no refusal", name, err)
		}
	}
	if got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

// verdict judges calls, of which it must say what is wanted, and returns what is written.
func verdict(t *testing.T, name string, c caveat.Caveat, f caveat.Facts, want string, calls ...caveat.Call) *caveat.Entry {
	t.Helper()
	e, err := judge(t, c, f, calls...)
	says(t, name, err, want)
	return e
}

// writesNothing is the verdict of a caveat that keeps no sum.
func writesNothing(t *testing.T, name string, c caveat.Caveat, f caveat.Facts, want string, calls ...caveat.Call) {
	t.Helper()
	if e := verdict(t, name, c, f, want, calls...); e != nil {
		t.Errorf("%s: it writes %+v", name, e)
	}
}

func plus(v *big.Int, n int64) *big.Int { return new(big.Int).Add(v, big.NewInt(n)) }

func number(text string) *big.Int {
	v, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic(text)
	}
	return v
}

// overflows is where the contract's checked arithmetic reverts.
const overflows = "arithmetic underflow or overflow"
