package price

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
)

// at is a reading of block n, of a second, in which one WETH is so many USDC.
func at(n uint64, second int64, usd int64) *turn.Reading {
	r := holding([]turn.Token{usdc, weth}, traded("weth-usdc-5", weth, usdc, usd, 1, 1_000_000))
	r.Block = turn.Block{Number: n, Time: second}
	Value(r, Spread)
	return r
}

// Without a feed a price is as sure as the blocks before it, which are the second source.
//
// spec: heartbeat §3, safety §16.8
func TestWhatOneBlockTellsDifferentlyIsDoubtful(t *testing.T) {
	m := NewMemory(Spread)
	for i, c := range []struct {
		block  uint64
		second int64
		usd    int64
		doubt  string
	}{
		{1, 100, 2_000, ""}, // there is none before it
		{1, 100, 2_000, ""}, // the same, read again
		{2, 102, 2_000, ""},
		{3, 104, 3_000, "was worth 2000 in those before"}, // bent
		{4, 106, 2_000, ""}, // the median is not
		{5, 108, 1_900, ""},
		{6, 110, 1_899, "was worth 2000"},
		{7, 112, 1_950, ""}, // the median of 2,000, 1,900 and 2,000 is near enough
		{8, 112 + 3_600, 2_000, ""},
		{9, 112 + 3_600 + 3_601, 2_000, ""}, // what was before is forgotten
		{10, 112 + 3_600 + 3_603, 2_000, ""},
		{10, 112 + 3_600 + 3_604, 9_000, "was worth 2000"}, // another block stands there
	} {
		r := at(c.block, c.second, c.usd)
		m.Doubt(r)
		if d := r.Assets[1].Doubt; (d == "") != (c.doubt == "") || !strings.Contains(d, c.doubt) {
			t.Errorf("%d: block %d at %d: %q, want %q", i, c.block, c.second, d, c.doubt)
		}
		if r.Assets[0].Doubt != "" {
			t.Errorf("%d: the numeraire: %q", i, r.Assets[0].Doubt)
		}
	}
}

// A fresh feed vouches for a price; an old or silent one does not. What was doubtful before stays so,
// in its own words, and an asset that had a price and has none is in doubt.
func TestAFeedVouchesForWhatTheBlocksBeforeTellDifferently(t *testing.T) {
	for name, c := range map[string]struct {
		feed  *turn.Feed
		doubt string
		gone  bool // no price
		want  string
	}{
		"a feed":        {feed: &turn.Feed{Price: 2_000, Updated: 9_000, Holds: 3_600}},
		"an hour old":   {feed: &turn.Feed{Price: 2_000, Updated: 6_400, Holds: 3_600}},
		"older":         {feed: &turn.Feed{Price: 2_000, Updated: 6_399, Holds: 3_600}, want: "was worth 3000 in those before"},
		"a silent feed": {feed: &turn.Feed{Unread: "it has no answer"}, want: "was worth 3000 in those before"},
		"no feed":       {want: "was worth 3000 in those before"},
		"doubtful":      {doubt: "of the markets", want: "of the markets"},
		"no price":      {gone: true, want: "nothing tells now what WETH is worth"},
	} {
		r := at(1, 10_000, 2_000)
		r.Assets[1].Feed, r.Assets[1].Doubt = c.feed, c.doubt
		if c.gone {
			r.Assets[1].Price = 0
		}
		m := NewMemory(Spread)
		m.Doubt(at(0, 9_999, 3_000))
		m.Doubt(r)
		if d := r.Assets[1].Doubt; (d == "") != (c.want == "") || !strings.Contains(d, c.want) {
			t.Errorf("%s: %q, want %q", name, d, c.want)
		}
	}
}

// Where no feed tells, a price that jumps and stays is in doubt for two blocks; from the third on it is
// judged by and can be left, and for an hour nothing is opened at it. What returns is as it was.
//
// spec: heartbeat §3, safety §16.8
func TestWhatJumpedIsLeftAtOnceAndOpenedAfterAnHour(t *testing.T) {
	m := NewMemory(Spread)
	for i, c := range []struct {
		second      int64
		usd         int64
		doubt, leap bool
	}{
		{0, 2_000, false, false},
		{60, 2_500, true, false},
		{120, 2_500, true, false},
		{180, 2_510, false, true},
		{240, 2_490, false, true},
		{3_600, 2_500, false, true},
		{3_661, 2_500, false, false}, // it stands there for more than an hour
		{3_720, 1_500, true, false},
		{3_780, 1_000, true, false}, // it goes on
		{3_840, 1_000, true, false},
		{3_900, 1_000, false, true},
		{3_960, 2_500, true, false}, // and returns
		{4_020, 2_500, true, false},
		{4_080, 2_500, false, false},
	} {
		r := at(uint64(i), c.second, c.usd) //nolint:gosec // small
		m.Doubt(r)
		if a := r.Assets[1]; a.Doubt != "" != c.doubt || a.Leap != "" != c.leap || a.Shaky() != "" != (c.doubt || c.leap) {
			t.Errorf("%d: at %d: doubt %q, leap %q", i, c.second, a.Doubt, a.Leap)
		}
	}
}

