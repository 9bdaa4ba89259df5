package embedded

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

var _ chain.Learner = (*Wallet)(nil)

// prices are those of the newest reading, of which a doubtful one is held to what it was for a moment: the
// wallet does not know a death, which nothing may stop.
func (w *Wallet) prices() signing.Prices {
	r := w.config.Rules
	return signing.Prices{
		Worth: func(c caveat.Call) (money.USDC, error) { return r.worth(c, w.seen.get()) },
		Loss:  func(c caveat.Call) (signing.Move, error) { return r.loss(c, w.seen.get().Within(turn.Moment)) },
		Caps:  w.capped,
	}
}

// loss is what a call of the book may lose at a reading: what it pays, less the least that it
// asks for; of liquidity what its own bounds let a bent pool take.
func (r Rules) loss(c caveat.Call, seen turn.Reading) (m signing.Move, _ error) {
	a, err := r.Book.Read(c)
	if err != nil {
		return m, err
	}
	cash := seen.Numeraire().Address
	tokens := moved(a)
	p, err := loss.At(seen, r.FeedAge, tokens...)
	if errors.Is(err, loss.ErrUnpriced) && a.TokenOut == cash && !seen.Fed(tokens...) {
		return signing.Move{Sells: true}, nil // a sale in a market that nobody trades in, as the cage has it
	}
	if err != nil {
		return m, err
	}
	m.Equity, m.Sells = p.Equity(seen), a.TokenOut == cash
	if a.TokenOut != (common.Address{}) {
		var known bool
		if m.Worst, m.Given, known = p.SwapLoss(a.Token, a.Amount, a.TokenOut, a.Least); !known {
			return m, fmt.Errorf("token %s or %s has no price at block %d", a.Token, a.TokenOut, seen.Block.Number)
		}
		return m, nil
	}
	mint, err := minted(c.Data)
	if err != nil {
		return m, err
	}
	market, ok := mint.in(seen)
	if !ok {
		return m, fmt.Errorf("no market of the reading at block %d has the tokens and the fee of a mint", seen.Block.Number)
	}
	m.Worst, m.Given, err = p.WorstMintLoss(market, mint.lower, mint.upper, mint.most, mint.least)
	return m, err
}

// moved are the tokens that a call gives and takes.
func moved(a caveat.Action) (tokens []common.Address) {
	for _, t := range []common.Address{a.Token, a.Token2, a.TokenOut} {
		if t != (common.Address{}) {
			tokens = append(tokens, t)
		}
	}
	return tokens
}

// mint is what a call adds liquidity by.
type mint struct {
	token0, token1 common.Address
	pips           uint32
	lower, upper   int32
	most, least    [2]*uint256.Int
}

// in returns the market of a reading that the liquidity goes to: one that is a contract of its own.
func (m mint) in(seen turn.Reading) (*turn.Market, bool) {
	for i := range seen.Markets {
		market := &seen.Markets[i]
		zero, one := market.Ordered()
		if market.Range != nil && !market.Range.Whole && market.Address != (common.Address{}) && zero.Address == m.token0 && one.Address == m.token1 && market.BaseFee == m.pips {
			return market, true
		}
	}
	return nil, false
}

// minted reads the call of a position manager that mints.
func minted(data []byte) (m mint, _ error) {
	codec, err := bind.NonfungiblePositionManagerMetaData.ParseABI()
	if err != nil {
		return m, err
	}
	args, err := codec.Methods["mint"].Inputs.Unpack(data[4:])
	if err != nil {
		return m, fmt.Errorf("read a mint: %w", err)
	}
	var in struct {
		Params bind.INonfungiblePositionManagerMintParams
	}
	if err := codec.Methods["mint"].Inputs.Copy(&in, args); err != nil {
		return m, fmt.Errorf("read a mint: %w", err)
	}
	q := in.Params
	for _, tick := range []*big.Int{q.TickLower, q.TickUpper} {
		if !tick.IsInt64() || tick.Int64() != int64(int32(tick.Int64())) { //nolint:gosec // compared
			return m, fmt.Errorf("read a mint: tick %s", tick)
		}
	}
	m.token0, m.token1, m.pips = q.Token0, q.Token1, uint32(q.Fee.Uint64())   //nolint:gosec // 24 bits
	m.lower, m.upper = int32(q.TickLower.Int64()), int32(q.TickUpper.Int64()) //nolint:gosec // checked
	for i, n := range []*big.Int{q.Amount0Desired, q.Amount1Desired} {
		m.most[i] = uint256.MustFromBig(n)
	}
	for i, n := range []*big.Int{q.Amount0Min, q.Amount1Min} {
		m.least[i] = uint256.MustFromBig(n)
	}
	return m, nil
}

// Learn implements chain.Learner: what a receipt says was lost takes the place of the worst.
func (w *Wallet) Learn(nonce uint64, r chain.Receipt, at time.Time) {
	w.landed(nonce, r)
	switch {
	case r.Lost || r.Found && !r.Success:
		w.guard.Settle(nonce, at, func(caveat.Call) money.USDC { return 0 })
	case !r.Found:
		w.guard.Settle(nonce, at, nil)
	default:
		seen := w.signedAt(nonce).Within(turn.Moment)
		deltas := tool.Deltas(nil, w.config.Address, r.Logs)
		p, err := loss.At(seen, w.config.Rules.FeedAge, w.config.Rules.counted(deltas, seen)...)
		if err != nil {
			return // nobody knows what it moved was worth: the worst goes on counting
		}
		w.guard.Settle(nonce, at, func(c caveat.Call) money.USDC { return w.config.Rules.lost(c, deltas, p, seen) })
	}
}

// counted are the tokens of deltas that must have a price: those of the policy, and the assets of a
// reading. What else comes or goes, such as a receipt token, is no loss of its own.
func (r Rules) counted(deltas []turn.Delta, seen turn.Reading) (tokens []common.Address) {
	for _, d := range deltas {
		if _, ok := seen.Asset(d.Token); ok || slices.Contains(r.Policy.Tokens, d.Token) {
			tokens = append(tokens, d.Token)
		}
	}
	return tokens
}

// lost is what a call lost whose logs are known, at the prices that it was signed by.
func (r Rules) lost(c caveat.Call, moved []turn.Delta, p loss.Prices, seen turn.Reading) money.USDC {
	a, err := r.Book.Read(c)
	if err != nil || a.Token2 == (common.Address{}) {
		return p.NetLoss(moved)
	}
	m, err := minted(c.Data)
	if err != nil {
		return p.NetLoss(moved)
	}
	market, ok := m.in(seen)
	if !ok {
		return p.NetLoss(moved)
	}
	var took [2]uint256.Int
	for _, d := range moved {
		switch {
		case !d.Out:
		case d.Token == m.token0:
			took[0] = d.Units
		case d.Token == m.token1:
			took[1] = d.Units
		}
	}
	lost, _ := p.MintedLoss(market, m.lower, m.upper, &took[0], &took[1])
	return lost
}
