package privy_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/mirage/enclave"
)

type (
	signerTx   = types.DynamicFeeTx
	signerData = apitypes.TypedData
)

// forms are what a secret may look like in a text.
func forms(secret []byte) []string {
	quoted, _ := json.Marshal(string(secret))
	all := []string{
		string(secret), hex.EncodeToString(secret), base64.StdEncoding.EncodeToString(secret), base64.RawURLEncoding.EncodeToString(secret),
		new(big.Int).SetBytes(secret).String(), fmt.Sprint(secret), string(quoted[1 : len(quoted)-1]),
	}
	return append(all, base64.StdEncoding.EncodeToString(append([]byte(enclave.AppID+":"), secret...)))
}

// spec: issue acceptance 6
func TestNeitherSecretIsEverShown(t *testing.T) {
	k := newKit(t)
	canaries := forms([]byte(appSecret))
	check(k.t, k.agent.Text(func(text []byte) error {
		raw, err := base64.StdEncoding.DecodeString(string(text))
		if err != nil {
			return err
		}
		parsed, err := x509.ParsePKCS8PrivateKey(raw)
		if err != nil {
			return err
		}
		scalar, err := parsed.(*ecdsa.PrivateKey).Bytes()
		canaries = append(append(canaries, string(text)), append(forms(scalar), forms(raw)...)...)
		return err
	}))
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	config := k.config
	config.Log = log
	client, err := privy.New(config)
	check(k.t, err)
	s := k.open(client)
	if _, err := s.SignTransaction(transfer(0)); err != nil {
		t.Fatalf("the secrets are not in use: %v", err)
	}
	failures := []enclave.Fault{
		enclave.Echo(200), enclave.Echo(200), enclave.Echo(200), enclave.Echo(400), enclave.Echo(401), enclave.Gone(), enclave.Late(), enclave.Cut(),
		enclave.Status(400, fmt.Sprintf(`{"error":%q,"code":%q}`, appSecret, appSecret)),
		enclave.Status(500, fmt.Sprintf(`{"error":%q,"code":"x"}`, base64.StdEncoding.EncodeToString([]byte(appSecret)))),
	}
	k.Fail(failures...)
	failed := 0
	for k.Pending() > 0 {
		check(k.t, k.clock.WaitUntil(t.Context(), k.clock.Now().Add(time.Minute))) // past the breaker's rest
		if _, err := s.SignTransaction(transfer(1)); err != nil {
			failed++
			show(&out, log, err)
		}
	}
	for _, thing := range []any{k.agent, client, s, config, k.config, struct{ A, B any }{k.agent, s}, []any{client, s}} {
		show(&out, log, thing)
	}
	text := out.String()
	if failed < 4 || !strings.Contains(text, "repeats our credentials") || !strings.Contains(text, "[redacted]") || !strings.Contains(text, enclave.AppID) {
		t.Fatalf("%d failures, %d bytes: nothing was tried", failed, len(text))
	}
	for i, canary := range canaries {
		if strings.Contains(text, canary) {
			t.Errorf("form %d of a secret is in what was printed", i)
		}
	}
}

func show(out *bytes.Buffer, log *slog.Logger, thing any) {
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q"} {
		fmt.Fprintf(out, verb+"\n", thing)
	}
	log.Info("shown", "thing", thing)
	slog.New(slog.NewTextHandler(out, nil)).Info("shown", "thing", thing)
	if text, err := json.Marshal(thing); err == nil {
		out.Write(text)
	}
}

func TestAKeyIsReadAsItsTextSays(t *testing.T) {
	made := newKey(t)
	var text []byte
	check(t, made.Text(func(b []byte) error { text = bytes.Clone(b); return nil }))
	for _, prefix := range []string{"", "wallet-auth:", "\n"} {
		in := append([]byte(prefix), text...)
		key, err := privy.ParseKey(in, keep)
		if err != nil || key.PublicKey() != made.PublicKey() {
			t.Fatalf("%q: %v", prefix, err)
		}
		if len(bytes.Trim(in, "\x00")) != 0 {
			t.Errorf("%q: the caller's copy is still there", prefix)
		}
	}
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	check(t, err)
	other, err := x509.MarshalPKCS8PrivateKey(p384)
	check(t, err)
	for name, bad := range map[string]string{
		"nothing": "", "no base64": "§§§", "half": string(text[:len(text)/2]), "not a key": base64.StdEncoding.EncodeToString([]byte("hello")),
		"another curve": base64.StdEncoding.EncodeToString(other), "public": made.PublicKey(),
	} {
		in := []byte(bad)
		_, err := privy.ParseKey(in, keep)
		if !errors.Is(err, privy.ErrKey) || len(bad) > 8 && strings.Contains(err.Error(), bad[:8]) {
			t.Errorf("%s: %v", name, err)
		}
		if len(bytes.Trim(in, "\x00")) != 0 {
			t.Errorf("%s: the caller's copy is still there", name)
		}
	}
	if newKey(t).PublicKey() == made.PublicKey() {
		t.Error("two keys are one")
	}
	made.Destroy()
	if err := made.Text(func([]byte) error { return nil }); err == nil {
		t.Error("a destroyed key was read")
	}
}
