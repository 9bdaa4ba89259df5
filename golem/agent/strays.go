package agent

import (
	"context"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
)

// strays is money that no order explains, on its way into the record. In a tick only the
// first reading is held against the books: what the tick does itself is booked at its end.
type strays struct {
	ticking, looked bool
	found           []turn.Difference // since the last record
}

func (s *strays) begin() { s.ticking, s.looked = true, false }
func (s *strays) end()   { s.ticking, s.looked = false, false }

// told hands over what the next record tells.
func (s *strays) told() []turn.Difference {
	found := s.found
	s.found = nil
	return found
}

// market is the Golem's market, whose readings are held against its books.
type market struct {
	tape.Market
	a *Agent
}

func (a *Agent) market() market {
	return market{a.chain(), a}
}

// chain is what is read of the chain, and shown to a signer that prices by it.
func (a *Agent) chain() tape.Market {
	m := tape.Market{Journal: a.stores.Journal, Eyes: a.outside.Eyes}
	if s, ok := a.outside.Signer.(chain.Seer); ok {
		m.Shown = s.See
	}
	return m
}

// Observe implements heartbeat.Market.
func (m market) Observe(ctx context.Context) (turn.Reading, error) {
	r, err := m.Market.Observe(ctx)
	if err == nil {
		m.a.compare(r)
	}
	return r, err
}

// compare books what a reading of the wallet shows and no order explains. While an
// outcome is unknown, or the coin is with a key that is not in force yet, nobody can say
// what the wallet should hold.
func (a *Agent) compare(r turn.Reading) {
	a.books.Read(r.Block)
	if a.strays.looked || a.desk.Waiting() || a.keys != nil && a.keys.handed {
		return
	}
	a.strays.looked = a.strays.ticking
	a.books.Compare(r)
	news, faults := a.books.Strays()
	for _, d := range news {
		a.moved(d, r)
		a.tell(audit.Difference(string(d.Kind), d.Asset, &d.Units, d.Block.Number))
		a.stores.Log.Warn("money moved that no order explains", "kind", string(d.Kind), "asset", d.Asset, "units", d.Units.Dec(), "block", d.Block.Number)
	}
	for _, err := range faults {
		a.failed("books", err)
	}
	a.strays.found = append(a.strays.found, news...)
}

// moved shifts the peak of the equity by money that no order explains, at the reading's
// prices, and notes what others sent.
func (a *Agent) moved(d turn.Difference, r turn.Reading) {
	value := r.Worth(d.Asset, &d.Units)
	if a.born != 0 && d.Kind == turn.StrayDeposit {
		a.sentIn += value
	}
	if d.Kind == turn.StrayMissing {
		value = -value
	}
	a.write.Positions.Edit(func(p *turn.Positions) { p.Shift(value) })
}
