package adversarial

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// appraiser is the checker of a basket. It decodes every call by itself, as the auditor does, and
// values the whole account at the feeds' prices before and behind every block with a transaction of
// the Golem's: what others trade changes nothing of that. It shares no code with the layers.
type appraiser struct {
	*auditor
	goods  *basket
	peak   *big.Int             // of the account's worth, in millionths of a dollar
	held   map[uint64]portfolio // behind blocks with an order, and before the first
	low    map[uint64]*big.Int  // the worth before such a block, and peaks the highest until then
	peaks  map[uint64]*big.Int
	coined []spend             // what was unwrapped
	first  map[*errand]*errand // that a second move of the same order carries on
}

// portfolio is what an account has, in millionths of a dollar.
type portfolio struct {
	loose  map[string]*big.Int // by coin, in the wallet
	pooled map[string]*big.Int // by coin, in liquidity and in the vault
	market map[string]*big.Int // the same, by market
	newest *big.Int            // the position that was minted last
}

// newAppraiser has a denizen's basket looked at.
func newAppraiser(d *denizen) *appraiser {
	a := &appraiser{auditor: d.audit, goods: d.goods, held: map[uint64]portfolio{}, low: map[uint64]*big.Int{}, peaks: map[uint64]*big.Int{}, first: map[*errand]*errand{}}
	a.peak = a.holds(d.goods.head()).worth()
	d.r.sealed = a.block
	return a
}

// worth is all that it comes to.
func (p portfolio) worth() *big.Int {
	all := new(big.Int)
	for _, part := range []map[string]*big.Int{p.loose, p.pooled} {
		for _, v := range part {
			all.Add(all, v)
		}
	}
	return all
}

// risk is all of it but the numeraire in the wallet.
func (p portfolio) risk() *big.Int { return new(big.Int).Sub(p.worth(), p.of(p.loose, usd)) }

// of is a part by its name; nothing where there is none.
func (portfolio) of(parts map[string]*big.Int, name string) *big.Int {
	if v := parts[name]; v != nil {
		return v
	}
	return new(big.Int)
}

// coin is what of one there is, wherever it lies.
func (p portfolio) coin(name string) *big.Int {
	return new(big.Int).Add(p.of(p.loose, name), p.of(p.pooled, name))
}

// holds is what the account has behind a block.
func (a *appraiser) holds(block uint64) portfolio {
	of := a.d.r.readsIn(block)
	p := portfolio{map[string]*big.Int{}, map[string]*big.Int{}, map[string]*big.Int{}, new(big.Int)}
	for _, c := range a.goods.coins {
		p.loose[c.handle] = c.worth(of.number(c.at, "balanceOf", of.account))
	}
	add := func(to map[string]*big.Int, name string, v *big.Int) { to[name] = new(big.Int).Add(p.of(to, name), v) }
	if c := a.goods.cellar; c != nil {
		paid := c.holds.worth(c.pays(a.d.r, block))
		add(p.pooled, c.holds.handle, paid)
		add(p.market, onVault, paid)
	}
	for _, id := range a.tokens {
		x := of.asks(a.d.r.Positions, "positions", id)
		if x == nil {
			continue
		}
		s := a.goods.traded(x[2].(common.Address), x[3].(common.Address), x[4].(*big.Int).Int64())
		if s == nil {
			continue // where nothing is read it counts as lost
		}
		zero, one := s.sides()
		had0, had1 := nfts{manager: a.d.r.Positions}.content(of, id, s.fair())
		zeros, ones := zero.worth(had0), one.worth(had1)
		add(p.pooled, zero.handle, zeros)
		add(p.pooled, one.handle, ones)
		p.newest = new(big.Int).Add(zeros, ones)
		add(p.market, s.handle, p.newest)
	}
	return p
}

// traded is the market of two tokens and a fee; nil: there is none.
func (b *basket) traded(x, y common.Address, fee int64) *stall {
	for _, s := range b.stalls {
		if s.fee == fee && (s.base.at == x && s.quote.at == y || s.base.at == y && s.quote.at == x) {
			return s
		}
	}
	return nil
}

