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

// Figure is the worst day. Everything says that nothing bounds it but what is there, Beyond that
// more can be taken than what is counted of that, where there is more.
type Figure struct {
	Custody    Custody    `json:"custody"`
	Attacker   Attacker   `json:"attacker"`
	Amount     money.USDC `json:"amount"`
	Everything bool       `json:"everything,omitempty"`
	Beyond     bool       `json:"beyond,omitempty"`
	Parts      []Part     `json:"parts"`
}

// The names of parts that a sentence speaks of besides.
const (
	spending   = "spent within the day's sum, at any price"
	liquidated = "lost to liquidators of what is owed"
	refilled   = "unwrapped and burnt as gas"
	unpriced   = "bought and sold at a price that somebody bends, because not every asset has a price feed"
)

// Worst is the most that an attacker takes in any 24 hours.
func (l Limits) Worst(a Attacker) Figure {
	f := Figure{Custody: l.Custody, Attacker: a, Parts: l.parts(a)}
	if left := l.Worth - f.total(); l.Refill > 0 && left > 0 {
		f.Parts = append(f.Parts, Part{refilled, min(l.Refill, left), Program})
	}
	f.Everything = f.Parts[0].By == Nobody || l.Worth > 0 && f.total() >= l.Worth
	f.Parts = append(f.Parts, Part{"coin and dollars of the key's own account", l.Key, Nobody})
	f.Amount = f.total()
	f.Beyond = f.Everything && f.Amount > sum(l.Worth, l.Key)
	return f
}

// parts are what is taken from the account. A mind asks the program, which lets no withdrawal
// leave a debt with a health factor below 1.2; of the contracts a cage alone asks for that. Whoever
// has the key reaches what no reading counts too, as positions in other pools: of what a grant
// to a local key lets be spent, the account's worth bounds nothing. To read every pool of an
// account would take as many calls as strangers send it positions.
func (l Limits) parts(a Attacker) []Part {
	switch {
	case l.Custody == Delegation && l.Caged:
		return l.losses(Chain)
	case l.Custody == Granted && a == Key:
		parts := []Part{{spending, l.Daily, Chain}}
		if l.Liquidation > 0 {
			parts = append(parts, Part{liquidated, l.Liquidation, Nobody})
		}
		return parts
	case l.Custody == Granted && !l.Fed && l.Daily < l.turnover():
		return []Part{{spending, l.Daily, Chain}}
	case a == Mind && l.Custody != Delegation && l.Fed:
		return l.losses(Program)
	case a == Mind && l.Custody != Delegation:
		return []Part{{unpriced, l.turnover(), Program}}
	}
	return []Part{{"everything in the account", l.Worth, Nobody}}
}

// total is what the parts come to.
func (f Figure) total() (all money.USDC) {
	for _, p := range f.Parts {
		all = sum(all, p.Amount)
	}
	return all
}

// turnover is the most that the program lets be bought and sold in 24 hours.
func (l Limits) turnover() money.USDC { return min(l.Worth, sum(l.PerDay, l.NotCash)) }

// losses are the parts of what limits on losses let go: until the day's limit and beyond it,
// or, where that is less, the most that one move loses of all that may be moved. What is opened
// counts twice there, because it is sold again. A limit on spending alone would bound no sale of
// what was there before: a sale is no spending.
func (l Limits) losses(by Holder) []Part {
	day := min(l.DayLoss, l.Worth)
	beyond := min(share(l.ExitLoss, l.exposure()), l.Worth-day)
	name, moves := "lost by buying everything that the daily limit allows, and by selling that", sum(l.PerDay, l.PerDay, l.exposure())
	if l.NotCash > 0 {
		name += " and what is held"
	}
	if l.Routed {
		name, moves = name+", each in two moves", sum(moves, moves)
	}
	if l.Custody == Granted && l.Daily < moves {
		name, moves = "lost by swaps and new positions that come to the day's sum", l.Daily
	}
	if most := share(l.MoveLoss, moves); most < sum(day, beyond) {
		return []Part{{name, most, by}}
	}
	return []Part{
		{"lost by swaps and new positions until the day's limit", day, by},
		{"lost by sales into cash beyond it", beyond, by},
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
	switch {
	case f.Beyond:
		return fmt.Sprintf("%s can take everything in a day, and up to %s USD at today's prices where the account has more than is counted, as positions in other pools: %s.", who, Dollars(f.Amount), f.cause())
	case f.Everything:
		return fmt.Sprintf("%s can take everything in a day, %s USD at today's prices: %s.", who, Dollars(f.Amount), f.cause())
	}
	return fmt.Sprintf("%s takes at most %s USD in any 24 hours, at today's prices%s.", who, Dollars(f.Amount), f.list())
}

// cause says why everything is at stake.
func (f Figure) cause() string {
	switch first := f.Parts[0]; {
	case f.Parts[1].Name == liquidated:
		return "the day's sum that the chain holds, and what liquidators get of what is owed, come to as much as the account is worth"
	case first.By == Chain && f.Custody == Granted:
		return "the day's sum that the chain holds is as much as the account is worth"
	case first.By == Chain:
		return "the limits that the chain holds are as much as the account is worth"
	case first.Name == unpriced:
		return "what is " + first.Name + ", is as much as the account is worth, and only the Golem's program holds a limit"
	case first.By == Program:
		return "the limits that only the Golem's program holds are as much as the account is worth"
	case f.Custody == Embedded:
		return "the enclave knows neither prices nor sums, and no contract holds a limit"
	case f.Custody == Delegation:
		return "the cage on the chain could not be read"
	}
	return "no contract holds a limit on the Golem's own account"
}

// list says the parts behind a colon, each with who holds it; nothing where there are none.
func (f Figure) list() string {
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
	if said == nil {
		return ""
	}
	return ": " + strings.Join(said, ", ")
}

// Dollars is an amount as people write it, to the cent, rounded up.
func Dollars(v money.USDC) string {
	cents, _ := v.MulDivUp(100, int64(money.One)) // fewer than v
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
