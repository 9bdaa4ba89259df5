package history

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"bardo.run/bardo/internal/seed"

	"github.com/holiman/uint256"
)

// Phases of a minute: one block each.
const (
	PhaseOpen = iota
	PhaseFirst
	PhaseSecond
	PhaseClose
	Phases
)

// phaseSecond is the second of the minute at which each phase's block stands.
var phaseSecond = [Phases]time.Duration{6 * time.Second, 21 * time.Second, 36 * time.Second, 51 * time.Second}

// BlockTime returns the time of a phase's block.
func BlockTime(minute time.Time, phase int) time.Time { return minute.Add(phaseSecond[phase]) }

// WalkFloor bounds how far liquidity falls during a walk that has less recorded inflow
// than it needs: to a hundredth of the recorded liquidity, and never to zero. Below it a
// trade of some hundred dollars would move the market by percents, which no record
// shows. The little that a walk at the floor pays too much is taken from the day's to
// and fro.
const WalkFloor = 100

// Plan is what the market does in one minute if nobody else trades.
type Plan struct {
	// Ticks that the phases visit.
	Ticks [Phases]int
	// Path is where the pool stands after each phase, as sqrtPriceX96.
	Path [Phases]*uint256.Int
	// Moves says in which phases the price changes.
	Moves [Phases]bool
	// Recorded is the recorded inflow, Need what the walk takes at the recorded
	// liquidity, both in raw quote units at the closing price, fees included.
	Recorded, Need *uint256.Int
	// Walk is the liquidity while the price moves: the recorded one, or less in a
	// short minute.
	Walk *uint256.Int
	// Short: the walk needs more inflow than was recorded. Silent: it needs some and
	// none was recorded. Floored: the walk's liquidity is the floor's.
	Short, Silent, Floored bool
}

// Planner plans minutes. It holds no state.
type Planner struct {
	Spec    Spec
	Seed    seed.Seed
	Traders int // who share the trades of the market; 0 is 1
}

// Trader is who sends a trade of a phase of a minute, counted from 0: the plan's, so that a
// crowd is the same in every life.
func (p Planner) Trader(minute time.Time, phase, trade int) int {
	if p.Traders < 2 {
		return 0
	}
	bits := p.Seed.Bytes(fmt.Sprintf("mirage/history/trader/%s/%d/%d/%d", p.Spec.Handle(), minute.Unix(), phase, trade))
	return int(binary.BigEndian.Uint64(bits[:8]) % uint64(p.Traders)) //nolint:gosec // both are small
}

// Plan returns the plan of a minute for a market that stands at from. A rising minute
// visits its low first and a falling one its high, which is the shorter way; where it
// closes as it opened, the seed decides.
func (p Planner) Plan(from *uint256.Int, m Minute) Plan {
	plan := Plan{Ticks: [Phases]int{m.Open, m.Low, m.High, m.Close}, Need: new(uint256.Int), Walk: m.Liquidity}
	if p.highFirst(m) {
		plan.Ticks[PhaseFirst], plan.Ticks[PhaseSecond] = m.High, m.Low
	}
	in0, in1 := new(uint256.Int), new(uint256.Int)
	at := from
	for i, tick := range plan.Ticks {
		if i > 0 && tick == plan.Ticks[i-1] {
			plan.Path[i] = at // still inside
			continue
		}
		to := visit(at, tick)
		step0, step1 := inflow(at, to, m.Liquidity, p.Spec.Fee)
		in0.Add(in0, step0)
		in1.Add(in1, step1)
		plan.Path[i], plan.Moves[i] = to, !to.Eq(at)
		at = to
	}
	value := p.Spec.valuer(m.Close)
	plan.Recorded, plan.Need = value.of(m.In0, m.In1), value.of(in0, in1)
	if plan.Need.Gt(plan.Recorded) {
		plan.Short, plan.Silent = true, plan.Recorded.IsZero()
		plan.Walk, plan.Floored = walkLiquidity(m.Liquidity, plan.Recorded, plan.Need)
	}
	return plan
}

func (p Planner) highFirst(m Minute) bool {
	if m.Open != m.Close {
		return m.Open > m.Close
	}
	bits := p.Seed.Bytes("mirage/history/order/" + strconv.FormatInt(m.Time.Unix(), 10))
	return bits[0]&1 == 1
}

// walkLiquidity is the liquidity that the recorded inflow implies for a walk, at least
// the floor.
func walkLiquidity(recorded, inflow, need *uint256.Int) (liquidity *uint256.Int, floored bool) {
	implied := mulDiv(recorded, inflow, need)
	floor := new(uint256.Int).Div(recorded, uint256.NewInt(WalkFloor))
	if floor.IsZero() {
		floor = uint256.NewInt(1)
	}
	if implied.Lt(floor) {
		return floor, true
	}
	return implied, false
}

// Opening returns the price at which a market's pool is opened, as sqrtPriceX96: the
// lower edge of the first tick.
func Opening(m Market) *uint256.Int { return bottomOf(m.Minutes[0].Open) }
