package privy_test

import (
	"context"
	"errors"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/mirage/enclave"
)

// highS turns a signature into its other form, with the curve's order.
func highS(signature []byte) {
	s := new(big.Int).SetBytes(signature[32:64])
	s.Sub(crypto.S256().Params().N, s).FillBytes(signature[32:64])
	signature[64] ^= 1
}

// spec: issue acceptance 9 — a custody double answering errors, slowly, or twice.
func TestAnAnswerThatIsWrongGivesNothing(t *testing.T) {
	stranger, err := crypto.ToECDSA(secretOf("a stranger")[:])
	check(t, err)
	tamper := func(f func(*types.DynamicFeeTx)) enclave.Fault { return enclave.Fault{Tamper: f} }
	for name, c := range map[string]struct {
		fault enclave.Fault
		times int // 0: once
		kind  error
		words string
		asked int // attempts
	}{
		"no credentials":     {fault: enclave.Status(401, `{"error":"Invalid app ID or app secret."}`), kind: privy.ErrCredentials, words: "PRIVY_APP_SECRET"},
		"the key is unknown": {fault: enclave.Status(401, `{"error":"No valid authorization signatures were provided.","code":"invalid_data"}`), kind: privy.ErrAuthorization, words: "add this Golem's key"},
		"no key at all":      {fault: enclave.Status(401, `{"error":"x","code":"missing_or_empty_authorization_header"}`), kind: privy.ErrAuthorization},
		"forbidden":          {fault: enclave.Status(403, `{"error":"not from there"}`), kind: privy.ErrForbidden, words: "dashboard"},
		"a policy":           {fault: enclave.Status(400, `{"error":"RPC request denied due to policy violation","code":"policy_violation"}`), kind: privy.ErrRefused, words: "the owner's to change"},
		"no wallet":          {fault: enclave.Status(404, `{"error":"not found"}`), kind: privy.ErrNotFound, words: "wallet's id"},
		"another refusal":    {fault: enclave.Status(422, `{"error":"no","code":"invalid_data"}`), kind: privy.ErrRequest, words: "invalid_data"},
		"a page, 403":        {fault: enclave.Status(403, `<html>Access denied</html>`), kind: privy.ErrForbidden, words: "<html>"},
		"errors":             {fault: enclave.Status(500, `{"error":"oops"}`), times: 3, kind: privy.ErrUnavailable, words: "observe", asked: 3},
		"a bad gateway":      {fault: enclave.Status(502, `<html>Bad gateway</html>`), times: 3, kind: privy.ErrUnavailable, asked: 3},
		"too often":          {fault: enclave.Busy("1"), times: 3, kind: privy.ErrRateLimited, words: "slow down", asked: 3},
		"too often, long":    {fault: enclave.Busy("3600"), kind: privy.ErrRateLimited, asked: 1},
		"a page":             {fault: enclave.Status(200, `<html>Sign in</html>`), times: 3, kind: privy.ErrMalformed, words: "login page", asked: 3},
		"nothing":            {fault: enclave.Status(200, ``), times: 3, kind: privy.ErrMalformed, asked: 3},
		"a redirection":      {fault: enclave.Status(307, ``), times: 3, kind: privy.ErrMalformed, asked: 3},
		"another type":       {fault: enclave.Status(200, `{"method":"eth_signTransaction","data":{"signed_transaction":7}}`), times: 3, kind: privy.ErrMalformed, asked: 3},
		"an empty object":    {fault: enclave.Status(200, `{}`), kind: privy.ErrMismatch},
		"no data":            {fault: enclave.Status(200, `{"method":"eth_signTransaction","data":{}}`), kind: privy.ErrMismatch},
		"no transaction":     {fault: enclave.Status(200, `{"method":"eth_signTransaction","data":{"signed_transaction":"0x02","encoding":"rlp"}}`), kind: privy.ErrMismatch, words: "decode"},
		"silence":            {fault: enclave.Silent(), times: 3, kind: privy.ErrUnavailable, words: "no answer within", asked: 3},
		"gone":               {fault: enclave.Gone(), times: 3, kind: privy.ErrUnavailable, asked: 3},
		"no end":             {fault: enclave.Endless(), times: 3, kind: privy.ErrMalformed, words: "does not end", asked: 3},
		"always twice":       {fault: enclave.Twice(), times: 3, kind: privy.ErrMalformed, words: "more than one answer", asked: 3},
		"always half":        {fault: enclave.Half(), times: 3, kind: privy.ErrMalformed, asked: 3},
		"an older answer":    {fault: enclave.Before(), kind: privy.ErrMismatch, words: "nonce 0, asked for 1"},
		"another wallet":     {fault: enclave.Fault{Key: stranger}, kind: privy.ErrMismatch, words: "is signed by"},
		"high s":             {fault: enclave.Fault{Twist: highS}, kind: privy.ErrMismatch, words: "signature"},
		"another signature":  {fault: enclave.Fault{Twist: func(s []byte) { s[5] ^= 1 }}, kind: privy.ErrMismatch},
		"another method":     {fault: enclave.Fault{Method: "personal_sign"}, kind: privy.ErrMismatch, words: "personal_sign"},
		"another encoding":   {fault: enclave.Fault{Encoding: "base64"}, kind: privy.ErrMismatch, words: "base64"},

		"another chain":     {fault: tamper(func(tx *types.DynamicFeeTx) { tx.ChainID = big.NewInt(1) }), kind: privy.ErrMismatch, words: "chain 1"},
		"another nonce":     {fault: tamper(func(tx *types.DynamicFeeTx) { tx.Nonce++ }), kind: privy.ErrMismatch, words: "nonce 2, asked for 1"},
		"another recipient": {fault: tamper(func(tx *types.DynamicFeeTx) { tx.To = &common.Address{9} }), kind: privy.ErrMismatch, words: "recipient 0x09"},
		"no recipient":      {fault: tamper(func(tx *types.DynamicFeeTx) { tx.To = nil }), kind: privy.ErrMismatch, words: "recipient"},
		"another value":     {fault: tamper(func(tx *types.DynamicFeeTx) { tx.Value = big.NewInt(6) }), kind: privy.ErrMismatch, words: "value 6, asked for 5"},
		"other data":        {fault: tamper(func(tx *types.DynamicFeeTx) { tx.Data = []byte{0xa9, 0x06} }), kind: privy.ErrMismatch, words: "call data"},
		"more gas":          {fault: tamper(func(tx *types.DynamicFeeTx) { tx.Gas++ }), kind: privy.ErrMismatch, words: "gas 60001"},
		"a higher fee":      {fault: tamper(func(tx *types.DynamicFeeTx) { tx.GasFeeCap = big.NewInt(21e9) }), kind: privy.ErrMismatch, words: "fee cap"},
		"a higher tip":      {fault: tamper(func(tx *types.DynamicFeeTx) { tx.GasTipCap = big.NewInt(2e9) }), kind: privy.ErrMismatch, words: "tip"},
		"an access list":    {fault: tamper(func(tx *types.DynamicFeeTx) { tx.AccessList = types.AccessList{{Address: common.Address{1}}} }), kind: privy.ErrMismatch, words: "access list"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := newKit(t)
			s := k.open(k.dial(func(c *privy.Config) { c.Limit = 2 * time.Second }))
			if name == "silence" {
				s = k.open(k.dial(func(c *privy.Config) { c.Limit = 100 * time.Millisecond }))
			}
			if _, err := s.SignTransaction(transfer(0)); err != nil {
				t.Fatal(err)
			}
			before := k.Asked()
			for range max(1, c.times) {
				k.Fail(c.fault)
			}
			done, err := s.SignTransaction(transfer(1))
			if !errors.Is(err, c.kind) || done.Hash != (common.Hash{}) || done.Raw != nil {
				t.Fatalf("%x, %v, want %v", done.Raw, err, c.kind)
			}
			if !strings.Contains(err.Error(), c.words) || !strings.Contains(err.Error(), "Next: ") || !strings.HasPrefix(err.Error(), "sign the transaction: ") {
				t.Errorf("%v does not say %q", err, c.words)
			}
			if asked := k.Asked() - before; asked != max(1, c.asked) || k.Pending() != 0 {
				t.Errorf("asked %d times, want %d", asked, max(1, c.asked))
			}
			if s.Signatures() != 1 {
				t.Errorf("it counts %d signatures, 1 was right", s.Signatures())
			}
			if _, err := s.SignTransaction(transfer(1)); err != nil {
				t.Errorf("after the fault: %v", err)
			}
		})
	}
}

