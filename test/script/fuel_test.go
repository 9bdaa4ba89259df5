//go:build linux

package script_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A Golem that was sent too little coin to go on with buys what stands for it, unwraps some, and
// goes on; and what the programs then say of it adds up.
//
// spec: safety §7.4, §1.4 S-7
func TestAGolemThatIsLowOnCoinUnwrapsAndGoesOn(t *testing.T) {
	e, stop := develop(t, t.TempDir())
	defer stop()
	dir := filepath.Join(t.TempDir(), "life")
	settings := filepath.Join(dir, "golem.toml")
	code, said := owner(t, "golem", "init", dir, "--network", "devnet", "--custody", "localkey", "--rpc", e.Endpoint)
	address := regexp.MustCompile(`0x[0-9a-fA-F]{40}`).FindString(said)
	if code != 0 {
		t.Fatalf("init: %d\n%s", code, said)
	}
	if code, said = owner(t, "bardo", "dev", "fund", address, "--eth", "0.0025", "--rpc", e.Endpoint); code != 0 {
		t.Fatalf("fund: %d\n%s", code, said)
	}
	strategy, err := os.ReadFile(filepath.Join("testdata", "fuelled.md"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	with := strings.Replace(string(text), `approved_protocols = ["uniswap-v3"]`, "approved_protocols = [\"uniswap-v3\", \"weth9\"]\ngas_reserve = \"20\"", 1)
	if err := errors.Join(os.WriteFile(settings, []byte(with+pace), 0o600), os.WriteFile(filepath.Join(dir, "STRATEGY.md"), strategy, 0o600)); err != nil {
		t.Fatal(err)
	}
	lives(t, settings, "(rule exit-refuel), executed", 1)
	lives(t, settings, ": sell ", 1)
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"ledger", dir}, []string{"unwrap    rule:exit-refuel@", "sum of WETH    0         0", "sum of native  0         0"}},
		{[]string{"replay", dir}, []string{" equal, 0 absent"}},
		{[]string{"report", dir}, []string{"unwrapped for gas 1 time, wrapped 0 times"}},
	} {
		code, said := owner(t, "bardo", c.args...)
		for _, word := range c.says {
			if code != 0 || !strings.Contains(said, word) {
				t.Errorf("bardo %s, %d, does not say %q:\n%s", c.args[0], code, word, said)
			}
		}
	}
}
