package bardo

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bardo.run/bardo/golem/safety/rotation"
)

// spec: provisioning §8.12: whoever grants by the defaults is asked for the next grant while
// the first holds, with a day to answer.
func TestAGrantByTheDefaultsOutlivesItsKeyByADay(t *testing.T) {
	const day = 86_400
	text := newGrant(&shell{}).Flags().Lookup("days").DefValue
	if days, err := strconv.ParseInt(text, 10, 64); err != nil || days*day < rotation.Default().MaxAge+day || days > 30 {
		t.Errorf("a grant holds %s days, its key acts for %d s (%v)", text, rotation.Default().MaxAge, err)
	}
}

// A wrong letter in any address of the command line is refused before anything is asked.
func TestAWrongChecksumInAnyFlagIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "golem.toml")
	if err := os.WriteFile(path, []byte("[golem]\nnetwork = \"devnet\"\ncustody_mode = \"localkey\"\n[chain]\nrpc_url = \"http://127.0.0.1:1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const right, wrong = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAec"
	flags := []string{"--session", "--manager", "--account-code", "--counter", "--quote-feed", "--base-feed"}
	for _, bad := range flags {
		t.Setenv(envOwnerKey, strings.Repeat("11", 32))
		args := []string{"grant", "--config", path}
		for _, f := range flags {
			args = append(args, f, map[bool]string{true: wrong, false: right}[f == bad])
		}
		var out, errOut bytes.Buffer
		if code := Main(t.Context(), args, &out, &errOut); code != 2 || !strings.Contains(errOut.String(), bad+": \""+wrong+"\" fails its EIP-55 checksum") {
			t.Errorf("%s: exit %d, said %s", bad, code, errOut.String())
		}
	}
}

// A flag that a custody does not hear is refused with what to do instead, and not passed over.
func TestAFlagOfAnotherCustodyIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "golem.toml")
	if err := os.WriteFile(path, []byte("[golem]\nnetwork = \"devnet\"\ncustody_mode = \"delegation\"\n[chain]\nrpc_url = \"http://127.0.0.1:1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const any = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
	for want, flags := range map[string][]string{
		"leave --daily out, and set safety.spending_limits.per_day in the settings": {"--daily", "1000"}, // its default
		"no contract counts orders: leave --calls out":                              {"--calls", "5"},
		"no LimitedCallsEnforcer takes part: leave --counter out":                   {"--counter", any},
		"connect to the chain": {},
	} {
		t.Setenv(envOwnerKey, strings.Repeat("11", 32))
		var out, errOut bytes.Buffer
		code := Main(t.Context(), append([]string{"grant", "--config", path, "--session", any, "--quote-feed", any, "--base-feed", any}, flags...), &out, &errOut)
		if (code == 2) != (len(flags) > 0) || !strings.Contains(errOut.String(), want) {
			t.Errorf("%q: exit %d, said %s", flags, code, errOut.String())
		}
	}
}
