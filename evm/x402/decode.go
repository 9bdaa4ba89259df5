package x402

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
	"github.com/x402-foundation/x402/go/types"

	"bardo.run/bardo/internal/eip55"
)

// The headers that carry a payment, in the order in which they are looked at. The second is
// X-Payment of earlier dialects, too.
const (
	HeaderSignature = "PAYMENT-SIGNATURE"
	HeaderPayment   = "X-PAYMENT"
	HeaderLegacy    = "X-402-Payment"
)

// longest is how many bytes a header has at most.
const longest = 8 << 10

// Errors of decoding. ErrNone says that there is no payment, ErrMalformed that what is there is none.
var (
	ErrNone      = errors.New("no payment is attached")
	ErrMalformed = errors.New("the payment cannot be read")
)

// Payment is a payment as it came. Version is the protocol's, 0 for an authorization that came bare.
// Accepted is what it says that it pays, in version 2; Scheme and Network stand in both.
type Payment struct {
	Version         int
	Scheme, Network string
	Accepted        *types.PaymentRequirements
	Authorization   Authorization
	Signature       []byte
}

// FromHeaders returns the payment of a request. Several headers are one payment where they carry the
// same authorization, and none of several otherwise.
func FromHeaders(h http.Header) (*Payment, error) {
	var found *Payment
	for _, name := range []string{HeaderSignature, HeaderPayment, HeaderLegacy} {
		for _, text := range h.Values(name) {
			p, err := Decode(text)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			if found == nil {
				found = p
			} else if found.Authorization != p.Authorization || !bytes.Equal(found.Signature, p.Signature) {
				return nil, fmt.Errorf("%w: its headers carry different authorizations", ErrMalformed)
			}
		}
	}
	if found == nil {
		return nil, ErrNone
	}
	return found, nil
}

// Decode reads the text of one header: base64 of JSON in any alphabet, or JSON itself. Unknown fields
// pass.
func Decode(text string) (*Payment, error) {
	if len(text) > longest {
		return nil, fmt.Errorf("%w: it has %d bytes, and %d at most are read", ErrMalformed, len(text), longest)
	}
	body, err := unwrap(strings.TrimSpace(text))
	if err != nil {
		return nil, err
	}
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	p := &Payment{Version: e.Version, Scheme: e.Scheme, Network: e.Network, Accepted: e.Accepted}
	inner := e.Payload
	switch {
	case e.Version == 2 && e.Accepted != nil && inner != nil:
		p.Scheme, p.Network = e.Accepted.Scheme, e.Accepted.Network
	case e.Version == 1 && inner != nil:
	case e.Version == 0 && inner == nil:
		inner = &e.bare
	default:
		return nil, fmt.Errorf("%w: version %d without what it consists of", ErrMalformed, e.Version)
	}
	return p, p.take(inner)
}

// unwrap takes the base64 off.
func unwrap(text string) ([]byte, error) {
	if strings.HasPrefix(text, "{") {
		return []byte(text), nil
	}
	plain := strings.TrimRight(text, "=")
	for _, coding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if body, err := coding.DecodeString(plain); err == nil {
			return body, nil
		}
	}
	return nil, fmt.Errorf("%w: it is neither base64 nor JSON", ErrMalformed)
}

// envelope is every form at once; which one it is, its fields say.
type envelope struct {
	Version  int                        `json:"x402Version"`
	Scheme   string                     `json:"scheme"`
	Network  string                     `json:"network"`
	Accepted *types.PaymentRequirements `json:"accepted"`
	Payload  *payload                   `json:"payload"`
	bare
}

// bare is what stands in the payload, where nothing is around it.
type bare = payload

type payload struct {
	Signature     string         `json:"signature"`
	Authorization *authorization `json:"authorization"`
	flat
}

// flat is an authorization with its signature in parts, as early clients wrote it.
type flat struct {
	authorization
	V json.RawMessage `json:"v"`
	R string          `json:"r"`
	S string          `json:"s"`
}

type authorization struct {
	From        string `json:"from"`
	To          string `json:"to"`
	Value       string `json:"value"`
	ValidAfter  string `json:"validAfter"`
	ValidBefore string `json:"validBefore"`
	Nonce       string `json:"nonce"`
}

// take reads the authorization and its signature.
func (p *Payment) take(in *payload) (err error) {
	from := in.Authorization
	if from == nil {
		from = &in.flat.authorization
	}
	if p.Authorization, err = from.parse(); err != nil {
		return err
	}
	if in.Signature != "" {
		p.Signature, err = hexutil.Decode(strings.ToLower(in.Signature))
	} else {
		p.Signature, err = in.flat.signature()
	}
	if err != nil || len(p.Signature) < 65 {
		return fmt.Errorf("%w: its signature is not 65 bytes of hex, or more (%w)", ErrMalformed, err)
	}
	if len(p.Signature) == 65 && p.Signature[64] < 27 { // as ecrecover knows it
		p.Signature[64] += 27
	}
	return nil
}

func (a *authorization) parse() (out Authorization, err error) {
	for _, f := range []struct {
		name, text string
		to         *common.Address
	}{{"from", a.From, &out.From}, {"to", a.To, &out.To}} {
		if *f.to, err = eip55.Parse(f.text); err != nil {
			return out, fmt.Errorf("%w: %s: %w", ErrMalformed, f.name, err)
		}
	}
	for _, f := range []struct {
		name, text string
		to         *uint256.Int
	}{{"value", a.Value, &out.Value}, {"validAfter", a.ValidAfter, &out.ValidAfter}, {"validBefore", a.ValidBefore, &out.ValidBefore}} {
		if f.text == "" || strings.ContainsAny(f.text, "+- _") || f.to.SetFromDecimal(f.text) != nil {
			return out, fmt.Errorf("%w: %s is %.80q, want a number of decimal digits", ErrMalformed, f.name, f.text)
		}
	}
	if err = out.Nonce.UnmarshalText([]byte(a.Nonce)); err != nil {
		return out, fmt.Errorf("%w: nonce: %w", ErrMalformed, err)
	}
	return out, nil
}

// signature puts the parts together.
func (f *flat) signature() ([]byte, error) {
	var r, s common.Hash
	if err := errors.Join(r.UnmarshalText([]byte(f.R)), s.UnmarshalText([]byte(f.S))); err != nil {
		return nil, err
	}
	v, err := strconv.ParseUint(strings.Trim(string(f.V), `"`), 0, 8)
	if err != nil || v > 28 {
		return nil, fmt.Errorf("v is %.20q", f.V)
	}
	return append(append(r[:], s[:]...), byte(v)), nil
}
