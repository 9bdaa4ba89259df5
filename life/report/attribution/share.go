package attribution

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Shared says which part of the result is due to what was done where, and on whose word. Everything is
// told against having done nothing: what an order moved counts at the prices of the end, so that a
// buy has gained what the price rose since, and a sale what it fell. With Kept, and with what no
// order explains (Coin, Missing and Rest of the Result), either list adds up to what the result
// on the chain is before gas.
type Shared struct {
	Markets []Share `json:"markets,omitempty"`
	Rules   []Share `json:"rules,omitempty"`
	// Kept is what doing nothing would have come to: the change of the prices of what was there at
	// birth or was sent since.
	Kept float64 `json:"kept"`
}

// Several reports whether there was more than one market.
func (s Shared) Several() bool { return len(s.Markets) > 1 }

// Share is of one market, lender or rule. Gain is before gas, and Gas below zero.
type Share struct {
	Name string  `json:"name"` // a handle, or the cause of orders; empty: of what was there at birth
	Gain float64 `json:"gain"`
	Gas  float64 `json:"gas"`
}

// Sum is what came of it in all.
func (s Share) Sum() float64 { return s.Gain + s.Gas }

// shares collects them in the order of first sight.
type shares struct {
	last   *turn.Reading
	r      Shared
	places []place
}

// place is where liquidity lies, or what is lent and owed: what came of it, and what each rule put
// there at the prices of then.
type place struct {
	name string
	gain float64
	put  []Share
}

// begin takes what lies elsewhere and what is held at birth out of the result.
func (s *shares) begin(first *turn.Reading) {
	for i := range first.Assets {
		a := &first.Assets[i]
		s.kept(a.Token, money.Float(&a.Units, a.Token.Decimals), a.Value)
	}
	for i := range first.Positions {
		s.place(first.Positions[i].Market).gain -= first.Positions[i].Value
	}
	for i := range first.Lending {
		s.place(first.Lending[i].Handle).gain -= first.Lending[i].Value
	}
}

// kept takes in units that were there, or came or left without an order, beside what they were
// worth then.
func (s *shares) kept(t turn.Token, units, worth float64) {
	s.r.Kept += units*priceOf(s.last, t.Address) - worth
}

// take books an order that the chain had carried out.
func (s *shares) take(d *Deed, x *turn.Execution) {
	cause := d.Action.Proposal.Cause
	for _, of := range []*Share{named(&s.r.Markets, d.Place), named(&s.r.Rules, cause)} {
		of.Gas -= usd(x.Cost)
	}
	if d.Action.Status != turn.StatusExecuted {
		return
	}
	gain, moved := 0.0, 0.0
	for _, f := range d.flows(x) {
		gain += f.n * priceOf(s.last, f.token.Address)
		moved += max(f.worth(), -f.worth())
	}
	switch grammar.Kind(d.Action.Preview.Kind) {
	case grammar.Swap:
		named(&s.r.Markets, d.Place).Gain += gain
		named(&s.r.Rules, cause).Gain += gain
	case grammar.AddLiquidity, grammar.Supply, grammar.Borrow:
		p := s.place(d.Place)
		p.gain += gain
		named(&p.put, cause).Gain += moved
	case grammar.Wrap, grammar.Unwrap: // what was not done with the coin is the asset's
		for _, f := range d.flows(x) {
			s.kept(f.token, f.n, f.worth())
		}
	default:
		s.place(d.Place).gain += gain
	}
}

// end gives each place what lies in it, and its gain to the rules by what they put there.
func (s *shares) end() Shared {
	for i := range s.last.Positions {
		s.place(s.last.Positions[i].Market).gain += s.last.Positions[i].Value
	}
	for i := range s.last.Lending {
		s.place(s.last.Lending[i].Handle).gain += s.last.Lending[i].Value
	}
	for _, p := range s.places {
		if p.gain == 0 && len(p.put) == 0 {
			continue
		}
		named(&s.r.Markets, p.name).Gain += p.gain
		all := 0.0
		for _, by := range p.put {
			all += by.Gain
		}
		if !(all > 0) {
			named(&s.r.Rules, "").Gain += p.gain
			continue
		}
		for _, by := range p.put {
			named(&s.r.Rules, by.Name).Gain += p.gain * by.Gain / all
		}
	}
	return s.r
}

func (s *shares) place(name string) *place {
	i := slices.IndexFunc(s.places, func(p place) bool { return p.name == name })
	if i < 0 {
		i, s.places = len(s.places), append(s.places, place{name: name})
	}
	return &s.places[i]
}

// named is the share of a name, which is begun where there is none.
func named(all *[]Share, name string) *Share {
	i := slices.IndexFunc(*all, func(s Share) bool { return s.Name == name })
	if i < 0 {
		i, *all = len(*all), append(*all, Share{Name: name})
	}
	return &(*all)[i]
}
