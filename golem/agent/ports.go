package agent

import (
	"context"
	"time"

	"bardo.run/bardo/golem/agent/trust"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/extension"
	"bardo.run/bardo/golem/host/outcomes"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/world/tape"
)

// early is how far in the future a block may lie that counts as one of the present, in
// milliseconds, as for a head (chain §2).
const early = 60_000

// alive tells the desk of the Golem.
type alive struct {
	clock    *tape.Clock
	state    *turn.State
	standing *descent.Keeper
}

func (l alive) Now() int64         { return l.clock.Now() }
func (l alive) State() *turn.State { return l.state }
func (l alive) Epoch() uint64      { return l.state.Identity().Epoch }
func (l alive) Halted() string     { return l.standing.Frozen() }

// moments fires the hooks of the extensions, once they are built.
type moments struct{ host *extension.Host }

func (m *moments) ToolCall(ctx context.Context, c *turn.ToolCall) *turn.Refusal {
	return m.host.FireToolCall(ctx, c)
}

func (m *moments) ToolStart(ctx context.Context, p turn.ToolProgress) { m.host.FireToolStart(ctx, p) }
func (m *moments) ToolEnd(ctx context.Context, p turn.ToolProgress)   { m.host.FireToolEnd(ctx, p) }

// timer is the heartbeat's Timer over the life's clock.
type timer struct{ clock *tape.Clock }

func (t timer) Wait(ctx context.Context, ms int64) error {
	_, err := t.clock.WaitUntil(ctx, t.clock.Last()+ms)
	return err
}
func (t timer) Now(context.Context) (int64, error) { return t.clock.Now(), nil }

// rules let the extensions prepare a deliberation before it begins.
type rules struct {
	moments *moments
	player  *play.Player
}

func (r rules) Deliberate(ctx context.Context, b turn.Brief) (turn.Decision, error) {
	if b.Step == 0 {
		if err := r.moments.host.FireBeforeAgentStart(ctx, &turn.AgentStart{Tier: b.Tier, Brief: &b}); err != nil {
			return turn.Decision{}, err
		}
	}
	return r.player.Deliberate(ctx, b)
}

// purse tells the credit probe what is left, and keeps it for the ladder behind it.
type purse struct {
	books *booking.Credit
	left  probe.Credit // of this tick
}

func (p *purse) Credit(context.Context, int64) (probe.Credit, error) {
	p.left = probe.Credit{Total: float64(p.books.Remaining()) / float64(p.books.Endowment()), Lowest: p.books.Lowest()}
	return p.left, nil
}

// lifeTime is the life's clock for whoever stamps events.
type lifeTime struct{ clock *tape.Clock }

func (t lifeTime) Now() time.Time { return time.UnixMilli(t.clock.Last()).UTC() }
func (t lifeTime) WaitUntil(ctx context.Context, until time.Time) error {
	_, err := t.clock.WaitUntil(ctx, until.UnixMilli())
	return err
}

// watched is the strategy with the triggers that no text can take away.
type watched struct {
	*strategy.Keeper
	clock    *tape.Clock
	player   *play.Player
	standing *descent.Keeper
	trust    *trust.Trust
	purse    *purse
}

// Evaluate implements heartbeat.Strategy.
func (w watched) Evaluate(seen turn.Observation, now int64) ([]turn.Trigger, []turn.ProbeResult) {
	triggers, found := w.Keeper.Evaluate(seen, now)
	triggers = append(triggers, w.player.Rest(now)...)
	if step, ok := w.standing.Look(seen, now); ok {
		triggers = append([]turn.Trigger{step}, triggers...)
	}
	w.trust.Weigh(seen, now, w.purse.left.Lowest)
	return triggers, found
}

// Push shows the engine the price of a gamma tick too.
func (w watched) Push(atMs int64, price float64) {
	if atMs > w.clock.Last()+early {
		return
	}
	w.Keeper.Push(atMs, price)
	w.trust.Glance(atMs, price)
}

// market is the Golem's market, whose readings are held against its books.
type market struct {
	tape.Market
	strays *outcomes.Strays
}

// Observe implements heartbeat.Market.
func (m market) Observe(ctx context.Context) (turn.Reading, error) {
	r, err := m.Market.Observe(ctx)
	if err == nil {
		m.strays.Compare(r)
		r.Unbooked = m.strays.Unbooked(r)
	}
	return r, err
}

// foreseen hands the oracle's comparisons to the epistemic clock.
type foreseen struct {
	oracle *oracle.Engine
	state  *turn.State
}

// domains names the oracle's domains as the clock does.
var domains = [oracle.Domains]mortality.Dimension{
	oracle.DomainDirection:  mortality.PriceDirection,
	oracle.DomainVolatility: mortality.VolatilityRegime,
	oracle.DomainYield:      mortality.YieldTrend,
	oracle.DomainGas:        mortality.GasCondition,
	oracle.DomainProtocol:   mortality.ProtocolState,
}

// Resolved returns what was found out since the tick before.
func (f foreseen) Resolved(uint64) []mortality.Pair {
	var pairs []mortality.Pair
	for _, p := range f.oracle.Pairs() {
		pair := mortality.Pair{Tick: p.Tick}
		for i, d := range domains {
			pair.Predicted[d], pair.Observed[d] = mortality.Class(p.Predicted[i])+1, mortality.Class(p.Observed[i])+1
		}
		pairs = append(pairs, pair)
	}
	return pairs
}

// Regime is what the market is like now.
func (f foreseen) Regime() mortality.MarketRegime {
	r := mortality.MarketRegime{Volatility: f.oracle.Quintile()}
	switch f.state.Heartbeat().Observation.Regime {
	case turn.RegimeTrendingUp:
		r.Trend = 1
	case turn.RegimeTrendingDown:
		r.Trend = -1
	}
	return r
}
