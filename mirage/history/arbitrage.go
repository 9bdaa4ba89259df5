package history

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

const (
	// inventory is how many times the liquidity of all followers the arbitrageur owns, where no
	// one pulls them.
	inventory = 4
	// wide is the gap beyond a pool's fee, in hundredths of a basis point, that is not left
	// until the close of a minute.
	wide = 10_000
	// firstGas is what a swap is taken to cost before the first of its pool.
	firstGas = 160_000
	// arbitrageGas is the gas limit of a swap.
	arbitrageGas = 5_000_000
)

// FollowerFigures say what the arbitrageur did in a follower. Values are raw units of its quote
// token at the market's price when it traded.
type FollowerFigures struct {
	Handle string
	Quote  Token
	Swaps  int      // of the arbitrageur
	Others int      // of anybody else but a manipulator
	Edge   *big.Int // what the trades returned over what they paid, fees included
	Gas    uint64
	Paid   *uint256.Int // for gas, wei
	Profit *big.Int     // the edge less the gas
	Bare   int          // times it lacked the tokens for a whole trade
}

// arbitrageur keeps followers at the prices of their markets. It owns both tokens of each and
// trades in the followers only: what it is left with is counted at the market's price.
type arbitrageur struct {
	config Config
	chain  *node.Chain
	key    *ecdsa.PrivateKey
	nonce  uint64
	pools  []*followed
	held   map[common.Address]*uint256.Int
}

// followed is a follower, and what weighs gas against its trades.
type followed struct {
	*follow.Venue
	of    int // market
	quote int
	legs  []leg  // from the first market's quote to its own
	gas   uint64 // of its last swap
	stats FollowerFigures
	pulls int // swaps of the manipulator
}

// all lists the followers; none of a nil arbitrageur.
func (a *arbitrageur) all() []*followed {
	if a == nil {
		return nil
	}
	return a.pools
}

// deal is a trade of the next block.
type deal struct {
	in     *followed
	trade  follow.Trade
	edge   *big.Int
	prices []*uint256.Int // of the markets
	gas    *uint256.Int   // wei for one
}

// newArbitrageur gives an account its money and lets the venues' routers take it.
func newArbitrageur(ctx context.Context, c Config, w *World, venues []*follow.Venue, money Purse) (*arbitrageur, error) {
	secret := c.Seed.Bytes("history/arbitrageur")
	key, err := crypto.ToECDSA(secret[:])
	if err != nil {
		return nil, err
	}
	a := &arbitrageur{config: c, chain: w.node.Chain, key: key, held: map[common.Address]*uint256.Int{}}
	if err := w.treasury.fund(ctx, addressOf(key), money); err != nil {
		return nil, err
	}
	for _, t := range w.book.Tokens {
		if amount := money.Tokens[t.Symbol]; amount != nil {
			a.held[t.Address] = amount.Clone()
		}
	}
	var errands []Errand
	for i, v := range venues {
		f := &followed{Venue: v, of: c.Followers[i].Of, gas: firstGas}
		spec := c.Markets[f.of].Spec
		f.quote = spec.Quote
		f.legs, _ = c.route(spec.QuoteToken()) // it was checked
		f.stats = FollowerFigures{Handle: v.Handle, Quote: spec.QuoteToken(), Edge: new(big.Int), Paid: new(uint256.Int), Profit: new(big.Int)}
		a.pools = append(a.pools, f)
		for _, call := range v.Allow() {
			errands = append(errands, Errand{To: &call.To, Data: call.Data})
		}
	}
	a.nonce = uint64(len(errands))
	_, err = w.treasury.errands(ctx, key, errands)
	return a, err
}

// deals are the trades that pay in a block in which the markets come to stand at prices; none
// of a nil arbitrageur.
func (a *arbitrageur) deals(prices []*uint256.Int, gasPrice *uint256.Int, closing bool) ([]deal, error) {
	if a == nil {
		return nil, nil
	}
	var deals []deal
	for _, f := range a.pools {
		market := prices[f.of]
		if !closing && !f.far(market) {
			continue
		}
		t, ok, err := f.Toward(market)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Handle, err)
		}
		if !ok {
			continue
		}
		if t, ok, err = a.afford(f, t); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Handle, err)
		}
		if !ok {
			continue
		}
		d := deal{f, t, f.edge(t, market), prices, gasPrice}
		if d.edge.Cmp(a.cost(f, prices, new(uint256.Int).Mul(gasPrice, uint256.NewInt(f.gas)))) > 0 {
			a.settle(f, t)
			deals = append(deals, d)
		}
	}
	return deals, nil
}

