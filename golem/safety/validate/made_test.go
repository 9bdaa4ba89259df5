package validate

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bardo.run/bardo/golem/core/taint"
)

// spec: safety §10 — what a value of each origin may be made of, beside the program's own
// words, against every origin that a text has.
func TestAValueIsMadeOfItsOwnSourcesOnly(t *testing.T) {
	want := map[Origin][]taint.Origin{
		ContractRevert: {taint.Chain}, APIResponse: {taint.Web, taint.Tool}, OraclePrice: {taint.Chain, taint.Web},
		MarketplaceKnowledge: {taint.Relay, taint.Sibling, taint.Skill}, UserInput: {taint.Owner}, ModelOutput: {taint.Model},
	}
	kind := map[Origin]Kind{
		ContractRevert: Regex, APIResponse: Bounds, OraclePrice: Bounds, MarketplaceKnowledge: Approval, UserInput: Regex, ModelOutput: Address,
	}
	all := gates()
	for o, from := range want {
		g := all[kind[o]]
		for s := taint.Runtime; s <= taint.Tool; s++ {
			_, err := g.gate.Clear(taint.New(s, g.good, 0), o)
			if good := s == taint.Runtime || slices.Contains(from, s); (err == nil) != good || !good && !errors.Is(err, ErrGate) {
				t.Errorf("a text of %s as %s: %v", s, o, err)
			}
			mixed := taint.Concat(taint.New(taint.Runtime, g.good[:1], 0), taint.New(s, g.good[1:], 0))
			if _, err := g.gate.Clear(mixed, o); (err == nil) != (s == taint.Runtime || slices.Contains(from, s)) {
				t.Errorf("the program's word and one of %s as %s: %v", s, o, err)
			}
		}
	}
}

// An origin or a kind of gate that the table does not have permits nothing, the first
// behind its end too; and a refusal names the gate that did not fit.
func TestWhatTheTableDoesNotHavePermitsNothing(t *testing.T) {
	for o := Origin(origins); o < Origin(origins)+3; o++ {
		for k := Regex; k < Kind(kinds)+2; k++ {
			if o.Permits(k) {
				t.Errorf("origin %d permits %s", o, k)
			}
		}
	}
	for k, g := range gates() {
		_, err := g.gate.Clear(taint.New(taint.Chain, g.good, 0), 99)
		if err == nil || !strings.Contains(err.Error(), k.String()+" is no gate for") {
			t.Errorf("%s: %v", k, err)
		}
	}
}

// spec: safety §10 — a sample has at most 80 characters; shorter ones are whole.
func TestASampleHasAtMostEightyCharacters(t *testing.T) {
	for n, want := range map[int]int{79: 79, 80: 80, 81: 80, 82: 80} {
		if got := utf8.RuneCountInString(sample(strings.Repeat("é", n))); got != want {
			t.Errorf("of %d characters %d are shown, want %d", n, got, want)
		}
	}
}
