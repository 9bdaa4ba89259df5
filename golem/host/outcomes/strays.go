package outcomes

import (
	"log/slog"

	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/turn"
)

// Strays is money that no order explains, on its way into the record. In a tick only the
// first reading is held against the books: what the tick does itself is booked at its end.
type Strays struct {
	Books     *booking.Strays
	Positions turn.Writer[turn.Positions]
	Log       *slog.Logger
	Failed    Failed
	// Unknown says that nobody can say what the wallet should hold: an outcome is not known,
	// or the coin is with a key that is not in force yet.
	Unknown func() bool
	// Tell takes a difference down.
	Tell func(turn.Difference)

	ticking, looked bool
	found           []turn.Difference // since the last record
	born            bool              // the equity at birth was read
	sent            float64           // by others since, less what the owner took out, in quote tokens of then
}

// Begin begins a tick.
func (s *Strays) Begin() { s.ticking, s.looked = true, false }

// End ends it.
func (s *Strays) End() { s.ticking, s.looked = false, false }

// Told hands over what the next record tells.
func (s *Strays) Told() []turn.Difference {
	found := s.found
	s.found = nil
	return found
}

// Born says that the equity at birth was read: what comes from now on was sent.
func (s *Strays) Born() { s.born = true }

// Sent is what others sent since the birth less what the owner took out, in quote tokens of then.
func (s *Strays) Sent() float64 { return s.sent }

// Unbooked is what a reading shows beyond the books, in quote tokens: it came from others, and
// counts once it is sure. What the wallet lacks makes it less, since both sides of a trade
// whose outcome is not known are there at once. What the owner took out is below zero, and
// counts as long: it is no loss.
func (s *Strays) Unbooked(r turn.Reading) (value float64) {
	more, less, taken := s.Books.Unsure()
	for _, a := range more {
		value += r.Worth(a.Asset, &a.Units)
	}
	for _, a := range less {
		value -= r.Worth(a.Asset, &a.Units)
	}
	value = max(value, 0)
	for _, a := range taken {
		value -= r.Worth(a.Asset, &a.Units)
	}
	return value
}

// Compare books what a reading of the wallet shows and no order explains.
func (s *Strays) Compare(r turn.Reading) {
	s.Books.Read(r.Block)
	if s.looked || s.Unknown() {
		return
	}
	s.looked = s.ticking
	s.Books.Compare(r)
	news, faults := s.Books.News()
	for _, d := range news {
		s.moved(d, r)
		s.Tell(d)
		s.Log.Warn("money moved that no order explains", "kind", string(d.Kind), "asset", d.Asset, "units", d.Units.Dec(), "block", d.Block.Number)
	}
	for _, err := range faults {
		s.Failed("books", err)
	}
	s.found = append(s.found, news...)
}

// moved shifts the peak of the equity by money that no order explains, at the reading's
// prices, and notes what others sent.
func (s *Strays) moved(d turn.Difference, r turn.Reading) {
	value := r.Worth(d.Asset, &d.Units)
	if d.Kind == turn.StrayMissing || d.Kind == turn.StrayWithdrawn {
		value = -value
	}
	if s.born && (d.Kind == turn.StrayDeposit || d.Kind == turn.StrayWithdrawn) {
		s.sent += value
	}
	s.Positions.Edit(func(p *turn.Positions) { p.Shift(value) })
}
