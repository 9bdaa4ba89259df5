package thanatopsis

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/internal/seed"
)

// signed dies with a key and returns the file of the testament.
func signed(t *testing.T) []byte {
	t.Helper()
	secret := seed.Seed(7).Bytes("key")
	key, err := signer.New(31337, &secret)
	check(t, err)
	w := newWorld()
	w.life.Wallet, w.life.Key, w.life.ChainID = "0x"+strings.Repeat("22", 20), key.Address().Hex(), 31337
	w.sign = func(sum [32]byte) (string, error) {
		by, _, err := key.SignTypedData(Words("golem-1", w.life.Wallet, 31337, sum))
		return hexutil.Encode(by[:]), err
	}
	if _, faults := die(t, w); errors.Join(faults...) != nil {
		t.Fatal(faults)
	}
	return w.papers["testament"]
}

// spec: mortality §10 — a hash over the canonical JSON, and an EIP-712 signature of it.
func TestATestamentIsSignedByItsIdentity(t *testing.T) {
	text := signed(t)
	if by, err := Verify(text); err != nil || !by {
		t.Fatalf("signed %v, %v", by, err)
	}
	var indented bytes.Buffer
	check(t, json.Indent(&indented, text, "", "  "))
	if by, err := Verify(indented.Bytes()); err != nil || !by {
		t.Errorf("with other spaces: %v, %v", by, err)
	}
}

func TestAChangedTestamentIsFound(t *testing.T) {
	text := string(signed(t))
	other := "0x" + strings.Repeat("11", 20)
	var will Testament
	check(t, json.Unmarshal([]byte(text), &will))
	for name, c := range map[string][2]string{
		"another cause":      {`"cause":"ttl"`, `"cause":"stochastic"`},
		"another number":     {`"trades_executed":4`, `"trades_executed":5`},
		"another wallet":     {will.Identity.Wallet, other},
		"another identity":   {will.Identity.Key, other},
		"another hash":       {will.Integrity.SHA256, strings.Repeat("0", 64)},
		"a cut signature":    {will.Integrity.Signature, will.Integrity.Signature[:100]},
		"another signature":  {will.Integrity.Signature, will.Integrity.Signature[:20] + "0000" + will.Integrity.Signature[24:]},
		"an impossible sign": {will.Integrity.Signature, will.Integrity.Signature[:130] + "00"},
	} {
		changed := strings.Replace(text, c[0], c[1], 1)
		if changed == text {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := Verify([]byte(changed)); !errors.Is(err, ErrForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if by, err := Verify([]byte(strings.Replace(text, `,"eip712_signature":"`+will.Integrity.Signature+`"`, "", 1))); err != nil || by {
		t.Errorf("without a signature: %v, %v", by, err)
	}
	for _, text := range []string{"", "{", "[]", "7"} {
		if _, err := Verify([]byte(text)); err == nil {
			t.Errorf("%q is a testament", text)
		}
	}
}

// A key that is gone leaves a testament without a signature, and a death that ends.
func TestATestamentThatCannotBeSignedIsWritten(t *testing.T) {
	w, gone := newWorld(), errors.New("no key")
	w.sign = func([32]byte) (string, error) { return "", gone }
	_, faults := die(t, w)
	if by, err := Verify(w.papers["testament"]); err != nil || by || !errors.Is(faults[3], gone) || !w.keyless {
		t.Errorf("signed %v (%v), %v, keyless %v", by, err, faults, w.keyless)
	}
}
