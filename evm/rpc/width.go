package rpc

import (
	"context"
	"errors"
	"sync/atomic"

	gethrpc "github.com/ethereum/go-ethereum/rpc"
)

// How many reads one request holds: what go-ethereum takes, and what endpoints take that take
// little.
const widest, narrowest = 1_000, 100

// width is what an endpoint takes in one request, as it showed.
type width struct{ narrow atomic.Bool }

func (w *width) most() int {
	if w == nil || !w.narrow.Load() {
		return widest
	}
	return narrowest
}

type widthKey struct{}

func withWidth(ctx context.Context, w *width) context.Context {
	return context.WithValue(ctx, widthKey{}, w)
}

// inBatches asks a node for all elements, in one request or, where it refused that and answers
// smaller ones, in several, then and from now on. fresh makes an element be asked again.
func inBatches(ctx context.Context, node *gethrpc.Client, elems []gethrpc.BatchElem, fresh func(i int)) error {
	w, _ := ctx.Value(widthKey{}).(*width)
	most := w.most()
	err := asked(ctx, node, elems, most, fresh)
	if err == nil && !refused(elems) || len(elems) <= narrowest || most == narrowest || ended(ctx, err) != nil || errors.Is(err, ErrTransport) || errors.Is(err, ErrRateLimited) {
		return err
	}
	if smaller := asked(ctx, node, elems, narrowest, fresh); smaller != nil {
		return smaller
	}
	if w != nil && !refused(elems) {
		w.narrow.Store(true)
	}
	return nil
}

func asked(ctx context.Context, node *gethrpc.Client, elems []gethrpc.BatchElem, most int, fresh func(i int)) error {
	for start := 0; start < len(elems); start += most {
		end := min(start+most, len(elems))
		for i := start; i < end; i++ {
			fresh(i)
		}
		if err := node.BatchCallContext(ctx, elems[start:end]); err != nil {
			return classify(ctx, "batch", err)
		}
	}
	return nil
}

// refused reports whether a node answered one element of many for all of them.
func refused(elems []gethrpc.BatchElem) bool {
	for i := range elems {
		if errors.Is(elems[i].Error, gethrpc.ErrMissingBatchResponse) {
			return true
		}
	}
	return false
}
