package cage

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
)

const hour, day = int64(3_600_000), int64(86_400_000)

// spending is one committed opening action.
type spending struct {
	at    int64
	value money.USDC
}

// spendings are what was opened, and what was unwrapped.
type spendings struct {
	opened    []spending // of the last 24 hours, oldest first
	unwrapped []spending // likewise
	session   money.USDC // since the process began
}

// Case is what an action is judged on: the portfolio at the pinned block and the
// Golem's condition. Now is unix milliseconds of the life's clock.
type Case struct {
	Action   grammar.Action
	Route    *turn.Route // that the action is a move of; nil: none, or nobody whose word counts says so
	Seen     turn.Reading
	Phase    turn.Phase
	Drawdown money.BPS // of equity from its peak
	Regime   turn.Regime
	Now      int64
	Dying    bool // what is closed now belongs to the settlement of a death
	Standing turn.Standing
}

// Cage judges actions by a policy, and remembers what was spent, sent and lost. It is used
// by one goroutine.
type Cage struct {
	policy Policy
	spent  spendings
	sent   []int64   // when the orders of the last hour were, oldest first
	second []int64   // likewise the second moves of orders
	lost   loss.Sums // by what was sent
	hops   []hop
}

// New returns a cage that enforces the policy.
func New(p Policy) *Cage { return &Cage{policy: p} }

// Policy returns the limits in force.
func (c *Cage) Policy() Policy { return c.policy }

// Tighten replaces the policy. Outstanding permits die with the old digest.
func (c *Cage) Tighten(p Policy) { c.policy = p }

// NewSession begins a new run of the process.
func (c *Cage) NewSession() {
	c.spent.session = 0
	c.lost.NewSession()
}

// Before judges what can be judged without running the action. nil lets it pass. Under L2 and
// L3 collateral may still be added behind a debt. Under an owner's halt it may not: the owner
// who stops may mistrust the protocol.
func (c *Cage) Before(k Case) *turn.Refusal {
	if r := c.policy.held(k); r != nil {
		return r
	}
	if r := c.policy.screened(k); r != nil {
		return r
	}
	if r := first(c.policy.listed(k), c.converted(k)); r != nil {
		return r
	}
	p := c.policy.bounds(k.Seen)
	if k.Action.Slippage > c.policy.MaxSlippage {
		return refuse(CodeSlippage, "slippage %s is above the limit %s", k.Action.Slippage, c.policy.MaxSlippage)
	}
	if r := c.rated(k); r != nil {
		return r
	}
	if !k.Opens() {
		return nil
	}
	if r := c.policy.current(k.Seen.Lag); r != nil {
		return r
	}
	if why := k.unsure(); why != "" && !secures(k) {
		return refuse(CodeUnpriced, "%s", why)
	}
	protects, open := secures(k), positions(k.Seen)
	switch {
	case k.Standing.Halt != turn.HaltNone, k.Standing.Level == turn.LevelStopped && !protects:
		return refuse(CodeHalted, "%s", k.Standing.Opens())
	case k.Standing.Level == turn.LevelWatching && !protects:
		return refuse(CodeDegraded, "%s", k.Standing.Opens())
	case k.Standing.Key != "" && !protects:
		return refuse(CodeKeyDue, "%s", k.Standing.Key)
	case k.Phase >= turn.Conservation && (!protects || k.Phase > turn.Conservation):
		return refuse(CodePhase, "phase %s opens no risk", k.Phase)
	case c.policy.fallen(k) && !protects:
		return refuse(CodeDrawdown, "drawdown %s has reached the limit %s", k.Drawdown, c.policy.breaker(k))
	case begins(k) && open >= p.MaxPositions:
		return refuse(CodePositions, "%d positions are open, the limit is %d", open, p.MaxPositions)
	case k.Seen.Crowd > 0 && k.Action.Kind == grammar.AddLiquidity:
		return refuse(CodePositions, "the account holds %d positions, most of them sent by strangers: another could get lost among them; send them away", k.Seen.Crowd)
	}
	return c.exhausted(k)
}

// breaker is the drawdown from which nothing is opened: in a volatile market seven
// tenths of the limit, rounded down (safety §15.2).
func (p Policy) breaker(k Case) money.BPS {
	most := p.bounds(k.Seen).MaxDrawdown
	if k.Regime == turn.RegimeVolatile {
		return most * 7 / 10
	}
	return most
}

