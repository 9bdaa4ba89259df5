package cortex

import (
	"log/slog"
	"math"
	"sync/atomic"
)

// unbounded is the upper end of a signal that is only "not negative".
const unbounded = math.MaxFloat32

// float is a float signal, stored as its bits.
type float struct{ bits atomic.Uint32 }

func (f *float) load() float32   { return math.Float32frombits(f.bits.Load()) }
func (f *float) store(v float32) { f.bits.Store(math.Float32bits(v)) }

// guard keeps every float signal a number in its range.
type guard struct {
	log     *slog.Logger
	warned  atomic.Uint32 // one bit per signal whose NaN was logged
	refused atomic.Uint64
}

// set stores v clamped to [low, high]; number is the signal's number in the table
// of runtime §8.
func (g *guard) set(f *float, number uint, v, low, high float32) {
	if v != v {
		g.refuse(number)
		return
	}
	f.store(min(max(v, low), high))
}

func (g *guard) refuse(number uint) {
	g.refused.Add(1)
	bit := uint32(1) << (number - 1)
	if g.warned.Or(bit)&bit == 0 {
		g.log.Warn("cortical signal refused: not a number", "signal", number)
	}
}
