package enclave

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
)

// authenticate checks the app's credentials.
func (s *Server) authenticate(r *http.Request) *refusal {
	id, secret, ok := r.BasicAuth()
	right := subtle.ConstantTimeCompare([]byte(id+":"+secret), []byte(AppID+":"+s.secret)) == 1
	switch {
	case !ok || !right:
		return &refusal{http.StatusUnauthorized, "", "Invalid app ID or app secret."}
	case r.Header.Get("privy-app-id") != AppID:
		return &refusal{http.StatusBadRequest, "invalid_data", "Missing or wrong privy-app-id"}
	case r.Method != http.MethodGet && r.Header.Get("Content-Type") != "application/json":
		return &refusal{http.StatusUnsupportedMediaType, "", "send application/json"}
	}
	return nil
}

// authorized checks that the request carries a signature of one of the quorums' keys over
// itself, and returns the first quorum it is of.
func (s *Server) authorized(r *http.Request, body []byte, quorums ...string) (string, *refusal) {
	signature := r.Header.Get("privy-authorization-signature")
	if signature == "" {
		return "", &refusal{http.StatusUnauthorized, "missing_or_empty_authorization_header", "Missing `privy-authorization-signature` header"}
	}
	expiry, err := strconv.ParseInt(r.Header.Get("privy-request-expiry"), 10, 64)
	if r.Header.Get("privy-request-expiry") != "" && (err != nil || expiry < s.clock.Now().UnixMilli()) {
		return "", &refusal{http.StatusBadRequest, "invalid_data", "Request has expired"}
	}
	payload, err := Payload(r, s.url, body)
	if err != nil {
		return "", &refusal{http.StatusBadRequest, "invalid_data", err.Error()}
	}
	for _, id := range quorums {
		for _, key := range s.things.quorums[id].Keys {
			if Verify(key.PublicKey, signature, payload) {
				return id, nil
			}
		}
	}
	return "", &refusal{http.StatusUnauthorized, "invalid_data", "No valid authorization signatures were provided. Your payload may be malformed or your signing keys may be incorrect or expired."}
}

// Payload is what a request's authorization signature has to be over: written anew from
// what arrived, by another way than the client's.
func Payload(r *http.Request, base string, body []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var content any
	if err := d.Decode(&content); err != nil {
		return nil, err
	}
	headers := map[string]string{}
	for name := range r.Header {
		lower := strings.ToLower(name)
		if strings.HasPrefix(lower, "privy-") && lower != "privy-authorization-signature" {
			headers[lower] = r.Header.Get(name)
		}
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(map[string]any{"version": 1, "method": r.Method, "url": base + r.URL.Path, "body": content, "headers": headers})
	return bytes.TrimSpace(text.Bytes()), err
}

// Verify says whether a signature (DER in base64) is of a key (SPKI in base64) over a payload.
func Verify(publicKey, signature string, payload []byte) bool {
	der, err1 := base64.StdEncoding.DecodeString(publicKey)
	sig, err2 := base64.StdEncoding.DecodeString(signature)
	parsed, err3 := x509.ParsePKIXPublicKey(der)
	key, ok := parsed.(*ecdsa.PublicKey)
	digest := sha256.Sum256(payload)
	return errors.Join(err1, err2, err3) == nil && ok && ecdsa.VerifyASN1(key, digest[:], sig)
}
