package rpc

import (
	"context"
	"io"
	"net/http"
	"sync"
)

// recordLimit is how many bytes of an answer are kept for an error message:
// enough to recognise a proxy's HTML page, too little to flood a log.
const recordLimit = 160

// keptLimit is how many are kept until it is made: a key that begins in what is told and
// ends behind it is found whole.
const keptLimit = recordLimit + 512

// record keeps the beginning of what an HTTP endpoint answered, because a
// decoder's "invalid character '<'" does not say what was received.
type record struct {
	mu   sync.Mutex // guards head: the transport may outlive a cancelled call
	head []byte
}

func (r *record) add(p []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if room := keptLimit - len(r.head); room > 0 {
		r.head = append(r.head, p[:min(room, len(p))]...)
	}
}

func (r *record) text() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return string(r.head)
}

type recordKey struct{}

func withRecord(ctx context.Context) context.Context {
	return context.WithValue(ctx, recordKey{}, &record{})
}

// recorder is a RoundTripper that copies the beginning of each answer into the
// record of the request's context.
type recorder struct{ next http.RoundTripper }

func (t recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if r, ok := req.Context().Value(recordKey{}).(*record); ok {
		resp.Body = recordedBody{resp.Body, r}
	}
	return resp, nil
}

// CloseIdleConnections lets http.Client reach the transport's.
func (t recorder) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

type recordedBody struct {
	io.ReadCloser
	record *record
}

func (b recordedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.record.add(p[:n])
	return n, err
}