func TestARepeatedRequestSignsOnce(t *testing.T) {
	for name, fault := range map[string]enclave.Fault{
		"late": enclave.Late(), "cut": enclave.Cut(), "half": enclave.Half(), "twice": enclave.Twice(),
		"an error": enclave.Status(500, `{}`), "gone": enclave.Gone(), "busy": enclave.Busy("2"), "a page": enclave.Status(200, "<html>"),
	} {
		t.Run(name, func(t *testing.T) {
			k := newKit(t)
			s := k.open(k.client)
			from := k.clock.Now()
			k.Fail(fault, fault)
			if _, err := s.SignTransaction(transfer(0)); err != nil {
				t.Fatal(err)
			}
			if k.Signed(k.wallet.ID) != 1 || s.Signatures() != 1 {
				t.Errorf("signed %d times, counted %d", k.Signed(k.wallet.ID), s.Signatures())
			}
			once := k.Header("privy-idempotency-key")
			once = once[len(once)-3:]
			if once[0] == "" || once[0] != once[1] || once[1] != once[2] {
				t.Errorf("idempotency keys %q", once)
			}
			if waited := k.clock.Now().Sub(from); waited < 1250*time.Millisecond {
				t.Errorf("waited %s between three attempts", waited)
			}
			if _, err := s.SignTransaction(transfer(0)); err != nil || k.Signed(k.wallet.ID) != 2 {
				t.Errorf("asked anew it signed %d times in all: %v", k.Signed(k.wallet.ID), err)
			}
		})
	}
}

