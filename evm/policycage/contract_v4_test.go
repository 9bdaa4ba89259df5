package policycage_test

import (
	"bytes"
	"fmt"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// inPool is a swap by the Universal Router in a v4 pool of two tokens.
func inPool(in, out common.Address, amount *big.Int, edit func(*bind.PoolKey)) []byte {
	zero, one := in, out
	if in.Cmp(out) > 0 {
		zero, one = out, in
	}
	key := uniswap.V4{Fee: 3000, TickSpacing: 60}.Key(zero, one)
	if edit != nil {
		edit(&key)
	}
	return must(uniswap.SellCallV4(key, in == zero, amount, big.NewInt(1), evmtest.Deadline()))
}

// allows is an allowance at Permit2.
func allows(token, spender common.Address, amount *big.Int) []byte {
	return must(permit2.AllowCall(token, spender, uint256.MustFromBig(amount), big.NewInt(1<<40)))
}

// fourth is a lab whose router is the Universal Router, which a reader alone makes of it.
func fourth(t testing.TB) *lab {
	return newLab(t, func(c *policycage.Config) {
		c.Assets, c.Readers[0].Reader = coins[:3], reads("UniswapV4")
		c.Protocols = append(c.Protocols, permit2.Address)
		c.Selectors = append(c.Selectors,
			policycage.Selector{Target: router, Method: [4]byte(inPool(coins[0], coins[1], big.NewInt(1), nil))},
			policycage.Selector{Target: permit2.Address, Method: [4]byte(allows(coins[0], router, big.NewInt(1)))})
	})
}

// executes is a call of the Universal Router with inputs of one's own.
func executes(commands []byte, inputs ...[]byte) []byte {
	return bind.NewUniversalRouter().PackExecute(commands, inputs, evmtest.Deadline())
}

// input is the one input of a swap.
func input(data []byte) []byte {
	args := must(must(bind.UniversalRouterMetaData.ParseABI()).MethodById(data[:4]))
	return must(args.Inputs.Unpack(data[4:]))[1].([][]byte)[0]
}

// resized is the input of a swap whose three steps have so many parameters.
func resized(one []byte, n int) []byte {
	args := abi.Arguments{{Type: must(abi.NewType("bytes", "", nil))}, {Type: must(abi.NewType("bytes[]", "", nil))}}
	parts := must(args.Unpack(one))
	params := append(parts[1].([][]byte), make([]byte, 64))
	return must(args.Pack(parts[0], params[:n]))
}

// hooked is the input of a swap with a word of bytes for a hook, packed as a compiler packs it.
func hooked(one []byte) []byte {
	at := len(one) - 6*32 // behind the length of what was no bytes
	out := append(append(bytes.Clone(one[:at]), make([]byte, 32)...), one[at:]...)
	for _, length := range []int{1, 12, 13, 14} { // of the bytes, of the swap, and where payer and taker stand
		word := out[at-32*length : at-32*(length-1)]
		copy(word, common.BigToHash(new(big.Int).Add(new(big.Int).SetBytes(word), big.NewInt(32))).Bytes())
	}
	return out
}

// A swap in a v4 pool is held to the rules of the others, and is what it is to the byte.
func TestASwapInAV4PoolIsHeldToTheSameRules(t *testing.T) {
	n := big.NewInt
	plain := inPool(coins[0], coins[1], n(100e6), nil)
	one := input(plain)
	changed := func(old, with string) []byte {
		if bytes.Count(one, []byte(old)) != 1 {
			t.Fatalf("%x stands %d times in %x", old, bytes.Count(one, []byte(old)), one)
		}
		return executes([]byte{0x10}, bytes.Replace(one, []byte(old), []byte(with), 1))
	}
	// The last words are: the taker's token and the least that it takes, behind those of the payer.
	word := func(from int, with common.Hash) []byte {
		other := bytes.Clone(one)
		copy(other[len(other)-32*from:], with[:])
		return executes([]byte{0x10}, other)
	}
	for name, c := range map[string]struct {
		data        []byte
		gives, gets int64
		want        policycage.Kind
		numbers     []int64
	}{
		"a swap":                        {plain, 100e6, 98e6, "", nil},
		"a swap back":                   {inPool(coins[1], coins[0], n(100e6), nil), -98e6, -98e6, "", nil},
		"a unit too much lost":          {plain, 100e6, 98e6 - 1, "ValueLost", []int64{100e6, 98e6 - 1}},
		"a unit more given":             {plain, 100e6 + 1, 100e6, "MovedMore", []int64{100e6 + 1, 100e6}},
		"a pool with a hook":            {inPool(coins[0], coins[1], n(100e6), func(k *bind.PoolKey) { k.Hooks = nobody }), 0, 0, "MalformedCall", nil},
		"a hook that is a coin":         {inPool(coins[0], coins[1], n(100e6), func(k *bind.PoolKey) { k.Hooks = coins[2] }), 0, 0, "MalformedCall", nil},
		"into an unknown":               {inPool(coins[0], coins[3], n(100e6), nil), 0, 0, "AssetNotApproved", nil},
		"out of an unknown":             {inPool(coins[3], coins[1], n(100e6), nil), 0, 0, "AssetNotApproved", nil},
		"of nothing":                    {inPool(coins[0], coins[1], n(0), nil), 0, 0, "NothingToValidate", nil},
		"the other way round":           {word(11, common.Hash{31: 1 - one[len(one)-32*10-1]}), 0, 0, "MalformedCall", nil},
		"less given than paid":          {word(10, common.BigToHash(n(50e6))), 0, 0, "MalformedCall", nil},
		"less asked than taken":         {word(9, common.Hash{}), 0, 0, "MalformedCall", nil},
		"bytes for a hook":              {executes([]byte{0x10}, hooked(one)), 0, 0, "MalformedCall", nil},
		"another payer's token":         {word(5, common.BytesToHash(coins[2][:])), 0, 0, "MalformedCall", nil},
		"more paid than given":          {word(4, common.BigToHash(n(200e6))), 0, 0, "MalformedCall", nil},
		"another token taken":           {word(2, common.BytesToHash(coins[2][:])), 0, 0, "MalformedCall", nil},
		"less taken than the swap asks": {word(1, common.BigToHash(n(0))), 0, 0, "MalformedCall", nil},
		"taken for somebody":            {changed("\x06\x0c\x0f", "\x06\x0c\x0e"), 0, 0, "SelectorNotAllowed", nil},
		"paid by the router":            {changed("\x06\x0c\x0f", "\x06\x0b\x0f"), 0, 0, "SelectorNotAllowed", nil},
		"along a path":                  {changed("\x06\x0c\x0f", "\x07\x0c\x0f"), 0, 0, "SelectorNotAllowed", nil},
		"a step without a parameter":    {executes([]byte{0x10}, resized(one, 2)), 0, 0, "SelectorNotAllowed", nil},
		"a parameter without a step":    {executes([]byte{0x10}, resized(one, 4)), 0, 0, "SelectorNotAllowed", nil},
		"bytes behind the input":        {executes([]byte{0x10}, append(bytes.Clone(one), make([]byte, 32)...)), 0, 0, "MalformedCall", nil},
		"a word behind":                 {append(bytes.Clone(plain), make([]byte, 32)...), 0, 0, "MalformedCall", nil},
		"one that may fail":             {executes([]byte{0x90}, one), 0, 0, "SelectorNotAllowed", nil},
		"two swaps":                     {executes([]byte{0x10, 0x10}, one, one), 0, 0, "SelectorNotAllowed", nil},
		"a swap and nothing":            {executes([]byte{0x10}, one, nil), 0, 0, "SelectorNotAllowed", nil},
		"nothing":                       {executes(nil), 0, 0, "SelectorNotAllowed", nil},
		"a transfer by Permit2":         {executes([]byte{0x02}, one), 0, 0, "SelectorNotAllowed", nil},
		"a sweep":                       {executes([]byte{0x04}, one), 0, 0, "SelectorNotAllowed", nil},
	} {
		l := fourth(t)
		l.judged(name, l.redeems(func() { l.gets(coins[0], -c.gives); l.gets(coins[1], c.gets) }, to(router, c.data)), c.want, c.numbers...)
	}
}

// An allowance at Permit2 is one like a token's own: of what there is, for what the cage approves, and
// only where the owner lists it.
func TestAnAllowanceAtPermit2IsHeldToTheRulesOfATokens(t *testing.T) {
	n := big.NewInt
	swap, held := to(router, inPool(coins[0], coins[1], n(100e6), nil)), n(million)
	moves := func(l *lab) func() { return func() { l.gets(coins[0], -100e6); l.gets(coins[1], 99e6) } }
	long := append(allows(coins[0], router, n(1)), make([]byte, 32)...)
	for name, c := range map[string]struct {
		data []byte
		want policycage.Kind
	}{
		"of what is given":        {allows(coins[0], router, n(100e6)), ""},
		"taken back":              {permit2.ForbidCall(coins[0], router), ""},
		"a stranger's taken back": {permit2.ForbidCall(coins[0], nobody), ""},
		"of a unit more":          {allows(coins[0], router, new(big.Int).Add(held, n(1))), "AllowanceTooLarge"},
		"for a stranger":          {allows(coins[0], nobody, n(1)), "DestinationNotAllowed"},
		"for the account":         {allows(coins[0], vault, n(1)), "DestinationNotAllowed"},
		"of an unknown token":     {allows(coins[3], router, n(1)), "AssetNotApproved"},
		"a word more":             {long, "MalformedCall"},
		"a word less":             {allows(coins[0], router, n(1))[:100], "MalformedCall"},
		"all taken back at once":  {bind.NewPermit2().PackLockdown(nil), "SelectorNotAllowed"},
	} {
		l := fourth(t)
		call := to(permit2.Address, c.data)
		l.judged(name, l.redeems(nil, call), c.want)
		l.judged(name+", before a swap", l.redeems(moves(l), allow(coins[0], permit2.Address, 100e6), call, swap), c.want)
		l.judged(name+", behind a swap", l.redeems(moves(l), swap, call, allow(coins[0], permit2.Address, 0)), c.want)
	}
	l := fourth(t)
	l.passes("of all there is", l.redeems(nil, to(permit2.Address, allows(coins[0], router, held))))
	good := allows(coins[0], router, n(1))
	for name, c := range map[string]struct {
		at   common.Address
		want policycage.Kind
	}{"a contract that the cage does not approve": {nobody, "ProtocolNotApproved"}, "one whose owner lists no such function": {lender, "SelectorNotAllowed"}, "a token": {coins[0], "ProtocolNotApproved"}} {
		l.stops(name, l.redeems(nil, to(c.at, good)), c.want)
	}
	// Behind liquidity none stands, wherever it is given.
	l.stops("behind a mint", l.redeems(func() { l.gives(isMint) }, mints(npm, 100e6, 100e6, vault), to(permit2.Address, good)), "BatchNotAllowed")
}

// On the real contracts: bought and sold again by the Universal Router, under the same cage.
func TestUniswapV4IsTradedThroughTheCage(t *testing.T) {
	g := grant(t, func(s *stage, c *policycage.Config) {
		at := s.At("UniversalRouter")
		c.Protocols = append(c.Protocols, at, permit2.Address)
		c.Readers = append(c.Readers, policycage.Binding{Target: at, Reader: reads("UniswapV4"), Deeds: policycage.Swaps})
		c.Selectors = append(c.Selectors, policycage.Selector{Target: at, Method: [4]byte(executes(nil))}, policycage.Selector{Target: permit2.Address, Method: [4]byte(allows(at, at, usdc(1)))})
	})
	at, own := g.At("UniversalRouter"), g.owner.Address
	sells := func(in, out common.Address, amount *big.Int) []evmtest.Execution {
		return []evmtest.Execution{
			call(in, approve(permit2.Address, amount)), call(permit2.Address, allows(in, at, amount)), call(at, inPool(in, out, amount, nil)),
			call(permit2.Address, permit2.ForbidCall(in, at)), call(in, approve(permit2.Address, new(big.Int))),
		}
	}
	before := g.balance(g.weth, own)
	gas := g.redeem(sells(g.usdc, g.weth, usdc(100))...)
	bought := new(big.Int).Sub(g.balance(g.weth, own), before)
	if bought.Cmp(milli(49)) < 0 || fmt.Sprint(g.spent()) != "100.000000" {
		t.Fatalf("%s WETH bought, %s spent", bought, g.spent())
	}
	g.stops("SpendingLimitExceeded", sells(g.usdc, g.weth, usdc(10_001))...)
	g.stops("AssetNotApproved", sells(g.usdc, g.At("WBTC"), usdc(1))...)
	g.stops("DestinationNotAllowed", call(permit2.Address, allows(g.usdc, g.stranger.Address, usdc(1))))
	g.stops("SelectorNotAllowed", call(permit2.Address, bind.NewPermit2().PackTransferFrom(own, g.stranger.Address, usdc(1), g.usdc)))
	g.redeem(sells(g.weth, g.usdc, bought)...)
	t.Logf("an enforced swap by Uniswap v4, with its four allowances: %d gas", gas)
}
