package cage

import (
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
)

// How the checker values an account. It reads tokens, pools and lender, and computes by
// itself: nothing here asks, imports or resembles what it checks. Money is in billionths
// of a dollar.

// dollar is one.
var dollar = big.NewInt(1e9)

// position is a position of Uniswap v3 as its manager tells it.
type position struct {
	id           *big.Int
	pool         pool
	lower, upper int64
	liquidity    *big.Int
	owed0, owed1 *big.Int // fees and what was taken out, not collected yet
	kept0, kept1 *big.Int // of that, what its manager knows of
}

// value is what units of a token are worth.
func value(prices [tokenCount]int64, token int, amount *big.Int) *big.Int {
	v := new(big.Int).Mul(amount, big.NewInt(prices[token]))
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals[token]-1), nil) // of 1e8 a dollar to 1e9
	return v.Quo(v, unit)
}

func word(ret []byte, i int) *big.Int { return new(big.Int).SetBytes(ret[32*i : 32*i+32]) }

// signed reads a word of two's complement.
func signed(v *big.Int) int64 {
	if v.BitLen() == 256 {
		v = new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), 256))
	}
	return v.Int64()
}

var holderCodec = bind.NewERC20()

func (m *machine) balance(token, of common.Address) *big.Int {
	return word(m.ask(token, holderCodec.PackBalanceOf(of)), 0)
}

// positions are the account's, in its manager's order.
func (w *world) positions(m *machine) (all []position) {
	npm := bind.NewNonfungiblePositionManager()
	for i := range m.balance(w.npm, w.account).Int64() {
		id := word(m.ask(w.npm, npm.PackTokenOfOwnerByIndex(w.account, big.NewInt(i))), 0)
		ret := m.ask(w.npm, npm.PackPositions(id))
		p := position{id: id, lower: signed(word(ret, 5)), upper: signed(word(ret, 6)), liquidity: word(ret, 7), owed0: word(ret, 10), owed1: word(ret, 11), kept0: word(ret, 10), kept1: word(ret, 11)}
		for _, known := range w.pools {
			if w.tokens[known.token0] == common.BytesToAddress(ret[64:96]) && w.tokens[known.token1] == common.BytesToAddress(ret[96:128]) &&
				known.fee == word(ret, 4).Int64() {
				p.pool = known
			}
		}
		if p.liquidity.Sign() > 0 {
			w.accrue(m, &p, word(ret, 8), word(ret, 9))
		}
		all = append(all, p)
	}
	return all
}

// accrue adds the fees that the pool owes a position since the manager looked last.
func (w *world) accrue(m *machine, p *position, last0, last1 *big.Int) {
	codec := bind.NewUniswapV3Pool()
	tick := w.tick(m, p.pool)
	global := [2]*big.Int{word(m.ask(p.pool.at, codec.PackFeeGrowthGlobal0X128()), 0), word(m.ask(p.pool.at, codec.PackFeeGrowthGlobal1X128()), 0)}
	lower, upper := m.ask(p.pool.at, codec.PackTicks(big.NewInt(p.lower))), m.ask(p.pool.at, codec.PackTicks(big.NewInt(p.upper)))
	for i, owed := range []*big.Int{p.owed0, p.owed1} {
		below, above := word(lower, 2+i), word(upper, 2+i)
		if tick < p.lower {
			below.Sub(global[i], below)
		}
		if tick >= p.upper {
			above.Sub(global[i], above)
		}
		inside := new(big.Int).Sub(global[i], below)
		inside.Sub(inside, above).Sub(inside, [2]*big.Int{last0, last1}[i]).And(inside, most())
		owed.Add(owed, inside.Mul(inside, p.liquidity).Rsh(inside, 128))
	}
}

// tick is a pool's own.
func (w *world) tick(m *machine, p pool) int64 {
	return signed(word(m.ask(p.at, bind.NewUniswapV3Pool().PackSlot0()), 1))
}

// root is a pool's own square root of its price.
func (w *world) root(m *machine, p pool) *big.Int {
	return word(m.ask(p.at, bind.NewUniswapV3Pool().PackSlot0()), 0)
}

// wealth is what an account has, at the feeds' prices.
type wealth struct {
	total *big.Int
	// noncash is all of it that is not cash, positions whole, at the price of pool or feeds
	// at which they are worth more: what may yet have to be sold.
	noncash *big.Int
	// risk is what is not cash, positions whole where their pools stand at the feeds' prices,
	// without the fees that they have not been credited yet.
	risk *big.Int
	// gross is the total without what is owed.
	gross *big.Int
	list  []position
}

// wealth values the account. A position counts as what it is when its pool stands at the
// feeds' prices, so that who moves a pool moves no worth.
func (w *world) wealth(m *machine, prices [tokenCount]int64) wealth {
	h := wealth{total: new(big.Int), noncash: new(big.Int), risk: new(big.Int), list: w.positions(m)}
	for i, token := range w.tokens {
		h.add(i, value(prices, i, m.balance(token, w.account)))
	}
	for i, share := range w.shares {
		h.add(i, value(prices, i, m.balance(share, w.account)))
	}
	for _, p := range h.list {
		fair := p.worth(prices, fairRoot(p.pool, prices))
		h.total.Add(h.total, fair)
		h.risk.Add(h.risk, p.credited(prices))
		if here := p.worth(prices, w.root(m, p.pool)); here.Cmp(fair) > 0 {
			fair = here
		}
		h.noncash.Add(h.noncash, fair)
	}
	h.gross = new(big.Int).Set(h.total)
	for i, debt := range w.debts {
		owes := value(prices, i, m.balance(debt, w.account))
		h.total.Sub(h.total, owes)
	}
	return h
}

func (h *wealth) add(token int, v *big.Int) {
	h.total.Add(h.total, v)
	if token != cash {
		h.noncash.Add(h.noncash, v)
		h.risk.Add(h.risk, v)
	}
}

// credited is a position's worth at the feeds' prices, without fees that its manager has not
// credited it.
func (p position) credited(prices [tokenCount]int64) *big.Int {
	p.owed0, p.owed1 = p.kept0, p.kept1
	return p.worth(prices, fairRoot(p.pool, prices))
}

// worth is a position's where its pool stands at root, fees included.
func (p position) worth(prices [tokenCount]int64, root *big.Int) *big.Int {
	a0, a1 := amounts(p.liquidity, rootAt(p.lower), rootAt(p.upper), root)
	v := value(prices, p.pool.token0, a0.Add(a0, p.owed0))
	return v.Add(v, value(prices, p.pool.token1, a1.Add(a1, p.owed1)))
}
