package live

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/money"
)

func TestTheConfigurationIsNamedByItsValues(t *testing.T) {
	a, b := Options{Config: config.Default()}, Options{Config: config.Default()}
	a.Config.Safety.SpendingLimits.PerDay = config.USD(200 * money.One)
	b.Config.Safety.SpendingLimits.PerDay = config.USD(900_000 * money.One)
	if a.configHash() == b.configHash() {
		t.Error("200 and 900,000 USDC a day are the same configuration")
	}
}

// DESIGN §4 (Determinism): a resumed life is the one its journal begins with. One
// whose life.json was made to fit other limits is refused all the same, and its
// folder stays as it was.
func TestALifeDoesNotGoOnUnderOtherLimits(t *testing.T) {
	o := chop(t)
	interrupted(t, o)
	journal := files(t, filepath.Join(o.Out, home.JournalDir))
	o.Config.Safety.SpendingLimits.PerDay = config.USD(900_000 * money.One)
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrAnother) || !strings.Contains(err.Error(), "configuration") {
		t.Errorf("other limits: %v", err)
	}
	path := filepath.Join(o.Out, home.LifeFile)
	plan, err := ReadPlan(path)
	if err != nil {
		t.Fatal(err)
	}
	_, compiled, err := readStrategy(o.Strategy)
	if err != nil {
		t.Fatal(err)
	}
	changed := o
	changed.Config = approve(o.Config, compiled)
	plan.Config = changed.configHash()
	text, _ := json.Marshal(plan)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), o); !errors.Is(err, ErrAnother) || !strings.Contains(err.Error(), "begins with other settings") {
		t.Errorf("other limits behind the same plan: %v", err)
	}
	if got := files(t, filepath.Join(o.Out, home.JournalDir)); got != journal {
		t.Error("the journal of a life that was refused was written to")
	}
}

// files is everything in a folder.
func files(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(e.Name() + string(text))
	}
	return all.String()
}
