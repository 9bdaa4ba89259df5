package oracle

import "bardo.run/bardo/golem/host/turn"

// further is the oracle of a market behind the first. It claims less often: claims of every minute
// overlap by all but a minute of their hour, and those of thirty markets would be most of a record.
type further struct {
	*Oracle
	next int64 // when it claims again, in unix milliseconds
}

// predict registers claims once per spacing, each market in a minute of its own.
func (f *further) predict(tick uint64, regime turn.Regime, place int) {
	now, ok := f.market.Ago(0)
	if !ok || now.Time < f.next && f.next-now.Time <= spacing {
		return
	}
	turned := int64(place) * minute
	f.next = now.Time - (now.Time+turned)%spacing + spacing
	f.Predict(tick, regime)
}

// beside returns the oracle of a market behind the first.
func (e *Engine) beside(market string) *Oracle {
	for i := range e.others {
		if e.others[i].name == market {
			return e.others[i].Oracle
		}
	}
	o := e.oracle.beside(market)
	e.others = append(e.others, further{Oracle: o})
	return o
}

// at returns the oracle of the market where an action goes, and the market as it was seen; those of
// the first where it names none that was read.
func (e *Engine) at(call *turn.ToolCall, seen *turn.Reading) (*Oracle, *turn.Market) {
	first := seen.Primary()
	m, ok := seen.Market(call.Proposal.Market())
	if !ok || m.Handle == first.Handle {
		return e.oracle, first
	}
	return e.beside(m.Handle), m
}

// Markets are the handles of the markets behind the first that it predicts.
func (e *Engine) Markets() (all []string) {
	for i := range e.others {
		all = append(all, e.others[i].name)
	}
	return all
}

// TallyOf returns what became of a category's claims about a market behind the first.
func (e *Engine) TallyOf(market string, c turn.Category) Tally {
	for i := range e.others {
		if e.others[i].name == market {
			return e.others[i].Tally(c)
		}
	}
	return Tally{}
}
