package lives

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/test/inputs"
)

// forgotten are fields of a Golem's parts that a checkpoint could leave out.
var forgotten = []struct{ file, field string }{
	{"golem/mind/oracle/oracle.go", "total    uint64 "},
	{"golem/mind/heartbeat/pace/schedule.go", "due      [2]int64"},
	{"golem/mind/heartbeat/chain.go", "n      int"},
	{"golem/mind/strategy/watch.go", "marks    []Mark "},
	{"golem/mind/mortality/lifespan.go", "last   money.USDC "},
	{"golem/host/ledger/budget.go", "today    day"},
	{"golem/safety/audit/trail.go", "mark   Mark"},
	{"golem/world/chain/hand.go", "signed  uint64 "},
	{"golem/world/price/path.go", "believed []point "},
	{"internal/ledger/ledger.go", "balances map[place]*big.Int"},
}

// Every field that is left out of a checkpoint is found by the tests here.
//
// spec: runtime §14.3
func TestAFieldThatNoCheckpointHasIsFound(t *testing.T) {
	if err := inputs.Sources("bardo.run/bardo/golem/agent/process"); err != nil {
		t.Fatal(err)
	}
	for _, f := range forgotten {
		path, err := filepath.Abs(filepath.Join("..", "..", f.file))
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\t"+f.field); n != 1 {
			t.Errorf("%q stands %d times in %s, it must stand once", f.field, n, f.file)
			continue
		}
		if os.Getenv("BARDO_MUTATE") == "" { // compiles the program anew
			continue
		}
		t.Run(filepath.Base(f.file)+"/"+strings.Fields(f.field)[0], func(t *testing.T) {
			without(t, path, strings.Replace(string(text), "\t"+f.field, "\t"+f.field+" `image:\"-\"`", 1))
		})
	}
}

// without fails where the tests pass with another text of a file.
func without(t *testing.T, path, text string) {
	t.Helper()
	dir := t.TempDir()
	planted, overlay := filepath.Join(dir, "planted.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {path: planted}})
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{planted: []byte(text), overlay: replace} {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, "-run", "^TestAGolemIsMadeAgainFromItsImage$", ".").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "--- FAIL: TestAGolemIsMadeAgainFromItsImage") {
		t.Errorf("it was not found: %v\n%s", err, out)
	}
}
