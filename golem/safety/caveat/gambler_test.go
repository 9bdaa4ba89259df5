package caveat_test

import (
	"bytes"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/internal/money"
)

// gambler draws cases that lie on the edges of what the terms allow.
type gambler struct {
	*stage
	*rand.Rand
	known bool
}

// hook draws a case that is well formed but for one in eight.
func (g *gambler) hook(f caveat.Facts) hook {
	kind := caveat.Kinds()[g.IntN(7)]
	items := g.items(kind)
	bps := g.aim(kind, items, f)
	h := hook{kind: kind, r: g.redemption(items)}
	c := g.caveat(kind, h.r, bps, f)
	if terms, err := c.Terms(); err == nil {
		h.terms = terms
	} else {
		h.terms = raw(c)
	}
	if g.IntN(8) == 0 {
		g.spoil(&h)
	}
	return h
}

// raw are terms that nobody would encode: an enforcer gets them all the same.
func raw(c caveat.Caveat) []byte {
	two := func(v money.BPS) []byte { return []byte{byte(v >> 8), byte(v)} }
	eight := func(v uint64) []byte { return common.BigToHash(new(big.Int).SetUint64(v)).Bytes()[24:] }
	switch c := c.(type) {
	case *caveat.MortalityTimeWindow:
		return slices.Concat(eight(c.Start), eight(c.End))
	case *caveat.VaultNAV:
		return slices.Concat(c.Book[:], c.Vault[:], two(c.Share))
	case *caveat.ReplicantBudget:
		return slices.Concat(c.Book[:], eight(c.Budget), eight(c.Lifespan), eight(c.Born))
	case *caveat.MaxSlippage:
		return slices.Concat(c.Book[:], two(c.Slippage))
	case *caveat.DailySpendLimit:
		return slices.Concat(c.Book[:], eight(c.Limit))
	}
	return nil
}

// spoil breaks the terms or the execution.
func (g *gambler) spoil(h *hook) {
	switch g.IntN(7) {
	case 0:
		h.terms = h.terms[:g.IntN(len(h.terms))]
	case 1:
		h.terms = append(h.terms, 0)
	case 2:
		clear(h.terms[:min(20, len(h.terms))])
	case 3:
		h.r.Mode = pick(g, [32]byte{0, 1}, [32]byte{1, 1}, [32]byte{0xff}, [32]byte{31: 1}, caveat.Batch, [32]byte{})
	case 4:
		h.r.Execution = h.r.Execution[:g.IntN(len(h.r.Execution)+1)]
	case 5:
		h.r.Execution = append(h.r.Execution, make([]byte, 1+g.IntN(40))...)
	case 6:
		h.r.Execution[g.IntN(len(h.r.Execution))] ^= byte(1 << g.IntN(8))
	}
}

// redemption is one call, or a batch of none to three.
func (g *gambler) redemption(items []item) caveat.Redemption {
	calls := make([]caveat.Call, len(items))
	for i := range items {
		calls[i] = items[i].Call
	}
	delegation := common.BigToHash(big.NewInt(int64(g.IntN(3))))
	account := common.BigToAddress(big.NewInt(1 + int64(g.IntN(3))))
	if len(calls) == 1 && g.IntN(4) > 0 {
		return caveat.One(account, delegation, calls[0])
	}
	r, err := caveat.Several(account, delegation, calls)
	check(g.t, err)
	return r
}

// item is a call and the form it was made of.
type item struct {
	caveat.Call
	form caveat.Form
}

func (g *gambler) items(kind caveat.Kind) []item {
	n := pick(g, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3)
	if g.IntN(60) == 0 {
		n = 0
	}
	items := make([]item, n)
	for i := range items {
		items[i] = g.item(kind)
	}
	return items
}

// item fills a form of the book, and sometimes bends it.
func (g *gambler) item(kind caveat.Kind) item {
	f := pick(g, g.forms...)
	for kind == caveat.KindMaxSlippage && f.TokenOut == (common.Address{}) && g.IntN(4) > 0 {
		f = pick(g, g.forms...)
	}
	amount, least := g.number(), g.number()
	c := caveat.Call{Target: f.Target, Value: new(big.Int), Data: bytes.Clone(f.Blank)}
	for _, field := range f.Fields {
		v := g.number()
		switch field.Meaning {
		case caveat.Amount:
			v = amount
		case caveat.Least:
			v = least
		}
		fill(c.Data, field, v)
	}
	switch g.IntN(60) {
	case 0:
		c.Value = big.NewInt(1)
	case 1:
		c.Target = g.At("UniswapV3Pool")
	case 2:
		c.Data[g.IntN(len(c.Data))] ^= 1
	case 3:
		c.Data = c.Data[:g.IntN(len(c.Data))]
		f.Fields = nil
	}
	return item{c, f}
}

// fill writes what fits of a value into a field.
func fill(data []byte, f caveat.Field, v *big.Int) {
	word := common.BigToHash(v)
	copy(data[f.Offset:int(f.Offset)+int(f.Width)], word[32-f.Width:])
}