// fallen reports whether the equity fell beyond the breaker (safety §7.4: violated above
// the limit).
func (p Policy) fallen(k Case) bool { return k.Drawdown > p.breaker(k) }

// current refuses to open on a head that is too old, or that lies in the future
// (chain §2): a price that is not the market's is the usual cause of loss.
func (p Policy) current(l turn.Lag) *turn.Refusal {
	switch {
	case l.Ahead > 0:
		return refuse(CodeStale, "the head lies %d s in the future, and no endpoint names another", l.Ahead)
	case l.Behind > p.MaxBehind:
		return refuse(CodeStale, "the head is %d blocks behind, the limit is %d", l.Behind, p.MaxBehind)
	}
	return nil
}

// Opens reports whether the action takes on market risk: buying anything but the numeraire,
// adding liquidity, supplying and borrowing do, selling for the numeraire, leaving a position
// and repaying do not, nor does the first move of a sale that only two markets make.
func (k Case) Opens() bool {
	if k.Action.Kind == grammar.Swap {
		return !k.homeward() && k.Action.TokenOut != k.Seen.Numeraire().Address
	}
	return k.Action.Opens()
}

// tokens are those that the action gives and takes.
func (k Case) tokens() []common.Address {
	switch a := k.Action; {
	case a.Kind == grammar.Swap:
		return []common.Address{a.TokenIn, a.TokenOut}
	case a.Kind == grammar.AddLiquidity:
		m, _ := k.market()
		return []common.Address{m.Base.Address, m.Quote.Address}
	case a.Kind == grammar.Borrow, a.Kind == grammar.Supply:
		return k.secured()
	case a.Lends(), a.Converts():
		return []common.Address{a.Asset}
	}
	return nil
}

// secured are the tokens of a loan, given or taken: what is lent, and what may stand behind it,
// whose price says how much that may be.
func (k Case) secured() []common.Address {
	tokens := []common.Address{k.Action.Asset}
	l, _ := k.Seen.Lender(k.Action.Market)
	for _, r := range l.Reserves {
		if r.Token.Address != k.Action.Asset {
			tokens = append(tokens, r.Token.Address)
		}
	}
	return tokens
}

// unsure says why nothing is opened: a price of what the action gives and takes is in doubt, or has
// just jumped, or what is held is in doubt, of which every limit is a share; empty where nothing is.
func (k Case) unsure() string {
	why := k.doubt()
	for _, token := range k.tokens() {
		if a, ok := k.Seen.Asset(token); ok && why == "" {
			why = a.Shaky()
		}
	}
	return fmt.Sprintf("%.250s", cmp.Or(why, k.Seen.Unsure()))
}

// doubt says which price of what the action gives and takes is in doubt, and why; empty where none is.
func (k Case) doubt() string {
	if k.Seen.Silent(k.Action.Market) {
		return fmt.Sprintf("market %s does not answer", k.Action.Market)
	}
	for _, token := range k.tokens() {
		if a, ok := k.Seen.Asset(token); ok && a.Doubt != "" {
			return a.Shaky()
		}
	}
	if c, ok := k.Seen.Contradicted(k.Action.Market); ok {
		return c.String()
	}
	return ""
}

// market is the one that the action goes to.
func (k Case) market() (turn.Market, bool) {
	m, ok := k.Seen.Market(k.Action.Market)
	if !ok {
		return turn.Market{}, false
	}
	return *m, true
}

func (p Policy) listed(k Case) *turn.Refusal {
	a := k.Action
	if a.PositionID != nil {
		if r := owned(a, k.Seen.Positions); r != nil {
			return r
		}
	}
	if !slices.Contains(p.Protocols, a.Protocol) || (a.Constraints.Protocols != nil && !slices.Contains(a.Constraints.Protocols, a.Protocol)) {
		return refuse(CodeProtocol, "protocol %s is not approved", a.Protocol)
	}
	switch a.Kind {
	case grammar.Wrap, grammar.Unwrap:
		return p.tokens(a, a.Asset)
	case grammar.Supply, grammar.Withdraw, grammar.Borrow, grammar.Repay:
		if r := p.tokens(a, a.Asset); r != nil {
			return r
		}
		return p.listedBy(a, k.Seen)
	case grammar.Swap, grammar.AddLiquidity:
		if r := p.tokens(a, k.tokens()...); r != nil {
			return r
		}
		return p.traded(k)
	}
	return nil
}

