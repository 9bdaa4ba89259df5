package vitals

import (
	"fmt"
	"io"
	"strconv"
)

// Endpoint is how one endpoint of the chain stands. Name is its host, never its URL:
// that may hold a key.
type Endpoint struct {
	Name    string `json:"name"`
	Up      bool   `json:"up"`      // its last request was answered
	Behind  uint64 `json:"behind"`  // blocks, of the highest that any endpoint named
	Limited uint64 `json:"limited"` // how often it asked to slow down
	Resting bool   `json:"resting"` // it failed too often or was asked too often, and is left alone
	Wrong   bool   `json:"wrong"`   // it serves another chain
	Ahead   bool   `json:"ahead"`   // its head lies in the future
}

// Socket is how the WebSocket for heads stands.
type Socket struct {
	Name       string `json:"name"`
	Connected  bool   `json:"connected"`  // the chain is right and heads are told of
	Reconnects uint64 `json:"reconnects"` // connections after the first
	Heads      uint64 `json:"heads"`      // that were told of and believed
	Head       uint64 `json:"head"`       // number of the newest of them
	Wrong      bool   `json:"wrong"`      // it serves another chain
	Ahead      bool   `json:"ahead"`      // what it last told of lies in the future
}

// Chain is how the chain is reached. It is told of and decides nothing: a Golem without
// a chain lives, and a restart would mend none.
type Chain struct {
	Endpoints []Endpoint `json:"endpoints,omitempty"` // in the order of preference
	Socket    *Socket    `json:"socket,omitempty"`    // nil: none is configured
}

// chain tells of the chain, from any goroutine; nil: there is none to tell of.
type chain func() Chain

// WritePrometheus writes one figure an endpoint and state. They are told apart by their
// place, so that there are never more of them than endpoints are configured.
func (c chain) WritePrometheus(w io.Writer) {
	if c == nil {
		return
	}
	now := c()
	now.Socket.writePrometheus(w)
	for i, e := range now.Endpoints {
		place := strconv.Itoa(i)
		for _, f := range []figure{
			{"golem_endpoint_up", bit(e.Up)},
			{"golem_endpoint_blocks_behind", e.Behind},
			{"golem_endpoint_rate_limited_total", e.Limited},
			{"golem_endpoint_resting", bit(e.Resting)},
			{"golem_endpoint_wrong_chain", bit(e.Wrong)},
			{"golem_endpoint_head_ahead", bit(e.Ahead)},
		} {
			_, _ = fmt.Fprintf(w, "%s{endpoint=%q} %d\n", f.name, place, f.value) // the asker went away
		}
	}
}

// figure is one line of metrics.
type figure struct {
	name  string
	value uint64
}

func (s *Socket) writePrometheus(w io.Writer) {
	if s == nil {
		return
	}
	for _, f := range []figure{
		{"golem_socket_connected", bit(s.Connected)},
		{"golem_socket_reconnects_total", s.Reconnects},
		{"golem_socket_heads_total", s.Heads},
		{"golem_socket_head", s.Head},
		{"golem_socket_wrong_chain", bit(s.Wrong)},
		{"golem_socket_head_ahead", bit(s.Ahead)},
	} {
		_, _ = fmt.Fprintf(w, "%s %d\n", f.name, f.value)
	}
}

func bit(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}
