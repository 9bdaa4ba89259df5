package strategy

import "bardo.run/bardo/golem/host/turn"

// Keeper holds the strategy in force with its watch, and carries reloads through
// both. It is what the heartbeat and the deliberator are given. Not safe for
// concurrent use: it belongs to the tick.
type Keeper struct {
	reloads *Reloader
	watch   *Watch
	events  []Event
	found   [1]turn.ProbeResult
}

// NewKeeper starts with a compiled strategy and a watch that has seen nothing.
func NewKeeper(first *Strategy, policy Policy) *Keeper {
	return &Keeper{reloads: NewReloader(first, policy), watch: NewWatch(first)}
}

// Active returns the strategy in force.
func (k *Keeper) Active() *Strategy { return k.reloads.Active() }

// Pending returns the strategy that waits to come into force; nil where none does.
func (k *Keeper) Pending() *Strategy { return k.reloads.pending }

// Bounds returns the limits in force (see Reloader.Bounds).
func (k *Keeper) Bounds() turn.Bounds { return k.reloads.Bounds() }

// Mark names the text in force.
func (k *Keeper) Mark() (hash string, revision uint32) {
	return k.reloads.Active().Hash, k.reloads.Revision()
}

// Push takes a price between two theta ticks, at its block's time in unix
// milliseconds.
func (k *Keeper) Push(atMs int64, price float64) { k.watch.Push(atMs, price) }

// Evaluate runs every rule once and returns those that became true, in file
// order, and the finding of the probe "strategy". The second result is valid
// until the next call.
func (k *Keeper) Evaluate(seen turn.Observation, nowMs int64) ([]turn.Trigger, []turn.ProbeResult) {
	f := k.watch.Look(nowMs, &seen.Reading, seen.Regime)
	k.found[0] = f.Probe
	return f.Triggers, k.found[:]
}

// Settle takes the actions a tick ended with.
func (k *Keeper) Settle(nowMs int64, actions []turn.Action) { k.watch.Settle(nowMs, actions) }

// Defer gives a rule that triggered its turn back.
func (k *Keeper) Defer(rule string) { k.watch.Defer(rule) }

// Rearm gives every rule its turn back: what triggered so far was not meant.
func (k *Keeper) Rearm() { k.watch.Rearm() }

// Offer takes the text of the file as it is now (see Reloader.Offer).
func (k *Keeper) Offer(text []byte) (Event, bool) { return k.keep(k.reloads.Offer(text)) }

// Activate puts a pending strategy into force on a tick with thought; the watch
// goes on with its rules from the next theta tick.
func (k *Keeper) Activate(tier turn.Tier) (Event, bool) {
	e, ok := k.keep(k.reloads.Activate(tier))
	if ok {
		k.watch.Adopt(k.reloads.Active())
	}
	return e, ok
}

func (k *Keeper) keep(e Event, ok bool) (Event, bool) {
	if ok {
		k.events = append(k.events, e)
	}
	return e, ok
}

// Events returns the reload events since the last call, in order.
func (k *Keeper) Events() []Event {
	out := k.events
	k.events = nil
	return out
}