// A block counts once, however often it is read: what it tells alone is in doubt as long as it is the
// last one.
//
// spec: heartbeat §3
func TestABlockCountsOnceHoweverOftenItIsRead(t *testing.T) {
	m := NewMemory(Spread)
	m.Doubt(at(1, 100, 2_000))
	for i := range int64(4) {
		r := at(2, 102, 3_000)
		if m.Doubt(r); r.Assets[1].Doubt == "" {
			t.Errorf("bent in one block, it is believed when that is read for the %d. time", i+1)
		}
	}
	for n := range uint64(2) {
		r := at(3+n, 104+2*int64(n), 3_000) //nolint:gosec // small
		if m.Doubt(r); (r.Assets[1].Doubt == "") != (n == 1) || (r.Assets[1].Leap == "") != (n == 0) {
			t.Errorf("in block %d: doubt %q, leap %q", 3+n, r.Assets[1].Doubt, r.Assets[1].Leap)
		}
	}
}

// An hour in which markets differ is none after which any price is believed.
func TestNoPriceIsBelievedBecauseMarketsDifferedLong(t *testing.T) {
	m := NewMemory(Spread)
	m.Doubt(at(1, 0, 2_000))
	n := uint64(2)
	for s := int64(60); s <= 7_200; s, n = s+60, n+1 {
		r := at(n, s, 2_500)
		r.Assets[1].Doubt = "the markets differ"
		m.Doubt(r)
	}
	r := at(n, 7_260, 2_500)
	if m.Doubt(r); !strings.Contains(r.Assets[1].Doubt, "was worth 2000") {
		t.Errorf("doubt %q", r.Assets[1].Doubt)
	}
}

// A jump of which two blocks are remembered is doubted up and down alike.
func TestUpAndDownAreDoubtedAlike(t *testing.T) {
	for _, usd := range []int64{1_500, 3_000} {
		m := NewMemory(Spread)
		m.Doubt(at(1, 100, 2_000))
		for n := range uint64(2) {
			r := at(2+n, 102+2*int64(n), usd) //nolint:gosec // small
			if m.Doubt(r); r.Assets[1].Doubt == "" {
				t.Errorf("%d is believed in block %d", usd, 2+n)
			}
		}
	}
}

// What is in doubt comes with the price that was believed last, whatever doubts it, and not for ever: two
// markets may stay apart for ever.
//
// spec: safety §16.8, §1.4 S-7
func TestWhatIsInDoubtTellsWhatWasBelieved(t *testing.T) {
	m := NewMemory(Spread)
	for i, c := range []struct {
		second int64
		usd    int64
		apart  bool  // the markets
		want   int64 // dollars; 0: nothing
		at     int64 // when that was believed
		since  int64 // when the doubt began
	}{
		{0, 1_500, true, 0, 0, 0}, // nothing was believed before
		{100, 2_000, false, 0, 0, 0},
		{102, 1_500, false, 2_000, 100, 102}, // it jumps
		{104, 1_990, false, 0, 0, 0},
		{224, 1_500, true, 1_990, 104, 224}, // at the slowest pace of a life: the doubt is as young as the reading
		{344, 1_500, true, 1_990, 104, 224},
		{104 + 3_600, 1_500, true, 1_990, 104, 224},
		{104 + 4_200, 1_500, true, 1_990, 104, 224},
		{104 + 4_201, 1_500, true, 0, 0, 0},
		{104 + 4_300, 1_980, false, 0, 0, 0},
		{104 + 4_302, 2_500, true, 1_980, 104 + 4_300, 104 + 4_302},
	} {
		r := at(uint64(i), c.second, c.usd) //nolint:gosec // small
		if c.apart {
			r.Assets[1].Doubt = "the markets differ"
		}
		m.Doubt(r)
		b, believed := r.Assets[1].Believed, at(1, 0, max(1, c.want)).Assets[1]
		switch {
		case (b == nil) != (c.want == 0):
			t.Errorf("%d: %+v is believed, want %d", i, b, c.want)
		case b != nil && (b.Rate != believed.Rate || b.Price != believed.Price || b.Time != c.at || b.Since != c.since):
			t.Errorf("%d: %+v is believed, want %d of %d, in doubt since %d", i, b, c.want, c.at, c.since)
		}
		if r.Assets[0].Believed != nil {
			t.Errorf("%d: the numeraire: %+v", i, r.Assets[0].Believed)
		}
	}
}
