package wire

// Given is what a host hands, once and over a pipe, to a Golem's process that is ready
// (compute §11.2, provisioning §5.7): all that makes it this Golem. It holds secrets.
type Given struct {
	Settings string            `json:"settings"` // a golem.toml that names no file
	Strategy string            `json:"strategy"` // the STRATEGY.md of the birth
	Grant    string            `json:"grant,omitempty"`
	Secrets  map[string]string `json:"secrets,omitempty"` // by the names of golem's variables
	Birth    Extension         `json:"birth"`             // what the first of the time was paid with
	Time     PaidTime          `json:"time"`
}

// PaidTime is what a host says of the time that a Golem may live (compute §7, §16.3). It says it
// again and again; every extension there ever was stands in it.
type PaidTime struct {
	Left       int64       `json:"left_ms"`
	Extensions []Extension `json:"extensions,omitempty"`
}

// Extension is time that somebody paid for. ID tells one from every other of a life: 1 to 48
// letters, digits, points and dashes.
type Extension struct {
	ID    string `json:"id"`
	Adds  int64  `json:"adds_ms"`
	Price int64  `json:"price_micro_usdc"`
	Payer string `json:"payer,omitempty"`
	Tx    string `json:"tx,omitempty"`
}
