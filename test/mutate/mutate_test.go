package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/test/inputs"

	"bardo.run/bardo/test/mutate/verdict"
)

// small are the options for the module in testdata, whose list is another one's if named.
func small(t *testing.T, list string) options {
	t.Helper()
	if err := inputs.Folder(filepath.Join("testdata", "small")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	o := options{
		root: "testdata/small", dir: t.TempDir(), procs: 2, patterns: []string{"./..."},
		long: 20 * time.Second, most: time.Second, grace: time.Second, list: "equivalent.txt", until: verdict.Hostile,
	}
	if o.known = filepath.Join(t.TempDir(), "known.txt"); list != "" {
		o.list = "list.txt"
		root := t.TempDir()
		if err := os.CopyFS(root, os.DirFS(o.root)); err != nil {
			t.Fatal(err)
		}
		if o.root = root; os.WriteFile(filepath.Join(root, o.list), []byte(list), 0o644) != nil {
			t.Fatal("no list")
		}
	}
	return o
}

// page runs mutate and returns what it wrote and what it found wrong.
func page(t *testing.T, o options) (string, []string) {
	t.Helper()
	var out strings.Builder
	faults, err := mutate(t.Context(), o, &out)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), faults
}

func TestWhatIsCaughtSurvivesHangsAndIsEquivalentIsToldApart(t *testing.T) {
	o := small(t, "")
	text, faults := page(t, o)
	for _, want := range []string{
		"- guard/guard.go:18 Loose: `n > limit -> n >= limit`\n",
		"- guard/guard.go:31 Top: `a > b -> a >= b` (equivalent: of two equal numbers each is the greater)\n",
		"- guard/guard.go:38 Unseen: `1 > len(errLimit.Error()) -> false` (no test comes past)\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no line %q:\n%s", want, text)
		}
	}
	for _, never := range []string{" Spend: ", " Halve: `n > 0", "n = n / 2 -> nothing"} {
		if strings.Contains(text, never) {
			t.Errorf("%q was noticed, and stands on the page", never)
		}
	}
	if all := strings.Join(faults, "\n"); !strings.Contains(all, "noticed, it must be 95.0 %") || !strings.Contains(all, "called equivalent, at most 3.0 %") {
		t.Errorf("a survivor and one of twenty equivalent are enough: %s", all)
	}
	store := kept(t, o)
	if !strings.Contains(store, `"Name":"guard/guard.go Halve: n = n / 2 -\u003e nothing","Stage":"own","Reached":true,"By":"./guard by not ending"`) {
		t.Errorf("what hangs was not noticed by not ending:\n%s", store)
	}
	if again, _ := page(t, o); kept(t, o) != store+"\n" || !strings.Contains(again, "Loose") {
		t.Error("a second run asked again")
	}
}

func kept(t *testing.T, o options) string {
	t.Helper()
	f, err := os.Open(filepath.Join(o.dir, "verdicts"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A line of the list that a test contradicts, or that names nothing, is found.
func TestTheListOfEquivalentChangesIsHeldToTheCode(t *testing.T) {
	groups := []verdict.Group{{Name: "a", Changes: []verdict.Change{
		{Name: "a/a.go F: x -> y", File: "a/a.go", By: verdict.Own, Test: "TestF"}, {Name: "a/a.go G: x -> y", File: "a/a.go"},
	}}}
	list := map[string]string{"a/a.go F: x -> y": "why", "a/a.go G: x -> y": "why", "a/a.go gone": "why", "b/b.go F: x -> y": "why"}
	for all, want := range map[bool]int{true: 3, false: 2} {
		if got := verdict.Mark(groups, list, all); len(got) != want {
			t.Errorf("of the whole tree (%v) %d faults, want %d: %q", all, len(got), want, got)
		}
	}
	if groups[0].Changes[1].Why != "why" {
		t.Error("what is equivalent is not marked")
	}
}

// A line without a reason is none, and a tool that cannot read its list stops.
func TestALineWithoutAReasonStopsIt(t *testing.T) {
	if _, err := mutate(t.Context(), small(t, "guard/guard.go Top: a > b -> a >= b\n"), io.Discard); err == nil || !strings.Contains(err.Error(), "it does not say why") {
		t.Errorf("%v", err)
	}
}

// A test that fails with nothing changed would notice everything.
func TestAFailingTestNoticesNothing(t *testing.T) {
	o := small(t, "# none\n")
	bad := "package guard\nimport \"testing\"\nfunc TestBad(t *testing.T) { t.Error(Spend(1, 1)) }\n"
	if err := os.WriteFile(filepath.Join(o.root, "guard", "bad_test.go"), []byte(bad), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := mutate(t.Context(), o, io.Discard); err == nil || !strings.Contains(err.Error(), "TestBad fails with nothing changed") {
		t.Errorf("%v", err)
	}
}
