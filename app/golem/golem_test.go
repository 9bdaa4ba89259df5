package golem

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestACommandThatMakesNoSenseIsAUsageError(t *testing.T) {
	for _, args := range [][]string{{"replay"}, {"replay", "a", "b"}, {"replay", "--no-such-flag", "a"}, {"audit", "verify"}, {"audit", "verify", "a", "--head", "7"}, {"audit", "x"}} {
		var out, errOut bytes.Buffer
		if code := Main(t.Context(), args, &out, &errOut); code != exitUsage || !strings.HasPrefix(errOut.String(), "golem: ") {
			t.Errorf("%v: exit %d, said %q", args, code, errOut.String())
		}
	}
}

func TestAFolderWithoutALifeIsAnError(t *testing.T) {
	var out, errOut bytes.Buffer
	for _, args := range [][]string{{"replay", t.TempDir()}, {"audit", "verify", t.TempDir()}} {
		if code := Main(t.Context(), args, &out, &errOut); code != exitStorage || out.Len() != 0 {
			t.Errorf("%v: exit %d, printed %q, said %q", args, code, out.String(), errOut.String())
		}
	}
}

// Every key that is missing is named at once, and nothing is begun: where no market is named that key
// stands for those of its contracts.
func TestALifeAgainstAnEndpointNeedsItsKeys(t *testing.T) {
	for text, keys := range map[string][]string{
		"": {"chain.rpc_url", "golem.markets names no market"},
		"[venue]\npool = \"0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640\"\n": {"chain.rpc_url", "venue.quote", "venue.router", "venue.position_manager"},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "golem.toml")
		if err := os.WriteFile(path, []byte("[golem]\nnetwork = \"devnet\"\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errOut bytes.Buffer
		code := Main(t.Context(), []string{"--config", path}, &out, &errOut)
		for _, key := range keys {
			if !strings.Contains(errOut.String(), key) {
				t.Errorf("%s is not named in %s", key, errOut.String())
			}
		}
		if named := strings.Contains(errOut.String(), "venue."); named != (text != "") {
			t.Errorf("of a market that is not named the contracts are asked for, or of one that is not: %s", errOut.String())
		}
		if files, err := os.ReadDir(dir); code != exitConfig || err != nil || len(files) != 1 {
			t.Errorf("exit %d, files %v, %v", code, files, err)
		}
	}
}
