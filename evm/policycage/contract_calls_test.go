package policycage_test

import (
	"fmt"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
)

// Calls of a lab.

func allow(token, spender common.Address, amount int64) bind.IDelegatorExecution {
	return to(token, approve(spender, big.NewInt(amount)))
}

func swaps(in, out common.Address, amount int64, by common.Address) bind.IDelegatorExecution {
	return to(router, bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: by, Deadline: new(big.Int), AmountIn: big.NewInt(amount),
		AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	}))
}

// along is a swap by a path of bytes.
func along(path []byte, amount int64) bind.IDelegatorExecution {
	return to(router, bind.NewSwapRouter().PackExactInput(bind.ISwapRouterExactInputParams{
		Path: path, Recipient: vault, Deadline: new(big.Int), AmountIn: big.NewInt(amount), AmountOutMinimum: new(big.Int),
	}))
}

// swaps02 and along02 are the same at the second generation of the router.
func swaps02(in, out common.Address, amount int64, by common.Address) bind.IDelegatorExecution {
	return to(router, bind.NewSwapRouter02().PackExactInputSingle(bind.IV3SwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: by, AmountIn: big.NewInt(amount), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
	}))
}

func along02(path []byte, amount int64) bind.IDelegatorExecution {
	return to(router, bind.NewSwapRouter02().PackExactInput(bind.IV3SwapRouterExactInputParams{
		Path: path, Recipient: vault, AmountIn: big.NewInt(amount), AmountOutMinimum: new(big.Int),
	}))
}

// pathOf is a path through tokens.
func pathOf(tokens ...common.Address) []byte {
	path := tokens[0].Bytes()
	for _, t := range tokens[1:] {
		path = append(append(path, 0, 1, 0xf4), t.Bytes()...)
	}
	return path
}

func mints(at common.Address, amountA, amountB int64, by common.Address) bind.IDelegatorExecution {
	return to(at, bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: coins[0], Token1: coins[1], Fee: big.NewInt(500), TickLower: new(big.Int), TickUpper: new(big.Int), Amount0Desired: big.NewInt(amountA),
		Amount1Desired: big.NewInt(amountB), Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: by, Deadline: new(big.Int),
	}))
}

func grows(at common.Address, id, amountA, amountB int64) bind.IDelegatorExecution {
	return to(at, (*stage)(nil).increase(big.NewInt(id), big.NewInt(amountA), big.NewInt(amountB)))
}

func shrinks(at common.Address, id int64) bind.IDelegatorExecution {
	return to(at, (*stage)(nil).decrease(big.NewInt(id), big.NewInt(1)))
}

func collects(at common.Address, id int64, by common.Address) bind.IDelegatorExecution {
	return to(at, (*stage)(nil).collect(big.NewInt(id), by))
}

func burns(at common.Address, id int64) bind.IDelegatorExecution {
	return to(at, bind.NewNonfungiblePositionManager().PackBurn(big.NewInt(id)))
}

// joiner is a router of pairs.
var joiner = evmtest.Address("joiner")

func joins(a, b common.Address, amountA, amountB int64, by common.Address) bind.IDelegatorExecution {
	return to(joiner, bind.NewUniswapV2Router02().PackAddLiquidity(a, b, big.NewInt(amountA), big.NewInt(amountB), new(big.Int), new(big.Int), by, new(big.Int)))
}

func parts(a, b common.Address, shares int64, by common.Address) bind.IDelegatorExecution {
	return to(joiner, bind.NewUniswapV2Router02().PackRemoveLiquidity(a, b, big.NewInt(shares), new(big.Int), new(big.Int), by, new(big.Int)))
}

func supplies(token common.Address, amount int64, by common.Address) bind.IDelegatorExecution {
	return to(lender, bind.NewAavePool().PackSupply(token, big.NewInt(amount), by, 0))
}

func withdraws(token common.Address, amount int64, by common.Address) bind.IDelegatorExecution {
	return to(lender, bind.NewAavePool().PackWithdraw(token, big.NewInt(amount), by))
}

func repays(token common.Address, amount int64, by common.Address) bind.IDelegatorExecution {
	return to(lender, bind.NewAavePool().PackRepay(token, big.NewInt(amount), big.NewInt(2), by))
}

