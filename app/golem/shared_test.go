//go:build unix

package golem

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/mind/strategy"
)

// A file with a key that others can read or write, and settings that others can write, are
// refused with the command that closes them, by golem and by bardo grant; nothing is asked of
// a chain before.
func TestAFileThatIsOpenToOthersIsRefused(t *testing.T) {
	const toml = "[golem]\nnetwork = \"devnet\"\n[chain]\nrpc_url = \"http://127.0.0.1:1\"\n[venue]\npool = %\nquote = %\nrouter = %\nposition_manager = %\n[custody.localkey]\nprivate_key_path = \"key.json\"\n"
	const at = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
	for name, c := range map[string]struct {
		settings, key os.FileMode
		code          int
		want          string
	}{
		"settings that all may write":       {0o666, 0o600, exitConfig, "golem.toml may be written by others (-rw-rw-rw-); look whether it says what you wrote, then run: chmod go-w "},
		"settings that a group may write":   {0o620, 0o600, exitConfig, "golem.toml may be written by others"},
		"a key that all may read":           {0o644, 0o644, exitWallet, "key.json holds a key, and may be read or written by others (-rw-r--r--); run: chmod 600 "},
		"a key that a group may read":       {0o600, 0o640, exitWallet, "key.json holds a key"},
		"a key that others may only write":  {0o600, 0o602, exitWallet, "key.json holds a key"},
		"both are their owner's, who reads": {0o644, 0o600, exitWallet, "the keystore cannot be opened"},
	} {
		dir := t.TempDir()
		path, key := filepath.Join(dir, "golem.toml"), filepath.Join(dir, "key.json")
		put(t, dir, "golem.toml", strings.ReplaceAll(strings.ReplaceAll(toml, "%", `"`+at+`"`), "key.json", key))
		put(t, dir, "key.json", "{}")
		for file, mode := range map[string]os.FileMode{path: c.settings, key: c.key} {
			if err := os.Chmod(file, mode); err != nil {
				t.Fatal(err)
			}
		}
		var said bytes.Buffer
		if code := Main(t.Context(), []string{"--config", path}, &said, &said); code != c.code || !strings.Contains(said.String(), c.want) {
			t.Errorf("%s: golem: exit %d\n%s", name, code, &said)
		}
		said.Reset()
		t.Setenv("BARDO_OWNER_PASSPHRASE", "any")
		code := bardo.Main(t.Context(), []string{"grant", "--config", path, "--keystore", key, "--session", at, "--quote-feed", at, "--base-feed", at}, &said, &said)
		if open := c.code == exitConfig || strings.Contains(c.want, "holds"); (code == exitConfig) != open || open && !strings.Contains(said.String(), c.want) {
			t.Errorf("%s: bardo grant: exit %d\n%s", name, code, &said)
		}
	}
}

// Rules that others may write are not read: not at a birth, and not behind a change.
func TestAStrategyThatIsOpenToOthersIsNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "STRATEGY.md")
	put(t, filepath.Dir(path), "STRATEGY.md", idle)
	var l life
	l.config.Strategy.Path = path
	for mode, open := range map[os.FileMode]bool{0o600: false, 0o644: false, 0o664: true, 0o602: true} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		text, err := l.strategy()
		if errors.Is(err, home.ErrShared) != open || (string(text) == idle) == open {
			t.Errorf("%s: %q, %v", mode, text, err)
		}
		if _, _, err := l.compiled(strategy.DefaultPolicy()); open && (err == nil || !strings.Contains(err.Error(), "chmod go-w "+path)) {
			t.Errorf("%s: %v", mode, err)
		}
	}
}
