package thanatopsis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Tag is the feeling that goes with an action of the settlement (mortality §9.3).
type Tag string

// The tags, in the order in which they are tried.
const (
	Frustration  Tag = "frustration"  // it failed
	Satisfaction Tag = "satisfaction" // it gained
	Resignation  Tag = "resignation"  // it lost more than a tenth
	Relief       Tag = "relief"       // a lending market was left
	Neutral      Tag = "neutral"
)

// Deed is one action of the settlement. Amounts are in quote tokens; PnL is what the
// wallet was worth after it less what it was worth before, gas and the market's move
// included, and absent where nobody could read that.
type Deed struct {
	Key     string      `json:"key"` // the Golem, the tick of its death, the thing, the try
	What    string      `json:"what"`
	Class   Class       `json:"class"`
	Value   string      `json:"value"`
	PnL     string      `json:"pnl,omitempty"`
	Gas     string      `json:"gas_usdc"`
	Success bool        `json:"success"`
	Tag     Tag         `json:"emotion"`
	Action  turn.Action `json:"action"`

	value, before, gain float64
	measured            bool
}

// market begins the name of what stays in a lending market. What was tried there is named
// after the market and a token.
const market = "lending market "

// about says that the deed was for a thing that may stay.
func (d Deed) about(what string) bool {
	protocol, lends := strings.CutPrefix(what, market)
	return d.What == what || lends && strings.HasPrefix(d.What, protocol+" ")
}

// note appends what was tried and returns its index.
func (p *Protocol) note(s step, a turn.Action) int {
	life, nth := p.life(), 1
	for _, d := range p.deeds {
		if d.What == s.what {
			nth++
		}
	}
	p.deeds = append(p.deeds, Deed{
		Key: fmt.Sprintf("%s/%d/%s/%d", life.GolemID, life.Ticks, s.what, nth), What: s.what, Class: s.class,
		Value: worth(s.value), Action: a, value: s.value, before: p.last.Equity(),
	})
	return len(p.deeds) - 1
}

// paid takes what the wallet is worth after it.
func (d *Deed) paid(now turn.Reading, known bool) {
	if known {
		d.gain, d.measured = now.Equity()-d.before, true
	}
}

// told is the deed as the testament has it.
func (d Deed) told() Deed {
	d.Success, d.Gas = d.Action.Status == turn.StatusExecuted, money.USDC(0).String()
	if x := d.Action.Execution; x != nil {
		d.Gas = x.Cost.String()
	}
	if d.measured {
		d.PnL = worth(d.gain)
	}
	d.Tag = d.tag()
	return d
}

func (d Deed) tag() Tag {
	switch kind := d.Action.Preview.Kind; {
	case !d.Success:
		return Frustration
	case d.measured && d.gain > 0:
		return Satisfaction
	case d.measured && d.gain < -d.value/10:
		return Resignation
	case kind == "withdraw" || kind == "repay":
		return Relief
	}
	return Neutral
}

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

// strand names what stays, and what its owner can do about it.
func (p *Protocol) strand(what string, class Class, value, reason, advice string) {
	p.forget(what)
	p.left = append(p.left, Leftover{what, class, stranded, value, reason, advice})
}

// complete names what the last reading shows and nobody named yet.
func (p *Protocol) complete(reason string) {
	for _, q := range p.last.Positions {
		p.also("position "+q.ID, Important, worth(q.Value), reason, "close it by hand")
	}
	for _, l := range p.last.Lending {
		if !l.Idle() {
			p.also(market+l.Protocol, ClassOf(l), worth(l.Value), reason, wayOut(l))
		}
	}
	base := p.last.Pool.Base()
	if held := p.balance(base); !held.Units.IsZero() && !p.named("everything") {
		p.also(base.Symbol, Passive, worth(held.Value), reason, "sell it by hand")
	}
}

// also strands a thing that nobody named.
func (p *Protocol) also(what string, class Class, value, reason, advice string) {
	if !p.named(what) {
		p.strand(what, class, value, reason, p.byHand(what, advice))
	}
}

func (p *Protocol) named(what string) bool {
	return slices.ContainsFunc(p.left, func(l Leftover) bool { return l.What == what })
}

// stranded is what stays, each with the coins that the wallet lacks at the end and with
// the way to its key: the Golem's own ends.
func (p *Protocol) stranded() []Leftover {
	key, all := p.life().Recovery, []Leftover{}
	if key == "" {
		key = onlyKey
	}
	for _, l := range p.left {
		l.Advice += p.short(l.What) + "; " + key
		all = append(all, l)
	}
	return all
}

// short says how much of the coin for gas is missing to close a thing.
func (p *Protocol) short(what string) string {
	need := p.fee(what)
	if !p.known || !p.last.Native.Lt(need) {
		return ""
	}
	return fmt.Sprintf(", after sending the wallet about %s of the coin for gas, of which it has %s",
		money.FormatUnits(need.Sub(need, &p.last.Native), nativeDecimals), money.FormatUnits(&p.last.Native, nativeDecimals))
}

// fee is the most that closing a thing may cost in wei, at what an order offers now.
func (p *Protocol) fee(what string) *uint256.Int {
	gas := uint64(saleGas)
	for _, d := range p.deeds {
		if s := d.Action.Preview.Simulation; d.about(what) && s != nil && p.ports.Gas != nil {
			gas = p.ports.Gas(*s)
		}
	}
	return new(uint256.Int).Mul(&p.last.MaxFee, uint256.NewInt(gas))
}

// bill is what closing everything that stays may cost, beside what the wallet has.
func (p *Protocol) bill() string {
	sum := new(uint256.Int)
	for _, l := range p.left {
		sum.Add(sum, p.fee(l.What))
	}
	if sum.IsZero() || !p.known {
		return ""
	}
	return fmt.Sprintf("at the price of now, closing what stays may take %s of the coin for gas; the wallet has %s",
		money.FormatUnits(sum, nativeDecimals), money.FormatUnits(&p.last.Native, nativeDecimals))
}

// forget drops what was said of a thing that is tried again.
func (p *Protocol) forget(what string) {
	p.left = slices.DeleteFunc(p.left, func(l Leftover) bool { return l.What == what })
}

func worth(value float64) string { return fmt.Sprintf("%.6f", value) }
