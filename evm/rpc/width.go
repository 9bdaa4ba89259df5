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

// width is what an endpoint takes in one request, as it showed: how often in a row it refused a
// wide one and answered the same in narrow ones. Twice, and it is asked in narrow ones; once may
// be a connection that broke.
type width struct{ refused atomic.Int32 }

func (w *width) most() int {
	if w == nil || w.refused.Load() < 2 {
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
func inBatches(ctx context.Context, node Node, elems []gethrpc.BatchElem, fresh func(i int)) error {
	w, _ := ctx.Value(widthKey{}).(*width)
	most := w.most()
	err := asked(ctx, node, elems, most, fresh)
	if len(elems) <= narrowest || most == narrowest {
		return err
	}
	if err == nil && !refused(elems) {
		if w != nil {
			w.refused.Store(0)
		}
		return nil
	}
	if ended(ctx, err) != nil || errors.Is(err, ErrRateLimited) || errors.Is(err, ErrTransport) && status(err) == 0 {
		return err
	}
	if smaller := asked(ctx, node, elems, narrowest, fresh); smaller != nil {
		return smaller
	}
	if w != nil && !refused(elems) {
		w.refused.Add(1)
	}
	return nil
}

// status is the HTTP status with which a node refused; 0 where it said none.
func status(err error) int {
	if e := (*Error)(nil); errors.As(err, &e) && e.Code >= 400 {
		return e.Code
	}
	return 0
}

func asked(ctx context.Context, node Node, elems []gethrpc.BatchElem, most int, fresh func(i int)) error {
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

// refused reports whether a node left elements without an answer, or said of each of them the same
// that is no answer.
func refused(elems []gethrpc.BatchElem) bool {
	same := true
	for i := range elems {
		if errors.Is(elems[i].Error, gethrpc.ErrMissingBatchResponse) {
			return true
		}
		same = same && elems[i].Error != nil && elems[i].Error.Error() == elems[0].Error.Error()
	}
	return same
}
