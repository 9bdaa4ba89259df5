package rpc

import (
	"context"
	"errors"
	"time"

	gethrpc "github.com/ethereum/go-ethereum/rpc"
)

// connected returns the connection, made now where there is none.
func (e *endpoint) connected(ctx context.Context) (*gethrpc.Client, error) {
	e.mu.Lock()
	node := e.node
	e.mu.Unlock()
	if node != nil {
		return node, nil
	}
	node, err := open(ctx, e.url, func() { e.dials.Add(1) })
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.node != nil { // another request was faster
		node.Close()
		return e.node, nil
	}
	e.node = node
	return node, nil
}

// trusted says that the chain id was right on every connection there is, and lately.
func (e *endpoint) trusted() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.checked == e.dials.Load() && e.pool.Clock.Now().Before(e.until)
}

func (e *endpoint) verify(ctx context.Context, node Node) error {
	id := answer[uint64]{parse: parseUint64}
	err := single(&id, "eth_chainId").ask(ctx, node)
	if err == nil {
		err = sameChain(id.value, e.pool.ChainID)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if err == nil {
		now := e.pool.Clock.Now()
		e.breaker.Done(now, true) // a request like others: else each failure would count twice
		e.checked, e.until, e.wrong = e.dials.Load(), now.Add(chainAge), false
		return nil
	}
	e.until = time.Time{}
	if errors.Is(err, ErrWrongChain) {
		e.wrong, e.aside = true, e.pool.Clock.Now().Add(asideFor)
		e.pool.Log.Error("an endpoint serves another chain and is put aside", "endpoint", e.name, "code", codeOf(err), "error", err)
	}
	return err
}

// codeOf is the stable code of an error of this package.
func codeOf(err error) string {
	if k := (*kind)(nil); errors.As(err, &k) {
		return k.code
	}
	return ""
}
