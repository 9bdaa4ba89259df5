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

// A world that ends with an earlier day has the minutes of the whole one to there, and what stands beside them; cut at both
// ends it is the days between.
func TestAWorldThatEndsEarlierIsTheEarlierPartOfTheWhole(t *testing.T) {
	for _, name := range []string{"chop", "manipulated"} {
		whole, err := world.Compose(name, 7, 3)
		if err != nil {
			t.Fatal(err)
		}
		for i := range whole.Markets {
			whole.Markets[i].Minutes = whole.Markets[i].Minutes[600:]
		}
		const minutes = 2*24*60 - 600
		sooner, err := whole.To(2)
		if err != nil || sooner.Days() != 2 || whole.Days() != 3 {
			t.Fatalf("%d days of %d: %v", sooner.Days(), whole.Days(), err)
		}
		for i, m := range sooner.Markets {
			if !reflect.DeepEqual(m.Minutes, whole.Markets[i].Minutes[:minutes]) {
				t.Errorf("%s: market %d has %d other minutes", name, i, len(m.Minutes))
			}
		}
		if notes := strings.Join(sooner.Markets[0].Notes, "\n"); !strings.Contains(notes, "to the end of its day 2: the 1440 minutes from 2024-01-03 00:00 on are left out") {
			t.Errorf("notes %q", notes)
		}
		for block := range (minutes + 60) * history.Phases {
			within := block < minutes*history.Phases
			if got, want := pullsAt(sooner, block), pullsAt(whole, block); within && !reflect.DeepEqual(got, want) || !within && got != nil {
				t.Fatalf("in block %d pulls are %v, and %v in the whole world", block, got, want)
			}
			for i, l := range sooner.Lenders {
				if got, want := used(l, block), used(whole.Lenders[i], block); within && got != want {
					t.Fatalf("%s uses %g of its value in block %d, and %g in the whole world", l.Protocol, got, block, want)
				}
			}
		}
		if again, err := whole.To(3); err != nil || !reflect.DeepEqual(again, whole) {
			t.Errorf("to its last day it is another world: %v", err)
		}
		between, err := sooner.From(2)
		later, err2 := whole.From(2)
		if err == nil && err2 == nil {
			later, err2 = later.To(1)
		}
		if err != nil || err2 != nil || !reflect.DeepEqual(between.Markets[0].Minutes, later.Markets[0].Minutes) || !reflect.DeepEqual(between.Pulls, later.Pulls) || len(between.Markets[0].Minutes) != 24*60 {
			t.Errorf("%s: which end is cut first makes another day: %v, %v", name, err, err2)
		}
		for _, day := range []int{-1, 0, 4} {
			if _, err := whole.To(day); err == nil || !strings.Contains(err.Error(), "to end with its day") || !strings.Contains(err.Error(), "has days 1 to 3") {
				t.Errorf("day %d: %v", day, err)
			}
		}
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
