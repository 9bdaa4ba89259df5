package environment

import (
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"bardo.run/bardo/internal/seed"
)

// moment is that a life ran, at a time.
type moment struct {
	at   int64
	life int
}

// waits are the times that each of so many lives waits for.
func waits(lives int) [][]int64 {
	all := make([][]int64, lives)
	for life := range all {
		rng, at := seed.Seed(life).Stream("turns"), int64(0)
		for range 10 * (life + 1) {
			at += rng.Int64N(3) // often none passes
			all[life] = append(all[life], at)
		}
	}
	return all
}

// taken is what happens where lives wait for these times in goroutines of their own.
func taken(all [][]int64) (happened []moment) {
	t := NewTurns(len(all))
	var group sync.WaitGroup
	for life, times := range all {
		group.Go(func() {
			defer t.Seat(life).Leave()
			for _, at := range times {
				t.Seat(life).Wait(time.Unix(at, 0))
				happened = append(happened, moment{at, life}) // the race detector sees two that run at once
			}
		})
	}
	group.Wait()
	return happened
}

// Who waits for the earliest time goes on, of several the one with the lowest number, whatever the machine does.
func TestTurnsGoByTimeAndNumber(t *testing.T) {
	all, left := waits(7), waits(7)
	var want []moment
	for {
		next := moment{life: -1}
		for life, times := range left {
			if len(times) > 0 && (next.life < 0 || times[0] < next.at) {
				next = moment{times[0], life}
			}
		}
		if next.life < 0 {
			break
		}
		want, left[next.life] = append(want, next), left[next.life][1:]
	}
	for _, n := range []int{1, 4} {
		before := runtime.GOMAXPROCS(n)
		for range 20 {
			if got := taken(all); !slices.Equal(got, want) || len(got) != 10*7*8/2 {
				t.Errorf("on %d processors %d turns had another order", n, len(got))
			}
		}
		runtime.GOMAXPROCS(before)
	}
}

// A life alone always has its turn.
func TestALifeAloneAlwaysHasItsTurn(*testing.T) {
	var alone *Seat
	alone.Wait(time.Unix(9, 0))
	alone.Wait(time.Unix(3, 0))
	alone.Leave()
}
