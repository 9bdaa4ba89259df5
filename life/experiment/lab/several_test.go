package lab_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/life/experiment/lab"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/plan"
)

// A run of several lives has a folder for each, all of which vouch for it; each is told where it lies and what computes it
// again, and all of them count.
func TestARunOfSeveralLivesHasAFolderForEach(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x")
	several := []plan.Several{{Name: "set", Set: []string{"b.md", "a.md"}}, {Name: "chain", Chain: []string{"a.md", "b.md", "a.md"}}}
	begin := func() *bench { return newBench(t, dir, "1", several...) }
	b := begin()
	var last lab.State
	b.Progress = func(s lab.State) { last = s }
	want := run(t, b)
	if len(b.lived) != 3+2+2 || last.Done != 3+2*2+2*3 || last.All != last.Done || last.Left != 0 || last.Living != 0 {
		t.Errorf("%q, %+v", b.lived, last)
	}
	all, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	arm := func(name string) (int, outcome.Outcome) {
		i := slices.IndexFunc(b.Design.Arms, func(a plan.Arm) bool { return a.Name == name })
		return i, all[i][0]
	}
	for name, members := range map[string]int{"set n=1": 2, "chain n=1": 2} {
		i, o := arm(name)
		dir := b.LifeOf(plan.Run{Arm: i})
		if len(o.Members) != members || o.Dir != dir || o.Command != "" {
			t.Fatalf("%s: %+v", name, o)
		}
		for j, m := range o.Members {
			folder := string(rune('1' + j))
			if m.Dir != filepath.Join(dir, folder) || m.Command != "bardo replay "+folder {
				t.Errorf("%s: member %d lies in %s, %s", name, j+1, m.Dir, m.Command)
			}
		}
	}
	if again := begin(); run(t, again) != want || len(again.lived) != 0 {
		t.Errorf("what was over was lived again: %q", again.lived)
	}
	// a member that changed, that is gone, or that was not there
	i, o := arm("chain n=1")
	first := filepath.Join(o.Members[0].Dir, home.JournalDir, "000001.seg")
	held, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(what string) {
		t.Helper()
		if _, err := begin().Run(t.Context()); !errors.Is(err, lab.ErrChanged) {
			t.Errorf("%s: %v", what, err)
		}
	}
	put := func(path, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	put(first, "other")
	changed("a member that changed")
	if err := os.RemoveAll(o.Members[0].Dir); err != nil {
		t.Fatal(err)
	}
	changed("a member that is gone")
	put(first, string(held))
	third := filepath.Join(b.LifeOf(plan.Run{Arm: i}), "3")
	put(filepath.Join(third, home.JournalDir, "000001.seg"), "new")
	changed("a member that was not born")
	if err := os.RemoveAll(third); err != nil {
		t.Fatal(err)
	}
	if again := begin(); run(t, again) != want {
		t.Error("it is another one")
	}
}
