package signer

import (
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"
)

// The first account of the public test mnemonic.
const (
	testKey     = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
	testAccount = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
)

func sealed(t *testing.T, passphrase string) []byte {
	t.Helper()
	key, err := crypto.HexToECDSA(testKey)
	if err != nil {
		t.Fatal(err)
	}
	file, err := keystore.EncryptKey(&keystore.Key{Id: uuid.UUID{1}, Address: common.HexToAddress(testAccount), PrivateKey: key}, passphrase, keystore.LightScryptN, keystore.LightScryptP)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAKeystoreOpensWithItsPassphrase(t *testing.T) {
	file := sealed(t, "correct horse")
	s, err := FromKeystore(31337, file, "correct horse")
	if err != nil || s.Address() != common.HexToAddress(testAccount) {
		t.Fatalf("%v, %v", s, err)
	}
	for name, bad := range map[string]struct {
		file       []byte
		passphrase string
	}{
		"wrong passphrase": {file, "battery staple"},
		"no passphrase":    {file, ""},
		"cut in half":      {file[:len(file)/2], "correct horse"},
		"empty":            {nil, "correct horse"},
		"another file":     {[]byte(`{"version":3}`), "correct horse"},
		"no object":        {[]byte(`[]`), "correct horse"},
	} {
		if _, err := FromKeystore(31337, bad.file, bad.passphrase); !errors.Is(err, ErrKeystore) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := FromKeystore(0, file, "correct horse"); !errors.Is(err, ErrChain) {
		t.Errorf("chain 0: %v", err)
	}
}

// The checksum of a keystore does not cover what its cipher begins with: each changed digit
// there would else be another wallet.
func TestADamagedKeystoreIsNoOtherWallet(t *testing.T) {
	file := string(sealed(t, "correct horse"))
	begins := strings.Index(file, `"iv":"`) + len(`"iv":"`)
	for i := range 32 {
		bad := []byte(file)
		bad[begins+i] ^= 1
		if bad[begins+i] == '`' || bad[begins+i] == ':' || bad[begins+i] == 'g' || bad[begins+i] == '/' {
			continue // no digit any more
		}
		if s, err := FromKeystore(31337, bad, "correct horse"); !errors.Is(err, ErrKeystore) || !strings.Contains(err.Error(), testAccount) {
			t.Errorf("digit %d: %v, %v", i, s, err)
		}
	}
}

func TestAKeyInDigits(t *testing.T) {
	for _, text := range []string{testKey, "0x" + testKey, "0X" + strings.ToUpper(testKey)} {
		s, err := FromHex(31337, []byte(text))
		if err != nil || s.Address() != common.HexToAddress(testAccount) {
			t.Errorf("%d digits: %v, %v", len(text), s, err)
		}
	}
	for _, text := range []string{"", "0x", testKey[1:], testKey + "00", "zz" + testKey[2:], strings.Repeat("0", 64), strings.Repeat("f", 64)} {
		_, err := FromHex(31337, []byte(text))
		if !errors.Is(err, ErrKey) {
			t.Errorf("%q: %v", text, err)
		}
		if len(text) > 8 && strings.Contains(err.Error(), text[:8]) {
			t.Errorf("the error quotes the key: %v", err)
		}
	}
}