// everyCall is one of each that the enforcer knows, which pass in a lab.
func (l *lab) everyCall() map[string]bind.IDelegatorExecution {
	l.position(npm, vault, 100)
	return map[string]bind.IDelegatorExecution{
		"approve": allow(coins[0], router, 1), "swap": swaps(coins[0], coins[1], 1e6, vault), "path": along(pathOf(coins[0], coins[1]), 1e6),
		"swap 02": swaps02(coins[0], coins[1], 1e6, vault), "path 02": along02(pathOf(coins[0], coins[1]), 1e6),
		"mint": mints(npm, 1e6, 1e6, vault), "increase": grows(npm, 1, 1e6, 1e6), "decrease": shrinks(npm, 1), "collect": collects(npm, 1, vault),
		"burn": burns(npm, 1), "supply": supplies(coins[0], 1e6, vault), "withdraw": withdraws(coins[0], 1e6, vault), "repay": repays(coins[0], 1e6, vault),
	}
}

// Two readers of one call must not read two things: it is as long as it has to be, to the
// byte, or refused.
func TestACallIsReadToItsLastByte(t *testing.T) {
	l := newLab(t, nil)
	for name, c := range l.everyCall() {
		l.passes(name, l.begin().before(batched(t, []bind.IDelegatorExecution{c})))
		whole := c.CallData
		for what, data := range map[string][]byte{
			"a word more": append(append([]byte{}, whole...), make([]byte, 32)...), "a byte more": append(append([]byte{}, whole...), 0),
		} {
			c.CallData = data
			l.stops(name+" and "+what, l.begin().before(batched(t, []bind.IDelegatorExecution{c})), "MalformedCall")
		}
		c.CallData = whole[:len(whole)-32]
		if l.begin().before(batched(t, []bind.IDelegatorExecution{c})) == nil {
			t.Errorf("%s without its last word passed", name)
		}
	}
	bare := to(coins[0], approve(router, new(big.Int))[:4])
	if v := l.begin().before(batched(t, []bind.IDelegatorExecution{bare})); v == nil || v.Kind == "SelectorNotAllowed" {
		t.Errorf("a known function without arguments: %+v", v)
	}
	for name, data := range map[string][]byte{"nothing": nil, "three bytes": {9, 0x5e, 0xa7}, "four others": {1, 2, 3, 4}, "others": make([]byte, 68)} {
		l.stops(name, l.begin().before(batched(t, []bind.IDelegatorExecution{to(router, data)})), "SelectorNotAllowed")
	}
}

// A path is token, fee, token, of at least one pool; each token on the way is the owner's to
// approve, and the first and the last are what is traded.
func TestAPathIsWholeAndKnown(t *testing.T) {
	t.Run("the first router", func(t *testing.T) { wholeAndKnown(t, along) })
	t.Run("SwapRouter02", func(t *testing.T) { wholeAndKnown(t, along02) })
}

func wholeAndKnown(t *testing.T, along func([]byte, int64) bind.IDelegatorExecution) {
	l := newLab(t, func(c *policycage.Config) { c.Assets = coins[:3] })
	straight, far := pathOf(coins[0], coins[1]), pathOf(coins[0], coins[2], coins[1], coins[2], coins[1])
	for name, path := range map[string][]byte{"one pool": straight, "four pools": far} {
		l.passes(name, l.redeems(func() { l.gets(coins[0], -5e6); l.gets(coins[1], 5e6) }, along(path, 5e6)))
	}
	for name, path := range map[string][]byte{
		"nothing": nil, "one token": coins[0].Bytes(), "a token and a fee": straight[:23], "a byte less": straight[:42], "a byte more": append(append([]byte{}, straight...), 1),
		"22 more": append(append([]byte{}, straight...), make([]byte, 22)...), "24 more": append(append([]byte{}, straight...), make([]byte, 24)...),
	} {
		l.stops(name, l.redeems(nil, along(path, 5e6)), "MalformedCall")
	}
	for name, path := range map[string][]byte{
		"first hop": pathOf(coins[0], coins[3], coins[2], coins[1]), "last hop": pathOf(coins[0], coins[2], coins[3], coins[1]),
		"first token": pathOf(coins[3], coins[1]), "last token": pathOf(coins[0], coins[3]),
	} {
		l.stops(name, l.redeems(nil, along(path, 5e6)), "AssetNotApproved")
	}
	loose := along(straight, 5e6)
	loose.CallData = append([]byte{}, loose.CallData...)
	loose.CallData[len(loose.CallData)-1] = 1 // the padding behind the path
	l.stops("padding that is not zero", l.redeems(nil, loose), "MalformedCall")
}

