package golem

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
)

const passphrase = "correct horse battery"

// made makes a key in a new folder.
func made(t *testing.T) (dir, address string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "golem")
	t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"key", "--data-dir", dir}, &out, &errs); code != exitOK {
		t.Fatalf("exit %d: %s%s", code, &out, &errs)
	}
	address, _, _ = strings.Cut(out.String(), "\n")
	return dir, address
}

func TestANewKeyIsAnsweredToAProgram(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", passphrase)
	var key, session map[string]string
	answered(t, &key, "key", "--json", "--data-dir", dir)
	answered(t, &session, "key", "--session", "--json", "--data-dir", dir)
	if !common.IsHexAddress(key["address"]) || key["file"] != filepath.Join(dir, newKeyFile) || session["public_key"] == "" || session["file"] != filepath.Join(dir, sessionFile) {
		t.Errorf("%v, %v", key, session)
	}
}

func TestANewKeyIsOnDiskEncryptedOnly(t *testing.T) {
	dir, address := made(t)
	path := filepath.Join(dir, newKeyFile)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	key, err := signer.FromKeystore(31337, file, passphrase)
	if err != nil || key.Address().Hex() != address {
		t.Fatalf("it opens to %v and says %s: %v", key.Address(), address, err)
	}
	if _, set := os.LookupEnv("GOLEM_KEYSTORE_PASSPHRASE"); set {
		t.Error("the passphrase is still in the environment")
	}
	// Again, it is not written over; and a short passphrase makes none.
	for _, pass := range []string{passphrase, "short"} {
		t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", pass)
		var out, errs bytes.Buffer
		if code := Main(t.Context(), []string{"key", "--data-dir", dir}, &out, &errs); code == exitOK {
			t.Errorf("with %q: %s", pass, &out)
		}
	}
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, file) {
		t.Errorf("the file changed (%v)", err)
	}
}

// Bad input: a keystore with another passphrase, cut in half, empty or another file ends
// the start in words, and is not touched.
func TestAKeystoreThatCannotBeOpenedEndsTheStart(t *testing.T) {
	m := market(t)
	home := settings(t, m, m.Chain().Server.Endpoint(), "[custody.localkey]\nprivate_key_path = \"key.json\"\n")
	whole, _, err := weak(passphrase)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(home, newKeyFile)
	toml := filepath.Join(home, "golem.toml")
	for name, c := range map[string]struct {
		file []byte
		pass string
	}{
		"another passphrase": {whole, "another " + passphrase}, "no passphrase": {whole, ""}, "cut in half": {whole[:len(whole)/2], passphrase},
		"empty": {nil, passphrase}, "another file": {[]byte("{}"), passphrase},
	} {
		if err := os.WriteFile(path, c.file, 0o600); err != nil {
			t.Fatal(err)
		}
		before := sha256.Sum256(c.file)
		t.Setenv("GOLEM_PRIVATE_KEY", "")
		t.Setenv("GOLEM_KEYSTORE_PASSPHRASE", c.pass)
		out := &lines{}
		code := Main(t.Context(), []string{"--config", toml}, out, out)
		if said := out.String(); code != exitWallet || !strings.Contains(said, "keystore") || strings.Contains(said, passphrase) {
			t.Errorf("%s: exit %d\n%s", name, code, said)
		}
		if after, err := os.ReadFile(path); err != nil || sha256.Sum256(after) != before {
			t.Errorf("%s: the file changed (%v)", name, err)
		}
	}
}
