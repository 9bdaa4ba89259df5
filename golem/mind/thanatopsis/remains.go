package thanatopsis

import (
	"fmt"
	"slices"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Leftover is something that could not be settled: it counts as lost, until its owner
// does as advised (mortality §9.3).
type Leftover struct {
	What   string `json:"what"`
	Class  Class  `json:"class"`
	Status string `json:"status"` // always stranded_accepted
	Value  string `json:"value"`
	Reason string `json:"reason"`
	Advice string `json:"advice"`
}

const stranded = "stranded_accepted"

// onlyKey is what a testament says of a wallet whose key nobody else has.
const onlyKey = "the Golem has its only key, which was not destroyed"

// remains is what could not be settled, each thing once, and what closing it may take.
type remains struct {
	tried *record
	seen  *sight
	gas   func(s turn.Simulation) uint64 // of an order that was simulated, at most; nil: a guess

	left []Leftover
}

// clear forgets what a run that was cut off left.
func (r *remains) clear() { r.left = nil }

// strand names what stays, and what its owner can do about it.
func (r *remains) strand(what string, class Class, value, reason, advice string) {
	r.forget(what)
	r.left = append(r.left, Leftover{what, class, stranded, value, reason, advice})
}

// forget drops what was said of a thing that is tried again.
func (r *remains) forget(what string) {
	r.left = slices.DeleteFunc(r.left, func(l Leftover) bool { return l.What == what })
}

// complete names what the last reading shows and nobody named yet.
func (r *remains) complete(reason string) {
	last := r.seen.last
	for _, q := range last.Positions {
		r.also("position "+q.ID, Important, worth(q.Value), reason, "close it by hand")
	}
	for _, l := range last.Lending {
		if !l.Idle() {
			r.also(market+l.Handle, ClassOf(l), worth(l.Value), reason, wayOut(l))
		}
	}
	if r.named("everything") {
		return
	}
	for _, token := range r.seen.goods() {
		if held := r.seen.balance(token); !held.Units.IsZero() {
			r.also(token.Symbol, Passive, worth(held.Value), reason, "sell it by hand")
		}
	}
}

// also strands a thing that nobody named.
func (r *remains) also(what string, class Class, value, reason, advice string) {
	if !r.named(what) {
		r.strand(what, class, value, reason, r.tried.byHand(what, advice))
	}
}

func (r *remains) named(what string) bool {
	return slices.ContainsFunc(r.left, func(l Leftover) bool { return l.What == what })
}

// told is what stays, each with the coins that the wallet lacks at the end and with the way
// to its key: the Golem's own ends. recovery is empty where that is the only one.
func (r *remains) told(recovery string) []Leftover {
	all := []Leftover{}
	if recovery == "" {
		recovery = onlyKey
	}
	for _, l := range r.left {
		l.Advice += r.short(l.What) + "; " + recovery
		all = append(all, l)
	}
	return all
}

// short says how much of the coin for gas is missing to close a thing.
func (r *remains) short(what string) string {
	need, held := r.fee(what), &r.seen.last.Native
	if !r.seen.known || !held.Lt(need) {
		return ""
	}
	return fmt.Sprintf(", after sending the wallet about %s of the coin for gas, of which it has %s",
		money.FormatUnits(need.Sub(need, held), nativeDecimals), money.FormatUnits(held, nativeDecimals))
}

// fee is the most that closing a thing may cost in wei, at what an order offers now.
func (r *remains) fee(what string) *uint256.Int {
	gas := uint64(saleGas)
	if s := r.tried.simulated(what); s != nil && r.gas != nil {
		gas = r.gas(*s)
	}
	return new(uint256.Int).Mul(&r.seen.last.MaxFee, uint256.NewInt(gas))
}

// bill is what closing everything that stays may cost, beside what the wallet has.
func (r *remains) bill() string {
	sum := new(uint256.Int)
	for _, l := range r.left {
		sum.Add(sum, r.fee(l.What))
	}
	if sum.IsZero() || !r.seen.known {
		return ""
	}
	return fmt.Sprintf("at the price of now, closing what stays may take %s of the coin for gas; the wallet has %s",
		money.FormatUnits(sum, nativeDecimals), money.FormatUnits(&r.seen.last.Native, nativeDecimals))
}

func worth(value float64) string { return fmt.Sprintf("%.6f", value) }
