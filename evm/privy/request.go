package privy

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"bardo.run/bardo/internal/canon"
)

// request is one thing that the provider is asked for.
type request struct {
	op     string // for people
	method string
	path   string
	body   []byte // canonical JSON: what is signed is what is sent, byte by byte
	once   string // idempotency key, the same for each attempt; empty: repeating does no harm
	signed bool   // by the authorization key
}

func newRequest(op, method, path string, body any) (request, error) {
	r := request{op: op, method: method, path: path}
	if body == nil {
		return r, nil
	}
	var err error
	if r.body, err = canon.JSON(body); err != nil {
		return r, fmt.Errorf("%s: %w", op, err)
	}
	return r, nil
}

// newOnce makes an idempotency key from the machine's secure randomness.
func newOnce() string {
	var key [16]byte
	_, _ = rand.Read(key[:]) // never fails
	return hex.EncodeToString(key[:])
}

// pauses are how long is waited before each further attempt, at least.
var pauses = []time.Duration{250 * time.Millisecond, time.Second}

const (
	// longestPause is what a provider may ask for before we rather give up.
	longestPause = 5 * time.Second
	// expiry is how long a signed request is good, from its attempt on.
	expiry = time.Minute
)

// do asks, again where an answer did not come, and decodes the answer into out.
func (c *Client) do(ctx context.Context, r request, out any) error {
	for attempt := 0; ; attempt++ {
		wait, err := c.attempt(ctx, r, out)
		if err == nil || attempt == len(pauses) || !again(err) || wait > longestPause {
			return err
		}
		c.log.Warn("the wallet provider is asked again", "op", r.op, "attempt", attempt+2, "error", err)
		if other := c.clock.WaitUntil(ctx, c.clock.Now().Add(max(wait, pauses[attempt]))); other != nil {
			return errors.Join(err, other)
		}
	}
}

// again says that another attempt may do. It is safe: what changes something carries an
// idempotency key.
func again(err error) bool {
	return errors.Is(err, ErrUnavailable) || errors.Is(err, ErrRateLimited) || errors.Is(err, ErrMalformed)
}

// attempt asks once, if the breaker lets it.
func (c *Client) attempt(ctx context.Context, r request, out any) (wait time.Duration, err error) {
	if !c.breaker.Allow(c.clock.Now()) {
		return longestPause + 1, &Error{Op: r.op, Kind: ErrUnavailable, Detail: "it failed too often and was not asked; it is asked again at " + c.breaker.OpenUntil().Format(time.TimeOnly)}
	}
	bounded, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	wait, err = c.ask(bounded, r, out)
	switch {
	case ctx.Err() != nil || errors.Is(err, ErrRateLimited):
		c.breaker.Forget()
	default:
		c.breaker.Done(c.clock.Now(), !again(err))
	}
	return wait, err
}

// ask makes one exchange.
func (c *Client) ask(ctx context.Context, r request, out any) (wait time.Duration, _ error) {
	req, err := c.prepare(ctx, r)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", r.op, err)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, c.lost(ctx, r, err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := readAll(resp.Body)
	if err != nil && !errors.Is(err, errTooLong) {
		return 0, c.lost(ctx, r, err)
	}
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		if err == nil {
			err = decode(text, out)
		}
		if err != nil {
			return 0, &Error{Op: r.op, Kind: ErrMalformed, Status: resp.StatusCode, Detail: c.quote(text), Cause: err}
		}
		return 0, nil
	}
	seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After")) // a date, or nonsense: no wait is asked for
	return time.Duration(max(0, min(seconds, 3600))) * time.Second, c.refusal(r.op, resp.StatusCode, text)
}

// prepare makes the HTTP request with its credentials.
func (c *Client) prepare(ctx context.Context, r request) (*http.Request, error) {
	at := c.url.String() + r.path
	req, err := http.NewRequestWithContext(ctx, r.method, at, bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	basic, err := c.basic()
	if err != nil {
		return nil, err
	}
	headers := map[string]string{"privy-app-id": c.appID}
	if r.once != "" {
		headers["privy-idempotency-key"] = r.once
	}
	if r.signed {
		headers["privy-request-expiry"] = strconv.FormatInt(c.clock.Now().Add(expiry).UnixMilli(), 10)
		payload, err := payload(r.method, at, r.body, headers)
		if err != nil {
			return nil, err
		}
		signature, err := c.key.sign(payload)
		if err != nil {
			return nil, err
		}
		req.Header.Set("privy-authorization-signature", signature)
	}
	for name, value := range headers {
		req.Header.Set(name, value)
	}
	req.Header.Set("Authorization", basic)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	return req, nil
}

// payload is what an authorization signature is made over.
func payload(method, url string, body []byte, headers map[string]string) ([]byte, error) {
	return canon.JSON(struct {
		Version int               `json:"version"`
		Method  string            `json:"method"`
		URL     string            `json:"url"`
		Body    json.RawMessage   `json:"body"`
		Headers map[string]string `json:"headers"`
	}{1, method, url, body, headers})
}
