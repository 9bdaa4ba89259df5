package agent

import (
	"context"
	"strings"

	"bardo.run/bardo/golem/agent/trust"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/owner"
)

// words are what the owner said, each handed to the part that obeys it.
type words struct {
	inbox    *owner.Inbox
	state    *turn.State
	standing *descent.Keeper
	trust    *trust.Trust
	rearm    func()
	minds    bool         // a model hears steers too, beside the rules
	orders   []owner.Kill // heard and not obeyed yet
	abandon  bool         // of a death, nothing more is settled
	steers   []turn.Steer // heard and not taken by a tick yet
}

// listen has the words hear what is said.
func (w *words) listen() {
	owner.Hear(w.inbox, func(_ owner.Letter, k owner.Kill) (string, error) {
		w.orders, w.abandon = append(w.orders, k), k.Abandon
		return "", nil
	})
	owner.Hear(w.inbox, func(_ owner.Letter, h owner.Halt) (string, error) {
		level, err := h.Parse()
		if err == nil {
			w.standing.Halt(level)
		}
		return "", err
	})
	owner.Hear(w.inbox, func(_ owner.Letter, l owner.Limits) (string, error) {
		if loosened := w.trust.Limits().Loosened(l.Policy); len(loosened) > 0 {
			return "limits are only tightened in a life: " + strings.Join(loosened, "; "), nil
		}
		paper := w.trust.Limits().Shadow
		if w.trust.Limit(l.Policy); paper && !l.Policy.Shadow {
			w.rearm() // what triggered on paper was not played
		}
		return "", nil
	})
	owner.Hear(w.inbox, func(l owner.Letter, s owner.Steer) (string, error) {
		return w.steered(l, turn.Steer{Text: s.Text, Severity: s.Severity}), nil
	})
	owner.Hear(w.inbox, func(l owner.Letter, f owner.FollowUp) (string, error) {
		return w.steered(l, turn.Steer{Text: f.Text, Window: f.Window}), nil
	})
}

// steered keeps a steer for the next tick, unless nobody would obey it.
func (w *words) steered(l owner.Letter, s turn.Steer) (rejected string) {
	switch {
	case w.state.Vitality().Dying != "":
		return "the Golem dies, and hears nothing but another order about its death"
	case !w.minds && !play.Obeys(s.Text):
		return "it is not understood; without a model a Golem obeys: " + play.Understood
	}
	s.ID, s.Source, s.At, s.Deadline = l.ID, "owner", l.At, l.Expires
	w.steers = append(w.steers, s)
	return ""
}

// Poll implements heartbeat.Inbox.
func (w *words) Poll(ctx context.Context, _ int64) ([]turn.Steer, error) {
	err := w.inbox.Listen(ctx)
	steers := w.steers
	w.steers = nil
	return steers, err
}

// ordered returns the orders to die that were heard since the call before.
func (w *words) ordered() []owner.Kill {
	orders := w.orders
	w.orders = nil
	return orders
}

// Killed implements heartbeat.Switch: nothing is begun any more once a death is ordered.
func (w *words) Killed(ctx context.Context) (bool, error) {
	err := w.inbox.Listen(ctx)
	return len(w.orders) > 0, err
}

// abandoned listens, and reports whether the owner wants nothing more to be settled. What
// the journal does not answer is for the next who asks it.
func (w *words) abandoned() bool {
	_ = w.inbox.Listen(context.Background()) // a final error stays the journal's, and nothing is settled after it
	return w.abandon
}
