package outcome

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/experiment/statistics"
	"bardo.run/bardo/life/report/performance"
)

// near reports whether two amounts are the same but for how floats are added.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// drawn is a life from a time on, over so many hours, that began with an amount.
func drawn(t *rapid.T, name string, from int64, hours int, equity float64) *Lived {
	l := &Lived{told: Outcome{
		Golem: name, Dir: name, Records: "of " + name, Held: []string{"ETH"}, Assumed: []string{"all", name}, Did: Did{Orders: 2, Won: 1},
		Span: Span{From: from, To: from + int64(hours)*Hour, Until: from + int64(hours)*Hour, Cause: "ttl"},
	}, activity: &statistics.Activity{Bought: 10, Trips: []float64{1}, Costs: []statistics.Cost{{Kind: "gas", Amount: 2}}}}
	price := rapid.Float64Range(1, 5000).Draw(t, name+"'s price")
	for at := from; at <= l.told.Span.Until; at += rapid.Int64Range(10*minute, 90*minute).Draw(t, "later") {
		l.points = append(l.points, performance.Point{Time: at, Price: price, Equity: equity})
		l.coin, l.activity.Invested = append(l.coin, equity/100), append(l.activity.Invested, equity/2)
		price *= rapid.Float64Range(0.9, 1.1).Draw(t, "moved")
		equity *= rapid.Float64Range(0.9, 1.1).Draw(t, "gained")
	}
	last := l.points[len(l.points)-1]
	last.Time = l.told.Span.Until
	l.points = append(l.points, last)
	l.coin, l.activity.Invested = append(l.coin, l.coin[len(l.coin)-1]), append(l.activity.Invested, 0)
	return l
}

// worth is the account of a life at a time.
func (l *Lived) worth(values []float64, at int64) (x float64) {
	for i, p := range l.points {
		if p.Time <= at {
			x = values[i]
		}
	}
	return x
}

func (l *Lived) equities() (all []float64) {
	for _, p := range l.points {
		all = append(all, p.Equity)
	}
	return all
}

// At every time a set is worth what its members are, and so is holding.
func TestASetIsTheSumOfItsMembers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var of []*Lived
		hours := rapid.IntRange(1, 30).Draw(t, "hours")
		for i := range rapid.IntRange(2, 4).Draw(t, "members") {
			of = append(of, drawn(t, fmt.Sprint("m", i), 0, hours, rapid.Float64Range(1, 1e6).Draw(t, "capital")))
		}
		s := Set("dir", of)
		o, err := s.Outcome(Hour)
		if err != nil {
			t.Fatal(err)
		}
		if len(o.Hours) != hours || len(o.Members) != len(of) || o.Form != InOneWorld || o.Records != "" || o.Dir != "dir" || o.Did.Orders != 2*len(of) || o.Span != of[0].told.Span {
			t.Fatalf("%+v", o)
		}
		worth, held := s.points[0].Equity, s.points[0].Equity
		for h := range hours + 1 {
			if h > 0 {
				worth *= 1 + o.Hours[h-1]
				held *= 1 + o.Holding[h-1]
			}
			each, holds, invested, coin := 0.0, 0.0, 0.0, 0.0
			at := int64(h) * Hour
			for _, p := range of {
				each, holds = each+p.worth(p.equities(), at), holds+p.worth(performance.Holding(p.points), at)
				invested, coin = invested+p.worth(p.activity.Invested, at), coin+p.worth(p.coin, at)
			}
			if !near(worth, each) || !near(held, holds) || !near(s.worth(s.activity.Invested, at), invested) || !near(s.worth(s.coin, at), coin) {
				t.Fatalf("hour %d: worth %v, its members %v; holding %v and %v", h, worth, each, held, holds)
			}
		}
		if !slices.Equal(o.Assumed[:3], []string{"all", "m0", "m1"}) || !slices.Equal(o.Held, []string{"ETH"}) || o.Golem[:7] != "m0 + m1" {
			t.Fatalf("%q %q %q", o.Assumed, o.Held, o.Golem)
		}
	})
}

