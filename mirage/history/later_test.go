package history_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// A world that begins with a later day has the minutes of the whole one from there on, and what stands beside them.
func TestAWorldThatBeginsLaterIsTheLaterPartOfTheWhole(t *testing.T) {
	for _, name := range []string{"chop", "manipulated"} {
		whole, err := world.Compose(name, 7, 3)
		if err != nil {
			t.Fatal(err)
		}
		later, err := whole.From(3)
		if err != nil {
			t.Fatal(err)
		}
		const minutes, blocks = 2 * 24 * 60, 2 * 24 * 60 * history.Phases
		for i, m := range later.Markets {
			if !reflect.DeepEqual(m.Minutes, whole.Markets[i].Minutes[minutes:]) || len(m.Minutes) != 24*60 {
				t.Errorf("%s: market %d has %d other minutes", name, i, len(m.Minutes))
			}
		}
		if notes := strings.Join(later.Markets[0].Notes, "\n"); !strings.Contains(notes, "from its day 3 on: the 2880 minutes before 2024-01-03 00:00 are left out") {
			t.Errorf("notes %q", notes)
		}
		for i, l := range later.Lenders {
			for block := range 24 * 60 * history.Phases {
				if got, want := used(l, block), used(whole.Lenders[i], block+blocks); got != want {
					t.Fatalf("%s uses %g of its value in block %d, and %g in the whole world", l.Protocol, got, block, want)
				}
			}
		}
		for block := range 24 * 60 * history.Phases {
			if got, want := pullsAt(later, block), pullsAt(whole, block+blocks); !reflect.DeepEqual(got, want) {
				t.Fatalf("in block %d pulls are %v, and %v in the whole world", block, got, want)
			}
		}
		if again, err := whole.From(1); err != nil || !reflect.DeepEqual(again, whole) {
			t.Errorf("from its first day it is another world: %v", err)
		}
		for _, day := range []int{-1, 0, 4} {
			if _, err := whole.From(day); err == nil || !strings.Contains(err.Error(), "has days 1 to 3") {
				t.Errorf("day %d: %v", day, err)
			}
		}
	}
}

// The first day of a record may begin at any time, and a day with minutes that one of the markets lacks.
func TestAWorldBeginsWithTheFirstRecordedMinuteOfItsDay(t *testing.T) {
	c, err := world.Compose("basket", 7, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Markets {
		c.Markets[i].Minutes = c.Markets[i].Minutes[600:]
	}
	last := c.Markets[2].Minutes
	for i := 840; i < 850; i++ {
		last[i].Missing = true
	}
	later, err := c.From(2)
	if err != nil || !later.Markets[0].Start().Equal(world.Start.Add(24*time.Hour+10*time.Minute)) {
		t.Errorf("%s: %v", later.Markets[0].Start(), err)
	}
	for i := 840; i < len(last); i++ {
		last[i].Missing = true
	}
	if _, err := c.From(2); err == nil || !strings.Contains(err.Error(), "nothing is recorded") {
		t.Error(err)
	}
}

// used is the share that a lender's plan has at a block.
func used(l history.Lender, block int) (share float64) {
	for _, u := range l.Uses {
		if u.Block <= block {
			share = u.Share
		}
	}
	return share
}

// pullsAt is what is pulled at a block, and by how much.
func pullsAt(c history.Config, block int) (all []string) {
	for _, p := range c.Pulls {
		if p.Start <= block && block < p.Start+p.Blocks {
			all = append(all, slices.Concat(p.Pools, []string{time.Duration(p.By * 1e9).String()})...)
		}
	}
	return all
}
