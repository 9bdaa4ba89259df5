package vitals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"sync/atomic"

	"bardo.run/bardo/wire"
)

// ErrSocket says that no socket can be had at a path.
var ErrSocket = errors.New("the socket of the host")

// longestSocket is how many bytes the path of a Unix socket has at most on Linux.
const longestSocket = 107

// Host answers the host of a Golem, on a Unix socket of this user's alone (provisioning §5.6,
// compute §11.6). It does so before there is a Golem: then its state is "booted".
type Host struct {
	*Server
	shown atomic.Pointer[http.ServeMux] // what a Golem shows beside; nil: there is none yet
}

// longestPaid is how long what a host says of the paid time is at most, in bytes.
const longestPaid = 1 << 20

// ServeHost listens on a Unix socket, in the place of one that a process left there. paid takes what
// the host says of the paid time; its error is the host's.
func ServeHost(path string, pulse *Pulse, paid func(wire.PaidTime) error) (*Host, error) {
	if len(path) > longestSocket {
		return nil, fmt.Errorf("%w: its path has %d bytes, and %d at most fit: %s", ErrSocket, len(path), longestSocket, path)
	}
	switch info, err := os.Lstat(path); {
	case err == nil && info.Mode().Type() != fs.ModeSocket:
		return nil, fmt.Errorf("%w: %s is something else", ErrSocket, path)
	case err == nil:
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSocket, err)
		}
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSocket, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrSocket, err), listener.Close())
	}
	h := &Host{}
	h.Server = answering(listener, func(context.Context) http.Handler {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /health/startup", answer(pulse.startup, nil))
		mux.HandleFunc("GET /health/live", answer(pulse.live, nil))
		mux.HandleFunc("GET /health/ready", answer(pulse.ready, nil))
		mux.HandleFunc("POST /paid", takePaid(paid))
		mux.HandleFunc("/", h.rest)
		return mux
	})
	return h, nil
}

// Show has the socket answer by a Golem too, for what is not the host's own.
func (h *Host) Show(shown Shown) { h.shown.Store(routes(h.open, shown)) }

func (h *Host) rest(w http.ResponseWriter, r *http.Request) {
	if mux := h.shown.Load(); mux != nil {
		mux.ServeHTTP(w, r)
		return
	}
	http.Error(w, "no Golem lives here yet", http.StatusNotFound)
}

// takePaid is POST /paid.
func takePaid(paid func(wire.PaidTime) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var p wire.PaidTime
		d := json.NewDecoder(http.MaxBytesReader(w, r.Body, longestPaid))
		d.DisallowUnknownFields()
		err := d.Decode(&p)
		if err == nil {
			err = paid(p)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}
