package cage

import (
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// CodeLoss is the code of what would lose too much.
const CodeLoss = wire.CodeSafetyLossLimit

// room is what may still be lost at a moment, in 24 hours and in the run of the process, and
// what may in all.
type room struct{ day, session, mostDay, mostSession money.USDC }

// Bearable refuses what would lose more than the sums or one move may. At the limit nothing
// is opened, and a sale into cash passes if it loses little of its value. What leaves a
// position, withdraws or repays loses nothing, and is not asked about.
//
// spec: safety §1.4 S-7 and S-10, DESIGN §12.29
func (c *Cage) Bearable(k Case, s turn.Simulation) *turn.Refusal {
	if !moves(k.Action) {
		return nil
	}
	p, err := loss.At(k.Seen, c.policy.FeedAge)
	switch {
	case err != nil && !errors.Is(err, loss.ErrSilent) && !Opens(k.Action, k.Seen.Pool):
		return nil // no feed, and a pool that nobody trades in
	case err != nil:
		return refuse(CodeUnpriced, "%v: nothing is opened and nothing sold before it has one again; positions can be left, lent money withdrawn, debts repaid", err)
	}
	worst, given, ok := worstCase(p, k.Action, s)
	if !ok {
		return refuse(CodeUnpriced, "what the action gives and receives has no price at block %d", k.Seen.Block.Number)
	}
	left, bounds := c.left(k, p), c.bounds(k.Seen)
	fits := worst <= left.day && worst <= left.session && loss.Within(worst, given, bounds.MaxMoveLoss)
	switch {
	case fits, !Opens(k.Action, k.Seen.Pool) && loss.Within(worst, given, bounds.MaxExitLoss):
		return nil
	case !loss.Within(worst, given, bounds.MaxMoveLoss):
		return refuse(CodeLoss, "it may lose %s of %s USDC: one move loses at most %s of its value; ask for less, or for less slippage", worst, given, bounds.MaxMoveLoss)
	case !Opens(k.Action, k.Seen.Pool):
		return refuse(CodeLoss, "it may lose %s of %s USDC: %s, and a sale then loses at most %s of its value; ask for less, or for less slippage", worst, given, c.spentUp(k, left, worst), bounds.MaxExitLoss)
	}
	return refuse(CodeLoss, "%s: nothing that may lose %s USDC is opened; positions can be left, lent money withdrawn, debts repaid, and what is held be sold for at most %s less than its worth", c.spentUp(k, left, worst), worst, bounds.MaxExitLoss)
}

// moves says that an action can lose by a price: it swaps, or adds liquidity.
func moves(a grammar.Action) bool {
	return a.Kind == grammar.Swap || a.Kind == grammar.AddLiquidity
}

// worstCase is the most that an action may lose, by the order's own minimum, and what it
// gives. The minimum is bound to the simulation that it was permitted on.
func worstCase(p loss.Prices, a grammar.Action, s turn.Simulation) (worst, given money.USDC, ok bool) {
	if a.Kind == grammar.AddLiquidity {
		worst, given = p.Mint(a.Amount0.ToBig(), a.Amount1.ToBig(), a.Slippage)
		return worst, given, true
	}
	least := new(big.Int)
	for _, d := range s.Deltas {
		if d.Token == a.TokenOut && !d.Out {
			least.Mul(d.Units.ToBig(), big.NewInt(int64(money.Whole-a.Slippage)))
			least.Quo(least, big.NewInt(int64(money.Whole)))
		}
	}
	return p.Swap(a.TokenIn, a.AmountIn.ToBig(), a.TokenOut, least)
}

// left is what the stricter of the policy and the cage on the chain leaves.
func (c *Cage) left(k Case, p loss.Prices) room {
	equity := p.Equity(k.Seen)
	l := room{mostDay: loss.Share(c.policy.MaxLossDay, equity), mostSession: loss.Share(c.policy.MaxLossSession, equity)}
	l.day, l.session = max(0, l.mostDay-c.lost.Today(k.Now)), max(0, l.mostSession-c.lost.Session())
	if f := k.Seen.Fence; f != nil && f.Bounded {
		l.day, l.session = min(l.day, f.LossLeft), min(l.session, f.SessionLossLeft)
	}
	return l
}

// spentUp says which sum leaves too little, and when it leaves more.
func (c *Cage) spentUp(k Case, left room, worst money.USDC) string {
	f := k.Seen.Fence
	chained := f != nil && f.Bounded
	switch {
	case worst > left.session && chained && f.SessionLossLeft <= left.session:
		return fmt.Sprintf("%s USDC may still be lost in this session by the cage on the chain, until its owner begins another", left.session)
	case worst > left.session:
		return fmt.Sprintf("%s of the %s USDC that one run of the process may lose are lost, until its owner starts it again", c.lost.Session(), left.mostSession)
	case chained && f.LossLeft <= left.day:
		return fmt.Sprintf("%s USDC may still be lost within 24 hours by the cage on the chain, which allows more at %s", left.day, utc(int64(f.MoreAt))) //nolint:gosec // a time
	}
	return fmt.Sprintf("%s of the %s USDC that may be lost in 24 hours are lost, which allows it again at %s", c.lost.Today(k.Now), left.mostDay, utc((c.lost.When(k.Now, left.mostDay-min(worst, left.mostDay))+999)/1_000))
}

func utc(seconds int64) string { return time.Unix(seconds, 0).UTC().Format("2006-01-02 15:04:05 UTC") }

// Bear counts an action that is about to be sent, with the most that it may lose.
func (c *Cage) Bear(id string, k Case, s turn.Simulation) {
	if !moves(k.Action) {
		return
	}
	worst := money.USDC(0)
	if p, err := loss.At(k.Seen, c.policy.FeedAge); err == nil {
		worst, _, _ = worstCase(p, k.Action, s)
	}
	c.lost.Bear(id, k.Now, worst)
}

// Bore replaces that by what the chain says was lost, at the prices that the action was
// judged at. What is not known yet stays.
func (c *Cage) Bore(id string, k Case, x turn.Execution, now int64) {
	switch {
	case !moves(k.Action) || x.Status == turn.StatusPending:
		return
	case x.Status == turn.StatusBlocked, x.Status == turn.StatusCancelled:
		c.lost.Settle(id, now, 0)
		return
	}
	if p, err := loss.At(k.Seen, c.policy.FeedAge); err == nil {
		c.lost.Settle(id, now, realCase(p, k, x.Deltas))
	}
}

// Doubts takes back what was known of an action: its worst case counts again.
func (c *Cage) Doubts(id string, now int64) { c.lost.Doubt(id, now) }

// Losses are what counts of 24 hours at a time.
func (c *Cage) Losses(now int64) []loss.Entry { return c.lost.Entries(now) }

func realCase(p loss.Prices, k Case, deltas []turn.Delta) money.USDC {
	a := k.Action
	if a.Kind != grammar.AddLiquidity {
		return p.Of(deltas)
	}
	var amounts [2]uint256.Int
	for _, d := range deltas {
		for i, t := range []common.Address{k.Seen.Pool.Token0.Address, k.Seen.Pool.Token1.Address} {
			if d.Token == t && d.Out {
				amounts[i] = d.Units
			}
		}
	}
	lost, _ := p.Minted(a.TickLower, a.TickUpper, &amounts[0], &amounts[1])
	return lost
}
