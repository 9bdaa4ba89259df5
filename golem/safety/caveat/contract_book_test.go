package caveat_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/safety/caveat"
)

const noForm = "ActionBook: the call is of no form"

// A call fits a form to the last byte or is no action, and the book says of it all that a
// caveat judges by.
func TestTheContractReadsACallToItsLastByte(t *testing.T) {
	y := newYard(t)
	codec := bind.NewActionBook()
	none := common.Address{}
	for name, c := range map[string]struct {
		call  caveat.Call
		want  bind.ActionBookAction
		fails string
	}{
		"a payment":               {pays(5), yardAction(caveat.Open, yardTokens[0], none, none, 5, 0, 0), ""},
		"its second form":         {shops(words(paying, 6, 8)), yardAction(caveat.Leave|caveat.Sweep, yardTokens[1], none, none, 6, 0, 0), ""},
		"a payment of two":        {shops(words(payBoth, 5, 6)), yardAction(caveat.Open, yardTokens[1], yardTokens[2], none, 5, 6, 0), ""},
		"a swap":                  {shops(words(swapping, 5, 6, 7)), yardAction(caveat.Open, yardTokens[0], none, yardTokens[1], 5, 0, 6), ""},
		"an amount that agrees":   {shops(words(twice, 5, 5)), yardAction(caveat.Open, yardTokens[0], none, none, 5, 0, 0), ""},
		"one that does not":       {shops(words(twice, 5, 6)), bind.ActionBookAction{}, noForm},
		"nothing and something":   {shops(words(twice, 0, 6)), bind.ActionBookAction{}, noForm},
		"two that need not agree": {shops(words(freely, 5, 6)), yardAction(caveat.Settle, none, none, none, 0, 0, 0), ""},
		"two bytes of an amount":  {shops(append(tight[:4:4], 9, 1, 2)), yardAction(caveat.Spawn, yardTokens[0], none, none, 258, 0, 0), ""},
		"another byte before it":  {shops(append(tight[:4:4], 8, 1, 2)), bind.ActionBookAction{}, noForm},
		"another fixed word":      {shops(words(paying, 5, 9)), bind.ActionBookAction{}, noForm},
		"a byte more":             {shops(append(words(paying, 5, 7), 0)), bind.ActionBookAction{}, noForm},
		"a byte less":             {shops(words(paying, 5, 7)[:67]), bind.ActionBookAction{}, noForm},
		"another selector":        {shops(words([4]byte{9}, 5, 7)), bind.ActionBookAction{}, noForm},
		"another target":          {caveat.Call{Target: yardVault, Value: new(big.Int), Data: words(paying, 5, 7)}, bind.ActionBookAction{}, noForm},
		"three bytes":             {shops([]byte{5, 5, 5}), bind.ActionBookAction{}, noForm},
		"four bytes":              {shops([]byte{5, 5, 5, 5}), bind.ActionBookAction{}, noForm},
		"nothing":                 {shops(nil), bind.ActionBookAction{}, noForm},
		"64 KiB more":             {shops(append(words(paying, 5, 7), make([]byte, 1<<16)...)), bind.ActionBookAction{}, noForm},
		"native coin":             {caveat.Call{Target: yardShop, Value: big.NewInt(1), Data: words(paying, 5, 7)}, bind.ActionBookAction{}, "ActionBook: no action sends native money"},
	} {
		ret, why := y.call(yardOther, y.book, codec.PackRead(c.call.Target, c.call.Value, c.call.Data))
		if y.says(name, why, c.fails); why != "" {
			continue
		}
		if got, err := codec.UnpackRead(ret); err != nil || !sameAction(got, c.want) {
			t.Errorf("%s: %+v, want %+v, %v", name, got, c.want, err)
		}
	}
}

func yardAction(classes caveat.Class, token, token2, tokenOut common.Address, amount, amount2, least int64) bind.ActionBookAction {
	return bind.ActionBookAction{
		Classes: uint8(classes), Token: token, Token2: token2, TokenOut: tokenOut, Amount: big.NewInt(amount), Amount2: big.NewInt(amount2), Least: big.NewInt(least),
	}
}

func sameAction(a, b bind.ActionBookAction) bool {
	same := a.Amount.Cmp(b.Amount) == 0 && a.Amount2.Cmp(b.Amount2) == 0 && a.Least.Cmp(b.Least) == 0
	a.Amount, a.Amount2, a.Least, b.Amount, b.Amount2, b.Least = nil, nil, nil, nil, nil, nil
	return same && a == b
}

