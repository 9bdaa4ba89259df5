package x402

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/x402-foundation/x402/go/mechanisms/evm"
	"github.com/x402-foundation/x402/go/types"
)

var signature = hexutil.MustDecode("0x834a262999958a8dcdfada2cd2b06c4d5390cc14a38134f739bd548f1998256d32f60a2ae4ade555488dc16b52f17a406d46a94dd58ca1ffc1a6790c9b2f06511c")

func asked() types.PaymentRequirements {
	return types.PaymentRequirements{Scheme: "exact", Network: "eip155:8453", Asset: base.Address.Hex(), Amount: "2400000", PayTo: payee.Hex(), MaxTimeoutSeconds: 600}
}

// dialects are one payment in each encoding, as those wrote it who spoke it.
func dialects(t testing.TB) map[string][2]string {
	t.Helper()
	inner := (&evm.ExactEIP3009Payload{
		Signature: hexutil.Encode(signature),
		Authorization: evm.ExactEIP3009Authorization{
			From: payer.Hex(), To: payee.Hex(), Value: "2400000", ValidAfter: "0", ValidBefore: "1900000000", Nonce: signed.Nonce.Hex(),
		},
	}).ToMap()
	encode := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.StdEncoding.EncodeToString(text)
	}
	flat := map[string]any{
		"from": payer.Hex(), "to": strings.ToLower(payee.Hex()), "value": "2400000", "validAfter": "0", "validBefore": "1900000000", "nonce": signed.Nonce.Hex(),
		"v": 28, "r": hexutil.Encode(signature[:32]), "s": hexutil.Encode(signature[32:64]),
	}
	plain, err := json.Marshal(flat)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][2]string{
		"version 2":  {HeaderSignature, encode(types.PaymentPayload{X402Version: 2, Payload: inner, Accepted: asked()})},
		"version 1":  {HeaderPayment, encode(types.PaymentPayloadV1{X402Version: 1, Scheme: "exact", Network: "base", Payload: inner})},
		"the shared": {"X-Payment", encode(inner)},
		"the legacy": {HeaderLegacy, encode(flat)},
		"bare JSON":  {HeaderLegacy, string(plain)},
		"another v":  {HeaderLegacy, strings.Replace(string(plain), `"v":28`, `"v":"0x1"`, 1)},
		"URL base64": {HeaderPayment, base64.RawURLEncoding.EncodeToString(plain)},
	}
}

// spec: provisioning §13.1, §20.11 — one authorization in every encoding is the same payment.
func TestEveryDialectIsReadAsTheSamePayment(t *testing.T) {
	all := http.Header{}
	for name, d := range dialects(t) {
		h := http.Header{}
		h.Set(d[0], d[1])
		p, err := FromHeaders(h)
		if err != nil || p.Authorization != signed || !reflect.DeepEqual(p.Signature, signature) {
			t.Errorf("%s: %+v, %v", name, p, err)
			continue
		}
		if who, ok := Recover(base.Digest(Transfer, &p.Authorization), p.Signature); !ok || who != payer {
			t.Errorf("%s: signed by %s", name, who)
		}
		all.Add(d[0], d[1])
	}
	if p, err := FromHeaders(all); err != nil || p.Authorization != signed || p.Version != 2 || p.Scheme != "exact" || p.Network != "eip155:8453" || p.Accepted.Amount != "2400000" {
		t.Errorf("all of them at once: %+v, %v", p, err)
	}
	other := dialects(t)["the legacy"]
	all.Add(other[0], base64.StdEncoding.EncodeToString([]byte(strings.Replace(mustDecode(t, other[1]), "2400000", "2400001", 1))))
	if p, err := FromHeaders(all); !errors.Is(err, ErrMalformed) {
		t.Errorf("with another authorization beside: %+v, %v", p, err)
	}
	if _, err := FromHeaders(http.Header{}); !errors.Is(err, ErrNone) {
		t.Errorf("without a payment: %v", err)
	}
}

func mustDecode(t testing.TB, text string) string {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWhatIsNoPaymentIsRefused(t *testing.T) {
	good := dialects(t)["bare JSON"][1]
	edit := func(old, now string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("no %s in %s", old, good)
		}
		return strings.Replace(good, old, now, 1)
	}
	for name, text := range map[string]string{
		"nothing":           "",
		"no base64":         "%%%",
		"no JSON":           base64.StdEncoding.EncodeToString([]byte("hello")),
		"half":              good[:len(good)/2],
		"too long":          strings.Repeat(" ", longest) + good,
		"an empty object":   "{}",
		"version 3":         `{"x402Version":3,"payload":{}}`,
		"version 2 unpaid":  `{"x402Version":2,"accepted":{}}`,
		"version 2 unasked": `{"x402Version":2,"payload":{}}`,
		"a number":          edit(`"2400000"`, `2400000`),
		"a negative value":  edit(`"2400000"`, `"-2400000"`),
		"a plus":            edit(`"2400000"`, `"+2400000"`),
		"hex":               edit(`"2400000"`, `"0x249f00"`),
		"2^256":             edit(`"2400000"`, `"115792089237316195423570985008687907853269984665640564039457584007913129639936"`),
		"no value":          edit(`"2400000"`, `""`),
		"a short nonce":     edit(signed.Nonce.Hex(), "0x11"),
		"a wrong checksum":  edit(payer.Hex(), strings.Replace(payer.Hex(), "F39f", "f39F", 1)[:2]+"F"+payer.Hex()[3:]),
		"a short address":   edit(payer.Hex(), "0x12"),
		"v of 29":           edit(`"v":28`, `"v":29`),
		"no v":              edit(`"v":28`, `"v":null`),
		"no r":              edit(`"r":"0x`, `"x":"0x`),
	} {
		if p, err := Decode(text); !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// Whatever comes, a payment that is read is one that can be written and read again.
func FuzzDecode(f *testing.F) {
	for _, d := range dialects(f) {
		f.Add(d[1])
		if b, err := base64.StdEncoding.DecodeString(d[1]); err == nil {
			f.Add(string(b))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Decode(text)
		if err != nil {
			if !errors.Is(err, ErrMalformed) {
				t.Fatal(err)
			}
			return
		}
		a := p.Authorization
		again, err := Decode(fmt.Sprintf(`{"signature":%q,"from":%q,"to":%q,"value":%q,"validAfter":%q,"validBefore":%q,"nonce":%q}`,
			hexutil.Encode(p.Signature), a.From.Hex(), a.To.Hex(), a.Value.Dec(), a.ValidAfter.Dec(), a.ValidBefore.Dec(), a.Nonce.Hex()))
		if len(p.Signature) < 2_000 && (err != nil || again.Authorization != a || common.Bytes2Hex(again.Signature) != common.Bytes2Hex(p.Signature)) {
			t.Fatalf("%+v, %v; was %+v", again, err, p)
		}
	})
}