// far tells whether the follower is so far from the market that it is not left until the
// close.
func (f *followed) far(market *uint256.Int) bool {
	low, high := f.Price().ToBig(), market.ToBig()
	if low.Cmp(high) > 0 {
		low, high = high, low
	}
	low.Mul(low, low).Mul(low, big.NewInt(feeUnit+int64(f.Fee)+wide))
	return high.Mul(high, high).Mul(high, big.NewInt(feeUnit)).Cmp(low) > 0
}

// edge is the value of what a trade returns over what it pays.
func (f *followed) edge(t follow.Trade, market *uint256.Int) *big.Int {
	worth := func(zero bool, amount *uint256.Int) *big.Int {
		if zero == (f.quote == 0) {
			return amount.ToBig()
		}
		return uniswap.QuoteValue(market, f.quote == 0, amount.ToBig())
	}
	out := worth(!t.ZeroForOne, t.Out)
	return out.Sub(out, worth(t.ZeroForOne, t.In))
}

// cost is what wei are worth in quote units of a follower.
func (a *arbitrageur) cost(f *followed, prices []*uint256.Int, wei *uint256.Int) *big.Int {
	return through(prices, f.legs, a.config.coin(prices[0], wei))
}

func (f *followed) sides(t follow.Trade) (in, out common.Address) {
	if t.ZeroForOne {
		return f.Token0, f.Token1
	}
	return f.Token1, f.Token0
}

// afford cuts a trade to what the arbitrageur has.
func (a *arbitrageur) afford(f *followed, t follow.Trade) (follow.Trade, bool, error) {
	in, _ := f.sides(t)
	if !t.In.Gt(a.held[in]) {
		return t, true, nil
	}
	f.stats.Bare++
	if a.held[in].IsZero() {
		return t, false, nil
	}
	cut, err := f.Sell(t.ZeroForOne, a.held[in].Clone())
	return cut, err == nil && !cut.Out.IsZero(), err
}

func (a *arbitrageur) settle(f *followed, t follow.Trade) {
	in, out := f.sides(t)
	a.held[in].Sub(a.held[in], t.In)
	a.held[out].Add(a.held[out], t.Out)
}

// sign makes the transactions of deals.
func (a *arbitrageur) sign(deals []deal, baseFee *big.Int) ([]*types.Transaction, error) {
	txs := make([]*types.Transaction, len(deals))
	for i, d := range deals {
		data, err := d.in.Call(d.trade, addressOf(a.key))
		if err != nil {
			return nil, err
		}
		txs[i], err = types.SignNewTx(a.key, a.chain.Signer(), &types.DynamicFeeTx{
			ChainID: a.chain.ID(), Nonce: a.nonce, To: &d.in.Router, Data: data,
			Gas: arbitrageGas, GasTipCap: common.Big0, GasFeeCap: baseFee,
		})
		if err != nil {
			return nil, fmt.Errorf("sign a swap in %s: %w", d.in.Handle, err)
		}
		a.chain.Trust(txs[i], addressOf(a.key))
		a.nonce++
	}
	return txs, nil
}

// take books the deals, each of which succeeded: its router refuses to return less.
func (a *arbitrageur) take(deals []deal, receipts types.Receipts) error {
	for i, d := range deals {
		f, r := d.in, receipts[i]
		if err := f.Book(r); err != nil {
			return err
		}
		wei := new(uint256.Int).Mul(d.gas, uint256.NewInt(r.GasUsed))
		f.gas = r.GasUsed
		s := &f.stats
		s.Swaps++
		s.Gas += r.GasUsed
		s.Paid.Add(s.Paid, wei)
		s.Edge.Add(s.Edge, d.edge)
		s.Profit.Add(s.Profit, d.edge).Sub(s.Profit, a.cost(f, d.prices, wei))
	}
	return nil
}

// foreign books what everybody else did in the followers.
func (a *arbitrageur) foreign(receipts types.Receipts) error {
	for _, f := range a.all() {
		for _, r := range receipts {
			if err := f.Book(r); err != nil {
				return err
			}
		}
	}
	return nil
}

// figures returns what happened so far.
func (a *arbitrageur) figures() []FollowerFigures {
	var all []FollowerFigures
	for _, f := range a.all() {
		s := f.stats
		s.Others = f.Venue.Swaps - s.Swaps - f.pulls
		s.Edge, s.Profit, s.Paid = new(big.Int).Set(s.Edge), new(big.Int).Set(s.Profit), s.Paid.Clone()
		all = append(all, s)
	}
	return all
}
