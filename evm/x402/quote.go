package x402

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/http"

	"github.com/x402-foundation/x402/go/types"
)

// The headers of answers.
const (
	HeaderRequired = "PAYMENT-REQUIRED"
	HeaderResponse = "PAYMENT-RESPONSE"
	// HeaderResponseV1 is the second as clients of version 1 read it.
	HeaderResponseV1 = "X-PAYMENT-RESPONSE"
)

// Resource is what is paid for.
type Resource struct {
	URL, Description, MimeType string
}

// Quote is what a route asks, for one resource. Timeout is how many seconds an authorization should
// hold that is signed now; Error says why there is a quote, empty where nothing was paid yet.
type Quote struct {
	Terms    Terms
	Resource Resource
	Timeout  int
	Error    string
}

// extra is what a payer needs to sign.
func (q *Quote) extra() map[string]any {
	return map[string]any{
		"name": q.Terms.Token.Name, "version": q.Terms.Token.Version, "assetTransferMethod": "eip3009", "primaryType": q.Terms.Method.String(),
	}
}

// Required is the quote in version 2.
func (q *Quote) Required() types.PaymentRequired {
	t := &q.Terms
	ask := types.PaymentRequirements{
		Scheme: Scheme, Network: t.Token.Network(), Asset: t.Token.Address.Hex(), Amount: t.Amount.Dec(), PayTo: t.PayTo.Hex(), MaxTimeoutSeconds: q.Timeout, Extra: q.extra(),
	}
	accepts := []types.PaymentRequirements{ask}
	if t.Either && t.Method == Receive { // what a client signs that knows no primary type comes first
		stock := ask
		stock.Extra = q.extra()
		stock.Extra["primaryType"] = Transfer.String()
		accepts = []types.PaymentRequirements{stock, ask}
	}
	return types.PaymentRequired{
		X402Version: 2, Error: q.Error, Accepts: accepts,
		Resource: &types.ResourceInfo{URL: q.Resource.URL, Description: q.Resource.Description, MimeType: q.Resource.MimeType},
	}
}

// RequiredV1 is the quote in version 1. A stock client of it signs for a transfer; where that is not
// taken, nothing is asked of it.
func (q *Quote) RequiredV1() types.PaymentRequiredV1 {
	t := &q.Terms
	out := types.PaymentRequiredV1{X402Version: 1, Error: cmp.Or(q.Error, "X-PAYMENT header is required"), Accepts: []types.PaymentRequirementsV1{}}
	if t.Method == Receive && !t.Either {
		return out
	}
	extra, _ := json.Marshal(map[string]string{"name": t.Token.Name, "version": t.Token.Version}) // texts always encode
	raw := json.RawMessage(extra)
	out.Accepts = append(out.Accepts, types.PaymentRequirementsV1{
		Scheme: Scheme, Network: cmp.Or(legacy[t.Token.ChainID], t.Token.Network()), MaxAmountRequired: t.Amount.Dec(), Resource: q.Resource.URL,
		Description: q.Resource.Description, MimeType: q.Resource.MimeType, PayTo: t.PayTo.Hex(), MaxTimeoutSeconds: q.Timeout, Asset: t.Token.Address.Hex(), Extra: &raw,
	})
	return out
}

// Write answers 402 with the quote: in a header for version 2, in the body for version 1.
func (q *Quote) Write(w http.ResponseWriter) {
	w.Header().Set(HeaderRequired, encode(q.Required()))
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusPaymentRequired)
	_ = json.NewEncoder(w).Encode(q.RequiredV1()) // the asker went away
}

// Settled tells a client of either version what became of its payment.
func Settled(h http.Header, response any) {
	text := encode(response)
	h.Set(HeaderResponse, text)
	h.Set(HeaderResponseV1, text)
}

// encode is the base64 of JSON.
func encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // messages always encode
	}
	return base64.StdEncoding.EncodeToString(text)
}
