package rpc

import (
	"context"
	"fmt"
	"net/http"
	"time"

	gethrpc "github.com/ethereum/go-ethereum/rpc"
)

// Client talks to one node. It is safe for concurrent use.
type Client struct {
	node *gethrpc.Client
	web  *http.Client // nil unless Dial made it
}

// connections is how many HTTP connections one client keeps (spec: chain §2).
const connections = 4

// Dial connects to a node by URL: http, https, ws or wss. It reads the chain
// id and refuses a node of another chain with ErrWrongChain; no other request
// is ever sent to such a node.
//
// spec: chain §2 (boot)
func Dial(ctx context.Context, url string, chainID uint64) (*Client, error) {
	return dial(ctx, url, chainID, requestLimit)
}

// requestLimit is how long one HTTP request may take in all: a node that accepts and
// never answers would hold a tick, and the stops in it, for ever.
const requestLimit = 15 * time.Second

func dial(ctx context.Context, url string, chainID uint64, limit time.Duration) (*Client, error) {
	web := &http.Client{Transport: recorder{transport()}, Timeout: limit}
	node, err := gethrpc.DialOptions(ctx, url, gethrpc.WithHTTPClient(web))
	if err != nil {
		return nil, &Error{Method: "dial", Kind: ErrTransport, Cause: err}
	}
	c := &Client{node: node, web: web}
	if err := c.CheckChain(ctx, chainID); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// New wraps a connected client, for instance one that a devnet in this process
// hands out. The Client owns it from then on: Close closes it.
func New(node *gethrpc.Client) *Client { return &Client{node: node} }

// Remote says that the node is reached by URL. One in this process is never slow
// but from load.
func (c *Client) Remote() bool { return c.web != nil }

// Close ends the connection. Calls in flight return ErrTransport.
func (c *Client) Close() {
	c.node.Close()
	if c.web != nil {
		c.web.CloseIdleConnections()
	}
}

func transport() http.RoundTripper {
	standard, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultTransport // replaced by the program, on purpose
	}
	own := standard.Clone()
	own.MaxConnsPerHost, own.MaxIdleConnsPerHost = connections, connections
	return own
}

// ChainID returns the id of the chain that the node serves.
func (c *Client) ChainID(ctx context.Context) (uint64, error) {
	var id answer[uint64]
	id.parse = parseUint64
	if err := c.call(ctx, &id, "eth_chainId"); err != nil {
		return 0, err
	}
	return id.value, nil
}

// CheckChain returns ErrWrongChain if the node serves another chain than want.
func (c *Client) CheckChain(ctx context.Context, want uint64) error {
	got, err := c.ChainID(ctx)
	if err != nil {
		return err
	}
	if got != want {
		return &Error{
			Method: "eth_chainId", Kind: ErrWrongChain,
			Detail: fmt.Sprintf("the node answers for chain %d, the configuration names %d", got, want),
		}
	}
	return nil
}

// call makes one request and classifies whatever goes wrong. result decodes
// itself and has seen an answer, or the error is ErrMissing.
func (c *Client) call(ctx context.Context, result presence, method string, args ...any) error {
	// go-ethereum may still answer when the context has ended already.
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	ctx = withRecord(ctx)
	if err := c.node.CallContext(ctx, result, method, args...); err != nil {
		return classify(ctx, method, err)
	}
	if !result.present() {
		return &Error{Method: method, Kind: ErrMissing}
	}
	return nil
}
