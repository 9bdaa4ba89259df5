package bardo

import (
	"os"
	"runtime/debug"
	"sync"
)

// heapGrowth is how much the heap of a devnet grows between two collections, in percent of
// what lives: a devnet holds tens of megabytes and throws away a quarter of one a block.
const heapGrowth = 300

// startHeap is how large a heap may get while a devnet starts before it is collected all
// the same: a chain of a state file may be large.
const startHeap = 512 << 20

// roomy lets a devnet, or a life on one, start without a collection, and collect seldom from
// the call of started on. go-ethereum begins by making and dropping 60 MB, which would be seventeen
// collections, half of the time of a start. GOGC goes before it.
func roomy() (started func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	debug.SetGCPercent(-1)
	limit := debug.SetMemoryLimit(startHeap)
	return sync.OnceFunc(func() {
		debug.SetGCPercent(heapGrowth)
		debug.SetMemoryLimit(limit)
	})
}
