package privy

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

const (
	// longest is how many bytes an answer may have.
	longest = 1 << 20
	// quoted is how many bytes of an answer an error repeats.
	quoted = 160
)

var errTooLong = errors.New("the answer does not end")

// readAll reads an answer of bounded length.
func readAll(body io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(body, longest+1))
	if err == nil && len(text) > longest {
		err = errTooLong
	}
	return text, err
}

// decode reads one JSON value, and nothing behind it.
func decode(text []byte, out any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(out); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more than one answer")
	}
	return nil
}

// lost is the error of an exchange that did not end.
func (c *Client) lost(ctx context.Context, r request, err error) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &Error{Op: r.op, Kind: ErrUnavailable, Detail: "no answer within " + c.limit.String(), Cause: context.DeadlineExceeded}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", r.op, ctx.Err())
	}
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return &Error{Op: r.op, Kind: ErrUnavailable, Cause: err}
}

// refusal is the error of an answer that is one. The provider says error and code.
func (c *Client) refusal(op string, status int, text []byte) error {
	var said struct {
		Error string `json:"error"`
		Code  string `json:"code"`
	}
	e := &Error{Op: op, Status: status, Kind: kindOf(status)}
	if decode(text, &said) != nil {
		e.Detail = c.quote(text)
		return e
	}
	e.Code, e.Detail = word(said.Code), c.quote([]byte(said.Error))
	switch {
	case status < 400 || status >= 500:
	case said.Code == "policy_violation":
		e.Kind = ErrRefused
	case status == http.StatusUnauthorized && aboutTheKey(said.Code, said.Error):
		e.Kind = ErrAuthorization
	}
	return e
}

func kindOf(status int) error {
	switch {
	case status == http.StatusTooManyRequests:
		return ErrRateLimited
	case status >= 500 || status == http.StatusRequestTimeout:
		return ErrUnavailable
	case status < 400:
		return ErrMalformed // a redirection; the API has none
	case status == http.StatusUnauthorized:
		return ErrCredentials
	case status == http.StatusForbidden:
		return ErrForbidden
	case status == http.StatusNotFound:
		return ErrNotFound
	}
	return ErrRequest
}

// aboutTheKey tells a refused authorization signature from refused credentials, which
// are both 401.
func aboutTheKey(code, text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(code, "authorization_") || strings.Contains(text, "authorization signature") || strings.Contains(text, "privy-authorization-signature")
}

// word is a provider's code, if it looks like one.
func word(code string) string {
	for _, r := range code {
		if (r < 'a' || r > 'z') && r != '_' || len(code) > 64 {
			return ""
		}
	}
	return code
}

// quote repeats the beginning of what was received, unless our own secret is in it:
// a page in between may answer with what it was sent.
func (c *Client) quote(text []byte) string {
	if c.betrays(text) {
		return "the answer repeats our credentials and is not shown"
	}
	return fmt.Sprintf("received %q", text[:min(len(text), quoted)])
}

func (c *Client) betrays(text []byte) (found bool) {
	err := c.secret.Use(func(secret []byte) error {
		pair := append([]byte(c.appID+":"), secret...)
		defer clear(pair)
		for _, form := range [][]byte{secret, []byte(base64.StdEncoding.EncodeToString(secret)), []byte(base64.StdEncoding.EncodeToString(pair))} {
			found = found || bytes.Contains(text, form)
			clear(form[len(form):])
		}
		return nil
	})
	return found || err != nil
}
