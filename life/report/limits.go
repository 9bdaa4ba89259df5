package report

import (
	"fmt"

	"bardo.run/bardo/internal/money"
)

// Limits are what the Golem could not go beyond, who held it, and what was refused.
type Limits struct {
	Custody  string    `json:"custody"`             // who holds the money, in a sentence
	WorstDay []string  `json:"worst_day,omitempty"` // the most that a day can lose, a sentence for each attacker
	Rows     []Limit   `json:"rows"`
	Refusals []Refused `json:"refusals,omitempty"` // by layer and code, most frequent first
	Spent    []Spent   `json:"spent,omitempty"`    // per purpose
}

// Limit is one limit. OnChain says that the chain refuses what is beyond it, whoever has
// the Golem's key; else its own program does.
type Limit struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	OnChain bool   `json:"on_chain"`
	By      string `json:"by"`
}

// Refused counts refusals of one kind; Example is the last one's own words.
type Refused struct {
	Layer   string `json:"layer"`
	Code    string `json:"code"`
	Count   int    `json:"count"`
	Example string `json:"example"`
}

// Spent is what a purpose of the credit has paid, and what is left.
type Spent struct {
	Purpose string     `json:"purpose"`
	Spent   money.USDC `json:"spent"`
	Left    money.USDC `json:"left"`
}

// where says who holds a limit.
func (l Limit) where() string {
	if l.OnChain {
		return "the chain: " + l.By
	}
	return l.By
}

func (l *Limits) section(s *sink) {
	if l == nil {
		return
	}
	s.put(`<section><h2>Limits</h2><p class="note">%</p>`, l.Custody)
	for _, said := range l.WorstDay {
		s.put(`<p>%</p>`, said)
	}
	openTable(s, "Limits", `<th scope="col">What</th><th scope="col" class="num">At most</th><th scope="col">Held by</th>`)
	for _, r := range l.Rows {
		s.put(`<tr><th scope="row">%</th><td class="num">%</td><td class="text">%</td></tr>`, r.Name, r.Value, r.where())
	}
	closeTable(s)
	if len(l.Refusals) > 0 {
		s.put(`<h3>Refused</h3>`)
		openTable(s, "Refused", `<th scope="col">By</th><th scope="col">Code</th><th scope="col" class="num">Times</th><th scope="col">The last time</th>`)
		for _, r := range l.Refusals {
			s.put(`<tr><th scope="row">%</th><td><code>%</code></td><td class="num">%</td><td class="wide">%</td></tr>`, label(r.Layer), label(r.Code), fmt.Sprint(r.Count), r.Example)
		}
		closeTable(s)
	}
	if len(l.Spent) > 0 {
		s.put(`<h3>Credit, in USDC</h3>`)
		openTable(s, "Credit", `<th scope="col">For</th><th scope="col" class="num">Spent</th><th scope="col" class="num">Left</th>`)
		for _, p := range l.Spent {
			s.put(`<tr><th scope="row">%</th><td class="num">%</td><td class="num">%</td></tr>`, p.Purpose, figure(usd(p.Spent)), figure(usd(p.Left)))
		}
		closeTable(s)
	}
	s.put("</section>\n")
}
