package determinism_test

import (
	"bytes"
	"context"
	cryptorand "crypto/rand"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// minutes of the recorded history that every life here lives on.
const minutes = 75

// strategy is lived by unless a test changes it.
var strategy = filepath.Join("testdata", "orchestra.md")

// need fails where the contracts a devnet is made of are not there, and returns
// their folder.
func need(t *testing.T) string {
	t.Helper()
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	dir, err := filepath.Abs(set.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// export writes the recorded history.
func export(dir string) error {
	m, err := world.Generate("chop", 7, 1)
	if err != nil {
		return err
	}
	m.Minutes = m.Minutes[:minutes]
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return history.Export(dir, m)
}

func recorded(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if err := export(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// arguments of the command that lives the life in out.
func arguments(data, strategy, out string) []string {
	return []string{"live", "--history", data, "--strategy", strategy, "--seed", "7", "--out", out}
}

// run runs a command line in this process.
func run(args ...string) (code int, out, errOut string) {
	var o, e bytes.Buffer
	code = bardo.Main(context.Background(), args, &o, &e)
	return code, o.String(), e.String()
}

// lived is the life that the others are compared with, lived once.
var lived = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "bardo-life-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	data, out := filepath.Join(dir, "data"), filepath.Join(dir, "life")
	if err := export(data); err != nil {
		return nil, err
	}
	if code, _, said := run(arguments(data, strategy, out)...); code != 0 {
		return nil, fmt.Errorf("the life ended with %d:\n%s", code, said)
	}
	return inMemory(out)
})

// inMemory reads a folder whole.
func inMemory(dir string) (fs.FS, error) {
	files := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = &fstest.MapFile{Data: body, Mode: 0o600}
		return err
	})
	return files, err
}

// life returns a copy of that life, which the test may change.
func life(t *testing.T) string {
	t.Helper()
	need(t)
	files, err := lived()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "life")
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	return dir
}

// command prepares bardo as a process of its own.
func command(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "GORACE=atexit_sleep_ms=0", artifact.Env+"="+need(t))
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// succeed runs a process that must end well and returns what it printed.
func succeed(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(cmd.Args[1:], " "), err, said.String())
	}
	return out
}

// replayed runs bardo replay on a life, which must be whole and agree.
func replayed(t *testing.T, dir string) (r replay.Result) {
	t.Helper()
	code, out, said := run("replay", "--json", dir)
	if code != 0 {
		t.Fatalf("replay of %s ended with %d:\n%s", dir, code, said)
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if r.CutOff || r.Testament != "equal" || r.Ticks < minutes || len(r.Digest) != 64 {
		t.Fatalf("replay of %s found %+v", dir, r)
	}
	return r
}

// decided are the files that hold what a Golem decided and why.
var decided = []string{home.JournalDir + "/000001.seg", home.CyclesDir + "/000001.seg", home.LedgerDir + "/000001.seg", home.AuditDir + "/chain.bin", home.TestamentFile, home.TombstoneFile}

// same fails where two lives differ in a byte of what was decided.
func same(t *testing.T, one, other string) {
	t.Helper()
	for _, name := range decided {
		a, err := os.ReadFile(filepath.Join(one, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(other, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("%s: %d bytes and %d bytes differ", name, len(a), len(b))
		}
	}
}

// drawn returns a random source with a seed of its own, which a failure names: set
// BARDO_TEST_SEED to draw the same again.
func drawn(t *testing.T) *rand.Rand {
	t.Helper()
	var s [32]byte
	if text := os.Getenv("BARDO_TEST_SEED"); text != "" {
		copy(s[:], text)
	} else if _, err := cryptorand.Read(s[:8]); err != nil {
		t.Fatal(err)
	} else {
		copy(s[:], fmt.Sprintf("%x", s[:8]))
	}
	t.Logf("BARDO_TEST_SEED=%s", bytes.TrimRight(s[:], "\x00"))
	return rand.New(rand.NewChaCha8(s))
}
