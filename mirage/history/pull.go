package history

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"math"
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/follow"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Pull is what a manipulator does, an account with as much of every token as it needs: in one
// block, after the markets' steps and the arbitrageur, it swaps pools away from their price, and
// holds them there until the block after the last. A recorded market walks on around the pulled
// price meanwhile; the manipulator itself brings it back before the step that follows, and what
// it pays is not counted as the market's. A follower is pulled anew in each block, since the
// arbitrageur brings it back.
type Pull struct {
	Start  int      `toml:"start"`  // block of the life, from 0; four a minute
	Blocks int      `toml:"blocks"` // how many it lasts
	Pools  []string `toml:"pools"`  // handles of markets and followers
	By     float64  `toml:"by"`     // share of the price of the base: 0.25 is a quarter up
}

// mostPull bounds a pull to either side: a factor of two.
const mostPull = 1.0

func (p Pull) covers(block int) bool { return p.Start <= block && block < p.Start+p.Blocks }

// pulls checks the pulls against the pools and each other.
func (c Config) pulls() error {
	var handles []string
	for _, m := range c.Markets {
		handles = append(handles, m.Spec.Handle())
	}
	for _, f := range c.Followers {
		handles = append(handles, f.Handle(c.Markets[f.Of]))
	}
	for i, p := range c.Pulls {
		switch up := math.Abs(math.Log1p(p.By)); {
		case p.Start < 0 || p.Blocks < 1 || len(p.Pools) == 0:
			return fmt.Errorf("pull %d: want a block from 0 on, at least one block, and a pool", i)
		case !(up > 0 && up <= math.Log1p(mostPull)):
			return fmt.Errorf("pull %d by %g: want more than nothing, and at most a factor of two", i, p.By)
		}
		if err := c.bearable(p); err != nil {
			return fmt.Errorf("pull %d: %w", i, err)
		}
		for _, name := range p.Pools {
			if !slices.Contains(handles, name) {
				return fmt.Errorf("pull %d: no market is %s", i, name)
			}
			for _, o := range c.Pulls[:i] {
				if slices.Contains(o.Pools, name) && p.Start <= o.Start+o.Blocks && o.Start <= p.Start+p.Blocks {
					return fmt.Errorf("pull %d: %s is pulled by another one then", i, name)
				}
			}
		}
	}
	return c.swollen()
}

// mostSwelling bounds how many times its liquidity a pair without ranges may come to hold by the
// fees of those who pull it and bring it back: they stay in it, each on top of those before.
const mostSwelling = 1000

// swollen names a follower that its pulls would make another market.
func (c Config) swollen() error {
	for _, f := range c.Followers {
		if f.Protocol != follow.V2 {
			continue
		}
		name, growth := f.Handle(c.Markets[f.Of]), 0.0
		for _, p := range c.Pulls {
			if slices.Contains(p.Pools, name) {
				away := -math.Expm1(-math.Abs(math.Log1p(p.By)) / 2) // the share of a side that is paid in, of what is there then
				growth += float64(p.Blocks) * away * float64(f.Fee) / feeUnit
			}
		}
		if growth > math.Log(mostSwelling) {
			return fmt.Errorf("the fees of the pulls would make %s more than %d times as deep: want fewer or shorter ones", name, mostSwelling)
		}
	}
	return nil
}

// bearable checks that the markets of a pull can walk on around its price.
func (c Config) bearable(p Pull) error {
	for _, m := range c.Markets {
		s := m.Spec
		s.Native.USD = 1 // what gas costs is another's price
		for i := p.Start / Phases; i <= (p.Start+p.Blocks-1)/Phases && i < len(m.Minutes); i++ {
			x := m.Minutes[i].shifted(c.shift(s.Handle(), s, max(p.Start, i*Phases)))
			if found, want := s.refuse(x); found != "" {
				return fmt.Errorf("%s at %s: %s: %s", s.Handle(), stamp(x.Time), found, want)
			}
		}
	}
	return nil
}

// shift is by how many ticks a pool is held away from its price in a block.
func (c Config) shift(handle string, s Spec, block int) int {
	for _, p := range c.Pulls {
		if !p.covers(block) || !slices.Contains(p.Pools, handle) {
			continue
		}
		ticks := int(math.Round(math.Log1p(p.By) / math.Log(1.0001)))
		if s.Quote == 0 {
			return -ticks
		}
		return ticks
	}
	return 0
}

// shifted is a minute around another price.
func (m Minute) shifted(ticks int) Minute {
	m.Open, m.Low, m.High, m.Close = m.Open+ticks, m.Low+ticks, m.High+ticks, m.Close+ticks
	return m
}

// moved is a price, moved by ticks.
func moved(price *uint256.Int, ticks int) *uint256.Int {
	if ticks == 0 {
		return price
	}
	return mulDiv(price, sqrtAt(ticks), q96)
}

// manipulator carries out the pulls.
type manipulator struct {
	w      *World
	config Config
	key    *ecdsa.PrivateKey
	nonce  uint64
	swaps  int
	held   int // blocks that ended with a pool held
}

// purseBits is what the manipulator owns of each token: two to that, more than any pool takes.
const purseBits = 108