// One call, or a batch of at most eight that is packed as a compiler packs it; no native coin.
func TestAnExecutionIsOneCallOrAPlainBatch(t *testing.T) {
	l := newLab(t, nil)
	one := allow(coins[0], router, 1)
	several := func(n int) []bind.IDelegatorExecution {
		out := make([]bind.IDelegatorExecution, n)
		for i := range out {
			out[i] = one
		}
		return out
	}
	for n, want := range map[int]policycage.Kind{0: "BatchNotAllowed", 1: "", 8: "", 9: "BatchNotAllowed"} {
		v := l.begin().before(batchMode, packed(t, several(n)))
		l.judged(fmt.Sprint(n, " calls"), v, want, int64(n))
	}
	rich := one
	rich.Value = big.NewInt(1)
	for name, c := range map[string]struct {
		mode      common.Hash
		execution []byte
		want      policycage.Kind
	}{
		"a batch and a byte":         {batchMode, append(packed(t, several(2)), 0), "ModeNotAllowed"},
		"a batch that may fail":      {common.Hash{1, 1}, packed(t, several(2)), "ModeNotAllowed"},
		"a call that may fail":       {common.Hash{0, 1}, single(one), "ModeNotAllowed"},
		"a delegate call":            {common.Hash{0xff}, single(one), "ModeNotAllowed"},
		"a mode in its last bit":     {common.Hash{31: 1}, single(one), "ModeNotAllowed"},
		"51 bytes":                   {common.Hash{}, single(one)[:51], "ModeNotAllowed"},
		"a target without data":      {common.Hash{}, single(one)[:52], "SelectorNotAllowed"},
		"native coin":                {common.Hash{}, single(rich), "NativeValueNotAllowed"},
		"native coin within a batch": {batchMode, packed(t, append(several(1), rich)), "NativeValueNotAllowed"},
	} {
		l.stops(name, l.begin().before(c.mode, c.execution), c.want)
	}
}

// Only the manager asks, about an account and the one cage that the account bound.
func TestAHookIsTheManagersAboutTheBoundCage(t *testing.T) {
	l := newLab(t, nil)
	c := worldly()
	c.PriceOracle = common.BytesToAddress(l.must(nobody, l.cage, l.codec.PackPriceOracle()))
	code, err := policycage.Creation(c)
	check(t, err)
	other := l.create(code)
	terms := policycage.Terms(l.cage)
	for name, c := range map[string]struct {
		by    common.Address
		terms []byte
		of    common.Address
		want  policycage.Kind
	}{
		"the manager":        {manager, terms, vault, ""},
		"the account":        {vault, terms, vault, "NotTheManager"},
		"a stranger":         {nobody, terms, vault, "NotTheManager"},
		"no terms":           {manager, nil, vault, "BadTerms"},
		"19 bytes":           {manager, terms[:19], vault, "BadTerms"},
		"21 bytes":           {manager, append(append([]byte{}, terms...), 0), vault, "BadTerms"},
		"nobody's cage":      {manager, make([]byte, 20), vault, "BadTerms"},
		"another cage":       {manager, policycage.Terms(other), vault, "NotTheAccount"},
		"an unbound account": {manager, terms, nobody, "NotTheAccount"},
	} {
		mode, execution := batched(t, []bind.IDelegatorExecution{allow(coins[0], router, 1)})
		_, before := l.begin().call(c.by, guard, l.hook.PackBeforeHook(c.terms, nil, mode, execution, common.Hash{}, c.of, agent))
		_, after := l.begin().call(c.by, guard, l.hook.PackAfterHook(c.terms, nil, mode, execution, common.Hash{}, c.of, agent))
		for when, v := range map[string]*policycage.Violation{"before": before, "after": after} {
			l.judged(name+" "+when, v, c.want)
		}
	}
	for name, c := range map[string]struct {
		by, cage common.Address
		want     policycage.Kind
	}{
		"a second cage":       {vault, other, "AlreadyBound"},
		"the same cage":       {vault, l.cage, "AlreadyBound"},
		"of another account":  {nobody, l.cage, "NotTheAccount"},
		"of another enforcer": {vault, other, "NotTheAccount"},
	} {
		at := guard
		if name == "of another enforcer" {
			at = evmtest.Address("another enforcer")
			l.enforce(at)
		}
		_, v := l.begin().call(c.by, at, l.hook.PackBind(c.cage))
		l.stops(name, v, c.want)
	}
	if got, err := l.hook.UnpackCages(l.must(nobody, guard, l.hook.PackCages(vault))); err != nil || got != l.cage {
		t.Errorf("the account's cage is %s, %v", got, err)
	}
	if got, err := l.hook.UnpackManager(l.must(nobody, guard, l.hook.PackManager())); err != nil || got != manager {
		t.Errorf("the manager is %s, %v", got, err)
	}
	if got, err := l.hook.UnpackGetTermsInfo(l.must(nobody, guard, l.hook.PackGetTermsInfo(terms))); err != nil || got != l.cage {
		t.Errorf("the terms name %s, %v", got, err)
	}
}
