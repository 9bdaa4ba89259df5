package rpc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// request is one question, to whichever node answers it.
type request struct {
	method string
	calls  int         // how many a node counts it as
	block  common.Hash // that it is pinned to; zero: none
	// ask puts it to a node and classifies what goes wrong. It may be called again
	// after an error, and begins afresh then.
	ask func(ctx context.Context, node Node) error
	by  *endpoint   // that answered, of a pool
	not []*endpoint // that were asked and did not
}

// do makes a request.
func (c *Client) do(ctx context.Context, r *request) error {
	// go-ethereum may still answer when the context has ended already.
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%s: %w", r.method, err)
	}
	if c.pool != nil {
		return cut(ctx, r.method, c.pool.do(ctx, r))
	}
	if c.node == nil {
		return &Error{Method: r.method, Kind: ErrUnsupported, Detail: "there is no chain"}
	}
	return c.veil.on(within(withWidth(veiled(ctx, c.veil), &c.width), c.limit, r.method, func(ctx context.Context) error { return r.ask(ctx, c.node) }))
}

// cut makes an error that came while the context ended the context's, whatever an
// endpoint said meanwhile: who was stopped must not take it for an answer.
func cut(ctx context.Context, method string, err error) error {
	if err == nil || ctx.Err() == nil || errors.Is(err, ctx.Err()) {
		return err
	}
	return fmt.Errorf("%s: %w", method, ctx.Err())
}

// call asks for one value. result decodes itself and has seen an answer, or the
// error is ErrMissing.
func (c *Client) call(ctx context.Context, result presence, method string, args ...any) error {
	return c.do(ctx, single(result, method, args...))
}

func single(result presence, method string, args ...any) *request {
	return &request{method: method, calls: 1, ask: func(ctx context.Context, node Node) error {
		ctx = withRecord(ctx)
		if err := node.CallContext(ctx, result, method, args...); err != nil {
			return classify(ctx, method, err)
		}
		if !result.present() {
			return &Error{Method: method, Kind: ErrMissing}
		}
		return nil
	}}
}

// within bounds a request in time. A limit that passed is a node that does not
// answer; a deadline of the caller's stays one.
func within(ctx context.Context, limit time.Duration, method string, ask func(context.Context) error) error {
	if limit == 0 {
		return ask(ctx)
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := ask(bounded)
	if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return err
	}
	if theirs, limited := ctx.Deadline(); limited {
		if ours, _ := bounded.Deadline(); ours.Equal(theirs) {
			return err
		}
	}
	return &Error{Method: method, Kind: ErrTransport, Detail: "no answer within " + limit.String(), Cause: errLate}
}

// errLate: a request was given up.
var errLate = errors.New("given up")
