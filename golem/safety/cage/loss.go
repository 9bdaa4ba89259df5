package cage

import (
	"fmt"
	"math"
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

// CheckLoss refuses what would lose more than the sums or one move may. At the limit nothing
// is opened, not even what would lose nothing, and a sale into cash passes if it loses little
// of its value; one of two moves does not, because each would lose that, but at a death. Where what it goes
// over is in doubt, the first of two loses no more than that either. Without a fresh price a
// sale is refused too: no one knows what it loses, and a stolen key could wait for that hour and
// sell for nothing. The owner can sell from the account.
// What leaves a position, withdraws or repays loses nothing, and is not asked about.
//
// spec: safety §1.4 S-7 and S-10, DESIGN §12.29
func (c *Cage) CheckLoss(k Case, s turn.Simulation) *turn.Refusal {
	opens := k.Opens() || k.homeward() && !k.Dying
	p, err := k.prices(c.policy.FeedAge)
	switch {
	case !moves(k.Action):
		return c.ended(k, p, err)
	case err != nil && k.Dying && !opens && !k.Seen.Fed(k.tokens()...):
		return nil // no feed, nothing that was believed of late, and a life that ends
	case err != nil:
		return refuse(CodeUnpriced, "%v: nothing is opened and nothing sold before it has one again; positions can be left, lent money that secures no debt withdrawn, debts repaid", err)
	}
	worst, given, ok := worstCase(p, k, s)
	if !ok {
		return refuse(CodeUnpriced, "what the action gives and receives has no price at block %d", k.Seen.Block.Number)
	}
	left, bounds := c.left(k, p), c.policy.bounds(k.Seen)
	most := bounds.Loss.Move
	if k.homeward() && k.doubt() != "" {
		most = min(most, bounds.Loss.Exit)
	}
	// Where nothing is left, a sale that loses nothing is within the exit's bound.
	fits := worst <= left.day && worst <= left.session && loss.Within(worst, given, most) && !left.none()
	switch {
	case fits, !opens && loss.Within(worst, given, bounds.Loss.Exit):
		return nil
	case !loss.Within(worst, given, most):
		return refuse(CodeLoss, "it may lose %s of %s USDC: one move loses at most %s of its value; ask for less, or for less slippage%s", worst, given, most, apart(k))
	case !opens:
		return refuse(CodeLoss, "it may lose %s of %s USDC: %s, and a sale then loses at most %s of its value; ask for less, or for less slippage%s", worst, given, c.spentUp(k, left, worst), bounds.Loss.Exit, apart(k))
	}
	return c.atLimit(k, left, worst)
}

// prices are those that what is lost is counted at, of feeds whose answers are as old as ages say. In
// a life an asset in doubt is worth what was believed of it last, and for a moment at a death, which must
// end: nothing shuts an exit then.
//
// spec: safety §1.4 S-7
func (k Case) prices(ages loss.Ages) (loss.Prices, error) {
	seen := k.Seen
	if k.Dying {
		seen = seen.Within(turn.Moment)
	}
	return loss.At(seen, ages, k.tokens()...)
}

// none says that nothing may be lost any more. Then what loses nothing is not opened either:
// it could be sold beyond the limit, and bought again, as often as a day lets it be bought.
func (l room) none() bool { return l.day == 0 || l.session == 0 }

// ended refuses at the limit what opens without a trade. What secures a debt still may.
func (c *Cage) ended(k Case, p loss.Prices, err error) *turn.Refusal {
	switch {
	case !k.Opens() || secures(k):
		return nil
	case err != nil:
		return refuse(CodeUnpriced, "%v: nothing is opened and nothing sold before it has one again; positions can be left, lent money that secures no debt withdrawn, debts repaid", err)
	}
	if left := c.left(k, p); left.none() {
		return c.atLimit(k, left, 0)
	}
	return nil
}

// spends is what an opening counts as spent, where its simulation says so much at the markets'
// prices: what is lent or borrowed counts at the feed's where that is more.
func spends(k Case, value money.USDC) money.USDC {
	p, ok := loss.Latest(k.Seen)
	if !ok || k.Action.Kind != grammar.Borrow && k.Action.Kind != grammar.Supply {
		return value
	}
	worth, _ := p.Cost(k.Action.Asset, k.Action.Amount.ToBig())
	return max(value, worth)
}

// exhausted refuses to open where the cage on the chain lets nothing more be lost: a simulation
// of it could only revert.
//
// spec: DESIGN §12.29
func (c *Cage) exhausted(k Case) *turn.Refusal {
	f := k.Seen.Fence
	if f == nil || !f.Loss.Bounded || f.Loss.Left > 0 && f.Loss.SessionLeft > 0 {
		return nil
	}
	return c.atLimit(k, room{day: f.Loss.Left, session: f.Loss.SessionLeft}, 0)
}

// Reverted is the refusal of what reverted in its simulation because it would lose more than
// the cage on the chain lets it: in the cage's words, and with what still works.
func (c *Cage) Reverted(k Case, why string) *turn.Refusal {
	f := k.Seen.Fence
	if f == nil || !f.Loss.Bounded {
		return refuse(CodeLoss, "%s", why)
	}
	return refuse(CodeLoss, "%s; one move may lose at most %s of its value; %s; and %s. Positions can be left, lent money that secures no debt withdrawn, debts repaid, and what is held be sold for at most %s less than its worth",
		why, c.policy.bounds(k.Seen).Loss.Move, dayOf(f), sessionOf(f), c.policy.bounds(k.Seen).Loss.Exit)
}

// dayOf says what the cage on the chain counts as lost of 24 hours, and when it allows more.
func dayOf(f *turn.Fence) string {
	said := fmt.Sprintf("%s of the %s USDC that may be lost in 24 hours are lost, as the cage on the chain counts", f.Loss.Lost, f.Loss.Day)
	if f.Loss.MoreAt != 0 {
		said += ", which allows more at " + utc(int64(f.Loss.MoreAt)) //nolint:gosec // a time
	}
	return said
}

// sessionOf says it of the session.
func sessionOf(f *turn.Fence) string {
	return fmt.Sprintf("%s of the %s USDC that may be lost in this session are lost, as the cage on the chain counts, until its owner begins another (bardo cage session)", f.Loss.SessionLost, f.Loss.Session)
}

func (c *Cage) atLimit(k Case, left room, worst money.USDC) *turn.Refusal {
	what := "nothing"
	if worst > 0 {
		what = fmt.Sprintf("nothing that may lose %s USDC", worst)
	}
	return refuse(CodeLoss, "%s: %s is opened; positions can be left, lent money that secures no debt withdrawn, debts repaid, and what is held be sold for at most %s less than its worth%s",
		c.spentUp(k, left, max(worst, 1)), what, c.policy.bounds(k.Seen).Loss.Exit, apart(k))
}

// apart names both prices of an asset where its feed, or what was believed of it last, is off the markets
// by so much that this is a loss.
func apart(k Case) string {
	for _, token := range k.tokens() {
		a, ok := k.Seen.Asset(token)
		if ok && a.Feed != nil && a.Feed.Price > 0 && math.Abs(a.Price/a.Feed.Price-1) > 0.005 {
			return fmt.Sprintf("; %s trades at %.2f and its price feed says %.2f", a.Token.Symbol, a.Price, a.Feed.Price)
		}
		if ok && a.Feed == nil && a.Believed != nil && math.Abs(a.Price/a.Believed.Price-1) > 0.005 {
			return fmt.Sprintf("; %s trades at %.2f, which is in doubt, and was worth %.2f %d s ago", a.Token.Symbol, a.Price, a.Believed.Price, k.Seen.Block.Time-a.Believed.Time)
		}
	}
	return ""
}

// moves says that an action can lose by a price: it swaps, or adds liquidity.
func moves(a grammar.Action) bool {
	return a.Kind == grammar.Swap || a.Kind == grammar.AddLiquidity
}

// worstCase is the most that an action may lose, by the order's own minimum, and what it
// gives. The minimum is bound to the simulation that it was permitted on.
func worstCase(p loss.Prices, k Case, s turn.Simulation) (worst, given money.USDC, ok bool) {
	a := k.Action
	if a.Kind == grammar.AddLiquidity {
		m, ok := k.market()
		worst, given = p.MintLoss(&m, a.Base.ToBig(), a.Quote.ToBig(), a.Slippage)
		return worst, given, ok
	}
	got := received(s.Deltas, a.TokenOut)
	least := new(big.Int).Mul(got.ToBig(), big.NewInt(int64(money.Whole-a.Slippage)))
	return p.SwapLoss(a.TokenIn, a.AmountIn.ToBig(), a.TokenOut, least.Quo(least, big.NewInt(int64(money.Whole))))
}

// received is what came of a token.
func received(deltas []turn.Delta, token common.Address) (units uint256.Int) {
	for _, d := range deltas {
		if d.Token == token && !d.Out {
			units = d.Units
		}
	}
	return units
}

// left is what the stricter of the policy and the cage on the chain leaves.
func (c *Cage) left(k Case, p loss.Prices) room {
	equity := p.Equity(k.Seen)
	l := room{mostDay: loss.Share(c.policy.Loss.Day, equity), mostSession: loss.Share(c.policy.Loss.Session, equity)}
	l.day, l.session = max(0, l.mostDay-c.lost.Today(k.Now)), max(0, l.mostSession-c.lost.Session())
	if f := k.Seen.Fence; f != nil && f.Loss.Bounded {
		l.day, l.session = min(l.day, f.Loss.Left), min(l.session, f.Loss.SessionLeft)
	}
	return l
}

// spentUp says which sum leaves too little, and when it leaves more.
func (c *Cage) spentUp(k Case, left room, worst money.USDC) string {
	f := k.Seen.Fence
	chained := f != nil && f.Loss.Bounded
	switch {
	case worst > left.session && chained && f.Loss.SessionLeft <= left.session:
		return sessionOf(f)
	case worst > left.session:
		return fmt.Sprintf("%s of the %s USDC that one run of the process may lose are lost, until its owner starts it again", c.lost.Session(), left.mostSession)
	case chained && f.Loss.Left <= left.day:
		return dayOf(f)
	}
	return fmt.Sprintf("%s of the %s USDC that may be lost in 24 hours are lost, which allows it again at %s", c.lost.Today(k.Now), left.mostDay, utc((c.lost.When(k.Now, left.mostDay-min(worst, left.mostDay))+999)/1_000))
}

func utc(seconds int64) string { return time.Unix(seconds, 0).UTC().Format("2006-01-02 15:04:05 UTC") }

// CountLoss counts an action that is about to be sent, with the most that it may lose.
func (c *Cage) CountLoss(id string, k Case, s turn.Simulation) {
	if !moves(k.Action) {
		return
	}
	c.leaves(id, k, s.Value)
	worst := money.USDC(0)
	if p, err := k.prices(c.policy.FeedAge); err == nil {
		worst, _, _ = worstCase(p, k, s)
	}
	c.lost.Add(id, k.Now, worst)
}

// SettleLoss replaces that by what the chain says was lost, at the prices that the action was
// judged at. What is not known yet stays.
func (c *Cage) SettleLoss(id string, k Case, x turn.Execution, now int64) {
	c.brought(id, x)
	switch x.Status {
	case turn.StatusPending:
		return
	case turn.StatusBlocked, turn.StatusCancelled:
		c.lost.Settle(id, now, 0)
		return
	}
	if p, err := k.prices(c.policy.FeedAge); err == nil {
		c.lost.Settle(id, now, realCase(p, k, x.Deltas))
	}
}

// ReopenLoss takes back what was known of an action: its worst case counts again.
func (c *Cage) ReopenLoss(id string, now int64) {
	c.brought(id, turn.Execution{})
	c.lost.Reopen(id, now)
}

// Losses are what counts of 24 hours at a time.
func (c *Cage) Losses(now int64) []loss.Entry { return c.lost.Entries(now) }

func realCase(p loss.Prices, k Case, deltas []turn.Delta) money.USDC {
	a := k.Action
	if a.Kind != grammar.AddLiquidity {
		return p.NetLoss(deltas)
	}
	m, _ := k.market()
	zero, one := m.Ordered()
	var amounts [2]uint256.Int
	for _, d := range deltas {
		for i, t := range []turn.Token{zero, one} {
			if d.Token == t.Address && d.Out {
				amounts[i] = d.Units
			}
		}
	}
	lost, _ := p.MintedLoss(&m, a.TickLower, a.TickUpper, &amounts[0], &amounts[1])
	return lost
}
