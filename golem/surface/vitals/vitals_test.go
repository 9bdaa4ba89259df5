package vitals

import (
	"errors"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/core/fabric"
	"bardo.run/bardo/internal/clock"
)

type figures string

func (f figures) WritePrometheus(w io.Writer) { _, _ = io.WriteString(w, string(f)) }

// asked is a server and the clock of its pulse.
type asked struct {
	t      *testing.T
	url    string
	pulse  *Pulse
	clock  *clock.Simulated
	events *fabric.Fabric
	server *Server
}

func serve(t *testing.T) asked {
	t.Helper()
	c := clock.NewSimulated(time.UnixMilli(1_700_000_000_000))
	p := NewPulse(c)
	f := fabric.New(fabric.Config{GolemID: "g", Clock: c})
	s, err := Serve("127.0.0.1:0", Shown{Pulse: p, Figures: figures("golem_ticks_total 3\n"), Events: f, Chain: func() Chain {
		return Chain{Endpoints: []Endpoint{{Name: "one.example", Up: true, Limited: 2}, {Name: "two.example", Behind: 7, Resting: true, Wrong: true}}, Socket: &Socket{Name: "three.example", Connected: true, Reconnects: 4, Heads: 9, Head: 77}}
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
	return asked{t, "http://" + s.Address(), p, c, f, s}
}

// get returns status and body of a path.
func (a asked) get(path string) (int, string) {
	a.t.Helper()
	r, err := http.Get(a.url + path)
	if err != nil {
		a.t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	return r.StatusCode, string(body)
}

func (a asked) want(path string, status int, words string) {
	a.t.Helper()
	if got, body := a.get(path); got != status || !strings.Contains(body, words) {
		a.t.Errorf("%s answers %d %s, want %d and %q", path, got, body, status, words)
	}
}

func (a asked) pass(d time.Duration) {
	a.t.Helper()
	if err := a.clock.WaitUntil(a.t.Context(), a.clock.Now().Add(d)); err != nil {
		a.t.Fatal(err)
	}
}

// spec: runtime §18: startup is 200 after the first tick; ready while the Golem
// takes work.
func TestAGolemBeginsLivesAndDrains(t *testing.T) {
	a := serve(t)
	a.want("/health/startup", 503, "no tick")
	a.want("/health/ready", 503, "provisioning")
	a.want("/health/live", 200, `"ok":true`)
	a.pulse.Moved("active")
	a.pulse.Ticked(1)
	a.want("/health/startup", 200, `"ticks":1`)
	a.want("/health/ready", 200, `"state":"active"`)
	a.pulse.Drain()
	a.want("/health/ready", 503, "draining")
	a.want("/health/live", 200, `"ok":true`)
	a.want("/metrics", 200, "golem_ticks_total 3")
	a.want("/anything", 404, "")
}

// spec: runtime §18: the loop is responsive within 3 s.
func TestALoopThatDoesNotMoveIsNotLive(t *testing.T) {
	a := serve(t)
	a.pulse.Waiting(a.clock.Now().Add(time.Minute))
	a.pass(time.Minute + Late)
	a.want("/health/live", 200, "")
	a.pass(time.Second)
	a.want("/health/live", 503, "4s late")
	a.pulse.Working()
	a.pass(Longest)
	a.want("/health/live", 200, "")
	a.pass(time.Second)
	a.want("/health/live", 503, "worked for")
	a.want("/health/ready", 503, "")
}

// spec: runtime §18: memory below 90 % of the limit.
func TestAGolemWithoutMemoryIsNotLive(t *testing.T) {
	a := serve(t)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 20))
	a.want("/health/live", 503, "bytes of memory")
}

func TestOnlyThisMachineMayAsk(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80", "golem.example:80"} {
		if _, err := Serve(address, Shown{}); !errors.Is(err, ErrAddress) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if _, err := Serve("127.0.0.1", Shown{}); err == nil {
		t.Error("an address without a port was taken")
	}
}

func TestNobodyCommandsThroughIt(t *testing.T) {
	a := serve(t)
	r, err := http.Post(a.url+"/health/ready", "text/plain", strings.NewReader("die"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST answers %d", r.StatusCode)
	}
}

// The endpoints are told of by their place and host, and decide nothing.
func TestTheEndpointsOfTheChainAreToldOf(t *testing.T) {
	a := serve(t)
	a.want("/health/live", 200, `"endpoints":[{"name":"one.example","up":true,"behind":0,"limited":2,`)
	a.want("/health/live", 200, `{"name":"two.example","up":false,"behind":7,`)
	for _, line := range []string{
		`golem_endpoint_up{endpoint="0"} 1`, `golem_endpoint_up{endpoint="1"} 0`, `golem_endpoint_blocks_behind{endpoint="1"} 7`,
		`golem_endpoint_rate_limited_total{endpoint="0"} 2`, `golem_endpoint_resting{endpoint="1"} 1`, `golem_endpoint_wrong_chain{endpoint="1"} 1`,
		`golem_endpoint_head_ahead{endpoint="1"} 0`, "golem_ticks_total 3",
	} {
		a.want("/metrics", 200, line+"\n")
	}
}

func TestTheSocketOfTheChainIsToldOf(t *testing.T) {
	a := serve(t)
	a.want("/health/ready", 503, `"socket":{"name":"three.example","connected":true,"reconnects":4,"heads":9,"head":77,"wrong":false,"ahead":false}`)
	for _, line := range []string{
		"golem_socket_connected 1", "golem_socket_reconnects_total 4", "golem_socket_heads_total 9", "golem_socket_head 77",
		"golem_socket_wrong_chain 0", "golem_socket_head_ahead 0",
	} {
		a.want("/metrics", 200, line+"\n")
	}
}
