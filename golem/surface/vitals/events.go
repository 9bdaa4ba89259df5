package vitals

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

const (
	// Streams is how many readers of events there may be at a time.
	Streams = 8
	// patience is how long a reader may take for one event before it is dropped.
	patience = 5 * time.Second
)

// stream serves events as they happen, one reader a goroutine, until the reader goes away, is
// too slow, or the server is closed. A reader that falls behind the queue is told how many
// events it missed (fabric.lagged); no reader holds up the Golem.
type stream struct {
	events *fabric.Fabric
	seats  chan struct{}
	closed context.Context // of the server
}

// ServeHTTP implements http.Handler: GET /events?set=permit,risk, from now on, or behind the
// event that Last-Event-ID names.
func (s *stream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	set, err := wanted(r.FormValue("set"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	select {
	case s.seats <- struct{}{}:
		defer func() { <-s.seats }()
	default:
		http.Error(w, fmt.Sprintf("%d readers are served already", Streams), http.StatusServiceUnavailable)
		return
	}
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	defer context.AfterFunc(s.closed, stop)()
	past, sub := s.subscribe(r.Header.Get("Last-Event-ID"), set)
	defer sub.Close()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	to := http.NewResponseController(w)
	err = write(w, to, ": events\n\n")
	for _, e := range past {
		err = errors.Join(err, send(w, to, e))
	}
	for err == nil {
		var e wire.Event
		if e, err = sub.Next(ctx); err == nil {
			err = send(w, to, e)
		}
	}
}

func (s *stream) subscribe(last string, set wire.Categories) ([]wire.Event, *fabric.Subscription) {
	seq, err := strconv.ParseUint(last, 10, 64)
	if err != nil {
		return nil, s.events.Subscribe(set)
	}
	past, _, sub := s.events.Resume(seq, set)
	return past, sub
}

// wanted reads names of categories and of sets of them; none is all.
func wanted(names string) (set wire.Categories, _ error) {
	if names == "" {
		return wire.All, nil
	}
	for name := range strings.SplitSeq(names, ",") {
		of, known := wire.Subscription(name)
		if !known {
			return 0, fmt.Errorf("there are no events %q; ask for %s", name, strings.ReplaceAll(wire.All.String(), "+", ", "))
		}
		set |= of
	}
	return set, nil
}

func send(w http.ResponseWriter, to *http.ResponseController, e wire.Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return nil //nolint:nilerr // a figure that JSON has no word for: the next event has
	}
	id := ""
	if e.Sequence > 0 {
		id = fmt.Sprintf("id: %d\n", e.Sequence)
	}
	return write(w, to, fmt.Sprintf("%sevent: %s\ndata: %s\n\n", id, e.Type(), data))
}

func write(w http.ResponseWriter, to *http.ResponseController, text string) error {
	if err := to.SetWriteDeadline(clock.System{}.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return err
	}
	return to.Flush()
}