// block values the account before and behind the blocks that are new and hold a transaction of the
// Golem's.
func (a *appraiser) block() {
	r := a.d.r
	newer := r.mined[a.seen:]
	if a.seen = len(r.mined); len(newer) == 0 {
		return
	}
	first, last := newer[0].Block.Number, newer[len(newer)-1].Block.Number
	was := a.holds(first - 1)
	for _, m := range newer {
		a.mints(m.Block.Number, m.Tx)
	}
	is := a.holds(last)
	a.held[first-1], a.held[last] = was, is
	for n := first; n <= last; n++ {
		a.low[n], a.peaks[n] = was.worth(), new(big.Int).Set(a.peak)
	}
	lost := new(big.Int).Sub(was.worth(), is.worth())
	for n := first; n <= last; n++ {
		lost.Add(lost, a.gifts(n))
	}
	for _, m := range newer {
		lost.Sub(lost, a.unwrapped(m.Block.Number, m.Tx))
	}
	if lost.Sign() > 0 {
		a.losses = append(a.losses, spend{newer[0].Block.Time, lost})
	}
	if worth := is.worth(); worth.Cmp(a.peak) > 0 {
		a.peak = worth
	}
}

// gifts is what strangers sent the account in a block, which hides no loss.
func (a *appraiser) gifts(block uint64) *big.Int {
	r, sum := a.d.r, new(big.Int)
	b := r.Chain().Chain.Block(block)
	receipts := r.Chain().Chain.Receipts(b.Hash())
	for i, tx := range b.Transactions() {
		if from, err := types.Sender(r.Chain().Chain.Signer(), tx); err != nil || from == r.wallet {
			continue
		}
		for _, e := range receipts[i].Logs {
			c := a.goods.coin(e.Address)
			if c != nil && len(e.Topics) == 3 && e.Topics[0] == transferredTopic && common.BytesToAddress(e.Topics[2][:]) == r.account {
				sum.Add(sum, c.worth(new(big.Int).SetBytes(e.Data)))
			}
		}
	}
	return sum
}

// check holds a life of a basket to its limits.
func (a *appraiser) check() *verdict {
	v := &verdict{inside: new(big.Int), outside: new(big.Int), signatures: len(a.d.r.mined)}
	all := a.errands(v)
	for i, e := range all {
		before := len(v.violations)
		for _, s := range e.mains {
			a.reaches(v, e, s)
		}
		a.allows(v, e)
		switch e.kind {
		case "swap":
			a.swapped(v, e)
			a.carries(e, all[:i])
		case "mint":
			a.placed(v, e)
		case "supply":
			a.stored(v, e)
		case "wrap", "unwrap":
			a.converted(v, e)
		case "leave", "claim", "withdraw":
		default:
			v.violated(new(big.Int), "block %d: a %s, and nothing is borrowed in a basket", e.block, e.kind)
		}
		if e.opens {
			a.believed(v, e)
			a.fits(v, e)
		}
		a.spends(v, i, all)
		if e.ok && len(v.violations) == before {
			v.inside.Add(v.inside, e.value)
		}
		v.orders = append(v.orders, order{amount: e.value, swap: e.tx, success: e.ok})
	}
	a.stood(v, all)
	a.lost(v)
	a.unallowed(v)
	return v
}

// unallowed asserts that nobody may take anything of the account when all is over.
func (a *appraiser) unallowed(v *verdict) {
	of := a.d.r.reads()
	for _, c := range a.goods.coins {
		for _, spender := range append(a.d.r.spenders(), a.goods.cellar.at) {
			if a.d.caged() && spender == a.d.r.Positions {
				continue // it keeps what a mint offered and did not take, and takes from its caller alone
			}
			if n := of.number(c.at, "allowance", a.d.r.account, spender); n.Sign() != 0 {
				v.violated(c.worth(n), "%s may take %s of %s", spender, n, c.handle)
			}
		}
	}
}
