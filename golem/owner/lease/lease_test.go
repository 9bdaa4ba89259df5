package lease

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

// golem hears a lease as an inbox does, by a clock that can be set.
type golem struct {
	*testing.T
	lease *Lease
	clock *clock.Simulated
	heard map[string]owner.Answer
	end   time.Time
	words int
}

func begin(t *testing.T) *golem {
	c := clock.NewSimulated(time.Unix(1_000_000, 0))
	return &golem{T: t, lease: New(c), clock: c, heard: map[string]owner.Answer{}}
}

// passes has time pass on the machine and on the life's clock, and set ahead the latter.
func (g *golem) passes(d, set time.Duration) {
	_ = clock.System{}.WaitUntil(g.Context(), clock.System{}.Now().Add(d)) // of the bubble
	_ = g.clock.WaitUntil(g.Context(), g.clock.Now().Add(d+set))           // it does not end
}

func (g *golem) look() {
	for {
		waits := g.lease.Waits()
		l, there := g.lease.Next(g.Context(), func(id string) (owner.Answer, bool) { a, ok := g.heard[id]; return a, ok })
		if waits != there {
			g.Fatalf("waits %v, there %v", waits, there)
		}
		if !there {
			return
		}
		g.words++
		a := owner.Answer{Status: owner.Accepted, At: g.clock.Now().UnixMilli()}
		switch w := l.Word.(type) {
		case owner.Left:
			g.end = g.clock.Now().Add(time.Duration(w.Left) * time.Millisecond)
		case owner.Time:
			g.end = g.end.Add(time.Duration(w.Adds) * time.Millisecond)
		}
		if l.ID != "" {
			g.heard[l.ID] = a
		}
		g.lease.Answer(l, a)
	}
}

func (g *golem) tell(p wire.PaidTime) {
	if err := g.lease.Tell(p); err != nil {
		g.Fatal(err)
	}
}

// left is how much the Golem counts to be left, in seconds.
func (g *golem) left() float64 { return g.end.Sub(g.clock.Now()).Seconds() }

// spec: compute §7, §16.3 — what is left is heard once while the life counts as the host does, each
// extension once however often it is said, and also after a restart.
func TestALeaseIsHeardOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := begin(t)
		if g.look(); g.words != 0 {
			t.Fatalf("%d words of a host that said nothing", g.words)
		}
		g.tell(wire.PaidTime{Left: 60_000})
		g.look()
		g.passes(20*time.Second, 0)
		g.tell(wire.PaidTime{Left: 40_300})
		if g.look(); g.words != 1 || g.left() != 40 {
			t.Fatalf("%d words, %v s left", g.words, g.left())
		}
		longer := wire.PaidTime{Left: 3_640_000, Extensions: []wire.Extension{{ID: "a", Adds: 3_600_000, Price: 50_000}}}
		g.tell(longer)
		g.tell(longer)
		if g.look(); g.words != 2 || g.left() != 3_640 {
			t.Fatalf("extended: %d words, %v s left", g.words, g.left())
		}
		g.lease = New(g.clock) // another process
		g.tell(longer)
		if g.look(); g.words != 3 || g.left() != 3_640 {
			t.Fatalf("restarted: %d words, %v s left", g.words, g.left())
		}
	})
}

// A clock that is set moves no end by more than the slack: the Golem hears of it at the next look.
func TestAClockThatIsSetGivesNoTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := begin(t)
		g.tell(wire.PaidTime{Left: 600_000})
		g.look()
		g.passes(10*time.Second, time.Hour)
		if g.look(); g.words != 2 || g.left() != 590 {
			t.Fatalf("set ahead: %d words, %v s left", g.words, g.left())
		}
		g.passes(10*time.Second, -5*time.Second) // as far as a simulated clock is slow
		if g.look(); g.words != 3 || g.left() != 580 {
			t.Fatalf("slow: %d words, %v s left", g.words, g.left())
		}
		g.passes(581*time.Second, 0)
		if g.look(); g.left() > 0 {
			t.Errorf("%v s left", g.left())
		}
	})
}

func TestWhatIsNoPaidTimeIsRefusedWhole(t *testing.T) {
	g := begin(t)
	for name, p := range map[string]wire.PaidTime{
		"less than none":        {Left: -1},
		"more than ever":        {Left: 1 << 60},
		"no id":                 {Extensions: []wire.Extension{{Adds: 1}}},
		"a path":                {Extensions: []wire.Extension{{ID: "../a", Adds: 1}}},
		"no time":               {Extensions: []wire.Extension{{ID: "a"}}},
		"a price below nothing": {Extensions: []wire.Extension{{ID: "a", Adds: 1, Price: -1}}},
		"no payer":              {Extensions: []wire.Extension{{ID: "a", Adds: 1, Payer: "me"}}},
		"no transaction":        {Extensions: []wire.Extension{{ID: "a", Adds: 1, Tx: "0x12"}}},
		"the last is wrong":     {Extensions: []wire.Extension{{ID: "a", Adds: 1}, {ID: "b"}}},
		"too many":              {Extensions: make([]wire.Extension, most+1)},
	} {
		if err := g.lease.Tell(p); !errors.Is(err, ErrWord) || g.lease.Waits() {
			t.Errorf("%s: %v", name, err)
		}
	}
	e := wire.Extension{ID: "a", Adds: 5, Price: 7, Payer: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", Tx: "0x0101010101010101010101010101010101010101010101010101010101010101"}
	w, err := Word(e)
	if err != nil || w.Adds != 5 || w.Price != 7 || w.Payer.Hex() != e.Payer || w.Tx.Hex() != e.Tx {
		t.Errorf("%+v, %v", w, err)
	}
}
