package oracle

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/mirage/artifact"
)

// spec: mortality §10: whoever has the file of a testament only can hash it and find
// out, with any wallet's library, that the Golem signed it.
func TestViemAndEthersKnowWhoSignedATestament(t *testing.T) {
	need(t, filepath.Join(modules, "viem"))
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	settings, err := birth.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	settings.Golem.Lifetime, settings.Oracle.Enabled = 0, false
	o := live.Options{
		World: "chop", Days: 1, Strategy: filepath.Join("..", "..", "strategies", "eth-mean-reversion.md"), Seed: 7,
		Out: filepath.Join(t.TempDir(), "life"), Fund: 10_000 * money.One, Credit: 50 * money.One, Config: settings, Artifacts: set,
	}
	if _, err := live.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(o.Out, home.TestamentFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if signed, err := thanatopsis.Verify(text); err != nil || !signed {
		t.Fatalf("our own check: %v, %v", signed, err)
	}
	var will thanatopsis.Testament
	if err := json.Unmarshal(text, &will); err != nil {
		t.Fatal(err)
	}
	said, err := exec.CommandContext(t.Context(), "node", filepath.Join("js", "testament.mjs"), path).Output()
	if err != nil {
		t.Fatal(err)
	}
	var theirs struct{ SHA256, Viem, Ethers string }
	if err := json.Unmarshal(said, &theirs); err != nil {
		t.Fatal(err)
	}
	if theirs.SHA256 != will.Integrity.SHA256 || !strings.EqualFold(theirs.Viem, will.Identity.Key) || !strings.EqualFold(theirs.Ethers, will.Identity.Key) {
		t.Errorf("they say %+v, the testament %+v of %s", theirs, will.Integrity, will.Identity.Key)
	}
}
