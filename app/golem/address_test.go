package golem

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// addressKeys are the keys of golem.toml that take an address, each in its table.
var addressKeys = map[string][]string{
	"identity":         {"owner_address"},
	"custody.localkey": {"address"},
	"custody.embedded": {"address"},
	"safety":           {"sanctions_oracle"},
	"venue":            {"pool", "quote", "router", "position_manager", "aave_pool", "v2_router", "v4_router", "v4_state_view", "morpho", "price_feed", "sequencer_feed"},
}

// A typo in any address of golem.toml is named with its line, its key and what to write, and
// nothing is begun. spec: safety §5
func TestAWrongChecksumInAnyKeyIsRefused(t *testing.T) {
	const right, wrong = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAec"
	for table, keys := range addressKeys {
		for _, key := range keys {
			for _, text := range []string{wrong, right} {
				dir := t.TempDir()
				path := filepath.Join(dir, "golem.toml")
				file := "[" + table + "]\n" + key + " = \"" + text + "\"\n"
				if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
					t.Fatal(err)
				}
				var out, errOut bytes.Buffer
				code := Main(t.Context(), []string{"--config", path}, &out, &errOut)
				said := strings.Contains(errOut.String(), "golem.toml:2:1: "+table+"."+key+": \""+wrong+"\" fails its EIP-55 checksum") && strings.Contains(errOut.String(), "copy the address again")
				if code != exitConfig || said != (text == wrong) {
					t.Errorf("%s.%s = %s: exit %d, said %s", table, key, text, code, errOut.String())
				}
				if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
					t.Errorf("%s.%s: %v, %v", table, key, files, err)
				}
			}
		}
	}
}
