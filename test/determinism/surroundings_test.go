package determinism_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/mirage/artifact"
)

func TestTheSameLifeIsTheSameBytes(t *testing.T) {
	first := life(t)
	for name, env := range map[string][]string{
		"again": nil,
		"one processor, another home, zone and language": {
			"GOMAXPROCS=1", "HOME=" + t.TempDir(), "TMPDIR=" + t.TempDir(), "TZ=Pacific/Chatham",
			"LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8", "NO_COLOR=1", "TERM=dumb", "GOGC=50",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := filepath.Join(t.TempDir(), "another", "folder")
			succeed(t, command(t, env, arguments(recorded(t), strategy, out)...))
			same(t, first, out)
			if a, b := replayed(t, first).Digest, replayed(t, out).Digest; a != b {
				t.Errorf("records have digest %s, the first life's %s", b, a)
			}
		})
	}
}

// The race detector, another machine, another compiler: the life is the committed
// one, whatever this test binary was built with. Each architecture has its own.
func TestTheLifeIsTheCommittedOne(t *testing.T) {
	t.Parallel()
	r := replayed(t, life(t))
	got := fmt.Sprintf("%d ticks, records %s\n", r.Ticks, r.Digest)
	path := filepath.Join("testdata", "orchestra."+runtime.GOARCH+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		t.Skipf("nothing is committed for %s", runtime.GOARCH)
	}
	if err != nil || string(want) != got {
		t.Errorf("the life came to %swant %s(%v); if it should, run with -update and say why", got, want, err)
	}
}

var update = flag.Bool("update", false, "rewrite what the life came to")

// DESIGN §4 Determinism: GOAMD64=v1, so that no float is fused. `make` sets it; a
// plain `go test` has it by default.
func TestNothingIsBuiltForANewerProcessor(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Settings) == 0 {
		t.Fatal("the test binary does not say how it was built")
	}
	for _, s := range info.Settings {
		if s.Key == "GOAMD64" && s.Value != "v1" {
			t.Errorf("built with GOAMD64=%s, want v1", s.Value)
		}
	}
	makefile, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	if err != nil || !strings.Contains(string(makefile), "\nexport GOAMD64 := v1\n") {
		t.Errorf("make does not set GOAMD64 (%v)", err)
	}
}

func TestAReplayNeedsNeitherRecordsNorContracts(t *testing.T) {
	t.Parallel()
	dir := life(t)
	want := replayed(t, dir)
	for _, name := range []string{home.CyclesDir, home.LedgerDir, home.AuditDir} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := command(t, []string{artifact.Env + "=" + filepath.Join(dir, "nowhere"), "TZ=Pacific/Chatham", "LC_ALL=tr_TR.UTF-8", "GOMAXPROCS=1"}, "replay", dir)
	out := string(succeed(t, cmd))
	for _, part := range []string{"records    0 equal, ", " absent, digest " + want.Digest, "audit      0 equal, ", "testament  equal"} {
		if !strings.Contains(out, part) {
			t.Errorf("the replay does not say %q:\n%s", part, out)
		}
	}
}
