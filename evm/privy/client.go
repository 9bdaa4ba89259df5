package privy

import (
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"bardo.run/bardo/internal/breaker"
	"bardo.run/bardo/internal/clock"
)

// DefaultURL is where the API is.
const DefaultURL = "https://api.privy.io"

// Config is what a client needs. Everything but URL, Transport, Log and Limit is required.
type Config struct {
	URL    string // https; plain http only to this machine; empty: DefaultURL
	AppID  string
	Secret Vault // the app's secret; the client never releases it
	Key    *Key  // signs what needs an authorization
	Clock  clock.Clock

	Transport http.RoundTripper // nil: the standard one
	Log       *slog.Logger      // nil: none
	Limit     time.Duration     // of one attempt; 0: 10 s
}

// ErrConfig means that a client cannot be made of its configuration.
var ErrConfig = errors.New("the configuration of the wallet provider is not valid")

// Client asks the provider. It is safe for concurrent use.
type Client struct {
	url    *url.URL
	appID  string
	secret Vault
	key    *Key
	clock  clock.Clock
	http   *http.Client
	log    *slog.Logger
	limit  time.Duration

	breaker breaker.Breaker
}

// New makes a client. Nothing is asked yet.
func New(c Config) (*Client, error) {
	if c.URL == "" {
		c.URL = DefaultURL
	}
	at, err := url.Parse(c.URL)
	if err != nil || at.Host == "" || at.Path != "" || at.RawQuery != "" || at.User != nil || at.Scheme != "https" && !local(at) {
		return nil, fmt.Errorf("%w: the URL has to be https://HOST, without a path and a slash at its end", ErrConfig)
	}
	if c.AppID == "" || c.Secret == nil || c.Key == nil || c.Clock == nil {
		return nil, fmt.Errorf("%w: an app id, its secret, an authorization key and a clock are needed", ErrConfig)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Limit == 0 {
		c.Limit = 10 * time.Second
	}
	return &Client{
		url: at, appID: c.AppID, secret: c.Secret, key: c.Key, clock: c.Clock, log: c.Log, limit: c.Limit,
		http: &http.Client{Transport: c.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}, nil
}

// PublicKey is the public half of the authorization key, as the API takes it.
func (c *Client) PublicKey() string { return c.key.PublicKey() }

// Destroy wipes the authorization key; what needs it fails from then on.
func (c *Client) Destroy() { c.key.Destroy() }

// local says that a URL is plain http to this machine, where nobody listens in between.
func local(at *url.URL) bool {
	ip := net.ParseIP(at.Hostname())
	return at.Scheme == "http" && (ip != nil && ip.IsLoopback() || at.Hostname() == "localhost")
}

// basic is the value of the Authorization header.
func (c *Client) basic() (header string, err error) {
	err = c.secret.Use(func(secret []byte) error {
		pair := append([]byte(c.appID+":"), secret...)
		defer clear(pair)
		header = "Basic " + base64.StdEncoding.EncodeToString(pair)
		return nil
	})
	return header, err
}
