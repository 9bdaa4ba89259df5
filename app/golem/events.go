package golem

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"bardo.run/bardo/internal/loopback"
	"bardo.run/bardo/wire"
)

// mostEvent is how long one event may be, and kept how many are shown below a status.
const (
	mostEvent = 1 << 20
	kept      = 12
)

// sets are what golem status --watch listens to unless it is told: what somebody would want to
// know of, without the rhythm of the ticks.
const sets = "permit,risk,vitality,necrocracy,custody,lifecycle,strategy,system,trading"

// listener reads the events of a living process, in a goroutine of its own, which its context
// stops. Where none answers the folder alone is looked at.
type listener struct {
	address string // of the process; empty: none is listened to
	events  chan wire.Event
	end     chan error // why the stream ended
	stop    context.CancelFunc
}

// hear begins to listen to the process that answers at an address, unless it listens already.
func (l *listener) hear(ctx context.Context, address, set string) {
	if l.address != "" || address == "" || !loopback.Names(address) {
		return
	}
	ctx, l.stop = context.WithCancel(ctx)
	l.address, l.events, l.end = address, make(chan wire.Event), make(chan error, 1)
	go func(events chan<- wire.Event, end chan<- error) { end <- follow(ctx, address, set, events) }(l.events, l.end)
}

// ended notes that the stream is over.
func (l *listener) ended() {
	l.stop()
	*l = listener{}
}

// follow hands over every event that a process tells of.
func follow(ctx context.Context, address, set string, events chan<- wire.Event) error {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return err
	}
	at := url.URL{Scheme: "http", Host: address, Path: "/events", RawQuery: url.Values{"set": {set}}.Encode()}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, mostEvent)
	if answer.StatusCode != http.StatusOK {
		lines.Scan()
		return fmt.Errorf("%s: %s", answer.Status, strings.TrimSpace(lines.Text()))
	}
	for lines.Scan() {
		data, is := strings.CutPrefix(lines.Text(), "data: ")
		var e wire.Event
		if !is || json.Unmarshal([]byte(data), &e) != nil { // of a kind that this version has no word for
			continue
		}
		select {
		case events <- e:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return lines.Err()
}

// line is an event in a line: when, in which tick, of what kind, and its fields.
func line(e wire.Event) string {
	at := time.UnixMilli(e.Timestamp).UTC().Format(time.TimeOnly)
	if lag, is := e.Payload.(wire.FabricLagged); is {
		return fmt.Sprintf("%s  %d events were missed: this reader was too slow", at, lag.Missed)
	}
	return strings.TrimRight(fmt.Sprintf("%s  tick %-6d %s  %s", at, e.Tick, e.Type(), fields(e.Payload)), " ")
}

// fields are those of a payload that say something, by name. What comes from outside is quoted
// where it is not plain.
func fields(p wire.Payload) string {
	text, err := json.Marshal(p)
	if err != nil {
		return ""
	}
	var of map[string]any
	if json.Unmarshal(text, &of) != nil {
		return ""
	}
	var all []string
	for name, v := range of {
		switch v := v.(type) {
		case string:
			if v != "" {
				all = append(all, name+"="+quoted(v))
			}
		case float64:
			all = append(all, name+"="+strconv.FormatFloat(v, 'g', 6, 64))
		case bool:
			all = append(all, fmt.Sprintf("%s=%t", name, v))
		case []any:
			if len(v) > 0 {
				all = append(all, name+"="+quoted(fmt.Sprint(v)))
			}
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func quoted(v string) string {
	if q := strconv.QuoteToASCII(v); strings.ContainsAny(v, " =") || q != `"`+v+`"` {
		return q
	}
	return v
}
