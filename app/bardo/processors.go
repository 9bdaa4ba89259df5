package bardo

import (
	"os"
	"runtime"
)

// single has a life use one processor, until the call of back. One goroutine decides, and the world
// makes a block while it waits: what runs beside them runs for microseconds, and a tenth of a life went
// into waking up a second processor for it. GOMAXPROCS goes before it.
func single() (back func()) {
	if os.Getenv("GOMAXPROCS") != "" {
		return func() {}
	}
	before := runtime.GOMAXPROCS(1)
	return func() { runtime.GOMAXPROCS(before) }
}
