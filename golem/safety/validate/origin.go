package validate

import (
	"slices"

	"bardo.run/bardo/golem/core/taint"
)

// Origin is where a value came from (safety §10).
type Origin uint8

// The origins.
const (
	ContractRevert Origin = iota
	APIResponse
	OraclePrice
	MarketplaceKnowledge
	UserInput
	ModelOutput
	origins int = iota
)

var originNames = [origins]string{"ContractRevert", "ApiResponse", "OraclePrice", "MarketplaceKnowledge", "UserInput", "ModelOutput"}

// String returns the origin's name in the specification.
func (o Origin) String() string {
	if int(o) >= origins {
		return "unknown"
	}
	return originNames[o]
}

// Kind is how a gate judges.
type Kind uint8

// The kinds of gates.
const (
	Regex Kind = iota
	Schema
	Bounds
	Content
	Approval
	Grammar
	Address
	kinds int = iota
)

var kindNames = [kinds]string{"regex", "JSON schema", "numeric bounds", "content hash", "owner approval", "action grammar", "address regex"}

// String returns the kind's name in the specification.
func (k Kind) String() string {
	if int(k) >= kinds {
		return "unknown"
	}
	return kindNames[k]
}

// permitted is the table of safety §10.
var permitted = [origins][]Kind{
	ContractRevert:       {Regex, Schema},
	APIResponse:          {Schema, Bounds},
	OraclePrice:          {Bounds, Content},
	MarketplaceKnowledge: {Schema, Approval},
	UserInput:            {Regex, Bounds, Approval},
	ModelOutput:          {Grammar, Address},
}

// sources are the origins of text that a value of each origin may be made of, beside the
// program's own words.
var sources = [origins][]taint.Origin{
	ContractRevert:       {taint.Chain},
	APIResponse:          {taint.Web, taint.Tool},
	OraclePrice:          {taint.Chain, taint.Web},
	MarketplaceKnowledge: {taint.Relay, taint.Sibling, taint.Skill},
	UserInput:            {taint.Owner},
	ModelOutput:          {taint.Model},
}

// Permits reports whether a gate of the kind fits the origin.
func (o Origin) Permits(k Kind) bool { return int(o) < origins && slices.Contains(permitted[o], k) }

// made reports whether a text can be of the origin.
func (o Origin) made(t taint.Text) bool {
	for _, from := range t.Origins() {
		if from != taint.Runtime && !slices.Contains(sources[o], from) {
			return false
		}
	}
	return true
}
