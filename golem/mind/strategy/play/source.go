package play

import (
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/strategy/rule"
	"bardo.run/bardo/internal/money"
)

// Source is where a player finds the strategy in force and the bounds that hold;
// strategy.Keeper is one. Activate is called at the first step of every tick with
// thought, so that a reloaded strategy comes into force where heartbeat §16 wants
// it.
type Source interface {
	Active() *strategy.Strategy
	Bounds() turn.Bounds
	Activate(tier turn.Tier) (strategy.Event, bool)
	// Defer gives a rule that triggered its turn back: it triggers again as soon as its
	// condition is seen to hold.
	Defer(rule string)
}

// Narrower is a Source that lets rules which open something stake less than the bounds
// that hold for leaving it.
type Narrower interface {
	Entering(turn.Bounds) turn.Bounds
}

// Ranger is a Narrower that lets liquidity between two ticks take less than what else is
// opened.
type Ranger interface {
	Ranging(b turn.Bounds, lower, upper int32) turn.Bounds
}

// Barrer is a Source that says why a plan of an action is not begun: its last step would be
// refused, and its first one would have been made for nothing. Empty lets it begin. Where
// what speaks against it passes by itself, the rule keeps its turn.
type Barrer interface {
	Bars(a rule.Action) (why string, passes bool)
}

// Spender is a Source that says what the limits on spending leave for what opens, on a reading. Outside
// says that the chain is in another process, where a price moves between a reading and a simulation.
type Spender interface {
	Left(seen turn.Reading) (left []Left, outside bool)
}

// Left is how much more a limit on spending lets be opened with. Once says that it is one transaction's, and
// not a sum of several.
type Left struct {
	Name  string
	Value money.USDC
	Once  bool
}

// Counter is a Source that counts a reading as the limits do. False: something that is held has no price.
type Counter interface {
	Count(seen turn.Reading) (Estate, bool)
}

// Foreteller is a Source that says why a proposal would be refused which comes after another one, on
// what will be read then, by all that is known now; empty where nothing speaks against it.
type Foreteller interface {
	Foretell(body []byte, then turn.Reading) (why string)
}

// Fueler is a Source that says why so much gas cannot be paid for now on what is no way out; empty where it can.
type Fueler interface {
	Fuels(gas uint64, seen turn.Reading) (why string)
}

// deskFor is what a task computes on at one step.
func deskFor(s Source, t *task, b turn.Brief, refused []string) desk {
	d := deskOf(&b.Seen.Reading)
	d.barred, d.passes = barred(s, t)
	d.allows = allows(s.Active(), d.wallet.r)
	if t.duty.opens() && d.wallet.r.Unbooked > 0 { // of the equity once it is booked
		d.passes = true
	}
	if f, ok := s.(Foreteller); ok {
		d.foretell = f.Foretell
	}
	if f, ok := s.(Fueler); ok {
		d.fuels = f.Fuels
	}
	if c, ok := s.(Counter); ok {
		d.count = c.Count
	}
	if l, ok := s.(Spender); ok {
		var left []Left
		left, d.outside = l.Left(b.Seen.Reading)
		for _, l := range left {
			d.left = append(d.left, limit{d.wallet.ofDollars(l.Value), l.Name, !l.Once})
		}
	}
	d.bounds, d.pace, d.now, d.refused = bounds(s, t, d.wallet.ranged(rangeOf(t.action))), pace(s, t), b.Now, refused
	return d
}

// doubted says why what a task would open has no price to be trusted now; empty where it has one. That
// passes by itself.
func doubted(d desk, t *task) string {
	if !t.duty.opens() || t.order.left > 0 || t.hop.between() {
		return ""
	}
	token := d.wallet.r.Primary().Base.Address
	if a, ok := d.wallet.r.Named(t.action.Asset); ok {
		token = a.Token.Address
	}
	if a, ok := d.wallet.r.Asset(token); ok && a.Shaky() != "" {
		return a.Shaky()
	}
	return d.wallet.r.Unsure()
}

// barred says why a task is not begun.
func barred(s Source, t *task) (why string, passes bool) {
	if b, ok := s.(Barrer); ok && !t.span.begun {
		return b.Bars(t.action)
	}
	return "", false
}

// bounds are what hold for a task: the way out is never narrowed.
func bounds(s Source, t *task, in market) turn.Bounds {
	b := s.Bounds()
	if !t.duty.opens() {
		return b
	}
	if n, ok := s.(Narrower); ok {
		b = n.Entering(b)
	}
	if n, ok := s.(Ranger); ok && (t.action.Verb == rule.Provide || t.action.Verb == rule.Recentre) {
		if lower, upper, err := in.around(t.action.Width); err == nil {
			return n.Ranging(b, lower, upper)
		}
	}
	return b
}

// rangeOf is the market that an action opens a range in.
func rangeOf(a rule.Action) string {
	if a.Verb == rule.Provide || a.Verb == rule.Recentre {
		return a.On
	}
	return ""
}

// pace is what holds for the size of one order of a task.
func pace(s Source, t *task) Pace {
	if p, ok := s.(Pacer); ok {
		return p.Pace(t.duty.opens())
	}
	return Pace{}
}
