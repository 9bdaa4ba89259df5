package status_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/life/status"
)

// Of a dead life nothing is said that is true of a living one alone.
func TestADeadLifeHasNoVitality(t *testing.T) {
	t.Parallel()
	s := look(t, lived(t, "eth-mean-reversion.md"))
	if c := s.Clocks; c.Phase != status.StateDead || c.Vitality != 0 || c.TimeLeft != nil || c.Credit <= 0 {
		t.Errorf("%+v", c)
	}
	said := text(t, s)
	if !strings.Contains(said, "  life          over; credit ") || !strings.Contains(said, "once its death had paid its gas") || strings.Contains(said, "vitality") {
		t.Errorf("it says\n%s", said)
	}
}

// A life on a history that was stopped says the whole command that goes on with it, and not how long ago
// something was: it has that history's time.
func TestAStoppedLifeSaysTheCommandThatGoesOn(t *testing.T) {
	t.Parallel()
	dir := lived(t, "eth-mean-reversion.md")
	for _, name := range []string{home.ManifestFile, home.TestamentFile, home.TombstoneFile} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	s := look(t, dir)
	if len(s.Findings) == 0 || s.Findings[0].Code != status.Stopped {
		t.Fatalf("%+v", s.Findings)
	}
	want := "go on with it: bardo live --world chop --days 1 --seed 7 --fund 10000 --credit 50 --strategy " + filepath.Join(dir, home.StrategyFile) + " --out " + dir + ", with the --config that it was begun with, if any"
	if got := s.Findings[0].Do; got != want {
		t.Errorf("to do: %s\nwant   %s", got, want)
	}
	if said := text(t, s); strings.Contains(said, " ago") {
		t.Errorf("it says\n%s", said)
	}
	one := `{"kind":"world","source":"chop","days":2,"days_left_out":1,"seed":7,"fund_usdc":"10000.000000","credit_usdc":"50.000000","births":"0s,12h0m0s"}`
	if err := os.WriteFile(filepath.Join(dir, home.LifeFile), []byte(one), 0o600); err != nil {
		t.Fatal(err)
	}
	above := filepath.Dir(dir)
	want = "go on with it: bardo live --world chop --days 2 --from-day 2 --seed 7 --fund 10000 --credit 50 --born 0s,12h0m0s --strategy " + filepath.Join(above, "1", home.StrategyFile) +
		" --strategy " + filepath.Join(above, "2", home.StrategyFile) + " --out " + above + ", with the --config that it was begun with, if any"
	if got := look(t, dir).Findings[0].Do; got != want {
		t.Errorf("one of two: %s\nwant        %s", got, want)
	}
	if err := os.WriteFile(filepath.Join(dir, home.LifeFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := look(t, dir).Findings[0].Do; got != "go on with it: bardo live --out "+dir+", with the other flags that it was begun with" {
		t.Errorf("without a plan: %s", got)
	}
}
