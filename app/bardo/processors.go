package bardo

import (
	"os"
	"runtime"
)

// processors has lives use no more processors than there are of them at once, until the call of back. One
// goroutine of a life decides, and the world makes a block while it waits: what runs beside them runs for
// microseconds, and a tenth of a life went into waking up a second processor for it. GOMAXPROCS goes before it.
func processors(lives int) (back func()) {
	if os.Getenv("GOMAXPROCS") != "" {
		return func() {}
	}
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(min(lives, before))
	return func() { runtime.GOMAXPROCS(before) }
}