// traded refuses a market that is not approved, or that was read as another one than it was when
// it was approved, and a swap of other tokens than those that it trades: what they are worth
// is not known, so no other limit would hold.
func (p Policy) traded(k Case) *turn.Refusal {
	a := k.Action
	m, ok := k.market()
	if !ok || !slices.Contains(p.Markets, Listed(m)) {
		return refuse(CodePool, "market %s is not approved", a.Market)
	}
	if a.Kind == grammar.Swap && !m.Trades(a.TokenIn, a.TokenOut) {
		return refuse(CodePool, "market %s does not trade %s for %s", a.Market, a.TokenIn, a.TokenOut)
	}
	return nil
}

func (p Policy) tokens(a grammar.Action, tokens ...common.Address) *turn.Refusal {
	for _, t := range tokens {
		if !slices.Contains(p.Tokens, t) {
			return refuse(CodeToken, "token %s is not approved", t)
		}
		if a.Constraints.Tokens != nil && !slices.Contains(a.Constraints.Tokens, t) {
			return refuse(CodeNarrowed, "the proposal's own constraints exclude token %s", t)
		}
	}
	return nil
}

func owned(a grammar.Action, positions []turn.Position) *turn.Refusal {
	id := a.PositionID.Dec()
	for _, p := range positions {
		if p.ID == id {
			return nil
		}
	}
	return refuse(CodePosition, "position %s is not the Golem's", id)
}

// After judges the simulated outcome. nil lets it pass.
func (c *Cage) After(k Case, s turn.Simulation) *turn.Refusal {
	if s.ImpactBPS > c.policy.MaxImpact {
		return refuse(CodeImpact, "price impact %s is above the limit %s: ask for less", s.ImpactBPS, c.policy.MaxImpact)
	}
	if limit := k.Action.Constraints.MaxValue; limit > 0 && s.Value > limit {
		return refuse(CodeNarrowed, "the action moves %s USDC, its own constraint is %s", s.Value, limit)
	}
	if r := c.policy.secured(k, s); r != nil {
		return r
	}
	if k.Action.Kind == grammar.Wrap || k.homeward() && !k.Dying { // which comes into the limits
		if r := c.policy.sized(k, s); r != nil {
			return r
		}
	}
	if !k.Opens() {
		return first(c.CheckLoss(k, s), c.policy.paper())
	}
	if r := c.policy.current(s.Lag); r != nil {
		return r
	}
	if r := recent(k, s); r != nil {
		return r
	}
	if r := c.policy.sourced(k, s); r != nil {
		return r
	}
	if r := c.affordable(k, s.Value); r != nil {
		return r
	}
	if r := c.policy.sized(k, s); r != nil {
		return r
	}
	if r := first(c.CheckLoss(k, s), c.policy.paper()); r != nil || !c.policy.Shadow {
		return r
	}
	return refuse(CodeStage, "stage shadow: simulated, not sent")
}

// paper refuses all that a life on paper would send. It leaves nothing either: what the account
// holds is its owner's doing.
func (p Policy) paper() *turn.Refusal {
	if !p.Paper {
		return nil
	}
	return refuse(CodePaper, "on paper: simulated, not sent")
}

// first is the first refusal that there is.
func first(all ...*turn.Refusal) *turn.Refusal {
	for _, r := range all {
		if r != nil {
			return r
		}
	}
	return nil
}

func (c *Cage) affordable(k Case, value money.USDC) *turn.Refusal {
	value = spends(k, value)
	if most := c.policy.bounds(k.Seen).PerTransaction; value > most {
		return refuse(CodeSpend, "%s USDC is above the limit of %s per transaction", value, most)
	}
	if r := today(k.Seen.Fence, value); r != nil { // there each move counts by itself
		return r
	}
	value -= c.paid(k, value)
	if total, err := c.spent.session.Add(value); err != nil || total > c.policy.PerSession {
		return refuse(CodeSpend, "%s USDC more would pass the limit of %s per session", value, c.policy.PerSession)
	}
	total, err := c.spent.inDay(k.Now).Add(value)
	if err != nil || total > c.policy.PerDay {
		return refuse(CodeSpend, "%s USDC more would pass the limit of %s per day", value, c.policy.PerDay)
	}
	return nil
}

