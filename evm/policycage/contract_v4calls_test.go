package policycage_test

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// steps are the actions of a call of v4's position manager, and the parameters of each.
type steps struct {
	actions string
	params  [][]byte
	behind  []byte // what follows them
}

var stepArgs = abi.Arguments{{Type: must(abi.NewType("bytes", "", nil))}, {Type: must(abi.NewType("bytes[]", "", nil))}}

// taken apart is a call of its steps.
func takenApart(c bind.IDelegatorExecution) *steps {
	args := must(must(bind.V4PositionManagerMetaData.ParseABI()).MethodById(c.CallData[:4]))
	parts := must(stepArgs.Unpack(must(args.Inputs.Unpack(c.CallData[4:]))[0].([]byte)))
	s := &steps{actions: string(parts[0].([]byte))}
	for _, p := range parts[1].([][]byte) {
		s.params = append(s.params, bytes.Clone(p))
	}
	return s
}

func (s *steps) call() bind.IDelegatorExecution {
	unlock := append(must(stepArgs.Pack([]byte(s.actions), s.params)), s.behind...)
	return to(npm4, bind.NewV4PositionManager().PackModifyLiquidities(unlock, evmtest.Deadline()))
}

// word puts another word into the parameters of a step.
func (s *steps) word(step, i int, v *big.Int) {
	copy(s.params[step][32*i:], common.BigToHash(v).Bytes())
}

// hook appends a word of bytes for a hook to the parameters of a step, whose last word is their length.
func (s *steps) hook(step int) {
	s.word(step, len(s.params[step])/32-1, big.NewInt(1))
	s.params[step] = append(s.params[step], common.Hash{7}.Bytes()...)
}

// edited is a call with other steps.
func edited(c bind.IDelegatorExecution, edit func(*steps)) bind.IDelegatorExecution {
	s := takenApart(c)
	edit(s)
	return s.call()
}

