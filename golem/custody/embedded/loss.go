package embedded

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/table"
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
	mint, market, err := table.Mint(c.Data, seen)
	if err != nil {
		return m, err
	}
	m.Worst, m.Given, err = p.WorstMintLoss(market, mint.Lower, mint.Upper, mint.Most, mint.Least)
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
	m, market, err := table.Mint(c.Data, seen)
	if err != nil {
		return p.NetLoss(moved)
	}
	zero, one := market.Ordered()
	var took [2]uint256.Int
	for _, d := range moved {
		switch {
		case !d.Out:
		case d.Token == zero.Address:
			took[0] = d.Units
		case d.Token == one.Address:
			took[1] = d.Units
		}
	}
	lost, _ := p.MintedLoss(market, m.Lower, m.Upper, &took[0], &took[1])
	return lost
}