// A chain returns what its members do one after the other, whatever coin for gas each is given, and holding goes on.
func TestAChainReturnsWhatItsMembersDoInTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var of []*Lived
		hours, from, grown, held := rapid.IntRange(1, 12).Draw(t, "hours"), int64(0), 1.0, 1.0
		for i := range rapid.IntRange(1, 4).Draw(t, "members") {
			p := drawn(t, fmt.Sprint("m", i), from, hours, 1000)
			if i > 0 { // it begins with all but the coin, of which it has another amount
				before := of[i-1]
				cash := before.points[len(before.points)-1].Equity - before.coin[len(before.coin)-1]
				by := (cash + p.coin[0]) / p.points[0].Equity
				first := p.coin[0]
				for j := range p.points {
					p.points[j].Equity *= by
				}
				p.coin[0] = first
			}
			index, would := performance.Index(p.points), performance.Holding(p.points)
			grown, held = grown*index[len(index)-1], held*would[len(would)-1]/would[0]
			of, from = append(of, p), p.told.Span.Until
		}
		until := from + rapid.Int64Range(0, 3).Draw(t, "hours of nobody")*Hour
		left := biography.Left{Capital: 7}
		of[len(of)-1].left = left
		c := Chain("dir", of, "market", until, "why")
		o, err := c.Outcome(Hour)
		if err != nil {
			t.Fatal(err)
		}
		if len(o.Hours) != int(until/Hour) || o.Form != InTurn || o.Place.Market != "market" || o.Span.Until != until || o.Span.To != from || o.Unborn != "why" || c.Left() != left {
			t.Fatalf("%+v", o)
		}
		returned, holding := 1.0, 1.0
		for h := range o.Hours {
			returned, holding = returned*(1+o.Hours[h]), holding*(1+o.Holding[h])
		}
		if !near(returned, grown) || !near(holding, held) {
			t.Fatalf("it returned %v, its members %v; holding %v and %v", returned, grown, holding, held)
		}
		for i := 1; i < len(c.points); i++ {
			if c.points[i].Time < c.points[i-1].Time {
				t.Fatal("time goes back")
			}
		}
	})
}

// What a life could not sell is lost to the chain: the next one begins without it.
func TestWhatCannotBeSoldIsLostToAChain(t *testing.T) {
	life := func(from int64, equity ...float64) *Lived {
		l := &Lived{activity: &statistics.Activity{}, told: Outcome{Span: Span{From: from, To: from + Hour, Until: from + Hour, Cause: "ttl"}}}
		for i, e := range equity {
			l.points = append(l.points, performance.Point{Time: from + int64(i)*Hour, Price: 10, Equity: e})
			l.coin, l.activity.Invested = append(l.coin, 5), append(l.activity.Invested, 0)
		}
		return l
	}
	o, err := Chain("dir", []*Lived{life(0, 105, 105), life(Hour, 85, 85)}, "", 2*Hour, "").Outcome(Hour)
	if err != nil {
		t.Fatal(err)
	}
	if x, _ := o.Figures.Life.Return.Get(); !near(x, -20.0/105) || !near(o.Hours[0], -20.0/105) || o.Hours[1] != 0 {
		t.Errorf("it returned %v, %v", x, o.Hours)
	}
}

// Lives that held other things are told so.
func TestWhatSeveralWouldHaveHeldIsNamed(t *testing.T) {
	life := func(held ...string) *Lived {
		return &Lived{activity: &statistics.Activity{}, told: Outcome{Held: held}}
	}
	if got := Set("", []*Lived{life("ETH"), life("BTC", "ETH")}).told.Held; !slices.Equal(got, []string{"BTC", "ETH"}) {
		t.Errorf("a set: %q", got)
	}
	if got := Chain("", []*Lived{life("ETH"), life("BTC", "ETH")}, "", 0, "").told.Held; !slices.Equal(got, []string{"ETH; then BTC, ETH"}) {
		t.Errorf("a chain: %q", got)
	}
	if got := Chain("", []*Lived{life("ETH"), life("ETH")}, "", 0, "").told.Held; !slices.Equal(got, []string{"ETH"}) {
		t.Errorf("a chain of one asset: %q", got)
	}
	one := Outcome{Dir: "x"}
	if got := one.Lives(); len(got) != 1 || got[0].Dir != "x" {
		t.Errorf("%v", got)
	}
}