// What opens a v4 position is known to the byte: for the account, in a pool that the cage approves and
// that has no hook, paid in its two tokens, and nothing beside it.
func TestWhatOpensAV4PositionIsReadToItsLastByte(t *testing.T) {
	strange, native := poolA, poolA
	strange.Currency1, native.Currency0 = coins[3], common.Address{}
	open := opens4(nil)
	same := edited(open, func(*steps) {})
	if !bytes.Equal(same.CallData, open.CallData) {
		t.Fatal("a call that was taken apart is another one")
	}
	in := func(key bind.PoolKey) bind.IDelegatorExecution {
		return opens4(func(m *uniswap.MintV4) { m.Key = key })
	}
	keyed := func(edit func(*bind.PoolKey)) bind.IDelegatorExecution {
		return opens4(func(m *uniswap.MintV4) { edit(&m.Key) })
	}
	for name, c := range map[string]struct {
		call bind.IDelegatorExecution
		want policycage.Kind // of those that start with it
	}{
		"as it is":                    {open, ""},
		"for somebody":                {opens4(func(m *uniswap.MintV4) { m.Owner = nobody }), "DestinationNotAllowed"},
		"for the contract":            {opens4(func(m *uniswap.MintV4) { m.Owner = npm4 }), "DestinationNotAllowed"},
		"for whoever calls":           {opens4(func(m *uniswap.MintV4) { m.Owner = common.Address{19: 1} }), "DestinationNotAllowed"},
		"for the contract, by a word": {opens4(func(m *uniswap.MintV4) { m.Owner = common.Address{19: 2} }), "DestinationNotAllowed"},
		"a hook":                      {keyed(func(k *bind.PoolKey) { k.Hooks = nobody }), "MalformedCall"},
		"a hook that is the account":  {keyed(func(k *bind.PoolKey) { k.Hooks = vault }), "MalformedCall"},
		"bytes for a hook":            {edited(open, func(s *steps) { s.hook(0) }), "MalformedCall"},
		"another fee":                 {keyed(func(k *bind.PoolKey) { k.Fee = big.NewInt(500) }), "ProtocolNotApproved"},
		"another spacing":             {keyed(func(k *bind.PoolKey) { k.TickSpacing = big.NewInt(10) }), "ProtocolNotApproved"},
		"the tokens turned":           {keyed(func(k *bind.PoolKey) { k.Currency0, k.Currency1 = k.Currency1, k.Currency0 }), "ProtocolNotApproved"},
		"an unknown token":            {in(strange), "AssetNotApproved"},
		"the coin itself":             {in(native), "execution reverted"},
		"all there is":                {opens4(func(m *uniswap.MintV4) { m.Most[0] = big.NewInt(2 * million) }), "SpendingLimitExceeded"},
		"without a bound":             {opens4(func(m *uniswap.MintV4) { m.Most[1] = new(big.Int).SetBytes(bytes.Repeat([]byte{0xff}, 16)) }), "SpendingLimitExceeded"},
		"of nothing":                  {opens4(func(m *uniswap.MintV4) { m.Most = [2]*big.Int{new(big.Int), new(big.Int)} }), "NothingToValidate"},
		"an address for liquidity":    {edited(open, func(s *steps) { s.word(0, 7, nobody.Big()) }), "DestinationNotAllowed"},
		"paid in another token":       {edited(open, func(s *steps) { s.word(1, 0, coins[2].Big()) }), "MalformedCall"},
		"paid in another second one":  {edited(open, func(s *steps) { s.word(1, 1, coins[2].Big()) }), "MalformedCall"},
		"more put in":                 {edited(open, func(s *steps) { s.actions = "\x00\x0d" }), "SelectorNotAllowed"},
		"of what was paid in":         {edited(open, func(s *steps) { s.actions = "\x05\x0d" }), "SelectorNotAllowed"},
		"paid by the contract":        {edited(open, func(s *steps) { s.actions = "\x02\x0b" }), "SelectorNotAllowed"},
		"paid before":                 {edited(open, func(s *steps) { s.actions = "\x0d\x02" }), "SelectorNotAllowed"},
		"taken and not paid":          {edited(open, func(s *steps) { s.actions = "\x02\x11" }), "SelectorNotAllowed"},
		"closed":                      {edited(open, func(s *steps) { s.actions = "\x02\x12" }), "SelectorNotAllowed"},
		"and swept":                   {edited(open, func(s *steps) { s.actions, s.params = "\x02\x0d\x14", append(s.params, s.params[1]) }), "SelectorNotAllowed"},
		"a step without parameters":   {edited(open, func(s *steps) { s.params = s.params[:1] }), "SelectorNotAllowed"},
		"parameters without a step":   {edited(open, func(s *steps) { s.params = append(s.params, s.params[1]) }), "SelectorNotAllowed"},
		"a step of two":               {edited(open, func(s *steps) { s.actions = "\x02" }), "SelectorNotAllowed"},
		"nothing":                     {edited(open, func(s *steps) { s.actions, s.params = "", nil }), "SelectorNotAllowed"},
		"a word behind the first":     {edited(open, func(s *steps) { s.params[0] = append(s.params[0], make([]byte, 32)...) }), "MalformedCall"},
		"a word behind the second":    {edited(open, func(s *steps) { s.params[1] = append(s.params[1], make([]byte, 32)...) }), "MalformedCall"},
		"a word behind the steps":     {edited(open, func(s *steps) { s.behind = make([]byte, 32) }), "MalformedCall"},
		"a word behind":               {to(npm4, append(bytes.Clone(open.CallData), make([]byte, 32)...)), "MalformedCall"},
		"a tick of 25 bits":           {edited(open, func(s *steps) { s.word(0, 5, big.NewInt(1<<24)) }), "execution reverted"},
		"an amount of 129 bits":       {edited(open, func(s *steps) { s.word(0, 8, new(big.Int).Lsh(big.NewInt(1), 128)) }), "execution reverted"},
		"an owner of 161 bits":        {edited(open, func(s *steps) { s.word(0, 10, new(big.Int).Or(vault.Big(), new(big.Int).Lsh(big.NewInt(1), 160))) }), "execution reverted"},
	} {
		l := manages(t, func(c *policycage.Config) {
			c.Protocols, c.Assets = append(c.Protocols, placed(strange), placed(native)), coins[:3]
		})
		l.like(name, l.redeems(func() { l.gets(coins[0], -100e6); l.gets(coins[1], -100e6); l.has4(8, vault, worth4(100e6)) }, c.call), c.want)
	}
}