// A book that contradicts itself is not made.
func TestTheContractOfABadBookIsNotMade(t *testing.T) {
	const twoTokens, noToken, malformed, badField = "ActionBook: a token twice, or none", "ActionBook: no such token", "ActionBook: a form is malformed", "ActionBook: a field is malformed"
	form := func(edit func(*bookForm)) []bookForm {
		f := yardForm(words(paying, 0, 7), caveat.Open, 1, 0, 0, [3]int{1, 4, 32})
		edit(&f)
		return []bookForm{f}
	}
	field := func(kind, offset, width int) []bookForm {
		return form(func(f *bookForm) {
			f.count, f.fields = 2, packedFields([3]int{1, 4, 32}, [3]int{kind, offset, width})
		})
	}
	priced := yardPriced()
	for name, c := range map[string]struct {
		tokens   []bind.ActionBookToken
		forms    []bookForm
		decimals int64 // of token 0, whose feed has eight
		want     string
	}{
		"nothing at all":           {nil, nil, 6, ""},
		"a token of nobody":        {[]bind.ActionBookToken{{Feed: yardFeeds[0], MaxAge: 1}}, nil, 6, twoTokens},
		"a token twice":            {append(priced[:2:2], priced[1]), nil, 6, twoTokens},
		"60 digits":                {priced, nil, 52, ""},
		"61 digits":                {priced, nil, 53, "ActionBook: decimals out of range"},
		"a form of no class":       {priced, form(func(f *bookForm) { f.classes = 0 }), 6, malformed},
		"half a field":             {priced, form(func(f *bookForm) { f.fields = f.fields[:3] }), 6, malformed},
		"a field and a byte":       {priced, form(func(f *bookForm) { f.fields = append(f.fields, 0) }), 6, malformed},
		"one field too few":        {priced, form(func(f *bookForm) { f.count = 2 }), 6, malformed},
		"one too many":             {priced, form(func(f *bookForm) { f.count = 0 }), 6, malformed},
		"no field":                 {priced, form(func(f *bookForm) { f.count, f.fields = 0, nil }), 6, ""},
		"the last token":           {priced, form(func(f *bookForm) { f.token, f.token2, f.tokenOut = 3, 3, 3 }), 6, ""},
		"one behind the last":      {priced, form(func(f *bookForm) { f.token = 4 }), 6, noToken},
		"as the second token":      {priced, form(func(f *bookForm) { f.token2 = 4 }), 6, noToken},
		"as what a swap gets":      {priced, form(func(f *bookForm) { f.tokenOut = 4 }), 6, noToken},
		"a field of a least":       {priced, field(3, 36, 32), 6, ""},
		"a field of no meaning":    {priced, field(4, 36, 32), 6, badField},
		"at the first argument":    {priced, field(0, 4, 32), 6, ""},
		"within the selector":      {priced, field(0, 3, 32), 6, badField},
		"of a byte":                {priced, field(0, 67, 1), 6, ""},
		"of no byte":               {priced, field(0, 67, 0), 6, badField},
		"of 33 bytes":              {priced, field(0, 4, 33), 6, badField},
		"to the end":               {priced, field(0, 36, 32), 6, ""},
		"a byte behind the end":    {priced, field(0, 37, 32), 6, badField},
		"256 bytes behind the end": {priced, field(0, 256+36, 32), 6, badField},
	} {
		y := newYard(t)
		y.tells(yardTokens[0], "decimals()", big.NewInt(c.decimals))
		_, why := y.create("ActionBook", bind.NewActionBook().PackConstructor(c.tokens, packed(c.forms), common.Address{}))
		y.says(name, why, c.want)
	}
	y := newYard(t)
	for feed, want := range map[int64]string{5: "ActionBook: decimals out of range", 6: ""} {
		y.tells(yardTokens[0], "decimals()", new(big.Int))
		y.tells(yardFeeds[0], "decimals()", big.NewInt(feed))
		_, why := y.create("ActionBook", bind.NewActionBook().PackConstructor(priced[:1], nil, common.Address{}))
		y.says("few digits", why, want)
	}
}

// worth asks a book what units are worth.
func (y *yard) worth(book, token common.Address, units *big.Int) (*big.Int, string) {
	ret, why := y.call(yardOther, book, bind.NewActionBook().PackWorth(token, units))
	return new(big.Int).SetBytes(ret), why
}

