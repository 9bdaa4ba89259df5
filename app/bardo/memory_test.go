package bardo

import "testing"

func TestTheHeapOfALongChainGrowsLess(t *testing.T) {
	for _, c := range []struct {
		bound
		megabytes uint64
		want      int
	}{
		{ofChain, 0, heapGrowth},
		{ofChain, 24, heapGrowth},
		{ofChain, 32, 200},
		{ofChain, 48, 100},
		{ofChain, 64, 50},
		{ofChain, 80, 30},
		{ofChain, 8 << 10, 30},
		{ofLife, 0, heapGrowth},
		{ofLife, 16, 150},
		{ofLife, 20, 100},
		{ofLife, 25, 100},
		{ofLife, 300, 100},
	} {
		if got := c.growth(c.megabytes << 20); got != c.want {
			t.Errorf("with %d MB alive the heap of %+v grows by %d %%, want %d", c.megabytes, c.bound, got, c.want)
		}
	}
}
