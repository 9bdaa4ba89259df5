package chronicle

import (
	"context"
	"log/slog"
	"slices"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
)

// How often the head of the audit is anchored (safety §12.3), and how many ticks later
// one that failed is tried again.
const (
	anchorTicks = 1_000
	anchorSpan  = 24 * 3_600_000 // ms
	anchorAgain = 10
)

// Desk sends an anchor. An error is final or the anchor's alone.
type Desk interface {
	Anchor(ctx context.Context, m audit.Mark) (turn.Execution, error)
}

// Anchors are the marks of a chronicle that stand on the chain, and those on their way.
type Anchors struct {
	of   *Chronicle
	desk Desk
	log  *slog.Logger
	keep func([]anchor.Anchor) // nil: nobody keeps them

	list    []anchor.Anchor
	orders  map[string]anchor.Anchor // by permit, until nothing can take it back
	tick    uint64                   // when it was anchored last
	at      int64
	failed  bool
	attempt uint64 // tick of the last failure
}

// NewAnchors anchors a chronicle by a desk. keep takes all anchors whenever there are
// others; nil: nobody does.
func NewAnchors(of *Chronicle, desk Desk, log *slog.Logger, keep func([]anchor.Anchor)) *Anchors {
	return &Anchors{of: of, desk: desk, log: log, keep: keep, orders: map[string]anchor.Anchor{}}
}

// Cast anchors the head of the audit where it is time, or where it is the last time, and
// returns the order that was sent, and whether one was. One that fails stops nothing. The
// error is the journal's, or the audit's.
func (n *Anchors) Cast(ctx context.Context, last bool) (turn.Execution, bool, error) {
	if n.of.trail == nil || n.of.trail.Mark().Records == 0 || !last && !n.due() {
		return turn.Execution{}, false, nil
	}
	mark := n.of.trail.Mark()
	x, err := n.desk.Anchor(ctx, mark)
	if journal.IsFinal(err) || n.of.Err() != nil {
		return turn.Execution{}, false, err
	}
	tick := n.of.life.State.Heartbeat().Tick
	if err != nil || (x.Status != turn.StatusExecuted && x.Status != turn.StatusPending) {
		n.failed, n.attempt = true, tick
		n.log.Warn("the audit was not anchored; it is tried again", "refusal", x.Refusal, "error", err)
		return turn.Execution{}, false, nil
	}
	n.failed, n.tick, n.at = false, tick, n.of.life.Clock.Last()
	n.orders[x.PermitID] = anchor.Of(mark)
	n.stand(x)
	return x, true, nil
}

func (n *Anchors) due() bool {
	tick := n.of.life.State.Heartbeat().Tick
	if n.failed && tick < n.attempt+anchorAgain {
		return false
	}
	return tick >= n.tick+anchorTicks || n.of.life.Clock.Last() >= max(n.at, n.of.life.Born)+anchorSpan
}

// stand takes an anchor in that stands on the chain.
func (n *Anchors) stand(x turn.Execution) {
	at, ours := n.orders[x.PermitID]
	if !ours || x.Status != turn.StatusExecuted {
		return
	}
	at.TxHash, at.Block, at.ChainID = x.TxHash.Hex(), x.Block.Number, n.of.life.State.Identity().ChainID
	at.Time, at.Cost = n.of.life.Clock.Last(), x.Cost
	n.list = append(n.list, at)
	n.kept()
}

// Became takes in what became known of an anchor later: that it stands, that it never
// will, or that a reorg took it back.
func (n *Anchors) Became(x turn.Execution, vanished bool) {
	switch {
	case vanished:
		n.list = slices.DeleteFunc(n.list, func(at anchor.Anchor) bool { return at.TxHash == x.TxHash.Hex() })
		n.kept()
	case x.Status == turn.StatusExecuted:
		n.stand(x)
	default:
		n.failed, n.attempt, n.tick, n.at = true, n.of.life.State.Heartbeat().Tick, 0, 0
	}
}

func (n *Anchors) kept() {
	if n.keep != nil {
		n.keep(n.List())
	}
}

// List is the marks that stand on the chain, oldest first.
func (n *Anchors) List() []anchor.Anchor { return slices.Clone(n.list) }
