package ask

import (
	"slices"
	"testing"
	"time"
)

// binary has tests that cost so many seconds, by name; all reach "here" but those that
// cost nothing.
func binary(pkg string, costs ...int) *Binary {
	b := &Binary{Package: pkg}
	for _, s := range costs {
		b.Tests = append(b.Tests, Test{Name: "Test" + string(rune('A'+s)), Cost: time.Duration(s) * time.Second, Reached: map[string]bool{"here": s > 0}})
	}
	return b
}

func namesOf(tests []one) (out []string) {
	for _, t := range tests {
		out = append(out, t.name())
	}
	return out
}

// Only what comes past is asked, the quickest of all packages first, and no more than fits.
func TestTheQuickestThatFitAreAsked(t *testing.T) {
	two := []*Binary{binary("./a", 0, 3, 1), binary("./b", 4, 2)}
	for most, want := range map[int][]string{
		0:  {"./a TestB", "./b TestC", "./a TestD", "./b TestE"},
		10: {"./a TestB", "./b TestC", "./a TestD", "./b TestE"},
		9:  {"./a TestB", "./b TestC", "./a TestD"},
		6:  {"./a TestB", "./b TestC", "./a TestD"},
		5:  {"./a TestB", "./b TestC"},
	} {
		got := namesOf(planned(two, Question{Places: []string{"there", "here"}, Most: time.Duration(most) * time.Second}))
		if !slices.Equal(got, want) {
			t.Errorf("within %d s %q are asked, want %q", most, got, want)
		}
	}
	if got := planned(two, Question{Places: []string{"there"}}); len(got) > 0 {
		t.Errorf("nobody comes past, and %q are asked", namesOf(got))
	}
}

// Whoever noticed a change nearby is asked before all others, unless he costs too much;
// then come a second's worth, four seconds' worth, and so on. Nobody is asked twice.
func TestWhoNoticedNearbyIsAskedFirst(t *testing.T) {
	plan := planned([]*Binary{binary("./a", 1, 2, 3, 8)}, Question{Places: []string{"here"}})
	for name, c := range map[string]struct {
		first []string
		want  [][]string
	}{
		"nobody did":  {nil, [][]string{{"./a TestB"}, {"./a TestC"}, {"./a TestD", "./a TestI"}}},
		"one did":     {[]string{"./a TestD"}, [][]string{{"./a TestD"}, {"./a TestB"}, {"./a TestC"}, {"./a TestI"}}},
		"two did":     {[]string{"./a TestC", "./a TestB"}, [][]string{{"./a TestB", "./a TestC"}, {"./a TestD"}, {"./a TestI"}}},
		"a slow one":  {[]string{"./a TestI"}, [][]string{{"./a TestB"}, {"./a TestC"}, {"./a TestD", "./a TestI"}}},
		"a stranger":  {[]string{"./b TestB"}, [][]string{{"./a TestB"}, {"./a TestC"}, {"./a TestD", "./a TestI"}}},
		"by a panic":  {[]string{"./a by a panic"}, [][]string{{"./a TestB"}, {"./a TestC"}, {"./a TestD", "./a TestI"}}},
		"all of them": {[]string{"./a TestB", "./a TestC", "./a TestD", "./a TestI"}, [][]string{{"./a TestB", "./a TestC"}, {"./a TestD"}, {"./a TestI"}}},
	} {
		var got [][]string
		for _, w := range waves(plan, c.first) {
			got = append(got, namesOf(w))
		}
		if !slices.EqualFunc(got, c.want, slices.Equal) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
