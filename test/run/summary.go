package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// event is one line of go test -json (go doc test2json).
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64
	// ImportPath and FailedBuild name what did not build.
	ImportPath  string
	FailedBuild string
}

// summary follows runs. It keeps the output of what is still running and drops
// it as soon as that has passed.
type summary struct {
	w io.Writer

	mu                      sync.Mutex          // guards what follows, and the writing
	output                  map[string][]string // by package and test
	broken                  map[string][]string // build output, by import path
	skips                   []string
	slow                    []timed
	passed, failed, skipped int
	packages, untested      int
	bad                     int    // packages that failed
	recalled                result // of the packages whose result is from the go command's cache
}

// result is what packages came to: the tests that passed, and whether they are from the go
// command's cache, where a run on the same bytes put them.
type result struct {
	packages, passed int
	cached           bool
}

// results are those of the packages of one run that have not ended, by path: two runs may
// have a package in common.
type results map[string]*result

func (r results) of(pkg string) *result {
	if r[pkg] == nil {
		r[pkg] = &result{}
	}
	return r[pkg]
}

// timed is how many seconds a test took.
type timed struct {
	name string
	took float64
}

// Of the tests that took slowAfter seconds or more, the slowMost longest are printed.
const (
	slowAfter = 10
	slowMost  = 30
)

func newSummary(w io.Writer) *summary {
	return &summary{w: w, output: map[string][]string{}, broken: map[string][]string{}}
}

// read follows a run to its end. A line that is no event is printed as it is.
func (s *summary) read(r io.Reader) error {
	in, running := bufio.NewReader(r), results{}
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) == nil && e.Action != "" {
				s.take(e, running)
			} else {
				s.say(strings.TrimRight(string(line), "\n"))
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the output of go test: %w", err)
		}
	}
}

func (s *summary) say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintln(s.w, line)
}

func (s *summary) take(e event, running results) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := e.Package + "\x00" + e.Test
	switch e.Action {
	case "output":
		s.output[key] = append(s.output[key], e.Output)
		if e.Test == "" && strings.HasPrefix(e.Output, "ok  \t") && strings.Contains(e.Output, "\t(cached)") {
			running.of(e.Package).cached = true
		}
	case "build-output":
		s.broken[e.ImportPath] = append(s.broken[e.ImportPath], e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			s.packageDone(e, running.of(e.Package))
			delete(running, e.Package)
		} else {
			s.testDone(e, running.of(e.Package))
		}
		delete(s.output, key)
	}
}

func (s *summary) testDone(e event, of *result) {
	name, said := e.Package+" "+e.Test, s.output[e.Package+"\x00"+e.Test]
	if e.Elapsed >= slowAfter && !strings.Contains(e.Test, "/") {
		s.slow = append(s.slow, timed{name, e.Elapsed})
	}
	switch e.Action {
	case "pass":
		s.passed++
		of.passed++
	case "skip":
		s.skipped++
		s.skips = append(s.skips, name+": "+reason(said))
	case "fail":
		s.failed++
		fmt.Fprintf(s.w, "\n%s\n%s", name, strings.Join(said, ""))
	}
}

func (s *summary) packageDone(e event, r *result) {
	if e.Action == "skip" {
		s.untested++
		return
	}
	s.packages++
	if e.Action == "fail" {
		s.bad++
		fmt.Fprintf(s.w, "\n%s\n%s", e.Package, strings.Join(s.broken[e.FailedBuild], ""))
		// A test that was running when the process died has no event of its own.
		for _, key := range s.unfinished(e.Package) {
			fmt.Fprint(s.w, strings.Join(s.output[key], ""))
			delete(s.output, key)
		}
	}
	mark := map[string]string{"pass": "ok  ", "fail": "FAIL"}[e.Action]
	if r.cached {
		s.recalled.packages++
		s.recalled.passed += r.passed
		fmt.Fprintf(s.w, "%s %-60s from the cache\n", mark, e.Package)
	} else {
		fmt.Fprintf(s.w, "%s %-60s %6.1f s\n", mark, e.Package, e.Elapsed)
	}
}

// unfinished returns the keys of a package's output that nothing has ended, the
// package's own last.
func (s *summary) unfinished(pkg string) []string {
	var keys []string
	for key := range s.output {
		if name, _, _ := strings.Cut(key, "\x00"); name == pkg {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	slices.Reverse(keys)
	return keys
}

// reason is what a skipped test said, without the frame that go test puts around.
func reason(said []string) string {
	var words []string
	for _, line := range said {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "===") || strings.HasPrefix(line, "---") {
			continue
		}
		if at, rest, ok := strings.Cut(line, ": "); ok && strings.Contains(at, ".go:") {
			line = rest
		}
		words = append(words, line)
	}
	if len(words) == 0 {
		return "no reason given"
	}
	return strings.Join(words, " ")
}

// ok reports whether tests ran and none failed.
func (s *summary) ok() bool { return s.bad == 0 && s.failed == 0 && s.passed > 0 }

// finish prints the slowest tests, the skips and the counts.
func (s *summary) finish() {
	slices.SortFunc(s.slow, func(a, b timed) int {
		return cmp.Or(cmp.Compare(b.took, a.took), cmp.Compare(a.name, b.name))
	})
	if len(s.slow) > 0 {
		fmt.Fprintln(s.w, "\nslowest:")
	}
	for _, t := range s.slow[:min(slowMost, len(s.slow))] {
		fmt.Fprintf(s.w, "  %6.1f s  %s\n", t.took, t.name)
	}
	slices.Sort(s.skips)
	if len(s.skips) > 0 {
		fmt.Fprintln(s.w, "\nskipped:")
	}
	for _, skip := range s.skips {
		fmt.Fprintln(s.w, "  "+skip)
	}
	fmt.Fprintf(s.w, "\n%d packages tested, %d failed, %d without a test\n", s.packages, s.bad, s.untested)
	fmt.Fprintf(s.w, "%d packages ran; %d are from the cache, with %d tests that passed before on the same bytes\n",
		s.packages-s.recalled.packages, s.recalled.packages, s.recalled.passed)
	fmt.Fprintf(s.w, "%d passed, %d failed, %d skipped\n", s.passed, s.failed, s.skipped)
}
