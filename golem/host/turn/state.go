package turn

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/money"
)

// Identity is written at boot only; a restart raises its epoch.
type Identity struct {
	GolemID    string
	Name       string
	Wallet     common.Address
	Key        common.Address // that signs for the Golem itself, and moves no money; zero: none
	Owner      common.Address
	Generation uint32
	CreatedAt  int64 // unix milliseconds
	ChainID    uint64
	Epoch      uint64 // instance epoch, +1 at every boot
}

// Heartbeat is written by the heartbeat.
type Heartbeat struct {
	Tick        uint64 // of the tick in progress, or the next one between ticks
	Observation Observation
	Previous    Regime // regime of the previous tick
	Regime      Regime
	Gating      Gating
	LastCost    Cost
	DailyCost   money.USDC // of the UTC day of the last tick
	CostState   string     // normal, warning, soft_cap, hard_cap
	IdleTicks   int        // consecutive ticks with all probes none
}

// Vitality is written by the lifespan extension.
type Vitality struct {
	Mortality
	PreviousPhase Phase
	TicksInPhase  uint64
	// Dying is the cause of death once a trigger has fired, else empty.
	Dying string
}

// Positions is written by the heartbeat from chain reads: the portfolio as last
// observed, also after the tick's own actions.
type Positions struct {
	Reading Reading
	// Health is the health factor of each position at the previous tick.
	Health map[string]float64
	// Peak is the highest equity of the life that three blocks in a row showed, Drawdown the
	// fall from it. There is no window: one could only loosen the limit.
	Peak     float64
	Drawdown money.BPS
	last     LastEquities
}

// Take replaces the reading and follows the highest equity and the fall from it.
// A reading without equity, which no wallet has, moves neither, and nor does one whose prices are
// in doubt: no limit is judged by them. What is in doubt for longer than anything is believed moves the
// fall, so that two markets that stay apart do not shut the emergency, but never the peak.
func (p *Positions) Take(r Reading) {
	p.Reading = r
	equity := r.Equity()
	if equity <= 0 || r.Suspended() {
		return
	}
	if !r.Doubtful() {
		p.Peak = p.last.Take(p.Peak, equity, r.Block.Number)
	}
	if p.Peak == 0 {
		return
	}
	p.Drawdown = money.BPS(max(0, p.Peak-equity) / p.Peak * float64(money.Whole))
}

// Rebase measures the fall of the equity from what it is now.
func (p *Positions) Rebase() {
	p.Peak, p.Drawdown = p.Reading.Equity(), 0
	p.last.from(p.Peak)
}

// Shift moves the peak by what was sent to the account, or taken from it where value, in
// quote tokens, is negative: neither is a gain or a loss. With an unmoved peak a deposit would
// hide a loss, and an owner's withdrawal would be taken for one and close everything.
func (p *Positions) Shift(value float64) {
	if p.Peak > 0 {
		p.Peak = max(0, p.Peak+value)
		p.last.shift(value)
	}
}

// State is the GolemState (runtime §7). Readers get copies of sections; slices
// inside are not to be written. Not safe for concurrent use: it belongs to the
// tick.
type State struct {
	identity  Identity
	heartbeat Heartbeat
	vitality  Vitality
	positions Positions
	standing  Standing
}

// Identity returns the identity section.
func (s *State) Identity() Identity { return s.identity }

// Heartbeat returns the heartbeat's section.
func (s *State) Heartbeat() Heartbeat { return s.heartbeat }

// Vitality returns the lifespan's section.
func (s *State) Vitality() Vitality { return s.vitality }

// Positions returns the portfolio section.
func (s *State) Positions() Positions { return s.positions }

// Standing returns how much of its freedom the Golem has.
func (s *State) Standing() Standing { return s.standing }

// Writer edits one section of a State. Only the owner of the section holds it.
type Writer[T any] struct{ section *T }

// Edit changes the section in place. The pointer must not outlive the call.
func (w Writer[T]) Edit(change func(*T)) { change(w.section) }

// Writers are the write handles of a State, one per section. The wiring hands
// each to its single writer.
type Writers struct {
	Identity  Writer[Identity]
	Heartbeat Writer[Heartbeat]
	Vitality  Writer[Vitality]
	Positions Writer[Positions]
	Standing  Writer[Standing]
}

// NewState returns a newborn state and its writers.
func NewState(id Identity) (*State, Writers) {
	s := &State{identity: id}
	s.positions.Health = map[string]float64{}
	return s, Writers{
		Identity:  Writer[Identity]{&s.identity},
		Heartbeat: Writer[Heartbeat]{&s.heartbeat},
		Vitality:  Writer[Vitality]{&s.vitality},
		Positions: Writer[Positions]{&s.positions},
		Standing:  Writer[Standing]{&s.standing},
	}
}
