package vitals

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"strings"
	"testing"

	"bardo.run/bardo/wire"
)

// streamed opens a stream of events, whose lines come until it ends.
func (a asked) streamed(query, last string) (lines *bufio.Scanner, status int, stop func()) {
	a.t.Helper()
	ctx, cancel := context.WithCancel(a.t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url+"/events"+query, nil)
	if err != nil {
		a.t.Fatal(err)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		a.t.Fatal(err)
	}
	stop = func() { cancel(); answer.Body.Close() }
	a.t.Cleanup(stop)
	lines = bufio.NewScanner(answer.Body)
	lines.Scan() // that it is open: what comes is heard
	return lines, answer.StatusCode, stop
}

// next is the data of the next event.
func next(lines *bufio.Scanner) string {
	for lines.Scan() {
		if data, is := strings.CutPrefix(lines.Text(), "data: "); is {
			return data
		}
	}
	return ""
}

func TestEventsAreToldAsTheyHappen(t *testing.T) {
	a := serve(t)
	a.events.EmitIdle(wire.LifecycleReady{Resumed: true})
	lines, _, _ := a.streamed("?set=permits,lifecycle", "")
	past, _, _ := a.streamed("", "0")
	a.events.Emit(3, wire.HeartbeatTick{Tier: "T1"})
	a.events.Emit(3, wire.PermitCommitted{PermitID: "p7"})
	if got := next(lines); !strings.Contains(got, `"type":"permit.committed"`) || !strings.Contains(got, `"permit_id":"p7"`) || !strings.Contains(got, `"sequence":3`) {
		t.Errorf("from now on it tells %s", got)
	}
	for i, want := range []string{"lifecycle.ready", "heartbeat.tick", "permit.committed"} {
		if got := next(past); !strings.Contains(got, want) {
			t.Errorf("event %d is %s, want %s", i, got, want)
		}
	}
	a.events.Close()
	if got := next(lines); got != "" {
		t.Errorf("behind the end it tells %s", got)
	}
}

func TestAStreamOfNothingIsRefused(t *testing.T) {
	a := serve(t)
	a.want("/events?set=permit,rumours", 400, `there are no events "rumours"; ask for heartbeat, `)
}

func TestReadersAreBoundedAndTheServerEndsThem(t *testing.T) {
	a := serve(t)
	var open []*bufio.Scanner
	var leave func()
	for range Streams {
		lines, status, stop := a.streamed("", "")
		if status != http.StatusOK {
			t.Fatalf("answer %d", status)
		}
		open, leave = append(open, lines), stop
	}
	if lines, status, _ := a.streamed("", ""); status != http.StatusServiceUnavailable || !strings.Contains(lines.Text(), "8 readers") {
		t.Errorf("one more: %d %s", status, lines.Text())
	}
	leave()
	for again := range 1_000 { // the seat is free once the server knows
		if _, status, _ := a.streamed("", ""); status == http.StatusOK {
			break
		} else if again == 999 {
			t.Error("a seat that was left stays taken")
		}
	}
	if err := a.server.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := next(open[0]); got != "" {
		t.Errorf("a closed server tells %s", got)
	}
}

// Who does not read holds up nobody: what it misses is counted for it, and it is dropped.
func TestASlowReaderIsDroppedAndTold(t *testing.T) {
	a := serve(t)
	c, err := net.Dial("tcp", strings.TrimPrefix(a.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Write([]byte("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(c)
	for lines.Scan() && lines.Text() != ": events" {
	}
	long := strings.Repeat("x", 4_000)
	for range 20_000 { // more than the queue, and than any socket holds
		a.events.Emit(1, wire.PermitBlocked{BlockReason: long})
	}
	lagged := false
	for lines.Scan() {
		if lagged = strings.Contains(lines.Text(), `"type":"fabric.lagged"`); lagged {
			break
		}
	}
	if !lagged || a.events.Stats().Missed == 0 {
		t.Errorf("it was not told: %+v", a.events.Stats())
	}
}
