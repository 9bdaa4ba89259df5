package rpc

import (
	"context"
	"fmt"
	"time"
)

// Client talks to a chain: to one node (Dial, New), or to several in an order of
// preference (Connect), behind the same methods. It is safe for concurrent use.
type Client struct {
	node  Node
	limit time.Duration // of one request; 0: none
	pool  *pool         // in the place of both; nil unless Connect made it
	veil  *veil         // over what a node reached by URL says
	width width         // of a batch, that the node showed to take
}

// connections is how many HTTP connections one endpoint gets (spec: chain §2).
const connections = 4

// Dial connects to a node by URL: http, https, ws or wss. It reads the chain
// id and refuses a node of another chain with ErrWrongChain; no other request
// is ever sent to such a node.
//
// spec: chain §2 (boot)
func Dial(ctx context.Context, url string, chainID uint64) (*Client, error) {
	return dial(ctx, url, chainID, requestLimit)
}

// requestLimit is how long one request may take in all: a node that accepts and
// never answers would hold a tick, and the stops in it, for ever.
const requestLimit = 15 * time.Second

func dial(ctx context.Context, url string, chainID uint64, limit time.Duration) (*Client, error) {
	node, err := open(ctx, url, nil)
	if err != nil {
		return nil, err
	}
	c := &Client{node: node, limit: limit, veil: newVeil(url)}
	if err := c.CheckChain(ctx, chainID); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// New wraps a node, for instance a devnet in this process. The Client owns it from then on:
// Close closes it.
func New(node Node) *Client { return &Client{node: node} }

// Nowhere is a client without a chain: every request is ErrUnsupported.
func Nowhere() *Client { return &Client{} }

// Remote says that the node is reached by URL. One in this process is never slow
// but from load.
func (c *Client) Remote() bool { return c.pool != nil || c.limit > 0 }

// Close ends the connections. Calls in flight return ErrTransport.
func (c *Client) Close() {
	if c.pool != nil {
		c.pool.close()
		return
	}
	if c.node != nil {
		c.node.Close()
	}
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
	return sameChain(got, want)
}

func sameChain(got, want uint64) error {
	if got == want {
		return nil
	}
	return &Error{
		Method: "eth_chainId", Kind: ErrWrongChain,
		Detail: fmt.Sprintf("the node answers for chain %d, the configuration names %d", got, want),
	}
}