// What a token is worth is rounded up; without a good and fresh price it is worth nothing
// that could be judged.
func TestTheContractValuesToTheMicrodollar(t *testing.T) {
	y := newYard(t)
	for _, c := range []struct {
		token         int
		answer, units int64
		want          int64
	}{
		{0, 1e8, 0, 0},
		{0, 1e8, 1, 1},
		{0, 1, 1, 1},
		{0, 1e8 + 1, 1, 2},
		{0, 1e8 - 1, 1, 1},
		{0, 1e8 + 1, 1e8, 1e8 + 1},
		{0, 250_000_001, 1e6, 2_500_001},
		{1, 2_000e8, 1e18, 2_000e6},
		{1, 2_000e8, 1, 1},
		{1, 2_000e8, 5e8, 1},
		{1, 2_000e8, 5e8 + 1, 2},
		{2, 50_000e8, 1, 500},
		{2, 50_000e8, 1e8, 50_000e6},
	} {
		y.price(c.token, big.NewInt(c.answer), y.now)
		if got, why := y.worth(y.book, yardTokens[c.token], big.NewInt(c.units)); why != "" || got.Int64() != c.want {
			t.Errorf("%d of token %d at %d: %s, %s; want %d", c.units, c.token, c.answer, got, why, c.want)
		}
	}
	const stale, absurd = "ActionBook: the price is stale", "ActionBook: the price is out of range"
	most := func(n uint) *big.Int { return new(big.Int).Sub(power2(n), big.NewInt(1)) }
	for name, c := range map[string]struct {
		token         common.Address
		units, answer *big.Int
		age           int64
		want          string
	}{
		"nobody's token":       {common.Address{}, big.NewInt(5), big.NewInt(1e8), 0, ""},
		"one of no feed":       {yardOther, big.NewInt(5), big.NewInt(1e8), 0, "ActionBook: the token has no price"},
		"the largest amount":   {yardTokens[0], most(128), big.NewInt(1e8), 0, ""},
		"a larger one":         {yardTokens[0], power2(128), big.NewInt(1e8), 0, "ActionBook: the amount is out of range"},
		"the largest answer":   {yardTokens[0], most(128), most(96), 0, ""},
		"a larger answer":      {yardTokens[0], big.NewInt(1), power2(96), 0, absurd},
		"an answer of nothing": {yardTokens[0], big.NewInt(1), new(big.Int), 0, absurd},
		"below nothing":        {yardTokens[0], big.NewInt(1), big.NewInt(-1), 0, absurd},
		"60 s old":             {yardTokens[0], big.NewInt(1), big.NewInt(1), yardAge, ""},
		"61 s old":             {yardTokens[0], big.NewInt(1), big.NewInt(1), yardAge + 1, stale},
		"of the future":        {yardTokens[0], big.NewInt(1), big.NewInt(1), -1, stale},
	} {
		y.price(0, c.answer, uint64(int64(y.now)-c.age)) //nolint:gosec // now is large
		_, why := y.worth(y.book, c.token, c.units)
		y.says(name, why, c.want)
	}
	// On a rollup there are no prices while its sequencer is down, nor for an hour after.
	codec := bind.NewActionBook()
	rollup := y.deploy("ActionBook", codec.PackConstructor(yardPriced(), nil, yardUptime))
	y.price(0, big.NewInt(1e8), y.now)
	for name, c := range map[string]struct {
		down, ago int64
		up        bool
	}{
		"for an hour and a second": {0, 3_601, true}, "for an hour": {0, 3_600, false}, "since now": {0, 0, false}, "from a second on": {0, -1, false},
		"since ever": {0, int64(y.now) - 1, true}, "since nobody knows": {0, int64(y.now), false}, "down": {1, 3_601, false}, "something else": {2, 3_601, false}, //nolint:gosec // small
	} {
		y.tells(yardUptime, "latestRoundData()", big.NewInt(3), big.NewInt(c.down), big.NewInt(int64(y.now)-c.ago), big.NewInt(9), big.NewInt(3)) //nolint:gosec // small
		want := "ActionBook: the sequencer is down, or has not been up for an hour"
		if c.up {
			want = ""
		}
		_, why := y.worth(rollup, yardTokens[0], big.NewInt(1))
		y.says("up "+name, why, want)
	}
	// An action is worth both of its tokens, and nobody's token nothing.
	for _, c := range []struct {
		action bind.ActionBookAction
		want   int64
	}{
		{yardAction(caveat.Open, yardTokens[0], yardTokens[2], common.Address{}, 5, 2, 0), 1_005},
		{yardAction(caveat.Open, yardTokens[0], common.Address{}, yardTokens[2], 5, 2, 9), 5},
		{yardAction(caveat.Open, common.Address{}, yardTokens[2], common.Address{}, 5, 2, 0), 1_000},
		{yardAction(caveat.Open, common.Address{}, common.Address{}, common.Address{}, 5, 2, 0), 0},
	} {
		ret, why := y.call(yardOther, y.book, codec.PackValueOf(c.action))
		if got := new(big.Int).SetBytes(ret).Int64(); why != "" || got != c.want {
			t.Errorf("%+v is worth %d, %s; want %d", c.action, got, why, c.want)
		}
	}
}
