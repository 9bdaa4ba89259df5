package signing

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
)

// Prices are what a guard cannot know itself. Worth is what a call of the book pays, Loss what
// it may lose at worst; each is an error where that is not known.
type Prices struct {
	Worth func(caveat.Call) (money.USDC, error)
	Loss  func(caveat.Call) (Move, error)
	// Caps refuses a call of a nonce that puts more into something than its cap; nil: there are
	// none.
	Caps func(uint64, caveat.Call) error
}

func (p Prices) complete() bool {
	return p.Worth != nil && p.Loss != nil
}

// Move is what a call gives, the most that it loses by its own minimum, and what the account
// is worth. Sells says that it sells into cash.
type Move struct {
	Given, Worst, Equity money.USDC
	Sells                bool
}

// move is what a transaction may lose. Only what trades can.
type move struct {
	Move
	trades bool
}

// move is that of a transaction that the policy allowed.
func (g *Guard) move(tx *types.DynamicFeeTx) (m move, err error) {
	if g.recipient(tx) != (common.Address{}) {
		return m, nil
	}
	call := caveat.Call{Target: *tx.To, Value: common.Big0, Data: tx.Data}
	a, err := g.book.Read(call)
	if err != nil {
		return m, refuse("%v", err)
	}
	if a.TokenOut == (common.Address{}) && a.Token2 == (common.Address{}) {
		return m, nil
	}
	m.trades = true
	if m.Move, err = g.prices.Loss(call); err != nil {
		return m, refuse("what it may lose cannot be told: %v", err)
	}
	return m, nil
}

// checkLoss refuses what may lose more than one move or a day may, where it is no sale that loses
// little of its value. Where nothing may be lost any more it refuses what would lose nothing too,
// so that what is sold beyond the limit cannot be bought again. The caller holds the lock.
//
// spec: DESIGN §12.29, safety §1.4 S-7
func (g *Guard) checkLoss(key string, m move, at time.Time) error {
	p, now := g.policy, at.UnixMilli()
	today := g.lost.Today(now) - g.lost.Of(key, now)
	most := loss.Share(p.MaxLossDay, m.Equity)
	left := max(0, most-today)
	switch {
	case !m.trades:
		return nil
	case m.Worst <= left && (left > 0 || m.Sells) && loss.Within(m.Worst, m.Given, p.MaxMoveLoss), m.Sells && loss.Within(m.Worst, m.Given, p.MaxExitLoss):
		return nil
	case !loss.Within(m.Worst, m.Given, p.MaxMoveLoss):
		return refuse("it may lose %s of %s USDC: one move loses at most %s of its value", m.Worst, m.Given, p.MaxMoveLoss)
	}
	return refuse("%s of the %s USDC that may be lost in 24 hours are lost, and it may lose %s: positions can be left, and what is held be sold for at most %s less than its worth; more is allowed at %s",
		today, most, m.Worst, p.MaxExitLoss, time.UnixMilli(g.lost.When(now, max(0, most-max(m.Worst, 1)))).UTC().Format(time.RFC3339))
}

// countLoss counts what a transaction may lose. Its call is kept as long as that counts, which is
// for good while nobody knows its outcome. The caller holds the lock.
func (g *Guard) countLoss(tx *types.DynamicFeeTx, m Move, at time.Time) {
	g.lost.Add(keyOf(tx.Nonce), at.UnixMilli(), m.Worst)
	g.calls[tx.Nonce] = caveat.Call{Target: *tx.To, Value: common.Big0, Data: tx.Data}
	counted := g.lost.Entries(at.UnixMilli())
	maps.DeleteFunc(g.calls, func(nonce uint64, _ caveat.Call) bool {
		return !slices.ContainsFunc(counted, func(e loss.Entry) bool { return e.Key == keyOf(nonce) })
	})
}

// Settle replaces what a nonce may have lost by what its receipt says that it lost, as was is
// told its call; nil takes an outcome back, so that the worst case counts again.
func (g *Guard) Settle(nonce uint64, at time.Time, was func(caveat.Call) money.USDC) {
	g.mu.Lock()
	defer g.mu.Unlock()
	key := keyOf(nonce)
	call, known := g.calls[nonce]
	switch {
	case !known:
	case was == nil:
		g.lost.Reopen(key, at.UnixMilli())
	default:
		g.lost.Settle(key, at.UnixMilli(), was(call))
	}
}

// Lost is what counts as lost of the last 24 hours.
func (g *Guard) Lost() money.USDC {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.lost.Today(g.clock.Now().UnixMilli())
}

func keyOf(nonce uint64) string { return fmt.Sprint(nonce) }