func TestTypedDataOfAnotherWalletGivesNothing(t *testing.T) {
	stranger, err := crypto.ToECDSA(secretOf("a stranger")[:])
	check(t, err)
	k := newKit(t)
	s := k.open(k.client)
	for name, fault := range map[string]enclave.Fault{
		"another wallet": {Key: stranger}, "high s": {Twist: highS}, "v": {Twist: func(s []byte) { s[64] = 7 }},
		"short": enclave.Status(200, `{"method":"eth_signTypedData_v4","data":{"signature":"0x1234","encoding":"hex"}}`), "encoding": {Encoding: "rlp"},
	} {
		k.Fail(fault)
		if sig, _, err := s.SignTypedData(typed(t, order)); !errors.Is(err, privy.ErrMismatch) || sig != [65]byte{} {
			t.Errorf("%s: %x, %v", name, sig, err)
		}
	}
	if s.Signatures() != 0 || k.Pending() != 0 {
		t.Errorf("%d signatures, %d faults left", s.Signatures(), k.Pending())
	}
}

func TestAProviderThatFailsIsLeftAloneForAWhile(t *testing.T) {
	k := newKit(t)
	s := k.open(k.client)
	for range 12 {
		k.Fail(enclave.Status(500, `{}`))
	}
	for range 4 {
		if _, err := s.SignTransaction(transfer(0)); !errors.Is(err, privy.ErrUnavailable) {
			t.Fatal(err)
		}
	}
	asked := k.Asked()
	if _, err := s.SignTransaction(transfer(0)); !errors.Is(err, privy.ErrUnavailable) || !strings.Contains(err.Error(), "asked again at") || k.Asked() != asked {
		t.Errorf("asked %d times more: %v", k.Asked()-asked, err)
	}
	for k.Pending() > 0 {
		k.Fail(enclave.Fault{})
		_ = k.clock.WaitUntil(t.Context(), k.clock.Now().Add(31*time.Second))
		if _, err := s.SignTransaction(transfer(0)); err == nil {
			break
		}
	}
	_ = k.clock.WaitUntil(t.Context(), k.clock.Now().Add(31*time.Second))
	if _, err := s.SignTransaction(transfer(0)); err != nil {
		t.Errorf("after its rest: %v", err)
	}
}

func TestTheEndOfASignerEndsARequestUnderWay(t *testing.T) {
	k := newKit(t)
	s := k.open(k.client)
	k.Fail(enclave.Silent())
	before := k.Asked()
	failed := make(chan error)
	go func() {
		_, err := s.SignTransaction(transfer(0))
		failed <- err
	}()
	for k.Asked() == before {
		if t.Context().Err() != nil {
			t.Fatal("it was never asked")
		}
	}
	s.Destroy()
	if err := <-failed; !errors.Is(err, signer.ErrDestroyed) || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if err := k.agent.Text(func([]byte) error { return nil }); !errors.Is(err, secret.ErrReleased) {
		t.Errorf("the authorization key is still there: %v", err)
	}
	if _, err := k.client.CreateQuorum(t.Context(), "x", "x", "y"); err == nil {
		t.Log("what needs no authorization still works, as it may")
	}
	if err := k.client.UpdatePolicy(t.Context(), k.binding.Policy); !errors.Is(err, secret.ErrReleased) {
		t.Errorf("asked without a key: %v", err)
	}
	if k.Signed(k.wallet.ID) != 0 {
		t.Error("it signed")
	}
}

func FuzzNoAnswerButTheRightOneIsTaken(f *testing.F) {
	k := newKit(f)
	s := k.open(k.client)
	f.Add(`{"method":"eth_signTransaction","data":{"signed_transaction":"0x02f8","encoding":"rlp"}}`)
	f.Add(`{"method":"eth_signTransaction","data":null}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, body string) {
		fault := enclave.Status(http.StatusOK, body)
		k.Fail(fault, fault, fault)
		if done, err := s.SignTransaction(transfer(0)); err == nil {
			t.Fatalf("%q was taken as %x", body, done.Raw)
		}
		for k.Pending() > 0 { // a mismatch asks once; what is left would hit the next
			_, _ = s.SignTransaction(transfer(0))
			_ = k.clock.WaitUntil(t.Context(), k.clock.Now().Add(31*time.Second))
		}
	})
}
