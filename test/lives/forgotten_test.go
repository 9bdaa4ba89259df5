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

// forgetful is a package of whose types a checkpoint could leave fields out, and the test that makes one of its
// things again from an image.
type forgetful struct {
	pkg, test string
	fields    []struct{ file, field string }
}

// golems are fields of a Golem's parts, worlds those of the world beside one.
var golems = forgetful{"test/lives", "TestAGolemIsMadeAgainFromItsImage", []struct{ file, field string }{
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
}}

var worlds = forgetful{"mirage/history", "TestAWorldIsMadeAgainFromItsImage", []struct{ file, field string }{
	{"mirage/history/world.go", "next        int "},
	{"mirage/history/course.go", "ref       *uint256.Int"},
	{"mirage/history/lane.go", "stats  Figures"},
	{"mirage/history/events.go", "disturbed     bool "},
	{"mirage/history/submit.go", "waiting map[common.Address]bool"},
	{"mirage/history/arbitrage.go", "held   map[common.Address]*uint256.Int"},
	{"mirage/history/pull.go", "nonce  uint64"},
	{"mirage/history/desk.go", "next    int "},
	{"mirage/history/reporter.go", "tick  int "},
	{"mirage/node/nodes.go", "steps  []step "},
}}

// Every field that is left out of a checkpoint is found by the tests of its package.
//
// spec: runtime §14.3
func TestAFieldThatNoCheckpointHasIsFound(t *testing.T) {
	for _, of := range []string{"golem/agent/process", "mirage/history"} {
		if err := inputs.Sources("bardo.run/bardo/" + of); err != nil {
			t.Fatal(err)
		}
	}
	golems.plant(t)
	worlds.plant(t)
}

// plant has each field be left out in turn, in `make long`.
func (of forgetful) plant(t *testing.T) {
	for _, f := range of.fields {
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
		if os.Getenv("BARDO_LONG") == "" { // compiles the program anew
			continue
		}
		t.Run(filepath.Base(f.file)+"/"+strings.Fields(f.field)[0], func(t *testing.T) {
			of.without(t, path, strings.Replace(string(text), "\t"+f.field, "\t"+f.field+" `image:\"-\"`", 1))
		})
	}
}

// without fails where the test passes with another text of a file.
func (of forgetful) without(t *testing.T, path, text string) {
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
	out, err := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay, "-run", "^"+of.test+"$", "bardo.run/bardo/"+of.pkg).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "--- FAIL: "+of.test) {
		t.Errorf("it was not found: %v\n%s", err, out)
	}
}
