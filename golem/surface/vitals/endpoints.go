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

// chain is the endpoints in the order of preference; nil: there are none to tell of.
type chain func() []Endpoint

// WritePrometheus writes one figure an endpoint and state. They are told apart by their
// place, so that there are never more of them than endpoints are configured.
func (c chain) WritePrometheus(w io.Writer) {
	if c == nil {
		return
	}
	for i, e := range c() {
		place := strconv.Itoa(i)
		for _, f := range []struct {
			name  string
			value uint64
		}{
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

func bit(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}
