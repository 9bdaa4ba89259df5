package bardo

import "testing"

func TestTheHeapOfALongChainGrowsLess(t *testing.T) {
	for live, want := range map[uint64]int{0: heapGrowth, 10 << 20: heapGrowth, 24 << 20: heapGrowth, 32 << 20: 200, 48 << 20: 100, 64 << 20: 50, 80 << 20: 30, 8 << 30: 30} {
		if got := growth(live); got != want {
			t.Errorf("with %d MB alive the heap grows by %d %%, want %d", live>>20, got, want)
		}
	}
}