// number is an amount: mostly plausible, sometimes an edge.
func (g *gambler) number() *big.Int {
	switch g.IntN(16) {
	case 0:
		return pick(g, new(big.Int), big.NewInt(1), new(big.Int).Sub(power2(128), big.NewInt(1)), power2(128), new(big.Int).Sub(power2(256), big.NewInt(1)), power2(255))
	case 1, 2, 3:
		return new(big.Int).Mul(big.NewInt(1e12), big.NewInt(g.Int64N(1e10)))
	}
	return big.NewInt(g.Int64N(1e9))
}

// caveat draws terms around what the calls come to.
func (g *gambler) caveat(k caveat.Kind, r caveat.Redemption, bps money.BPS, f caveat.Facts) caveat.Caveat {
	book, some := g.on["ActionBook"], uint64(1+g.IntN(1_000))
	near := func(v uint64) uint64 { return v + pick(g, 0, 1, ^uint64(0), some, -some) }
	golem := pick(g, g.session, g.session, g.session, g.session, g.account)
	switch k {
	case caveat.KindGolemPhase:
		return &caveat.GolemPhase{Book: book, Oracle: g.on["VitalityOracle"], Golem: golem}
	case caveat.KindMortalityTimeWindow:
		start, end := f.Now-some, near(f.Now)
		if g.IntN(2) == 0 {
			start, end = near(f.Now), f.Now+some
		}
		return &caveat.MortalityTimeWindow{Start: start, End: end}
	case caveat.KindDreamMode:
		return &caveat.DreamMode{Oracle: g.on["DreamOracle"], Golem: golem}
	case caveat.KindVaultNAV:
		return &caveat.VaultNAV{Book: book, Vault: g.on["Vault"], Share: bps}
	case caveat.KindReplicantBudget:
		c := &caveat.ReplicantBudget{Book: book, Budget: 1 << 63, Lifespan: some, Born: pick(g, f.Now, f.Now-some, f.Now-some-1, f.Now-some/2, f.Now+1)}
		c.Budget = g.bound(k, c, r, f)
		c.Lifespan *= min(1, g.Uint64N(12))
		return c
	case caveat.KindMaxSlippage:
		return &caveat.MaxSlippage{Book: book, Slippage: bps}
	}
	c := &caveat.DailySpendLimit{Book: book, Limit: policycage.MostCounted}
	c.Limit = g.bound(k, c, r, f)
	return c
}

// bound is a limit near what stands written down and what the redemption adds to it.
func (g *gambler) bound(k caveat.Kind, c caveat.Caveat, r caveat.Redemption, f caveat.Facts) uint64 {
	terms, err := c.Terms()
	check(g.t, err)
	e, err := caveat.Judge(k, terms, r, f)
	if err != nil || g.IntN(8) == 0 {
		return pick(g, 0, 1, policycage.MostCounted, policycage.MostCounted+1, math.MaxUint64, g.Uint64N(1e12))
	}
	if sum, ok := policycage.SumOf(e.Sum); k == caveat.KindDailySpendLimit && ok {
		return uint64(sum.Day(f.Now)) - pick(g, 0, 1, g.Uint64N(10_000), 10_000) //nolint:gosec // five numbers of 32 bits
	}
	return e.Sum.Uint64() + pick(g, 0, 0, 1, ^uint64(0))
}

// aim draws basis points and makes the first item just fit them, or just not.
func (g *gambler) aim(k caveat.Kind, items []item, f caveat.Facts) money.BPS {
	bps := money.BPS(g.IntN(10_001))
	switch {
	case g.IntN(10) == 0:
		return money.BPS(pick(g, 0, 1, 10_000, 10_001, 65_535))
	case len(items) == 0:
	case k == caveat.KindVaultNAV:
		most := new(big.Int).Mul(f.Vaults[g.on["Vault"]].Total, big.NewInt(int64(bps)))
		items[0].set(caveat.Amount, most.Add(most.Quo(most, big.NewInt(10_000)), big.NewInt(g.Int64N(2))))
	case k == caveat.KindMaxSlippage:
		g.swap(items[0], bps, f)
	}
	return bps
}

// decimals are those of token and feed.
var decimals = map[string]int64{"USDC": 14, "WETH9": 26, "WBTC": 16}

// swap sets the least of a swap to what the feeds ask for, or one unit beside it.
func (g *gambler) swap(of item, bps money.BPS, f caveat.Facts) {
	up, down := int64(0), int64(0)
	for name, n := range decimals {
		switch g.At(name) {
		case of.form.TokenOut:
			up = n
		case of.form.Token:
			down = n
		}
	}
	in, out := f.Prices[of.form.Token].Answer, f.Prices[of.form.TokenOut].Answer
	if up == 0 || down == 0 || out.Sign() <= 0 {
		return
	}
	ten := func(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }
	amount := g.number()
	least := new(big.Int).Mul(amount, big.NewInt(int64(10_000-bps)))
	least.Mul(least, in).Mul(least, ten(up)).Div(least, new(big.Int).Mul(new(big.Int).Mul(out, big.NewInt(10_000)), ten(down)))
	least.Add(least, big.NewInt(g.Int64N(3)-1))
	if least.Sign() < 0 {
		least.SetInt64(0)
	}
	of.set(caveat.Amount, amount)
	of.set(caveat.Least, least)
}

// set writes a value where the item has a field of the meaning.
func (i item) set(m caveat.Meaning, v *big.Int) {
	for _, field := range i.form.Fields {
		if field.Meaning == m {
			fill(i.Data, field, v)
		}
	}
}
