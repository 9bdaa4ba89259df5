package embedded

import (
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

var _ chain.Learner = (*Wallet)(nil)

// prices are those of the newest reading.
func (w *Wallet) prices() signing.Prices {
	r := w.config.Rules
	return signing.Prices{
		Worth: func(c caveat.Call) (money.USDC, error) { return r.worth(c, w.seen.get()) },
		Loss:  func(c caveat.Call) (signing.Move, error) { return r.loss(c, w.seen.get()) },
	}
}

// loss is what a call of the book may lose at a reading: what it pays, less the least that it
// asks for; of liquidity what its own bounds let a bent pool take.
func (r Rules) loss(c caveat.Call, seen turn.Reading) (m signing.Move, _ error) {
	a, err := r.Book.Read(c)
	if err != nil {
		return m, err
	}
	p, err := loss.At(seen, r.FeedAge)
	if errors.Is(err, loss.ErrUnpriced) && a.TokenOut == seen.Pool.Quote().Address {
		return signing.Move{Sells: true}, nil // a sale in a pool that nobody trades in, as the cage has it
	}
	if err != nil {
		return m, err
	}
	m.Equity, m.Sells = p.Equity(seen), a.TokenOut == seen.Pool.Quote().Address
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
	m.Worst, m.Given, err = p.WorstMintLoss(mint.lower, mint.upper, mint.most, mint.least)
	return m, err
}

// mint is what a call adds liquidity by.
type mint struct {
	lower, upper int32
	most, least  [2]*uint256.Int
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
	switch {
	case r.Lost || r.Found && !r.Success:
		w.guard.Settle(nonce, at, func(caveat.Call) money.USDC { return 0 })
	case !r.Found:
		w.guard.Settle(nonce, at, nil)
	default:
		seen := w.signedAt(nonce)
		p, err := loss.At(seen, w.config.Rules.FeedAge)
		if err != nil {
			return // nobody knows what it moved was worth: the worst goes on counting
		}
		w.guard.Settle(nonce, at, func(c caveat.Call) money.USDC { return w.config.Rules.lost(c, r.Logs, w.config.Address, p, seen.Pool) })
	}
}

// lost is what a call lost whose logs are known, at the prices that it was signed by.
func (r Rules) lost(c caveat.Call, logs []protocol.Log, account common.Address, p loss.Prices, pool turn.Pool) money.USDC {
	moved := tool.Deltas(nil, account, logs)
	a, err := r.Book.Read(c)
	if err != nil || a.Token2 == (common.Address{}) {
		return p.NetLoss(moved)
	}
	m, err := minted(c.Data)
	if err != nil {
		return p.NetLoss(moved)
	}
	var took [2]uint256.Int
	for _, d := range moved {
		switch {
		case !d.Out:
		case d.Token == pool.Token0.Address:
			took[0] = d.Units
		case d.Token == pool.Token1.Address:
			took[1] = d.Units
		}
	}
	lost, _ := p.MintedLoss(m.lower, m.upper, &took[0], &took[1])
	return lost
}
