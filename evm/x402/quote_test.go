package x402

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/x402-foundation/x402/go/types"
)

// spec: provisioning §13.1, §13.2 — each 402 asks in both versions. What only the payee may execute is
// asked of nobody who cannot sign it.
func TestAQuoteIsReadInBothVersions(t *testing.T) {
	for name, c := range map[string]struct {
		method  Method
		either  bool
		accepts []string // primary types
		v1      int
	}{
		"transfer":         {Transfer, false, []string{"TransferWithAuthorization"}, 1},
		"receive":          {Receive, false, []string{"ReceiveWithAuthorization"}, 0},
		"receive or other": {Receive, true, []string{"TransferWithAuthorization", "ReceiveWithAuthorization"}, 1},
	} {
		r := route()
		r.Method, r.Either = c.method, c.either
		w := httptest.NewRecorder()
		(&Quote{Terms: r, Resource: Resource{URL: "https://host/v1/machines", Description: "48 h of small"}, Timeout: 600, Error: "why"}).Write(w)
		var v2 types.PaymentRequired
		var v1 types.PaymentRequiredV1
		text, err := base64.StdEncoding.DecodeString(w.Header().Get(HeaderRequired))
		if err != nil || json.Unmarshal(text, &v2) != nil || json.Unmarshal(w.Body.Bytes(), &v1) != nil || w.Code != http.StatusPaymentRequired {
			t.Fatalf("%s: status %d, %v, %s, %s", name, w.Code, err, text, w.Body)
		}
		if v2.X402Version != 2 || v2.Error != "why" || v2.Resource.URL != "https://host/v1/machines" || len(v2.Accepts) != len(c.accepts) {
			t.Errorf("%s: %+v", name, v2)
		}
		for i, a := range v2.Accepts {
			if a.Extra["primaryType"] != c.accepts[i] || a.Extra["name"] != "USD Coin" || a.Extra["version"] != "2" || a.Network != "eip155:8453" || a.Amount != "2400000" || a.PayTo != payee.Hex() || a.MaxTimeoutSeconds != 600 {
				t.Errorf("%s: %+v", name, a)
			}
		}
		if v1.X402Version != 1 || len(v1.Accepts) != c.v1 {
			t.Errorf("%s: %+v", name, v1)
		}
		for _, a := range v1.Accepts {
			if a.Network != "base" || a.MaxAmountRequired != "2400000" || a.GetExtra()["version"] != "2" || a.Scheme != Scheme {
				t.Errorf("%s: %+v", name, a)
			}
		}
	}
}

func TestWhatWasSettledIsSaidInBothVersions(t *testing.T) {
	h := http.Header{}
	Settled(h, map[string]any{"success": true})
	if text := mustDecode(t, h.Get(HeaderResponse)); text != `{"success":true}` || h.Get(HeaderResponse) != h.Get(HeaderResponseV1) {
		t.Errorf("%s", text)
	}
}
