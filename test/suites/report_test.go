package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func report(t *testing.T, passes []string, failed int) outcomes {
	t.Helper()
	all := []map[string]string{}
	for _, title := range passes {
		all = append(all, map[string]string{"fullTitle": title})
	}
	text, err := json.Marshal(map[string]any{"stats": map[string]int{"tests": len(passes) + failed}, "passes": all})
	if err != nil {
		t.Fatal(err)
	}
	o, err := readReport(text)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestWhatPassesOnAnvilAloneIsNamed(t *testing.T) {
	here := report(t, []string{"a", "b", "b", "only here"}, 3)
	there := report(t, []string{"a", "a", "b", "b", "b", "only there"}, 0)
	known := map[string]string{"s: only there": "because", "other: a": "of another suite", "s: b": ""}
	got := newTally("s", here, there, known)
	if !slices.Equal(got.worse, []string{"a", "b", "only there"}) || !slices.Equal(got.better, []string{"only here"}) {
		t.Errorf("worse %q, better %q", got.worse, got.better)
	}
	if got.here != [2]int{7, 4} || got.there != [2]int{6, 6} || got.unexplained() != 2 {
		t.Errorf("%+v, %d unexplained", got, got.unexplained())
	}
	text := got.String()
	for _, want := range []string{"devnet 4 of 7 pass, anvil 6 of 6; 3 pass on anvil alone, 1 on the devnet alone", "  a (NO REASON)", "  only there (because)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks %q", text, want)
		}
	}
	sum := got.plus(newTally("t", there, here, known))
	if sum.here != [2]int{13, 10} || sum.unexplained() != 3 || len(sum.better) != 4 {
		t.Errorf("%+v, %d unexplained", sum, sum.unexplained())
	}
}

func TestAReportThatSaysNothingIsRefused(t *testing.T) {
	for _, text := range []string{``, `{}`, `{"stats":{"tests":0},"passes":[]}`, `["x"]`} {
		if o, err := readReport([]byte(text)); err == nil {
			t.Errorf("%q is %+v", text, o)
		}
	}
}

func TestEveryKnownTestHasAReasonAndASuite(t *testing.T) {
	known, err := readKnown()
	if err != nil {
		t.Fatal(err)
	}
	for key := range known {
		of, _, _ := strings.Cut(key, ": ")
		if !slices.ContainsFunc(suites, func(s suite) bool { return s.name == of }) {
			t.Errorf("%s: there is no such suite", key)
		}
	}
	for _, text := range []string{
		"[[because]]\nsuite = 's'\ntests = ['a']", "[[because]]\nreason = 'r'\nsuite = 's'\ntests = ['a', 'a']", "[[because]]\nwhy = 'r'", "nonsense",
	} {
		if _, err := parseKnown([]byte(text)); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

// Each suite is pinned to a commit, and what is written beside it is in this program.
func TestSuitesArePinned(t *testing.T) {
	for _, s := range suites {
		if len(s.commit) != 40 || s.tag == "" || s.own == (s.kit != "") {
			t.Errorf("%+v", s)
		}
		if s.own {
			continue
		}
		text, err := files.ReadFile("js/" + s.kit + ".json")
		if err != nil {
			t.Error(err)
			continue
		}
		var kit struct{ Dependencies map[string]string }
		if err := json.Unmarshal(text, &kit); err != nil || len(kit.Dependencies) == 0 {
			t.Errorf("%s: %v", s.kit, err)
		}
		for name, version := range kit.Dependencies {
			if strings.ContainsAny(version, "^~*<>") {
				t.Errorf("%s: %s %s is no exact version", s.kit, name, version)
			}
		}
	}
}

func TestAReportOfVitestCountsWhatRan(t *testing.T) {
	o, err := readReport([]byte(`{"numTotalTests":4,"testResults":[
		{"assertionResults":[{"fullName":"a","status":"passed"},{"fullName":"b","status":"failed"}]},
		{"assertionResults":[{"fullName":"a","status":"passed"},{"fullName":"c","status":"pending"}]}]}`))
	if err != nil || o.ran != 3 || o.passes() != 2 || o.passed["a"] != 2 {
		t.Errorf("%+v, %v", o, err)
	}
}
