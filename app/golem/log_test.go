package golem

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
)

// A log is closed at its size, and as many closed ones are kept as are configured.
func TestALogIsClosedAtItsSize(t *testing.T) {
	t.Parallel()
	h, err := home.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c := config.Default()
	c.Log.Path, c.Log.MaxFileSizeMB, c.Log.MaxFiles = "logs/a.jsonl", 1, 1
	log, file := logger(c.Log, h, io.Discard)
	line := strings.Repeat("x", 100_000)
	for range 45 {
		log.Info(line)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(h.Dir(), "logs", "*.jsonl"))
	if err != nil || len(files) < 2 { // what is too many goes a moment later
		t.Errorf("%v %v", files, err)
	}
	for _, path := range files {
		if info, err := os.Stat(path); err == nil && info.Size() > 1<<20 {
			t.Errorf("%s has %d bytes", path, info.Size())
		}
	}
}

// A list of sanctioned addresses that is no contract is refused at the start.
func TestAListOfSanctionsWithoutCodeIsRefused(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	edit(t, filepath.Join(dir, "golem.toml"), "max_trades_per_hour = 50", "max_trades_per_hour = 50\nsanctions_oracle = \"0x00000000000000000000000000000000000000aa\"")
	keyIn(t, dir)
	if code, said := ask(t, "--config", filepath.Join(dir, "golem.toml")); code != exitConfig || !strings.Contains(said, "sanctions list") {
		t.Errorf("exit %d: %s", code, said)
	}
}
