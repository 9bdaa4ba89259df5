package rpc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
)

// DialAny connects to a node by URL and returns it with the id of its chain, for who
// takes whatever chain the node serves. Everybody else calls Dial.
func DialAny(ctx context.Context, url string) (*Client, uint64, error) {
	node, err := open(ctx, url, nil)
	if err != nil {
		return nil, 0, err
	}
	c := &Client{node: node, limit: requestLimit, veil: newVeil(url)}
	id, err := c.ChainID(ctx)
	if err != nil {
		c.Close()
		return nil, 0, err
	}
	return c, id, nil
}

// Ask passes a request on and returns the answer as it came, without white space; null
// is an answer.
func (c *Client) Ask(ctx context.Context, method string, params ...any) (json.RawMessage, error) {
	var got passed
	if err := c.call(ctx, &got, method, params...); err != nil {
		return nil, err
	}
	return got.text, nil
}

// passed is an answer that nobody here reads.
type passed struct{ text json.RawMessage }

func (p *passed) present() bool { return p.text != nil }

// UnmarshalJSON implements json.Unmarshaler.
func (p *passed) UnmarshalJSON(raw []byte) error {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return err
	}
	p.text = b.Bytes()
	return nil
}

// ParseBlock reads a block from the answer to eth_getBlockByHash or -ByNumber; null and a
// missing field are errors.
func ParseBlock(answer json.RawMessage) (Block, error) {
	var b Block
	if string(answer) == "null" || len(answer) == 0 {
		return b, &Error{Method: "eth_getBlock", Kind: ErrNoBlock}
	}
	if err := parseBlock(answer, &b); err != nil {
		return b, &Error{Method: "eth_getBlock", Kind: ErrMalformed, Detail: fmt.Sprintf("received %q", answer[:min(len(answer), recordLimit)]), Cause: err}
	}
	return b, nil
}
