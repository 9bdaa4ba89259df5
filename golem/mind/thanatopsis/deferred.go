package thanatopsis

import "bardo.run/bardo/golem/host/lifecycle"

// Deferred asks somebody to finish a death that was cut off: by starting the Golem
// again, or by having its testament written without the chain (mortality §9.1).
type Deferred struct {
	Version    string          `json:"version"`
	GolemID    string          `json:"golem_id"`
	Name       string          `json:"name"`
	Wallet     string          `json:"wallet_address"`
	Cause      lifecycle.Cause `json:"cause"`
	Phases     []Passed        `json:"phases"`
	Budget     Budget          `json:"budget"`
	Settlement Settlement      `json:"settlement"`
	// Remains is what the chain held when it was read last.
	Remains Wallet   `json:"wallet"`
	Open    []string `json:"open_positions"`
	Finish  []string `json:"finish"` // how
}
