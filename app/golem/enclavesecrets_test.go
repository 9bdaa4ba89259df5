package golem

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/enclave"
)

// scalarIn finds the number in an authorization key's text.
func scalarIn(t *testing.T, text []byte) []byte {
	t.Helper()
	var scalar []byte
	_, err := privy.ParseKey(bytes.Clone(text), func(b []byte) privy.Vault {
		scalar = bytes.Clone(b)
		return secret.New(b)
	})
	if err != nil || len(scalar) != 32 {
		t.Fatalf("%d bytes: %v", len(scalar), err)
	}
	return scalar
}

// unsealed is the secret of the identity, which the secret of its own seals, and that of the
// rolls.
func unsealed(t *testing.T, dir string, seal []byte) (identity, rolls canary) {
	t.Helper()
	file, err := os.ReadFile(filepath.Join(dir, home.IdentityFile))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := signer.NewSealer(func(f func([]byte) error) error { return f(seal) }).Unseal("identity", file)
	if err != nil || len(plain) != 32 {
		t.Fatalf("%d bytes: %v", len(plain), err)
	}
	born, err := agent.BirthIn(filepath.Join(dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	hidden := derived(t, plain)
	if mortality.Commit(&hidden) != born.Mortality.Clocks.Commitment {
		t.Fatal("the life is not committed to it")
	}
	return canary{"the identity", plain, true}, canary{"the secret of the rolls", hidden[:], true}
}

// derived is the secret of the rolls of an identity.
func derived(t *testing.T, identity []byte) [32]byte {
	t.Helper()
	hidden, err := custody.Rolls((*[32]byte)(identity))
	if err != nil {
		t.Fatal(err)
	}
	return hidden
}

// spec: provisioning §9.3, safety §1.4 S-3, §8; DESIGN §4 (Secrets): neither the app's
// secret, nor the key to the provider, nor the secret that seals is in anything that a Golem
// says, writes or dumps, also where the provider repeats what it was sent.
func TestNoSecretOfAnEnclaveLeavesTheProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("real processes, in real time")
	}
	w := wardedOn(t, evmtest.NewServedMarket(t), "seal_path = \""+filepath.Join(t.TempDir(), "elsewhere.key")+"\"\n")
	a := &aviary{T: t, m: w.Market, program: program(t), dir: w.dir}
	text, err := os.ReadFile(filepath.Join(w.dir, sessionFile))
	w.must(err)
	w.must(os.Remove(filepath.Join(w.dir, sessionFile)))
	w.edit("authorization_key_path = \""+sessionFile+"\"\n", "")
	w.edit("[custody.embedded]\n", "[log]\nlevel = \"debug\"\n[custody.embedded]\n")
	a.env = []string{"PRIVY_APP_SECRET=" + appSecret, "PRIVY_AUTHORIZATION_KEY=" + string(text)}
	a.secrets = []canary{
		{"the app's secret", []byte(appSecret), false},
		{"the app's credentials", []byte(base64.StdEncoding.EncodeToString([]byte(enclave.AppID + ":" + appSecret))), false},
		{"the authorization key", scalarIn(t, text), true},
		{"the authorization key's text", text, false},
	}
	a.run("trade 2", func(p *os.Process) {
		a.childless(p)
		asked, c := w.Asked(), clock.System{}
		w.Fail(slices.Repeat([]enclave.Fault{enclave.Echo(500), enclave.Echo(401), enclave.Echo(200)}, 3)...)
		for end := c.Now().Add(20 * time.Second); w.Asked() < asked+4 && c.Now().Before(end); {
			_ = c.WaitUntil(t.Context(), c.Now().Add(50*time.Millisecond))
		}
		if w.Asked() < asked+4 {
			t.Errorf("the provider was asked %d times", w.Asked()-asked)
		}
		_ = p.Signal(syscall.SIGQUIT)
	}, "GOTRACEBACK=all")
	a.dumped("SIGQUIT")
	w.Heal()
	a.run("trade", func(p *os.Process) { _ = p.Signal(syscall.SIGABRT) }, "GOTRACEBACK=crash")
	a.dumped("SIGABRT")
	if found := cores(a.dir); len(found) != 0 {
		t.Errorf("there are core files: %v", found)
	}
	config, err := os.ReadFile(filepath.Join(w.dir, "golem.toml"))
	w.must(err)
	_, rest, _ := strings.Cut(string(config), "seal_path = \"")
	path, _, _ := strings.Cut(rest, "\"")
	seal, err := os.ReadFile(path)
	w.must(err)
	a.secrets = append(a.secrets, canary{"the secret that seals", seal, true})
	identity, rolls := unsealed(t, a.dir, seal)
	a.secrets = append(a.secrets, identity)
	living := a.look(append([]canary{rolls}, a.secrets...))
	a.ask(exitOK, "destroy", "--data-dir", a.dir, "--name", "restless")
	a.run("dead", func(*os.Process) {})
	a.ask(exitOK, "replay", a.dir)
	looked := a.look(a.secrets)
	if !bytes.Contains(a.heard.Bytes(), []byte("dead (")) || w.Signed(w.wallet) < 6 {
		t.Errorf("%d signatures", w.Signed(w.wallet))
	}
	t.Logf("%d secrets; %d bytes of a life and %d with its death", len(a.secrets)+1, living, looked)
}