// ValueLimit is the most a write of the requested value may move: no more than
// the limits leave at this moment (safety §2.1). Leaving a position has none of
// them (S-7).
func (c *Cage) ValueLimit(k Case, requested money.USDC) money.USDC {
	if !k.Opens() {
		return requested
	}
	paid := c.paid(k, requested)
	left := min(requested, c.policy.bounds(k.Seen).PerTransaction, c.policy.PerSession-c.spent.session+paid, c.policy.PerDay-c.spent.inDay(k.Now)+paid)
	if f := k.Seen.Fence; f != nil && f.Caged {
		left = min(left, f.DayLeft)
	}
	return max(0, left)
}

func (p Policy) sized(k Case, s turn.Simulation) *turn.Refusal {
	now, _ := newBook(k.Seen) // without a price it has no equity
	if now.equity().Sign() <= 0 {
		return refuse(CodeUnpriced, "something that is held has no price, or there is no equity, at block %d", k.Seen.Block.Number)
	}
	var into *turn.Market
	if m, ok := k.market(); ok && k.Action.Kind == grammar.AddLiquidity {
		into = &m
	}
	then := now.after(s.Deltas, into)
	then.booked(k, s.Deltas)
	var position *big.Int
	switch k.Action.Kind {
	case grammar.AddLiquidity:
		position = new(big.Int).Sub(then.pooled(), now.pooled())
	case grammar.Supply:
		position = then.lent()
	case grammar.Borrow:
		position = then.owed
	case grammar.Wrap:
		position = then.balance(k.Action.Asset)
	default:
		position = then.balance(k.Action.TokenOut)
	}
	p = p.bounds(k.Seen)
	if !within(position, then.equity(), int64(p.MaxPosition)) {
		return refuse(CodePositionSize, "the position would be above %s of equity", p.MaxPosition)
	}
	if n := then.assets(); n > p.MaxAssets {
		return refuse(CodeAssets, "%d assets would be held, the limit is %d", n, p.MaxAssets)
	}
	if r := p.capped(now, then); r != nil || k.homeward() { // which leaves the risk as it is
		return r
	}
	risk := then.risk()
	if r := leavable(k, s.Value, risk); r != nil {
		return r
	}
	if !within(risk, then.equity(), int64(p.MaxConcentration)) {
		return refuse(CodeConcentration, "all positions together would be above %s of equity", p.MaxConcentration)
	}
	return nil
}

// Committed books an action that was sent: it counts against the spending of the
// session and of the next 24 hours. What is unwrapped counts against the reserve for gas.
func (c *Cage) Committed(k Case, value money.USDC) {
	if k.Action.Kind == grammar.Unwrap {
		c.spent.unwrapped = within24(c.spent.unwrapped, spending{k.Now, coin(k, k.Action.Amount)})
	}
	if value = spends(k, value); k.Opens() {
		c.spent.add(k.Now, value-c.paid(k, value))
	}
	if h := c.follows(k); h != nil {
		h.at = 0 // nothing follows it again
	}
}

func (b *spendings) add(now int64, value money.USDC) {
	b.opened = within24(b.opened, spending{now, value})
	total, err := b.session.Add(value)
	if err != nil { // more than can be counted is the most there is
		total = 1<<63 - 1
	}
	b.session = total
}

// inDay is what was spent in the 24 hours up to now. It is never less than
// what was spent since 00:00 UTC, so the stricter of both windows decides
// (safety §7.4). More than can be counted is counted as the most there is.
func (b *spendings) inDay(now int64) money.USDC { return sumOfDay(b.opened, now) }

func (b *spendings) unwrappedInDay(now int64) money.USDC { return sumOfDay(b.unwrapped, now) }

// within24 are the spendings of the 24 hours that one ends, and that one.
func within24(all []spending, last spending) []spending {
	all = slices.DeleteFunc(all, func(s spending) bool { return s.at <= last.at-day })
	return append(all, last)
}

func sumOfDay(all []spending, now int64) (sum money.USDC) {
	for _, s := range all {
		if s.at <= now-day {
			continue
		}
		more, err := sum.Add(s.value)
		if err != nil {
			return 1<<63 - 1
		}
		sum = more
	}
	return sum
}
