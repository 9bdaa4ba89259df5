package bardo

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// heapGrowth is how much the heap of a devnet grows between two collections, in percent of
// what lives: a devnet holds tens of megabytes and throws away a quarter of one a block. Of a
// sweep, whose lives are short, it grows more: that took a twentieth less time.
const (
	heapGrowth  = 200
	sweepGrowth = 400
)

// startHeap is how much memory there may be while a devnet starts before it is collected all the
// same: a month of a generated market makes and drops as much as go-ethereum does.
const startHeap = 80 << 20

// roomy lets a devnet, or a life on one, start without a collection. From the call of started on,
// or from the first collection on, there is one when the heap has grown by growth percent. go-ethereum
// begins by making and dropping 60 MB, which would be seventeen collections, half of the time of a start.
// GOGC goes before it.
func roomy(growth int) (started func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	debug.SetGCPercent(-1)
	limit := debug.SetMemoryLimit(startHeap)
	started = sync.OnceFunc(func() {
		debug.SetGCPercent(growth)
		debug.SetMemoryLimit(limit)
	})
	// A first collection finds what nobody has.
	runtime.AddCleanup(&struct{ nobody *int }{}, func(f func()) { f() }, started)
	return started
}

// bound is what a heap may take: it may grow to small however little of it lives, and beyond that by
// least, in percent of what lives.
type bound struct {
	small uint64
	least int
}

// What a devnet's heap may take, and that of a life, which holds a few megabytes more for each month
// that it lasts, and throws away as much as ever.
var (
	ofChain = bound{96 << 20, 30}
	ofLife  = bound{40 << 20, 100}
)

// growth is by how much of what lives the heap may grow, in percent.
func (b bound) growth(live uint64) int {
	most := int(b.small*100/max(live, 1)) - 100 //nolint:gosec // a percentage
	return min(max(most, b.least), heapGrowth)
}

// frugal has the heap of a long chain, all of which lives, grow less between two collections than
// that of a short one: after each it looks at what lives. GOGC goes before it.
func frugal(b bound) {
	if os.Getenv("GOGC") != "" {
		return
	}
	now := heapGrowth
	var look func(*[16]byte)
	look = func(*[16]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if next := b.growth(live[0].Value.Uint64()); next > now || next < now-10 {
			now = next
			debug.SetGCPercent(now)
		}
		runtime.SetFinalizer(new([16]byte), look) // for the next collection
	}
	runtime.SetFinalizer(new([16]byte), look)
}