// like wants a refusal whose kind starts with a word, or none where that is empty.
func (l *lab) like(name string, v *policycage.Violation, want policycage.Kind) {
	l.t.Helper()
	if v == nil || want == "" || !strings.HasPrefix(string(v.Kind), string(want)) {
		l.judged(name, v, want)
	}
}

// What leaves one is as well: all that comes of it, in the tokens of its pool, is the account's.
func TestWhatLeavesAV4PositionIsReadToItsLastByte(t *testing.T) {
	part, all := exit(big.NewInt(1_000), nil), exit(nil, nil)
	for name, c := range map[string]struct {
		edit func(*steps)
		want policycage.Kind
	}{
		"as it is":                  {func(*steps) {}, ""},
		"for somebody":              {func(s *steps) { s.word(1, 2, nobody.Big()) }, "DestinationNotAllowed"},
		"for the contract":          {func(s *steps) { s.word(1, 2, npm4.Big()) }, "DestinationNotAllowed"},
		"for whoever calls":         {func(s *steps) { s.word(1, 2, big.NewInt(1)) }, "DestinationNotAllowed"},
		"another token":             {func(s *steps) { s.word(1, 0, coins[2].Big()) }, "MalformedCall"},
		"another second one":        {func(s *steps) { s.word(1, 1, coins[2].Big()) }, "MalformedCall"},
		"bytes for a hook":          {func(s *steps) { s.hook(0) }, "MalformedCall"},
		"taken first":               {func(s *steps) { s.actions = s.actions[1:] + s.actions[:1] }, "SelectorNotAllowed"},
		"one token taken":           {func(s *steps) { s.actions = s.actions[:1] + "\x0e" }, "SelectorNotAllowed"},
		"paid":                      {func(s *steps) { s.actions = s.actions[:1] + "\x0d" }, "SelectorNotAllowed"},
		"and swept":                 {func(s *steps) { s.actions, s.params = s.actions+"\x14", append(s.params, s.params[1]) }, "SelectorNotAllowed"},
		"a step without parameters": {func(s *steps) { s.params = s.params[:1] }, "SelectorNotAllowed"},
		"parameters without a step": {func(s *steps) { s.params = append(s.params, s.params[1]) }, "SelectorNotAllowed"},
		"a word behind the first":   {func(s *steps) { s.params[0] = append(s.params[0], make([]byte, 32)...) }, "MalformedCall"},
		"a word behind the second":  {func(s *steps) { s.params[1] = append(s.params[1], make([]byte, 32)...) }, "MalformedCall"},
		"a word behind the steps":   {func(s *steps) { s.behind = make([]byte, 32) }, "MalformedCall"},
		"the bytes for a hook apart": {func(s *steps) {
			s.word(0, len(s.params[0])/32-2, big.NewInt(int64(len(s.params[0]))))
			s.params[0] = append(s.params[0], make([]byte, 32)...)
		}, "MalformedCall"},
	} {
		for kind, call := range map[string]bind.IDelegatorExecution{"in part": part, "whole": all} {
			l := manages(t, func(c *policycage.Config) { c.Assets = coins[:3] })
			l.has4(8, vault, worth4(100e6))
			l.like(name+", "+kind, l.redeems(nil, edited(call, c.edit)), c.want)
		}
	}
}

// No other function of the position manager is read.
func TestNothingElseOfV4sPositionManagerIsRead(t *testing.T) {
	l, npm, reader := manages(t, nil), bind.NewV4PositionManager(), bind.NewCageReader()
	n := big.NewInt(7)
	for name, data := range map[string][]byte{
		"a position sent":            bind.NewERC20().PackTransferFrom(vault, nobody, n),
		"one approved":               approve(nobody, n),
		"all approved":               evmtest.Pack("setApprovalForAll(address,bool)", nobody[:], []byte{1}),
		"a pool opened":              npm.PackInitializePool(poolA, n),
		"steps without a lock":       append(evmtest.Pack("modifyLiquiditiesWithoutUnlock(bytes,bytes[])"), opens4(nil).CallData[4:]...),
		"calls within a call":        npm.PackMulticall([][]byte{opens4(nil).CallData}),
		"somebody told of it":        evmtest.Pack("subscribe(uint256,address,bytes)", n.Bytes(), nobody[:]),
		"what is no function's name": {1, 2, 3},
	} {
		l.stops(name, l.asks(nobody, reads("UniswapV4"), reader.PackRead(npm4, vault, data)), "SelectorNotAllowed")
	}
	l.stops("at a contract that has none", l.asks(nobody, reads("UniswapV4"), reader.PackPrice(npm4, n, placed(poolA))), "NothingToRead")
}

