package birth_test

import (
	"os"
	"path/filepath"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/strategies"
)

func terms(t *testing.T) birth.Terms {
	t.Helper()
	c, err := birth.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	return birth.Terms{Config: c}
}

func markets(t *testing.T, world string) []turn.Market {
	t.Helper()
	c, err := environment.Compose("", history.Gas{}, world, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	return environment.Markets(c)
}

// Every template can be lived in the world that is proposed for it; one of several markets in no
// world of one.
func TestEveryTemplateFitsItsWorld(t *testing.T) {
	one, several, lived := markets(t, "chop"), markets(t, "basket"), 0
	for _, name := range strategies.Names() {
		text, _ := strategies.Template(name)
		file := filepath.Join(t.TempDir(), name+".md")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		terms := terms(t)
		switch strategies.World(name) {
		case "chop":
			if !terms.Fits(file, one) || !terms.Fits(file, several) {
				t.Errorf("%s does not compile", name)
			}
		case "basket":
			lived++
			if !terms.Fits(file, several) {
				t.Errorf("%s does not compile in basket", name)
			}
			if name != "lenders" && terms.Fits(file, one) {
				t.Errorf("%s compiles in chop, whose markets it does not need", name)
			}
		default:
			t.Errorf("%s has no world", name)
		}
	}
	if lived < 5 {
		t.Errorf("%d templates are of several markets", lived)
	}
	if terms := terms(t); terms.Fits("no such file", one) || strategies.World("no such template") != "" {
		t.Error("what is not there fits")
	}
}
