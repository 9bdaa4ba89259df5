package enclave

import (
	"bytes"
	"crypto/ecdsa"
	"fmt"
	"io"
	"net/http"

	"github.com/ethereum/go-ethereum/core/types"
)

// Fault is one thing that goes wrong with one request.
type Fault struct {
	// Instead answers in the place of the API, which does nothing.
	Instead func(w http.ResponseWriter, r *http.Request, closed <-chan struct{})
	// After writes the answer, once the API did what was asked.
	After func(w http.ResponseWriter, before, now answered, closed <-chan struct{})
	// Tamper changes a transaction before it is signed.
	Tamper func(*types.DynamicFeeTx)
	// Key signs in the place of the wallet's.
	Key *ecdsa.PrivateKey
	// Twist changes a signature (r, s, v = 0 or 1) of typed data or a transaction.
	Twist func([]byte)
	// Method is named in the answer in place of the one that was called.
	Method string
	// Encoding is named in the answer in place of the right one.
	Encoding string
}

// Status answers with a status and a body, and does nothing.
func Status(status int, body string) Fault {
	return Fault{Instead: func(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) { write(w, status, []byte(body)) }}
}

// Busy answers that there were too many requests, and when to come again (seconds).
func Busy(retryAfter string) Fault {
	return Fault{Instead: func(w http.ResponseWriter, _ *http.Request, _ <-chan struct{}) {
		w.Header().Set("Retry-After", retryAfter)
		write(w, http.StatusTooManyRequests, []byte(`{"error":"Too many requests"}`))
	}}
}

// Silent takes the request and never answers.
func Silent() Fault {
	return Fault{Instead: func(_ http.ResponseWriter, r *http.Request, closed <-chan struct{}) { hang(r, closed) }}
}

func hang(r *http.Request, closed <-chan struct{}) {
	select {
	case <-r.Context().Done():
	case <-closed:
	}
}

// Gone closes the connection without an answer.
func Gone() Fault {
	return Fault{Instead: func(http.ResponseWriter, *http.Request, <-chan struct{}) { panic(http.ErrAbortHandler) }}
}

// Echo answers with everything that it was sent, as a debugging proxy does.
func Echo(status int) Fault {
	return Fault{Instead: func(w http.ResponseWriter, r *http.Request, _ <-chan struct{}) {
		var page bytes.Buffer
		for _, name := range []string{"Authorization", "Privy-App-Id", "Privy-Authorization-Signature"} {
			fmt.Fprintf(&page, "%s: %s\n", name, r.Header.Get(name))
		}
		w.WriteHeader(status)
		_, _ = w.Write(page.Bytes())
	}}
}

// Late does what was asked, and the connection ends before the answer is out.
func Late() Fault {
	return Fault{After: func(http.ResponseWriter, answered, answered, <-chan struct{}) { panic(http.ErrAbortHandler) }}
}

// Cut does what was asked, and ends the answer in its middle.
func Cut() Fault {
	return Fault{After: func(w http.ResponseWriter, _, now answered, _ <-chan struct{}) {
		w.Header().Set("Content-Length", fmt.Sprint(len(now.body)))
		_, _ = w.Write(now.body[:len(now.body)/2])
		panic(http.ErrAbortHandler)
	}}
}

// Half does what was asked, and answers half of it as if that were all.
func Half() Fault {
	return Fault{After: func(w http.ResponseWriter, _, now answered, _ <-chan struct{}) {
		write(w, now.status, now.body[:len(now.body)/2])
	}}
}

// Twice answers twice in one.
func Twice() Fault {
	return Fault{After: func(w http.ResponseWriter, _, now answered, _ <-chan struct{}) {
		write(w, now.status, append(bytes.Clone(now.body), now.body...))
	}}
}

// Before answers with the answer to the request before.
func Before() Fault {
	return Fault{After: func(w http.ResponseWriter, before, _ answered, _ <-chan struct{}) {
		write(w, before.status, before.body)
	}}
}

// Endless answers without an end.
func Endless() Fault {
	return Fault{After: func(w http.ResponseWriter, _, _ answered, closed <-chan struct{}) {
		line := bytes.Repeat([]byte(" "), 1<<16)
		for {
			select {
			case <-closed:
				return
			default:
			}
			if _, err := io.Copy(w, bytes.NewReader(line)); err != nil {
				return
			}
		}
	}}
}