// parts4 is what the reader says that so much of a position is at a rate.
func (l *lab) parts4(part, rate *big.Int) (a, b *big.Int) {
	l.t.Helper()
	codec := bind.NewCageReader()
	out := must(codec.UnpackAmounts(l.must(nobody, reads("UniswapV4"), codec.PackAmounts(npm4, big.NewInt(7), part, rate))))
	return out.AmountA, out.AmountB
}

// What a part of a position is at a rate is what the pool pays where it stands at that, at all ticks
// and on both sides of them, but for the rounding of a root.
func TestAPartOfAV4PositionIsWhatItsPoolPaysAtARate(t *testing.T) {
	l := manages(t, nil)
	widest := uniswap.MaxUsableTick(1)
	same := func(t interface{ Fatalf(string, ...any) }, lower, upper int32, part *uint256.Int, rate *big.Int) {
		l.lies4(poolA, lower, upper)
		a, b := l.parts4(part.ToBig(), rate)
		root := new(big.Int).Sqrt(new(big.Int).Lsh(rate, 112)) // times 2^96: of rate / 2^80
		want0, want1, err := uniswap.AmountsForLiquidity(uint256.MustFromBig(root), lower, upper, part, uniswap.Down)
		if err != nil {
			t.Fatalf("%d to %d at %s: %v", lower, upper, rate, err)
		}
		// The root of a rate has 2^57 at least: so much of what the liquidity is over all prices beyond
		// its own is rounding, and two units.
		least, most := must(uniswap.SqrtPriceAtTick(lower)), must(uniswap.SqrtPriceAtTick(upper))
		if at := uint256.MustFromBig(root); at.Gt(&least) {
			least = *at
		}
		if most.Lt(&least) {
			least = most
		}
		all0 := new(big.Int).Quo(new(big.Int).Lsh(part.ToBig(), 96), least.ToBig())
		all1 := new(big.Int).Rsh(new(big.Int).Mul(part.ToBig(), least.ToBig()), 96)
		for i, c := range [2][3]*big.Int{{a, want0.ToBig(), all0}, {b, want1.ToBig(), all1}} {
			slack := new(big.Int).Rsh(c[2], 55)
			slack.Add(slack, big.NewInt(2))
			if over := new(big.Int).Sub(c[0], c[1]); over.CmpAbs(slack) > 0 {
				t.Fatalf("%s between %d and %d at %s: token %d is %s, and the pool pays %s", part.Dec(), lower, upper, rate, i, c[0], c[1])
			}
		}
	}
	for _, tick := range []int32{-widest, -1, 0, 1, widest - 1} {
		same(t, tick, tick+1, uint256.NewInt(1e18), new(big.Int).Lsh(big.NewInt(1), 80))
	}
	rapid.Check(t, func(t *rapid.T) {
		lower := rapid.Int32Range(-widest, widest-1).Draw(t, "lower")
		upper := rapid.Int32Range(lower+1, min(widest, lower+1+rapid.Int32Range(0, 200_000).Draw(t, "width"))).Draw(t, "upper")
		bits := rapid.UintRange(64, 158).Draw(t, "rate")
		rate := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), bits), new(big.Int).SetUint64(rapid.Uint64().Draw(t, "rate's end")))
		part := new(uint256.Int).Lsh(uint256.NewInt(rapid.Uint64Range(1, 1<<32).Draw(t, "part")), rapid.UintRange(0, 60).Draw(t, "part's bits"))
		same(t, lower, upper, part, rate)
	})
	for _, rate := range []*big.Int{new(big.Int), new(big.Int).Lsh(big.NewInt(1), 160)} {
		codec := bind.NewCageReader()
		l.stops(rate.String(), l.asks(nobody, reads("UniswapV4"), codec.PackAmounts(npm4, big.NewInt(7), big.NewInt(1), rate)), "NothingToRead")
	}
}
