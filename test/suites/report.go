package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// outcomes are the tests of one run by their titles, each with how often it passed: suites have
// several tests of one title.
type outcomes struct {
	passed map[string]int
	ran    int
}

// readReport reads a report of mocha's or of vitest's. What a hook fails is not run, and so does not
// pass.
func readReport(text []byte) (outcomes, error) {
	type test struct{ FullTitle string }
	var r struct {
		Stats  struct{ Tests int }
		Passes []test
		Files  []struct {
			Tests []struct{ FullName, Status string } `json:"assertionResults"`
		} `json:"testResults"`
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return outcomes{}, err
	}
	o := outcomes{passed: map[string]int{}, ran: r.Stats.Tests}
	for _, t := range r.Passes {
		o.passed[t.FullTitle]++
	}
	for _, file := range r.Files {
		for _, t := range file.Tests {
			switch t.Status {
			case "passed":
				o.passed[t.FullName]++
				o.ran++
			case "failed":
				o.ran++
			}
		}
	}
	if o.ran == 0 {
		return o, fmt.Errorf("no test ran")
	}
	return o, nil
}

func (o outcomes) passes() (n int) {
	for _, count := range o.passed {
		n += count
	}
	return n
}

// tally is a suite on both nodes.
type tally struct {
	name          string
	here, there   [2]int   // tests that ran, and that passed
	worse, better []string // titles: pass on anvil alone, and here alone
	reasons       map[string]string
}

func newTally(name string, here, there outcomes, reasons map[string]string) tally {
	t := tally{name: name, here: [2]int{here.ran, here.passes()}, there: [2]int{there.ran, there.passes()}, reasons: map[string]string{}}
	t.worse, t.better = more(there, here), more(here, there)
	for _, title := range t.worse {
		t.reasons[title] = reasons[name+": "+title]
	}
	return t
}

// more are the tests that pass in a more often than in b.
func more(a, b outcomes) (titles []string) {
	for title, n := range a.passed {
		for range n - b.passed[title] {
			titles = append(titles, title)
		}
	}
	slices.Sort(titles)
	return titles
}

func (t tally) plus(o tally) tally {
	for i := range 2 {
		t.here[i] += o.here[i]
		t.there[i] += o.there[i]
	}
	reasons := map[string]string{}
	for _, some := range []map[string]string{t.reasons, o.reasons} {
		for title, reason := range some {
			reasons[title] = reason
		}
	}
	return tally{here: t.here, there: t.there, worse: slices.Concat(t.worse, o.worse), better: slices.Concat(t.better, o.better), reasons: reasons}
}

func (t tally) unexplained() (n int) {
	for _, title := range t.worse {
		if t.reasons[title] == "" {
			n++
		}
	}
	return n
}

func (t tally) counts() string {
	return fmt.Sprintf("devnet %d of %d pass, anvil %d of %d; %d pass on anvil alone, %d on the devnet alone",
		t.here[1], t.here[0], t.there[1], t.there[0], len(t.worse), len(t.better))
}

// String is the suite's part of the output.
func (t tally) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", t.name, t.counts())
	for _, title := range t.worse {
		reason := t.reasons[title]
		if reason == "" {
			reason = "NO REASON"
		}
		fmt.Fprintf(&b, "  %s (%s)\n", title, reason)
	}
	return b.String()
}

// readKnown reads the reasons, by suite and title.
func readKnown() (map[string]string, error) {
	text, err := files.ReadFile("known.toml")
	if err != nil {
		return nil, err
	}
	return parseKnown(text)
}

func parseKnown(text []byte) (map[string]string, error) {
	var file struct {
		Because []struct {
			Reason, Suite string
			Tests         []string
		}
	}
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, fmt.Errorf("known.toml: %w", err)
	}
	known := map[string]string{}
	for _, b := range file.Because {
		for _, title := range b.Tests {
			key := b.Suite + ": " + title
			if b.Reason == "" || known[key] != "" {
				return nil, fmt.Errorf("known.toml: %s is there twice, or without a reason", key)
			}
			known[key] = b.Reason
		}
	}
	return known, nil
}