// manipulate settles the manipulator; nothing where there is none.
func (w *World) manipulate(ctx context.Context, c Config) error {
	if len(c.Pulls) == 0 {
		return nil
	}
	secret := c.Seed.Bytes("history/manipulator")
	key, err := crypto.ToECDSA(secret[:])
	if err != nil {
		return err
	}
	money := Purse{Native: new(uint256.Int).Lsh(uint256.NewInt(1), 80), Tokens: map[string]*uint256.Int{}}
	var errands []Errand
	all := new(uint256.Int).SetAllOne().ToBig()
	for _, t := range w.book.Tokens {
		money.Tokens[t.Symbol] = new(uint256.Int).Lsh(uint256.NewInt(1), purseBits)
		errands = append(errands, Errand{To: &t.Address, Data: bind.NewERC20().PackApprove(w.book.Address("SwapRouter"), all)})
	}
	if err := w.treasury.fund(ctx, addressOf(key), money); err != nil {
		return err
	}
	for _, f := range w.arbitrageur.all() {
		for _, call := range f.Allow() {
			errands = append(errands, Errand{To: &call.To, Data: call.Data})
		}
	}
	c.Markets = nil // their minutes are the lanes'
	w.manipulator = &manipulator{w: w, config: c, key: key, nonce: uint64(len(errands))}
	_, err = w.treasury.errands(ctx, key, errands)
	return err
}

// shift is by how many ticks a market is held in a block.
func (m *manipulator) shift(l *lane, block int) int {
	if m == nil {
		return 0
	}
	return m.config.shift(l.stats.Handle, l.market.Spec, block)
}

// walks is by how many ticks a market's steps of a block are moved: a pull begins behind the
// steps of its first block.
func (m *manipulator) walks(l *lane, block int) int {
	if m.shift(l, block-1) == 0 {
		return 0
	}
	return m.shift(l, block)
}

// release brings the markets back whose pull ended with the block before, to where their minute
// stood.
func (m *manipulator) release(block int, baseFee *big.Int) (txs []*types.Transaction, err error) {
	if m == nil || block == 0 {
		return nil, nil
	}
	for _, l := range m.w.lanes {
		if m.shift(l, block-1) == 0 || m.walks(l, block) != 0 {
			continue
		}
		to := visit(l.venue.price, l.course.today.Ticks[(block-1)%Phases])
		if to.Eq(l.venue.price) {
			continue
		}
		tx, err := m.swap(l, l.venue.price, to, baseFee)
		if err != nil {
			return nil, err
		}
		txs = append(txs, tx)
		l.venue.price = to // where the step begins; the swap's event has to say the same
	}
	return txs, nil
}

// pull moves the pools whose pull begins, and followers as long as it lasts. The market's
// scripts end where they are pulled to.
func (m *manipulator) pull(block int, s *sealing, baseFee *big.Int) (txs []*types.Transaction, err error) {
	if m == nil {
		return nil, nil
	}
	any := false
	for i, l := range m.w.lanes {
		by := m.shift(l, block)
		any = any || by != 0
		if by == 0 || m.walks(l, block) != 0 {
			continue
		}
		to := visit(s.before[i].end, l.course.today.Ticks[block%Phases]+by)
		tx, err := m.swap(l, s.before[i].end, to, baseFee)
		if err != nil {
			return nil, err
		}
		txs = append(txs, tx)
		s.pulled[i] = to
	}
	for _, f := range m.w.arbitrageur.all() {
		by := m.config.shift(f.Handle, m.w.lanes[f.of].market.Spec, block)
		any = any || by != 0
		if by == 0 {
			continue
		}
		tx, err := m.bend(f, s.deals, moved(s.prices[f.of], by), baseFee)
		if err != nil {
			return nil, err
		}
		if tx != nil {
			txs = append(txs, tx)
			f.pulls++
		}
	}
	if any {
		m.held++
	}
	return txs, nil
}

// bend swaps a follower to a price, behind the arbitrageur's deals; nil where it stands there.
func (m *manipulator) bend(f *followed, deals []deal, to *uint256.Int, baseFee *big.Int) (*types.Transaction, error) {
	at := f.Venue
	var err error
	for _, d := range deals {
		if d.in == f {
			if at, err = at.After(d.trade); err != nil {
				return nil, err
			}
		}
	}
	t, ok, err := at.To(to)
	if err != nil || !ok {
		return nil, err
	}
	t.Out = new(uint256.Int) // it takes what it gets
	data, err := f.Call(t, addressOf(m.key))
	if err != nil {
		return nil, err
	}
	return m.sign(f.Router, data, baseFee)
}

// swap moves a recorded market from one price to another.
func (m *manipulator) swap(l *lane, from, to *uint256.Int, baseFee *big.Int) (*types.Transaction, error) {
	book, s := m.w.book, l.market.Spec
	in, out := book.Token(s.Token0.Symbol), book.Token(s.Token1.Symbol)
	if to.Gt(from) {
		in, out = out, in
	}
	data := bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(int64(s.Fee)), Recipient: addressOf(m.key), Deadline: big.NewInt(1 << 40),
		AmountIn: new(big.Int).Lsh(common.Big1, purseBits), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: to.ToBig(),
	})
	return m.sign(book.Address("SwapRouter"), data, baseFee)
}

func (m *manipulator) sign(to common.Address, data []byte, baseFee *big.Int) (*types.Transaction, error) {
	chain := m.w.node.Chain
	tx, err := types.SignNewTx(m.key, chain.Signer(), &types.DynamicFeeTx{
		ChainID: chain.ID(), Nonce: m.nonce, To: &to, Data: data, Gas: arbitrageGas, GasTipCap: common.Big0, GasFeeCap: baseFee,
	})
	if err != nil {
		return nil, fmt.Errorf("sign a pull: %w", err)
	}
	chain.Trust(tx, addressOf(m.key))
	m.nonce++
	m.swaps++
	return tx, nil
}

// take books the manipulator's swaps: every pool stands elsewhere, and nothing counts as paid.
func (m *manipulator) take(receipts types.Receipts) error {
	for _, r := range receipts {
		for _, l := range m.w.lanes {
			if err := l.venue.book(r, byManipulator); err != nil {
				return err
			}
		}
		for _, f := range m.w.arbitrageur.all() {
			if err := f.Book(r); err != nil {
				return err
			}
		}
	}
	return nil
}
