package privytest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bardo.run/bardo/mirage/enclave"
)

// Exchange is one request and its answer, as a file holds it. What a run makes anew
// (keys, idempotency keys, signatures, expiries) stands there in braces.
type Exchange struct {
	Method   string            `json:"method"`
	Path     string            `json:"path"`
	Headers  map[string]string `json:"headers"`
	Request  json.RawMessage   `json:"request,omitempty"`
	Status   int               `json:"status"`
	Response json.RawMessage   `json:"response"`
}

// Dialogue carries requests in the place of the network, in both directions of time: it
// writes down what another transport answers, or answers from what was written down. It
// belongs to one goroutine.
type Dialogue struct {
	T     testing.TB
	Next  http.RoundTripper // records what it answers; nil: plays
	Fresh map[string]string // by name in braces: public keys of this run
	Keys  []string          // public keys, one of which signs what is signed
	Basic string            // the Authorization header
	Lines []Exchange
	at    int
}

// RoundTrip implements http.RoundTripper.
func (d *Dialogue) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	asked := Exchange{Method: r.Method, Path: r.URL.Path, Headers: d.headers(r, body), Request: []byte(d.replace(string(body), false))}
	if d.Next != nil {
		return d.record(r, body, asked)
	}
	if d.at >= len(d.Lines) {
		return nil, fmt.Errorf("the dialogue is over, and %s %s is asked", asked.Method, asked.Path)
	}
	line := d.Lines[d.at]
	d.at++
	if want, got := shown(line), shown(asked); want != got {
		d.T.Errorf("exchange %d: asked\n%s\nthe dialogue has\n%s", d.at, got, want)
	}
	answer := d.replace(string(line.Response), true)
	return &http.Response{StatusCode: line.Status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(answer)), Request: r}, nil
}

func (d *Dialogue) record(r *http.Request, body []byte, asked Exchange) (*http.Response, error) {
	r.Body = io.NopCloser(bytes.NewReader(body))
	resp, err := d.Next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	asked.Status, asked.Response = resp.StatusCode, []byte(d.replace(string(text), false))
	d.Lines = append(d.Lines, asked)
	resp.Body = io.NopCloser(bytes.NewReader(text))
	return resp, resp.Body.Close()
}

// shown is the request of an exchange, for comparison: JSON without its spaces.
func shown(e Exchange) string {
	var body bytes.Buffer
	if len(e.Request) > 0 && json.Compact(&body, e.Request) != nil {
		body.Reset()
		body.Write(e.Request)
	}
	headers, _ := json.Marshal(e.Headers) // a map of texts
	return fmt.Sprintf("%s %s\n%s\n%s", e.Method, e.Path, headers, body.String())
}

// replace puts the names of fresh values in their place, or the values back.
func (d *Dialogue) replace(text string, back bool) string {
	for name, value := range d.Fresh {
		if back {
			text = strings.ReplaceAll(text, name, value)
		} else {
			text = strings.ReplaceAll(text, value, name)
		}
	}
	return text
}

var (
	onceShape   = regexp.MustCompile(`^[0-9a-f]{32}$`)
	expiryShape = regexp.MustCompile(`^[0-9]{13}$`)
)

// headers are what a request says of itself. What is made anew is checked by its shape,
// and a signature by the keys; what is right stands in braces, the rest as it is.
func (d *Dialogue) headers(r *http.Request, body []byte) map[string]string {
	out := map[string]string{}
	for name := range r.Header {
		lower, value := strings.ToLower(name), r.Header.Get(name)
		switch {
		case lower == "authorization" && value == d.Basic:
			value = "{basic}"
		case lower == "privy-idempotency-key" && onceShape.MatchString(value):
			value = "{once}"
		case lower == "privy-request-expiry" && expiryShape.MatchString(value):
			value = "{expiry}"
		case lower == "privy-authorization-signature" && d.signed(r, body, value):
			value = "{signature}"
		}
		out[lower] = value
	}
	return out
}

func (d *Dialogue) signed(r *http.Request, body []byte, signature string) bool {
	payload, err := enclave.Payload(r, r.URL.Scheme+"://"+r.URL.Host, body)
	for _, key := range d.Keys {
		if err == nil && enclave.Verify(key, signature, payload) {
			return true
		}
	}
	return false
}

// End says that every exchange has to have happened.
func (d *Dialogue) End() {
	d.T.Helper()
	if d.Next == nil && d.at != len(d.Lines) {
		d.T.Errorf("%d of %d exchanges happened", d.at, len(d.Lines))
	}
}

// Load reads the exchanges of a file.
func (d *Dialogue) Load(name string) {
	d.T.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, &d.Lines)
	}
	if err != nil {
		d.T.Fatal(err)
	}
}

// Save writes them.
func (d *Dialogue) Save(name string) {
	d.T.Helper()
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(d.Lines)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o755)
	}
	if err == nil {
		err = os.WriteFile(name, text.Bytes(), 0o644)
	}
	if err != nil {
		d.T.Fatal(err)
	}
}
