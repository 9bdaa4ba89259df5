package worstday

import (
	"fmt"
	"strings"

	"bardo.run/bardo/internal/money"
)

// Attacker is against whom.
type Attacker string

// The attackers. Both may own the pool, its tokens and the order of transactions; a mind
// proposes to the Golem's own program, and whoever has the key needs no program.
const (
	Mind Attacker = "hostile mind"
	Key  Attacker = "stolen key"
)

// Attackers lists both.
func Attackers() []Attacker { return []Attacker{Mind, Key} }

// Holder is who refuses what goes beyond a part.
type Holder string

// The holders.
const (
	Chain   Holder = "chain"
	Program Holder = "program"
	Nobody  Holder = "nobody"
)

// Part is one way in which money is lost, and the most that goes by it.
type Part struct {
	Name   string     `json:"name"`
	Amount money.USDC `json:"amount"`
	By     Holder     `json:"held_by"`
}

// Figure is the worst day. Everything says that nothing bounds it but what is there.
type Figure struct {
	Custody    Custody    `json:"custody"`
	Attacker   Attacker   `json:"attacker"`
	Amount     money.USDC `json:"amount"`
	Everything bool       `json:"everything,omitempty"`
	Parts      []Part     `json:"parts"`
}

// Worst is the most that an attacker takes in any 24 hours.
func (l Limits) Worst(a Attacker) Figure {
	f := Figure{Custody: l.Custody, Attacker: a}
	switch {
	case l.Custody == Delegation && l.Caged:
		f.Parts = l.lost(Chain)
	case l.Custody == Granted && (a == Key || min(l.Worth, l.Daily) < l.mind()):
		f.Parts = []Part{{"spent within the day's sum, at any price", min(l.Worth, l.Daily), Chain}}
	case a == Mind && l.Custody != Delegation && l.Fed:
		f.Parts = l.lost(Program)
	case a == Mind && l.Custody != Delegation:
		f.Parts = []Part{{"bought and sold at a price that somebody bends, because venue.price_feed names no feed", l.mind(), Program}}
	default:
		f.Parts = []Part{{"everything in the account", l.Worth, Nobody}}
	}
	if f.Parts[0].By == Nobody || f.Parts[0].Amount >= l.Worth && l.Worth > 0 {
		f.Everything = true
	}
	f.Parts = append(f.Parts, Part{"coin and dollars of the key's own account", l.Key, Nobody})
	for _, p := range f.Parts {
		f.Amount = sum(f.Amount, p.Amount)
	}
	f.Amount = min(f.Amount, sum(l.Worth, l.Key))
	return f
}

// mind is the most that the program lets a hostile mind lose.
func (l Limits) mind() money.USDC {
	if !l.Fed {
		return min(l.Worth, sum(l.PerDay, l.NotCash))
	}
	parts := l.lost(Program)
	return sum(parts[0].Amount, parts[1].Amount)
}

// lost are the parts of what a limit on losses lets go.
func (l Limits) lost(by Holder) []Part {
	day := min(l.DayLoss, l.Worth)
	return []Part{
		{"lost by swaps and new positions until the day's limit", day, by},
		{"lost by sales into cash beyond it", min(share(l.ExitLoss, l.risky()), l.Worth-day), by},
	}
}

// Sentence is what an owner reads.
func (f Figure) Sentence() string {
	who := "A hostile mind"
	if f.Attacker == Key {
		who = "Whoever steals the key"
		if f.Custody == Embedded {
			who = "Whoever steals the Golem's key to the enclave"
		}
	}
	if f.Everything {
		return fmt.Sprintf("%s can take everything in a day, %s USD at today's prices: %s.", who, Dollars(f.Amount), f.unheld())
	}
	return fmt.Sprintf("%s takes at most %s USD in any 24 hours, at today's prices: %s.", who, Dollars(f.Amount), f.made())
}

// unheld says why everything is at stake.
func (f Figure) unheld() string {
	switch first := f.Parts[0]; {
	case first.By == Chain && f.Custody == Granted:
		return "the day's sum that the chain holds is as much as the account is worth"
	case first.By == Chain:
		return "the limits that the chain holds are as much as the account is worth"
	case first.By == Program:
		return "what is " + first.Name + ", is as much as the account is worth, and only the Golem's program holds a limit"
	case f.Custody == Embedded:
		return "the enclave knows neither prices nor sums, and no contract holds a limit"
	case f.Custody == Delegation:
		return "the cage on the chain bounds no losses"
	}
	return "no contract holds a limit on the Golem's own account"
}

// made lists the parts.
func (f Figure) made() string {
	var said []string
	for _, p := range f.Parts {
		if p.Amount == 0 {
			continue
		}
		held := "held by the " + string(p.By)
		switch p.By {
		case Program:
			held = "held by the Golem's program alone"
		case Nobody:
			held = "held by nobody"
		}
		said = append(said, fmt.Sprintf("%s %s (%s)", Dollars(p.Amount), p.Name, held))
	}
	return strings.Join(said, ", ")
}

// Dollars is an amount as people write it, to the cent, rounded up.
func Dollars(v money.USDC) string {
	cents, err := v.MulDivUp(100, int64(money.One))
	if err != nil {
		return v.String()
	}
	whole := fmt.Sprint(int64(cents) / 100)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return fmt.Sprintf("%s.%02d", whole, int64(cents)%100)
}

// Sentences are those of both attackers.
func (l Limits) Sentences() (both []string) {
	for _, a := range Attackers() {
		both = append(both, l.Worst(a).Sentence())
	}
	return both
}

// Figures are those of both attackers.
func (l Limits) Figures() (both []Figure) {
	for _, a := range Attackers() {
		both = append(both, l.Worst(a))
	}
	return both
}
