package main

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

func follow(t *testing.T, lines ...string) (string, *summary) {
	t.Helper()
	var out strings.Builder
	s := newSummary(&out)
	if err := s.read(strings.NewReader(strings.Join(lines, "\n") + "\n")); err != nil {
		t.Fatal(err)
	}
	s.finish()
	return out.String(), s
}

func TestARunIsCountedAndItsSkipsHaveReasons(t *testing.T) {
	out, s := follow(t,
		`{"Action":"output","Package":"a","Test":"TestOne","Output":"noise\n"}`,
		`{"Action":"pass","Package":"a","Test":"TestOne"}`,
		`{"Action":"output","Package":"a","Test":"TestTwo","Output":"=== RUN   TestTwo\n"}`,
		`{"Action":"output","Package":"a","Test":"TestTwo","Output":"    a_test.go:9: no recorded days: set X\n"}`,
		`{"Action":"output","Package":"a","Test":"TestTwo","Output":"--- SKIP: TestTwo (0.00s)\n"}`,
		`{"Action":"skip","Package":"a","Test":"TestTwo"}`,
		`{"Action":"pass","Package":"a","Elapsed":1.25}`,
		`{"Action":"skip","Package":"b"}`)
	for _, want := range []string{"  a TestTwo: no recorded days: set X\n", "1 packages tested, 0 failed, 1 without a test\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %q", want, out)
		}
	}
	if !strings.HasSuffix(out, "\n1 passed, 0 failed, 1 skipped\n") || strings.Contains(out, "noise") || !s.ok() {
		t.Errorf("%q, ok %v", out, s.ok())
	}
}

func TestTheSlowestTestsAreNamed(t *testing.T) {
	out, _ := follow(t,
		`{"Action":"pass","Package":"a","Test":"TestQuick","Elapsed":9.9}`,
		`{"Action":"pass","Package":"a","Test":"TestSlow","Elapsed":12.5}`,
		`{"Action":"pass","Package":"b","Test":"TestSlower/part","Elapsed":70}`,
		`{"Action":"fail","Package":"b","Test":"TestSlower","Elapsed":70.25}`,
		`{"Action":"fail","Package":"b","Elapsed":80}`)
	if want := "\nslowest:\n    70.2 s  b TestSlower\n    12.5 s  a TestSlow\n\n"; !strings.Contains(out, want) {
		t.Errorf("%q is not in %q", want, out)
	}
}

func TestAFailureIsShownWithItsOutput(t *testing.T) {
	out, s := follow(t,
		`{"Action":"output","Package":"a","Test":"TestOne","Output":"    a_test.go:3: 2, want 3\n"}`,
		`{"Action":"fail","Package":"a","Test":"TestOne"}`,
		`{"Action":"fail","Package":"a","Elapsed":0.1}`)
	if s.ok() || !strings.Contains(out, "a TestOne\n    a_test.go:3: 2, want 3\n") || !strings.HasSuffix(out, "0 passed, 1 failed, 0 skipped\n") {
		t.Errorf("%q, ok %v", out, s.ok())
	}
}

func TestABrokenBuildAndADeadProcessFail(t *testing.T) {
	out, s := follow(t,
		`{"Action":"build-output","ImportPath":"a [a.test]","Output":"a.go:1: undefined: x\n"}`,
		`{"Action":"fail","Package":"a","FailedBuild":"a [a.test]"}`,
		`{"Action":"pass","Package":"b","Test":"TestB"}`,
		`{"Action":"output","Package":"b","Test":"TestDies","Output":"fatal error: deadlock\n"}`,
		`{"Action":"fail","Package":"b"}`)
	if s.ok() || s.bad != 2 {
		t.Errorf("ok %v, %d bad packages, want 2", s.ok(), s.bad)
	}
	for _, want := range []string{"a.go:1: undefined: x\n", "fatal error: deadlock\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %q", want, out)
		}
	}
}

func TestRunsSideBySideAreCountedTogether(t *testing.T) {
	stages := split([]string{"-race", "./...", "--", "-p", "1", "./slow", "---", "./c"}, "---")
	if want := [][]string{{"-race", "./...", "--", "-p", "1", "./slow"}, {"./c"}}; !slices.EqualFunc(stages, want, slices.Equal) {
		t.Errorf("%q, want %q", stages, want)
	}
	runs := split(stages[0], "--")
	if want := [][]string{{"-race", "./..."}, {"-p", "1", "./slow"}}; !slices.EqualFunc(runs, want, slices.Equal) {
		t.Errorf("%q, want %q", runs, want)
	}
	s := newSummary(&strings.Builder{})
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			text := strings.Repeat(`{"Action":"pass","Package":"a","Test":"TestOne"}`+"\nnot an event\n", 1_000)
			if err := s.read(strings.NewReader(text)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if s.passed != 2_000 {
		t.Errorf("%d passed", s.passed)
	}
}

func TestARunWithoutTestsIsNotOK(t *testing.T) {
	if _, s := follow(t, `{"Action":"skip","Package":"b"}`); s.ok() {
		t.Error("nothing ran, and it is ok")
	}
}
