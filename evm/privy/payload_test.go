package privy

import "testing"

// The payload of a signature, field by field as docs.privy.io names them: version, method,
// url, body and the provider's own headers, in the order of RFC 8785.
func TestThePayloadOfASignature(t *testing.T) {
	r, err := newRequest("x", "POST", "/v1/wallets/abc/rpc", map[string]any{"params": map[string]any{"b": "0x1", "a": []int{1}}, "method": "eth_signTransaction"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := payload(r.method, DefaultURL+r.path, r.body, map[string]string{"privy-request-expiry": "1773679531000", "privy-app-id": "app", "privy-idempotency-key": "key"})
	const want = `{"body":{"method":"eth_signTransaction","params":{"a":[1],"b":"0x1"}},"headers":{"privy-app-id":"app","privy-idempotency-key":"key","privy-request-expiry":"1773679531000"},"method":"POST","url":"https://api.privy.io/v1/wallets/abc/rpc","version":1}`
	if err != nil || string(got) != want {
		t.Errorf("%s (%v), want\n%s", got, err, want)
	}
}
